//! What the loop holds about handoffs: their tables and files, what runs in the background, what others
//! may pull. No handoff itself: those are read when they are due.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use segue_clock::Clock;
use segue_door::{Direction, Failure};
use segue_ledger::PublicKey;
use segue_link::Profile;
use segue_network::DeviceId;
use segue_network::identity::IdentityKey;
use segue_store::{Blobs, Database, Machines};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::offer_turns::OfferTurns;
use crate::conversations::{Ancestors, Ancestry, HandoffMarks, ReadMarks};
use crate::handoffs::{HandoffRow, Orders, PeerMessages, Rows, TABLES, Written, kind};
use crate::ledgers::Ledgers;
use crate::people;
use crate::storage::unwritable;

/// Everything about handoffs that the loop holds.
pub(crate) struct Mailbox {
    clock: Clock,
    pub(super) rows: Rows,
    /// When each handoff is due.
    pub(super) machines: Machines,
    pub(super) messages: PeerMessages,
    pub(super) blobs: Blobs,
    pub(super) orders: Orders,
    pub(crate) ledgers: Ledgers,
    /// Whose turn it is to be offered.
    pub(super) turns: OfferTurns,
    /// The jobs that run in the background.
    busy: Arc<Mutex<HashSet<Job>>>,
    /// Pulls that can be cancelled, and which file each pulls.
    pub(super) pulls: HashMap<Uuid, (String, CancellationToken)>,
    /// When to try again to talk with someone about a conversation, and how often that failed.
    pub(super) later: HashMap<(DeviceId, String), (u32, i64)>,
    /// When to try again to write records.
    pub(super) records_at: i64,
    /// What others may pull, and which handoff says so.
    pub(super) gives: HashMap<Uuid, Vec<Give>>,
    /// Whether that changed since the network was told.
    pub(super) gives_changed: bool,
    /// What the network lets others pull at the moment.
    pub(super) given: HashSet<(DeviceId, String)>,
    /// The progress of files: bytes done and in all.
    pub(super) moving: Arc<Mutex<HashMap<Uuid, (u64, u64)>>>,
    /// The progress that everyone was told, and when.
    pub(super) told: HashMap<Uuid, ((u64, u64), Instant)>,
    /// When to try again to send messages to someone, and how often that failed.
    pub(super) pauses: HashMap<DeviceId, (u32, i64)>,
    /// Conversations with something new in their ledger.
    pub(super) dirty: BTreeSet<String>,
    /// Whether records may wait for the ledger.
    pub(super) queued: bool,
    /// Whether messages may wait to be sent.
    pub(super) unsaid: bool,
    /// Whose handoff there was no room for last.
    pub(super) no_room: Option<DeviceId>,
    /// How many handoffs are being prepared at the moment.
    pub(super) sending: usize,
    /// When to look again for what is due.
    pub(crate) wake: Option<Instant>,
    /// When files and old rows were last looked through.
    pub(super) tidied: Option<Instant>,
    /// Whether there was a network at the last look at what is due.
    pub(super) had_network: bool,
    /// Nothing is tried before this time, because the store refused something.
    pub(super) paused_until: i64,
}

/// A file that someone may pull: whom it is for, its hash and its size.
pub(super) type Give = (DeviceId, String, u64);

/// How long nothing is tried after the store refused something, in milliseconds.
const STORE_PAUSE: i64 = 5_000;

/// A job that runs in the background for as long as this is held.
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

/// A job that runs in the background.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Job {
    Offer(Uuid),
    Pull(Uuid),
    Fetch(Uuid),
    Import(Uuid),
    PeerMessages(DeviceId),
    Sync(DeviceId, String),
    Records,
}

impl Mailbox {
    pub(crate) fn open(
        profile: &Profile,
        database: &Database,
        clock: Clock,
    ) -> Result<Self, Failure> {
        let database = database.of(&TABLES);
        let blobs = Blobs::open(profile.blobs(), profile.partial());
        let mut mailbox = Self {
            rows: Rows::new(database.clone()),
            machines: Machines::new(database.clone()),
            messages: PeerMessages::new(database.clone()),
            blobs: blobs.map_err(|error| unwritable(&error))?,
            orders: Orders::new(database.clone()),
            ledgers: Ledgers::open(profile.ledger(), database, clock.clone())?,
            clock,
            turns: OfferTurns::default(),
            busy: Arc::default(),
            pulls: HashMap::new(),
            later: HashMap::new(),
            records_at: 0,
            gives: HashMap::new(),
            gives_changed: false,
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
            had_network: false,
            paused_until: 0,
        };
        // Whatever was under way when the node ended is looked at again.
        mailbox.wake_all();
        Ok(mailbox)
    }

    /// Creates a reader of which sessions were handed over, and which came from whom.
    pub(crate) fn marks(&self, database: &Database) -> ReadMarks {
        let (rows, people) = (self.rows.clone(), database.of(&people::TABLES));
        Arc::new(move || {
            let names = people::names(&people)?;
            let received = rows.received_sessions()?;
            let named = |((platform, session), device, then): (_, String, String)| {
                let name = names.get(&device).cloned().unwrap_or(then);
                (platform, session, name)
            };
            Ok(HandoffMarks {
                sent: rows.sent_sessions()?,
                received: received.into_iter().map(named).collect(),
            })
        })
    }

    /// Returns a function that finds out from the ledgers what a version grew from, and the file
    /// its session was made of.
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

    /// Forgets what was offered to a network that is gone.
    pub(crate) fn forget_offered(&mut self) {
        self.given.clear();
        self.gives_changed = true;
    }

