//! What the loop holds about handoffs, and the one way a machine changes: event in, everything written
//! in one transaction, news out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use segue_handoff::sender::NotNow;
use segue_handoff::{Receipt, Said, Saying, receiver, sender};
use segue_ledger::{PublicKey, RecordId};
use segue_network::DeviceId;
use segue_network::identity::IdentityKey;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::super::happened::now;
use super::super::state::State;
use super::news::News;
use crate::conversations::{Ancestors, Ancestry};
use crate::door::{Code, Failure, Way};
use crate::handoffs::{Blobs, Machine, Orders, Row, Rows, Words, Written};
use crate::ledgers::{Ledgers, Queued, QueuedEntry};
use crate::profile::Profile;
use crate::storage::Storage;

/// Everything about handoffs that the loop holds.
pub(crate) struct Desk {
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
    pub(crate) fn open(profile: &Profile, storage: &Storage) -> Result<Self, Failure> {
        let rows = Rows::new(storage.clone());
        let open = rows.open(now())?;
        Ok(Self {
            words: Words::new(storage.clone()),
            blobs: Blobs::open(profile.blobs(), profile.coming())?,
            orders: Orders::new(storage.clone()),
            ledgers: Ledgers::open(profile.ledger(), storage.clone())?,
            open: open.into_iter().map(|row| (row.id, row)).collect(),
            rows,
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
        let wake = self.wake;
        async move {
            match wake {
                Some(at) => tokio::time::sleep_until(at).await,
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
        let borrowed: Vec<(&Row, Written)> = changes
            .iter()
            .map(|(row, written)| {
                let written = Written {
                    say: written.say.clone(),
                    heard: written.heard.clone(),
                    records: written.records.clone(),
                };
                (row, written)
            })
            .collect();
        self.rows.write(&borrowed)?;
        for (row, written) in changes {
            self.queued |= !written.records.is_empty();
            self.unsaid |= !written.say.is_empty();
            if row.ended.is_none() || row.gives_on(now()) {
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

impl State {
    /// Something happened to what we handed over.
    pub(super) fn sent_on(
        &mut self,
        row: Row,
        event: sender::Event,
        heard: Option<(Uuid, Saying)>,
    ) -> Result<Row, Failure> {
        let mut row = row;
        let Machine::Out(machine) = &mut row.machine else {
            return Err(not_yours(&row));
        };
        let effects = machine.on(event).map_err(|why| cant(&row, why))?;
        let Machine::Out(_) = &row.machine else {
            return Err(not_yours(&row));
        };
        let mut written = Written {
            heard,
            ..Written::default()
        };
        let mut news = Vec::new();
        for effect in effects {
            match effect {
                sender::Effect::Say(said) => written.say.push(saying(&row, said)),
                sender::Effect::Record(receipt, reason) => {
                    written.records.push(self.receipt(&row, receipt, reason));
                }
                sender::Effect::RecordHandoff => written.records.push(self.handoff_record(&row)),
                sender::Effect::News(receipt) => news.push(receipt),
            }
        }
        self.finish_change(row, written, &news)
    }

    /// Something happened to what was handed to us.
    pub(super) fn received_on(
        &mut self,
        row: Row,
        event: receiver::Event,
        heard: Option<(Uuid, Saying)>,
    ) -> Result<Row, Failure> {
        self.received_with(row, event, heard, Vec::new())
    }

    /// The same, with records that belong to the change.
    pub(super) fn received_with(
        &mut self,
        row: Row,
        event: receiver::Event,
        heard: Option<(Uuid, Saying)>,
        records: Vec<(Uuid, String)>,
    ) -> Result<Row, Failure> {
        let mut row = row;
        let Machine::In(machine) = &mut row.machine else {
            return Err(not_theirs(&row));
        };
        let effects = machine.on(event).map_err(|why| cant(&row, why))?;
        let mut written = Written {
            heard,
            records,
            ..Written::default()
        };
        let mut news = Vec::new();
        for effect in effects {
            match effect {
                receiver::Effect::Say(said) => written.say.push(saying(&row, said)),
                receiver::Effect::Record(receipt, reason) => {
                    written.records.push(self.receipt(&row, receipt, reason));
                }
                receiver::Effect::Pull(file) => {
                    row.replacement = Some(file);
                    (row.tries, row.next, row.waits) = (0, 0, None);
                }
                receiver::Effect::News(receipt) => news.push(receipt),
            }
        }
        self.finish_change(row, written, &news)
    }

    fn finish_change(
        &mut self,
        mut row: Row,
        written: Written,
        news: &[Receipt],
    ) -> Result<Row, Failure> {
        let now = now();
        let before = self.desk.open.get(&row.id);
        let changed = before.is_none_or(|before| before.machine != row.machine);
        if changed {
            row.changed = now;
        }
        if row.end().is_some() && row.ended.is_none() {
            row.ended = Some(now);
            row.waits = None;
        }
        let nothing = !changed
            && written.say.is_empty()
            && written.records.is_empty()
            && written.heard.is_none()
            && before == Some(&row);
        if nothing {
            return Ok(row);
        }
        self.desk.keep(vec![(row.clone(), written)])?;
        for receipt in news {
            self.tell_news(&row, News::of(*receipt));
        }
        self.tell_handoff(&row);
        Ok(row)
    }

    /// A row whose next step changed, but not its machine.
    pub(super) fn keep_row(&mut self, row: Row) {
        let id = row.id;
        if let Err(failure) = self.desk.keep(vec![(row.clone(), Written::default())]) {
            tracing::error!(%failure, %id, "a handoff could not be written");
            // What is only in memory is better than trying without end.
            if let Some(open) = self.desk.open.get_mut(&id) {
                *open = row.clone();
            }
        }
        self.tell_handoff(&row);
    }

    pub(super) fn receipt(
        &self,
        row: &Row,
        receipt: Receipt,
        reason: Option<String>,
    ) -> (Uuid, String) {
        let sender = match row.machine {
            Machine::Out(_) => self.public(),
            Machine::In(_) => row.device.public(),
        };
        let entry = segue_ledger::Receipt {
            task_id: row.id.to_string(),
            sender: PublicKey(sender),
            kind: receipt.name().to_owned().into(),
            at: stamp(now()),
            reason: reason.map(|reason| segue_conversation::shown(&reason, 190)),
        };
        Queued::new(&self.own_name(), QueuedEntry::Receipt(entry)).row()
    }

    pub(super) fn handoff_record(&self, row: &Row) -> (Uuid, String) {
        let entry = segue_ledger::Handoff {
            version: RecordId(row.facts.version),
            to: PublicKey(row.device.public()),
            to_name: segue_conversation::shown(&row.name, 60),
            at: stamp(row.created),
            export_id: row.facts.export_id.clone(),
            task_id: row.id.to_string(),
            refers_to: row.facts.refers_to.map(|id| id.to_string()),
        };
        Queued::new(&self.own_name(), QueuedEntry::Handoff(entry)).row()
    }

    /// The public half of our key.
    pub(super) fn public(&self) -> [u8; 32] {
        match &self.identity.key {
            Ok(key) => key.public(),
            Err(_) => {
                let known = &self.identity.record.public_key;
                crate::handoffs::hash_of(known).unwrap_or([0; 32])
            }
        }
    }

    /// What we call ourselves.
    pub(super) fn own_name(&self) -> String {
        crate::person::you(&self.identity, &self.settings.values).name
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

/// A time as the ledger takes it.
pub(super) fn stamp(at: i64) -> u64 {
    u64::try_from(at).unwrap_or(0)
}

fn saying(row: &Row, said: Said) -> Saying {
    Saying {
        handoff: row.id,
        at: now(),
        said,
    }
}

/// Why the person can't do that now, with the next step.
fn cant(row: &Row, why: NotNow) -> Failure {
    let name = &row.name;
    let short: String = row.id.to_string().chars().take(8).collect();
    match why {
        NotNow::Ended => {
            let how = super::news::ended(row);
            Failure::new(Code::Refused, format!("This handoff has ended: {how}."))
                .hint(format!("segue review {short} shows what happened."))
        }
        NotNow::NothingAsked => {
            Failure::new(Code::Refused, format!("{name} asked nothing about it."))
                .hint(format!("segue review {short} shows what happened."))
        }
        NotNow::NotHere => Failure::new(
            Code::Refused,
            format!("It is not here yet: {} has to be reached first.", name),
        )
        .hint("segue inbox shows how far it is."),
        NotNow::NotVerified => Failure::new(
            Code::Refused,
            format!("{name} has to be verified again before anything is done with it."),
        )
        .hint("segue people shows why; segue pair or segue invite verifies them."),
        NotNow::Dismissed => Failure::new(Code::Refused, "You dismissed it.")
            .hint(format!("To have it back: segue undo {short}")),
        NotNow::NotImported => Failure::new(Code::Refused, "It was not imported.")
            .hint(format!("segue review {short} shows what happened.")),
        NotNow::NotDismissed => Failure::new(Code::Refused, "It was not dismissed.")
            .hint(format!("segue review {short} shows what happened.")),
    }
}

fn not_yours(row: &Row) -> Failure {
    Failure::new(
        Code::Refused,
        format!(
            "{} handed this to you; you did not hand it to them.",
            row.name
        ),
    )
}

fn not_theirs(row: &Row) -> Failure {
    Failure::new(
        Code::Refused,
        format!("You handed this to {}; it was not handed to you.", row.name),
    )
}
