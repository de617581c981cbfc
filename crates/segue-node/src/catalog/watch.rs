//! Noticing that an agent writes: the folders that lists were asked of are watched, and everyone is
//! told when a conversation came, grew or went.
//!
//! ```text
//! list ──Asked──▶ ┌────────────────────────┐ ── find() of that platform ──▶ ConversationsChanged
//! system ─Changed▶│ one thread, which waits│
//!                 └────────────────────────┘
//! ```
//!
//! Several changes in a row become one look, and looking takes a small part of the time at most. What is
//! written into a new folder before the system watches it is not told, so that a new folder is looked at
//! twice. A folder that can't be watched, because it is not there or the system has no watches left, is looked
//! at every half minute for as long as somebody asked lately. Otherwise nothing happens here.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak, mpsc};
use std::time::{Duration, Instant};

use notify::event::CreateKind;
use notify::{EventKind, RecursiveMode, Watcher};
use segue_clock::Clock;
use segue_platform::{AgentEnv, Platform};

use super::{Catalog, Shared, lock};

/// Changes that follow each other this closely are one.
const TOGETHER: Duration = Duration::from_millis(300);

/// When a folder that came is looked at once more.
const LATER: Duration = Duration::from_secs(2);

/// Looking takes at most one part in this many of the time.
const PART: u32 = 10;

/// How often a folder that can't be watched is looked at.
const POLL: Duration = Duration::from_secs(30);

/// How long a folder is looked at like that after someone last asked.
const RECENT: Duration = Duration::from_secs(5 * 60);

/// Most folders; nobody has that many agents.
const FOLDERS: usize = 32;

/// How many notices may wait.
const QUEUE: usize = 256;

/// A message to the watching thread.
pub(super) enum Notice {
    /// Somebody is looking at the conversations of a platform.
    Asked(&'static dyn Platform, Box<AgentEnv>),
    /// Something changed in a folder; with `true`, another folder was created.
    Changed(PathBuf, bool),
    Stop,
}

/// A folder in which an agent keeps its conversations.
struct Folder {
    platform: &'static dyn Platform,
    place: AgentEnv,
    watched: bool,
    asked: Instant,
}

impl Catalog {
    /// Starts noticing what agents write, in the folders that lists are asked of. Does nothing if
    /// that was started before.
    pub(crate) fn watch(&self) {
        let mut watch = lock(&self.shared.watch);
        if watch.is_some() {
            return;
        }
        let (notices, inbox) = mpsc::sync_channel(QUEUE);
        let (shared, own) = (Arc::downgrade(&self.shared), notices.clone());
        let clock = self.shared.clock.clone();
        let started = std::thread::Builder::new()
            .name("segue-watch".to_owned())
            .spawn(move || run(&clock, &shared, &own, &inbox));
        match started {
            Ok(_) => *watch = Some(notices),
            Err(error) => tracing::warn!(%error, "conversations are not watched"),
        }
    }

    /// Tells the watching thread that somebody is looking at the conversations of a place.
    pub(super) fn asked(&self, place: &AgentEnv) {
        let watch = lock(&self.shared.watch);
        let Some(notices) = watch.as_ref() else {
            return;
        };
        let off = lock(&self.shared.off).clone();
        for platform in self.platforms() {
            if !off.iter().any(|id| id == platform.id()) {
                // A full queue has more important things to do.
                notices
                    .try_send(Notice::Asked(*platform, Box::new(place.clone())))
                    .ok();
            }
        }
    }
}

impl Shared {
    /// Ends the watching thread.
    pub(super) fn stop_watching(&self) {
        if let Some(notices) = lock(&self.watch).take() {
            // With a full queue it sees for itself that it is over.
            notices.try_send(Notice::Stop).ok();
        }
    }
}

/// What the watching thread knows.
struct Watching {
    clock: Clock,
    watcher: Option<notify::RecommendedWatcher>,
    folders: HashMap<PathBuf, Folder>,
    /// Folders with changes that nobody looked at yet.
    changed: BTreeSet<PathBuf>,
    /// Folders to be looked at once more, and when.
    later: Option<(Instant, BTreeSet<PathBuf>)>,
    /// How long the last look took.
    took: Duration,
}

fn run(
    clock: &Clock,
    shared: &Weak<Shared>,
    own: &mpsc::SyncSender<Notice>,
    inbox: &mpsc::Receiver<Notice>,
) {
    let notices = own.clone();
    let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading is no news; and our own looks read.
        let Ok(event) = event else { return };
        if !event.kind.is_access()
            && let Some(path) = event.paths.into_iter().next()
        {
            let came = event.kind == EventKind::Create(CreateKind::Folder);
            // With a full queue there is a look ahead already.
            notices.try_send(Notice::Changed(path, came)).ok();
        }
    });
    if let Err(error) = &watcher {
        tracing::warn!(%error, "conversations can't be watched; they are looked at now and then");
    }
    let mut watching = Watching {
        clock: clock.clone(),
        watcher: watcher.ok(),
        folders: HashMap::new(),
        changed: BTreeSet::new(),
        later: None,
        took: Duration::ZERO,
    };
    let mut look: Option<Instant> = None;
    loop {
        let poll = watching.polled().next().map(|_| clock.monotonic() + POLL);
        let later = watching.later.as_ref().map(|(at, _)| *at);
        let until = look.into_iter().chain(later).min().or(poll);
        let notice = match until {
            None => inbox
                .recv()
                .map_err(|_| mpsc::RecvTimeoutError::Disconnected),
            Some(until) => inbox.recv_timeout(until.saturating_duration_since(clock.monotonic())),
        };
        if shared.upgrade().is_none_or(|shared| shared.stopping()) {
            return;
        }
        match notice {
            Ok(Notice::Stop) | Err(mpsc::RecvTimeoutError::Disconnected) => return,
            Ok(Notice::Asked(platform, place)) => {
                if watching.asked(platform, *place) {
                    look.get_or_insert_with(|| clock.monotonic() + watching.pause());
                }
            }
            Ok(Notice::Changed(path, came)) => {
                if watching.is_at(&path, came) {
                    look.get_or_insert_with(|| clock.monotonic() + watching.pause());
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let now = clock.monotonic();
                let again = watching.later.take_if(|(at, _)| *at <= now);
                if let Some((_, folders)) = again {
                    watching.changed.extend(folders);
                } else if look.take_if(|at| *at <= now).is_none() {
                    let polled: Vec<PathBuf> = watching.polled().cloned().collect();
                    watching.changed.extend(polled);
                }
                let Some(shared) = shared.upgrade() else {
                    return;
                };
                watching.look(&Catalog { shared });
            }
        }
    }
}