    /// Begins a job; `None` when it is under way already.
    pub(super) fn hold(&self, job: Job) -> Option<Held> {
        let new = lock(&self.busy).insert(job.clone());
        new.then(|| Held {
            all: Arc::clone(&self.busy),
            job,
        })
    }

    /// Checks whether a job is under way.
    pub(super) fn is_busy(&self, job: &Job) -> bool {
        lock(&self.busy).contains(job)
    }

    /// Counts the jobs of a kind that are under way.
    pub(super) fn count(&self, which: impl Fn(&Job) -> bool) -> usize {
        lock(&self.busy).iter().filter(|job| which(job)).count()
    }

    /// Returns how much of a handoff's file was transferred, and out of how much, in bytes; `None`
    /// when it is not moving.
    pub(super) fn progress(&self, id: Uuid) -> Option<(u64, u64)> {
        let moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        moving.get(&id).copied()
    }

    /// Returns the progress of all files that are being transferred.
    pub(super) fn moving(&self) -> Vec<(Uuid, (u64, u64))> {
        let moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        moving
            .iter()
            .map(|(id, progress)| (*id, *progress))
            .collect()
    }

    pub(super) fn set_progress(&self, id: Uuid, progress: Option<(u64, u64)>) {
        let mut moving = self.moving.lock().unwrap_or_else(PoisonError::into_inner);
        match progress {
            Some(progress) => moving.insert(id, progress),
            None => moving.remove(&id),
        };
    }

    /// Reads the row of an id, open or ended.
    pub(super) fn row(&self, id: Uuid) -> Result<Option<HandoffRow>, Failure> {
        self.rows.get(id)
    }

    /// Reads the row of an id; `None` when nothing can happen to it any more, or it can't be read.
    pub(super) fn open_row(&self, id: Uuid) -> Option<HandoffRow> {
        let now = self.clock.now().as_millisecond();
        match self.rows.get(id) {
            Ok(row) => row.filter(|row| !row.is_over(now)),
            Err(failure) => {
                tracing::error!(%failure, %id, "a handoff can't be read");
                None
            }
        }
    }

    /// Finds the row that a text means.
    pub(super) fn named(&self, name: &str) -> Result<HandoffRow, Failure> {
        self.rows.named(name)
    }

    /// Writes rows with what belongs to the change.
    pub(super) fn keep(&mut self, changes: &[(HandoffRow, Written)]) -> Result<(), Failure> {
        let now = self.clock.now().as_millisecond();
        if let Err(failure) = self.rows.write(changes, now) {
            self.pause();
            return Err(failure);
        }
        for (row, written) in changes {
            self.queued |= !written.records.is_empty();
            self.unsaid |= !written.say.is_empty();
            self.follow(row, now);
        }
        Ok(())
    }

    /// Makes what runs in the background and what others may pull follow a row.
    pub(super) fn follow(&mut self, row: &HandoffRow, now: i64) {
        let gives: Vec<Give> = row
            .gives(now)
            .into_iter()
            .map(|(hash, bytes)| (row.device, hash.to_owned(), bytes))
            .collect();
        let before = match gives.is_empty() {
            true => self.gives.remove(&row.id),
            false => self.gives.insert(row.id, gives.clone()),
        };
        self.gives_changed |= before.unwrap_or_default() != gives;
        if let Some((hash, stop)) = self.pulls.get(&row.id)
            && row.wanted().as_ref() != Some(hash)
        {
            stop.cancel();
        }
        if row.is_over(now) {
            self.set_progress(row.id, None);
            self.told.remove(&row.id);
        }
    }

    /// Makes one handoff due.
    pub(super) fn wake_one(&mut self, id: Uuid) {
        let now = self.clock.now().as_millisecond();
        let woken = self.machines.wake_one(&id.to_string(), now);
        self.woken(woken);
    }

    /// Makes every handoff to or from someone due.
    pub(super) fn wake_peer(&mut self, device: &DeviceId) {
        let now = self.clock.now().as_millisecond();
        for direction in [Direction::Sent, Direction::Received] {
            let woken = self
                .machines
                .wake(kind(direction), &device.to_string(), now);
            self.woken(woken.map(drop));
        }
    }

    /// Makes every handoff due.
    pub(crate) fn wake_all(&mut self) {
        let now = self.clock.now().as_millisecond();
        for direction in [Direction::Sent, Direction::Received] {
            let woken = self.machines.wake_all(kind(direction), now);
            self.woken(woken.map(drop));
        }
    }

    fn woken(&mut self, woken: segue_store::sql::Result<()>) {
        if let Err(error) = woken {
            tracing::error!(%error, "handoffs could not be woken");
            self.pause();
        }
    }

    /// Tries nothing for a while: the store refused something.
    pub(super) fn pause(&mut self) {
        self.paused_until = self.clock.now().as_millisecond() + STORE_PAUSE;
    }
}

/// Returns the newest file that a session was made of or grew by, if it is here and of the same
/// platform.
fn base(
    rows: &Rows,
    blobs: &Blobs,
    conversation: &str,
    platform: &str,
    session: &str,
) -> Option<PathBuf> {
    let made_of = |row: &&HandoffRow| {
        let source = row.source.as_ref();
        let source = source.map(|(platform, session)| (platform.as_str(), session.as_str()));
        row.direction() == Direction::Received
            && source == Some((platform, session))
            && row.facts.platform == platform
            && blobs.has(row.file())
    };
    let rows = rows.of_conversation(conversation).ok()?;
    let row = rows.iter().find(made_of)?;
    Some(blobs.path(row.file()))
}
