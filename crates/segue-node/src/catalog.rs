//! What is known about the person's conversations, so that nothing is opened twice.
//!
//! ```text
//!  request ──▶ refresh: find() of each platform, names and sizes only ──▶ rows of index.db
//!                                                   │ new or changed: stage 0
//!              list: one page, its rows looked at first ◀──┤
//!                                                          ▼
//!              fill (two threads): 1 glanced ─▶ 2 counted ─▶ 3 searchable ──▶ Events
//! ```
//!
//! A row is keyed by platform, path and id, and holds for one size and time of change: unchanged
//! sessions are never opened again. Rows belong to a scope, the folder a platform keeps its
//! sessions in, so that asking with other variables neither mixes nor forgets anything. The index
//! is a file of its own: it can be thrown away at any time, and writing it never makes the node's
//! loop wait.

mod agent;
mod fill;
mod fulltext;
mod index;
mod list;
mod look;
mod name;
mod page;
mod places;
mod projects;
mod refresh;
mod sessions;
#[cfg(test)]
pub(crate) mod tests;
mod watch;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use segue_platform::{Platform, Session};
use segue_store::sql::Connection;
use tokio::sync::broadcast;

pub(crate) use fulltext::beginning;
pub(crate) use list::Query;
pub(crate) use projects::Used;
use segue_clock::Clock;
use segue_door::{Event, Failure};
pub(crate) use sessions::Sessions;

/// The platforms a node works with.
pub(crate) type Platforms = &'static [&'static dyn Platform];

/// How long the filling threads may take to end.
const GRACE: Duration = Duration::from_secs(1);

/// The index and the threads that fill it.
#[derive(Clone)]
pub(crate) struct Catalog {
    shared: Arc<Shared>,
}

/// What requests and the filling threads share.
struct Shared {
    clock: Clock,
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
    platforms: Platforms,
    events: broadcast::Sender<Event>,
    work: Mutex<Work>,
    wake: Condvar,
    /// Platforms that are left out, by id.
    off: Mutex<Vec<String>>,
    /// The way to the watching thread, once there is one.
    watch: Mutex<Option<mpsc::SyncSender<watch::Notice>>>,
    stop: AtomicBool,
    ended: Mutex<Option<mpsc::Receiver<()>>>,
}

/// What there is to fill.
#[derive(Default)]
struct Work {
    /// Scopes that were asked for since the node started.
    active: BTreeSet<i64>,
    /// Whether rows may need filling.
    pending: bool,
    /// When each scope was last looked for.
    fresh: HashMap<i64, Instant>,
}

/// How far a row is.
mod stage {
    /// Only name, size and time are known.
    pub(super) const FOUND: i64 = 0;
    /// Title, project and times are known.
    pub(super) const GLANCED: i64 = 1;
    /// The messages are counted.
    pub(super) const COUNTED: i64 = 2;
    /// Its words can be searched, or it can't be read at all.
    pub(super) const DONE: i64 = 3;
}

/// Rows that are worth a line: those with a message or a title, and those not counted yet.
const WORTH: &str = "(messages IS NOT 0 OR title IS NOT NULL OR stage < 2)";

/// A session as the index knows it.
#[derive(Debug, Clone)]
pub(crate) struct SessionRow {
    pub(crate) id: i64,
    pub(crate) session: Session,
    stage: i64,
    pub(crate) glance: segue_platform::Glance,
    messages: Option<u64>,
    state: Option<segue_door::ConversationState>,
}

impl SessionRow {
    /// Checks whether the row is worth a line in a list, by the same rule as [`WORTH`].
    fn is_worth_a_line(&self) -> bool {
        self.messages != Some(0) || self.glance.title.is_some() || self.stage < stage::COUNTED
    }
}

impl Catalog {
    /// Opens the index, making it anew when it can't be used, and starts to wait for work.
    pub(crate) fn open(
        path: &Path,
        platforms: Platforms,
        clock: Clock,
        events: broadcast::Sender<Event>,
    ) -> Result<Self, Failure> {
        let (writer, reader) = index::open(path)?;
        let (end, ended) = mpsc::sync_channel(1);
        let shared = Arc::new(Shared {
            clock,
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            platforms,
            events,
            work: Mutex::default(),
            wake: Condvar::new(),
            off: Mutex::default(),
            watch: Mutex::default(),
            stop: AtomicBool::new(false),
            ended: Mutex::new(Some(ended)),
        });
        let filled = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("segue-catalog".to_owned())
            .spawn(move || {
                fill::run(&filled);
                drop(filled);
                // Nobody waits when the process is on its way out.
                end.send(()).ok();
            })
            .map_err(|error| {
                Failure::new(
                    segue_door::Code::Internal,
                    format!("The index of conversations can't be filled: {error}."),
                )
            })?;
        Ok(Self { shared })
    }

    /// Returns the platforms, in the order people see them.
    pub(crate) fn platforms(&self) -> Platforms {
        self.shared.platforms
    }

    /// Finds the platform a person means. Fails with the names of those there are if none fits.
    pub(crate) fn platform(&self, named: &str) -> Result<&'static dyn Platform, Failure> {
        agent::named(self.platforms(), named)
    }

    /// Leaves platforms out, by id.
    pub(crate) fn leave_out(&self, off: &[String]) {
        *lock(&self.shared.off) = off.to_vec();
    }

    /// Ends the watching and filling threads, waiting up to [`GRACE`] for the latter; what they
    /// have written stays.
    pub(crate) fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.stop_watching();
        self.shared.wake.notify_all();
        let ended = lock(&self.shared.ended).take();
        if let Some(ended) = ended
            && ended.recv_timeout(GRACE) == Err(mpsc::RecvTimeoutError::Timeout)
        {
            tracing::warn!("the index is still being filled; it is left alone");
        }
    }

    /// Announces that Segue itself added or removed conversations; the next list looks for them
    /// anew.
    pub(crate) fn changed(&self) {
        lock(&self.shared.work).fresh.clear();
        self.shared.tell(Event::ConversationsChanged);
    }
}

impl Shared {
    fn platform(&self, id: &str) -> Option<&'static dyn Platform> {
        self.platforms
            .iter()
            .copied()
            .find(|known| known.id() == id)
    }

    fn stopping(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn tell(&self, event: Event) {
        // Nobody listening is fine.
        self.events.send(event).ok();
    }

    /// Lets the filling threads look for work in these scopes too.
    fn wake(&self, scopes: &[i64]) {
        let mut work = lock(&self.work);
        work.active.extend(scopes);
        work.pending = true;
        drop(work);
        self.wake.notify_all();
    }
}

/// Locks a mutex, even after a panic while it was held: what it guards was left as it was, since
/// transactions roll back.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Joins scope numbers or other row ids with commas, for an SQL list. They are our own, so they
/// need no quoting.
fn numbers(scopes: impl IntoIterator<Item = i64>) -> String {
    let texts: Vec<String> = scopes.into_iter().map(|scope| scope.to_string()).collect();
    texts.join(",")
}
