//! The ledgers on disk: one Automerge file per conversation, and what waits to be written into them.
//!
//! ```text
//! ledger_queue (with the change that caused it) ──flush──▶ append to the file, sync ──▶ off the queue
//! file ──load (checked before? else every signature anew)──▶ Ledger ──▶ lineage
//!   └─ damaged ──▶ kept under another name ──rescue──▶ a new file of what could be read
//! ```

mod file;
mod queue;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use segue_clock::Clock;
use segue_ledger::{Attempt, Ledger, Lineage, PublicKey};
use segue_network::DeviceId;
use segue_network::identity::IdentityKey;
use segue_store::sql::{OptionalExtension, params};

use crate::storage::failed;
use segue_store::Database;

use file::Open;
pub(crate) use queue::{Queued, QueuedEntry};
use segue_door::{Code, Failure};
use segue_private as private;

/// How many ledgers are kept in memory.
const KEPT: usize = 32;
/// How many attempts to change records are remembered for each conversation.
const ATTEMPTS: usize = 100;

/// All ledgers of a profile.
#[derive(Clone)]
pub(crate) struct Ledgers {
    folder: PathBuf,
    database: Database,
    clock: Clock,
    open: Arc<Mutex<HashMap<String, Shared>>>,
    /// Those that had to be begun anew or rescued: others may have what was lost.
    rescued: Arc<Mutex<Vec<String>>>,
}

/// One ledger, shared by whoever works with it.
type Shared = Arc<Mutex<Open>>;

/// The device's key as ledgers take it.
pub(crate) struct Signer<'k>(pub(crate) &'k IdentityKey);

impl segue_ledger::Signer for Signer<'_> {
    fn public_key(&self) -> [u8; 32] {
        self.0.public()
    }

    fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).try_into().unwrap_or([0; 64])
    }
}

/// What is remembered of a ledger beside its file.
#[derive(Debug, Clone, Default)]
pub(crate) struct About {
    pub(crate) title: Option<String>,
    pub(crate) attempts: Vec<(String, String)>,
    pub(crate) problem: Option<String>,
}

impl Ledgers {
    pub(crate) fn open(folder: PathBuf, database: Database, clock: Clock) -> Result<Self, Failure> {
        private::make_folder(&folder, &[]).map_err(|error| {
            Failure::new(
                Code::Storage,
                format!("{} can't be used: {error}.", folder.display()),
            )
        })?;
        Ok(Self {
            folder,
            database,
            clock,
            open: Arc::default(),
            rescued: Arc::default(),
        })
    }

    /// Works with a ledger, which is made if there is none. Blocks.
    pub(crate) fn with<T>(
        &self,
        conversation: &str,
        work: impl FnOnce(&mut Ledger) -> T,
    ) -> Result<T, Failure> {
        let shared = self.shared(conversation)?;
        let mut open = lock(&shared);
        Ok(work(&mut open.ledger))
    }

    /// Works with a ledger like [`Self::with`], and has what is new on disk before it returns.
    /// Blocks.
    pub(crate) fn change<T>(
        &self,
        conversation: &str,
        work: impl FnOnce(&mut Ledger, [u8; 8]) -> T,
    ) -> Result<T, Failure> {
        let shared = self.shared(conversation)?;
        let mut open = lock(&shared);
        let before = open.ledger.len();
        let chain = open.chain;
        let done = work(&mut open.ledger, chain);
        open.unsaved |= open.ledger.len() > before;
        if open.unsaved {
            let checked = open.save()?;
            self.saved(conversation, checked, &open.ledger)?;
            open.unsaved = false;
        }
        Ok(done)
    }

    /// Checks whether there is a ledger of this conversation.
    pub(crate) fn has(&self, conversation: &str) -> Result<bool, Failure> {
        Ok(self.row(conversation)?.is_some())
    }

    /// Returns what the records of a conversation say together. Makes a ledger if there is none,
    /// and blocks.
    pub(crate) fn lineage(&self, conversation: &str) -> Result<Lineage, Failure> {
        self.with(conversation, |ledger| ledger.lineage())
    }

