//! What the loop holds about handoffs: rows that are not over, what runs beside the loop, what is due.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use segue_clock::Clock;
use segue_door::{Failure, Way};
use segue_ledger::PublicKey;
use segue_link::Profile;
use segue_network::DeviceId;
use segue_network::identity::IdentityKey;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::conversations::{Ancestors, Ancestry};
use crate::handoffs::{Blobs, Orders, Row, Rows, Words, Written};
use crate::ledgers::Ledgers;
use crate::storage::Storage;

/// Everything about handoffs that the loop holds.
pub(crate) struct Desk {
    clock: Clock,
    pub(super) rows: Rows,
    pub(super) words: Words,
    pub(super) blobs: Blobs,
    pub(super) orders: Orders,
    pub(crate) ledgers: Ledgers,
    /// Those that did not end, or still have something to give.
    pub(super) open: BTreeMap<Uuid, Row>,
    /// What runs beside the loop.
    busy: Arc<Mutex<HashSet<Job>>>,
    /// Pulls that can be cancelled, and which file each pulls.
    pub(super) pulls: HashMap<Uuid, (String, CancellationToken)>,
    /// When to talk again with someone about a conversation after that did not work.
    pub(super) later: HashMap<(DeviceId, String), (u32, i64)>,
    /// When to try again to write records.
    pub(super) records_at: i64,
    /// What others may pull at the moment.
    pub(super) given: HashSet<(DeviceId, String)>,
    /// How far files are: done and total.
    pub(super) moving: Arc<Mutex<HashMap<Uuid, (u64, u64)>>>,
    /// How far everyone was told they are, and when.
    pub(super) told: HashMap<Uuid, ((u64, u64), Instant)>,
    /// When to try again to say something to someone, and how often it failed.
    pub(super) pauses: HashMap<DeviceId, (u32, i64)>,
    /// Conversations with something new in their ledger.
    pub(super) dirty: BTreeSet<String>,
    /// Whether records may wait for the ledger.
    pub(super) queued: bool,
    /// Whether words may wait to be said.
    pub(super) unsaid: bool,
    /// Whose handoff there was no room for last.
    pub(super) no_room: Option<DeviceId>,
    /// How many are being made at the moment.
    pub(super) sending: usize,
    /// When to look again what is due.
    pub(crate) wake: Option<Instant>,
    /// When files and old rows were last looked through.
    pub(super) tidied: Option<Instant>,
}

/// Something that runs beside the loop, for as long as this is held.
pub(super) struct Held {
    all: Arc<Mutex<HashSet<Job>>>,
    job: Job,
}

impl Drop for Held {
    fn drop(&mut self) {
        lock(&self.all).remove(&self.job);
    }
}

fn lock(all: &Mutex<HashSet<Job>>) -> std::sync::MutexGuard<'_, HashSet<Job>> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that runs beside the loop.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Job {
    Offer(Uuid),
    Pull(Uuid),
    Fetch(Uuid),
    Import(Uuid),
    Words(DeviceId),
    Sync(DeviceId, String),
    Records,
}

impl Desk {
    pub(crate) fn open(
        profile: &Profile,
        storage: &Storage,
        clock: Clock,
    ) -> Result<Self, Failure> {
        let rows = Rows::new(storage.clone());
        let open = rows.open(clock.now().as_millisecond())?;
        Ok(Self {
            words: Words::new(storage.clone()),
            blobs: Blobs::open(profile.blobs(), profile.coming())?,
            orders: Orders::new(storage.clone()),
            ledgers: Ledgers::open(profile.ledger(), storage.clone(), clock.clone())?,
            open: open.into_iter().map(|row| (row.id, row)).collect(),
            rows,
            clock,
            busy: Arc::default(),
            pulls: HashMap::new(),
            later: HashMap::new(),
            records_at: 0,
            given: HashSet::new(),
            moving: Arc::default(),
            told: HashMap::new(),
            pauses: HashMap::new(),
            dirty: BTreeSet::new(),
            queued: true,
            unsaid: true,
            sending: 0,
            no_room: None,
            wake: None,
            tidied: None,
        })
    }