impl Watching {
    /// Returns how long changes are gathered before somebody looks.
    fn pause(&self) -> Duration {
        TOGETHER.max(self.took * PART)
    }

    /// Notes that somebody asked for a folder, and watches it from now on if that is possible.
    /// Returns whether that just began: what was written before it is not told, and looked for once.
    fn asked(&mut self, platform: &'static dyn Platform, place: AgentEnv) -> bool {
        let path = platform.detect(&place).folder;
        let asked = self.clock.monotonic();
        if let Some(known) = self.folders.get_mut(&path) {
            known.asked = asked;
            if known.watched {
                return false;
            }
        } else if self.folders.len() >= FOLDERS {
            return false;
        }
        let watched = self.begin(&path);
        if watched {
            self.changed.insert(path.clone());
        }
        let folder = Folder {
            platform,
            place,
            watched,
            asked,
        };
        self.folders.insert(path, folder);
        watched
    }

    fn begin(&mut self, path: &Path) -> bool {
        let Some(watcher) = self.watcher.as_mut().filter(|_| path.is_dir()) else {
            return false;
        };
        match watcher.watch(path, RecursiveMode::Recursive) {
            Ok(()) => true,
            Err(error) => {
                tracing::info!(%error, "a folder of conversations can't be watched");
                // What was begun of it would only take watches from others.
                watcher.unwatch(path).ok();
                false
            }
        }
    }

    /// Notes in which folder something changed, and returns whether it is one of those we know.
    fn is_at(&mut self, path: &Path, came: bool) -> bool {
        let ours = self.folders.keys().find(|folder| path.starts_with(folder));
        let Some(folder) = ours.cloned() else {
            return false;
        };
        if folder == path && !folder.is_dir() {
            // It went; it is watched again when it is back.
            if let Some(known) = self.folders.get_mut(&folder) {
                known.watched = false;
            }
        }
        if came {
            let until = self.clock.monotonic() + LATER;
            let (at, folders) = self.later.get_or_insert_with(|| (until, BTreeSet::new()));
            *at = until;
            folders.insert(folder.clone());
        }
        self.changed.insert(folder);
        true
    }

    /// Returns the folders that can't be watched and that somebody asked about lately.
    fn polled(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders
            .iter()
            .filter(|(_, folder)| !folder.watched && self.clock.since(folder.asked) < RECENT)
            .map(|(path, _)| path)
    }

    /// Looks at the folders that changed, which notifies everyone of what is new.
    fn look(&mut self, catalog: &Catalog) {
        let begun = self.clock.monotonic();
        for path in std::mem::take(&mut self.changed) {
            let Some(folder) = self.folders.get(&path) else {
                continue;
            };
            match catalog.refresh(&folder.place, Some(folder.platform.id())) {
                Ok(found) => catalog.shared.wake(&found.scopes),
                Err(failure) => {
                    tracing::warn!(%failure, "conversations can't be looked at");
                    let again = self.clock.monotonic() + POLL;
                    let (_, folders) = self.later.get_or_insert((again, BTreeSet::new()));
                    folders.insert(path.clone());
                }
            }
            if !folder.watched && path.is_dir() {
                let watched = self.begin(&path);
                if let Some(folder) = self.folders.get_mut(&path) {
                    folder.watched = watched;
                }
            }
        }
        self.took = self.clock.since(begun);
    }
}