    /// Returns how many records there are and who took part, without opening the ledger. `None` if
    /// there is no ledger.
    pub(crate) fn known(
        &self,
        conversation: &str,
    ) -> Result<Option<(usize, Vec<PublicKey>)>, Failure> {
        let read = self.database.lock().query_row(
            "SELECT records, participants FROM mailbox_ledgers WHERE conversation = ?1",
            [conversation],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?)),
        );
        let read = read.optional().map_err(|error| failed(&error))?;
        Ok(read.map(|(records, participants)| {
            let participants = participants.and_then(|json| serde_json::from_str(&json).ok());
            (
                usize::try_from(records).unwrap_or(0),
                participants.unwrap_or_default(),
            )
        }))
    }

    /// Lists all conversations with a ledger, the one that changed last first.
    pub(crate) fn conversations(&self) -> Result<Vec<String>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<String>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(
                "SELECT conversation FROM mailbox_ledgers ORDER BY changed_ms DESC",
            )?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect()
        };
        read().map_err(|error| failed(&error))
    }

    /// Returns what is remembered of a conversation beside its ledger.
    pub(crate) fn about(&self, conversation: &str) -> Result<About, Failure> {
        let read = self.database.lock().query_row(
            "SELECT title, attempts, problem FROM mailbox_ledgers WHERE conversation = ?1",
            [conversation],
            |row| {
                let attempts: Option<String> = row.get(1)?;
                Ok(About {
                    title: row.get(0)?,
                    attempts: attempts
                        .and_then(|json| serde_json::from_str(&json).ok())
                        .unwrap_or_default(),
                    problem: row.get(2)?,
                })
            },
        );
        read.optional()
            .map(Option::unwrap_or_default)
            .map_err(|error| failed(&error))
    }

    /// Remembers what a conversation is called here.
    pub(crate) fn title(&self, conversation: &str, title: &str) -> Result<(), Failure> {
        self.shared(conversation)?;
        self.set("title", conversation, title)
    }

    /// Remembers what someone tried to do to the records.
    pub(crate) fn attempted(&self, conversation: &str, news: &[Attempt]) -> Result<(), Failure> {
        let mut attempts = self.about(conversation)?.attempts;
        for attempt in news {
            let one = (attempt.from.clone(), attempt.tried.to_string());
            if !attempts.contains(&one) && attempts.len() < ATTEMPTS {
                attempts.push(one);
            }
        }
        let json = serde_json::to_string(&attempts).unwrap_or_default();
        self.set("attempts", conversation, &json)
    }

    /// Takes the list of conversations that lost something since this was last asked.
    pub(crate) fn take_rescued(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.rescued))
    }

    /// Returns how many records a device had of a conversation when we last talked about it, if we
    /// did.
    pub(crate) fn known_to(
        &self,
        conversation: &str,
        device: &DeviceId,
    ) -> Result<Option<usize>, Failure> {
        let count = self.database.lock().query_row(
            "SELECT records FROM mailbox_ledger_peers WHERE conversation = ?1 AND device = ?2",
            params![conversation, device.to_string()],
            |row| row.get::<_, i64>(0),
        );
        count
            .optional()
            .map(|count| usize::try_from(count?).ok())
            .map_err(|error| failed(&error))
    }

    /// Returns the conversations of which a device lacks something, as far as we know.
    pub(crate) fn lacking(&self, device: &DeviceId) -> Result<Vec<String>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<String>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(
                "SELECT ledgers.conversation FROM mailbox_ledgers AS ledgers
                 LEFT JOIN mailbox_ledger_peers AS peer
                   ON peer.conversation = ledgers.conversation AND peer.device = ?1
                 WHERE ledgers.records <> coalesce(peer.records, -1)
                   AND (peer.device IS NOT NULL OR EXISTS (SELECT 1 FROM mailbox_handoffs AS handoffs
                     WHERE handoffs.conversation = ledgers.conversation AND device = ?1))
                 ORDER BY changed_ms DESC LIMIT 2000",
            )?;
            let rows = statement.query_map([device.to_string()], |row| row.get(0))?;
            rows.collect()
        };
        read().map_err(|error| failed(&error))
    }

    /// Remembers that a device took part in a conversation and has to hear of it.
    pub(crate) fn owes(&self, conversation: &str, device: &DeviceId) -> Result<(), Failure> {
        self.database
            .lock()
            .execute(
                "INSERT OR IGNORE INTO mailbox_ledger_peers VALUES (?1, ?2, -1)",
                params![conversation, device.to_string()],
            )
            .map(drop)
            .map_err(|error| failed(&error))
    }

    /// Remembers that a device has so many records of a conversation.
    pub(crate) fn told(
        &self,
        conversation: &str,
        device: &DeviceId,
        records: usize,
    ) -> Result<(), Failure> {
        self.database
            .lock()
            .execute(
                "INSERT INTO mailbox_ledger_peers VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET records = ?3",
                params![
                    conversation,
                    device.to_string(),
                    i64::try_from(records).unwrap_or(i64::MAX)
                ],
            )
            .map(drop)
            .map_err(|error| failed(&error))
    }

    fn shared(&self, conversation: &str) -> Result<Shared, Failure> {
        let mut all = lock(&self.open);
        if let Some(open) = all.get(conversation) {
            return Ok(Arc::clone(open));
        }
        let row = self.row(conversation)?;
        let (open, problem) = Open::load(&self.folder, conversation, row)?;
        self.begun(conversation, &open, problem.as_deref())?;
        if problem.is_some() {
            self.forget_peers(conversation)?;
            lock(&self.rescued).push(conversation.to_owned());
        }
        if all.len() >= KEPT {
            // Whoever still works with one keeps it alive.
            all.retain(|_, open| Arc::strong_count(open) > 1);
        }
        let open = Arc::new(Mutex::new(open));
        all.insert(conversation.to_owned(), Arc::clone(&open));
        Ok(open)
    }

    /// Reads the chain and the proof that are kept beside a file.
    fn row(&self, conversation: &str) -> Result<Option<file::Kept>, Failure> {
        self.database
            .lock()
            .query_row(
                "SELECT chain, checked FROM mailbox_ledgers WHERE conversation = ?1",
                [conversation],
                |row| {
                    Ok(file::Kept {
                        chain: row.get(0)?,
                        checked: row.get(1)?,
                    })
                },
            )
            .optional()
            .map_err(|error| failed(&error))
    }

    fn begun(&self, conversation: &str, open: &Open, problem: Option<&str>) -> Result<(), Failure> {
        self.database
            .lock()
            .execute(
                "INSERT INTO mailbox_ledgers (conversation, changed_ms, chain, problem, records)
                 VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT DO UPDATE
                 SET chain = ?3, problem = coalesce(?4, problem), records = ?5",
                params![
                    conversation,
                    self.clock.now().as_millisecond(),
                    open.chain,
                    problem,
                    i64::try_from(open.ledger.len()).unwrap_or(i64::MAX)
                ],
            )
            .map(drop)
            .map_err(|error| failed(&error))
    }

    /// Forgets how much others have, since that is not known any more.
    fn forget_peers(&self, conversation: &str) -> Result<(), Failure> {
        self.database
            .lock()
            .execute(
                "UPDATE mailbox_ledger_peers SET records = -1 WHERE conversation = ?1",
                [conversation],
            )
            .map(drop)
            .map_err(|error| failed(&error))
    }

    fn saved(
        &self,
        conversation: &str,
        checked: Option<[u8; 32]>,
        ledger: &Ledger,
    ) -> Result<(), Failure> {
        let participants = ledger.lineage().participants().clone();
        let participants = serde_json::to_string(&participants).unwrap_or_default();
        self.database
            .lock()
            .execute(
                "UPDATE mailbox_ledgers SET changed_ms = ?2, checked = ?3, records = ?4, participants = ?5
                 WHERE conversation = ?1",
                params![
                    conversation,
                    self.clock.now().as_millisecond(),
                    checked,
                    i64::try_from(ledger.len()).unwrap_or(i64::MAX),
                    participants
                ],
            )
            .map(drop)
            .map_err(|error| failed(&error))
    }

    fn set(&self, column: &str, conversation: &str, value: &str) -> Result<(), Failure> {
        self.database
            .lock()
            .execute(
                &format!("UPDATE mailbox_ledgers SET {column} = ?2 WHERE conversation = ?1"),
                params![conversation, value],
            )
            .map(drop)
            .map_err(|error| failed(&error))
    }
}

/// Locks a mutex, even after a panic: nothing here is left half changed by one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