    /// What a version grew from, out of the ledgers, and the file its session was made of.
    pub(crate) fn ancestors(&self, key: Option<&IdentityKey>) -> Ancestors {
        let ledgers = self.ledgers.clone();
        let (rows, blobs) = (self.rows.clone(), self.blobs.clone());
        let me = key.map(|key| PublicKey(key.public()));
        Arc::new(move |conversation, platform, session| {
            let first = Ancestry {
                step: Some(1),
                parent: None,
                base: base(&rows, &blobs, conversation, platform, session),
            };
            let (Ok(true), Some(me)) = (ledgers.has(conversation), me) else {
                return first;
            };
            let Ok(lineage) = ledgers.lineage(conversation) else {
                return first;
            };
            let Some(last) = lineage.latest_by(me, platform, Some(session)) else {
                return first;
            };
            let before = lineage.step_of(last).unwrap_or(0);
            Ancestry {
                step: u64::try_from(before + 1).ok(),
                parent: Some(last.to_string()),
                ..first
            }
        })
    }

    /// Waits until something may be due.
    pub(crate) fn due(&self) -> impl Future<Output = ()> + use<> {
        let (wake, clock) = (self.wake, self.clock.clone());
        async move {
            match wake {
                Some(at) => clock.sleep_until(at).await,
                None => std::future::pending().await,
            }
        }
    }

    /// The network that gave our files is gone.
    pub(crate) fn given_is_void(&mut self) {
        self.given.clear();
    }

    /// Begins something, unless it is under way.
    pub(super) fn hold(&self, job: Job) -> Option<Held> {
        let new = lock(&self.busy).insert(job.clone());
        new.then(|| Held {
            all: Arc::clone(&self.busy),
            job,
        })
    }

    /// Whether something is under way.
    pub(super) fn is_busy(&self, job: &Job) -> bool {
        lock(&self.busy).contains(job)
    }

    /// How many of a kind are under way.
    pub(super) fn count(&self, which: impl Fn(&Job) -> bool) -> usize {
        lock(&self.busy).iter().filter(|job| which(job)).count()
    }

    /// How far a file is.
    pub(super) fn progress(&self, id: Uuid) -> Option<(u64, u64)> {
        let moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        moving.get(&id).copied()
    }

    pub(super) fn set_progress(&self, id: Uuid, progress: Option<(u64, u64)>) {
        let mut moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        match progress {
            Some(progress) => moving.insert(id, progress),
            None => moving.remove(&id),
        };
    }

    /// The row of an id, open or ended.
    pub(super) fn row(&self, id: Uuid) -> Result<Option<Row>, Failure> {
        match self.open.get(&id) {
            Some(row) => Ok(Some(row.clone())),
            None => self.rows.get(id),
        }
    }

    /// The row a text means.
    pub(super) fn named(&self, name: &str) -> Result<Row, Failure> {
        let row = self.rows.named(name)?;
        Ok(self.open.get(&row.id).cloned().unwrap_or(row))
    }

    /// Writes rows with what belongs to the change, and holds those that are not over.
    pub(super) fn keep(&mut self, changes: Vec<(Row, Written)>) -> Result<(), Failure> {
        self.rows.write(&changes)?;
        let now = self.clock.now().as_millisecond();
        for (row, written) in changes {
            self.queued |= !written.records.is_empty();
            self.unsaid |= !written.say.is_empty();
            if row.ended.is_none() || row.gives_on(now) {
                self.open.insert(row.id, row);
            } else {
                self.open.remove(&row.id);
                self.set_progress(row.id, None);
                self.told.remove(&row.id);
            }
        }
        Ok(())
    }
}

/// The newest file that a session was made of or grew by, if it is here and of the same platform.
fn base(
    rows: &Rows,
    blobs: &Blobs,
    conversation: &str,
    platform: &str,
    session: &str,
) -> Option<PathBuf> {
    let made_of = |row: &&Row| {
        let source = row.source.as_ref();
        let source = source.map(|(platform, session)| (platform.as_str(), session.as_str()));
        row.way() == Way::In
            && source == Some((platform, session))
            && row.facts.platform == platform
            && blobs.has(row.file())
    };
    let rows = rows.of_conversation(conversation).ok()?;
    let row = rows.iter().find(made_of)?;
    Some(blobs.path(row.file()))
}
