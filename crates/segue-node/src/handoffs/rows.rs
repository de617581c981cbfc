//! One row per handoff, out or in, with its machine. A change of a machine and everything it asks for
//! is one transaction.

use rusqlite::{OptionalExtension, Transaction, params};
use segue_door::{Code, Failure, Way};
use segue_handoff::receiver::Receiver;
use segue_handoff::sender::Sender;
use segue_handoff::{End, FileRef, Saying, TaskState};
use segue_network::DeviceId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Facts;
use crate::crash;
use crate::storage::{Storage, failed};

/// Most handoffs one list holds.
const LISTED: u32 = 500;
/// How many ended ones are looked through for a name.
const NAMED: u32 = 20_000;

/// One handoff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) id: Uuid,
    pub(crate) device: DeviceId,
    /// What the other one was called then.
    pub(crate) name: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) changed: i64,
    pub(crate) expires: i64,
    pub(crate) facts: Facts,
    /// The file, 64 hex digits, and its size.
    pub(crate) hash: String,
    pub(crate) bytes: u64,
    pub(crate) machine: Machine,
    /// How often the next step failed, when it is tried again, and why it waits.
    #[serde(default)]
    pub(crate) tries: u32,
    #[serde(default)]
    pub(crate) next: i64,
    #[serde(default)]
    pub(crate) waits: Option<String>,
    /// The import that was made of it.
    #[serde(default)]
    pub(crate) import: Option<String>,
    #[serde(default)]
    pub(crate) travelled: Option<u64>,
    #[serde(default)]
    pub(crate) saved: Option<u64>,
    /// A file that shall take the place of the one before.
    #[serde(default)]
    pub(crate) replacement: Option<FileRef>,
    /// How what a pointer points to stands, on the receiver's side.
    #[serde(default)]
    pub(crate) rest: Rest,
    /// Whether a standing order was followed, so that it is followed once.
    #[serde(default)]
    pub(crate) auto_done: bool,
    /// The platform, and session, the file was made from: ours, on the sender's side.
    #[serde(default)]
    pub(crate) source: Option<(String, String)>,
    #[serde(default)]
    pub(crate) ended: Option<i64>,
}

/// The state of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Machine {
    Out(Sender),
    In(Receiver),
}

/// What a pointer points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rest {
    #[default]
    There,
    Here,
    Gone,
}

/// What a row begins with.
pub(crate) struct New {
    pub(crate) id: Uuid,
    pub(crate) device: DeviceId,
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) expires: i64,
    pub(crate) facts: Facts,
    pub(crate) hash: String,
    pub(crate) bytes: u64,
    pub(crate) machine: Machine,
}

impl Row {
    /// One that nothing happened to yet.
    pub(crate) fn new(new: New, now: i64) -> Self {
        Self {
            id: new.id,
            device: new.device,
            name: new.name,
            created: new.created,
            changed: now,
            expires: new.expires,
            facts: new.facts,
            hash: new.hash,
            bytes: new.bytes,
            machine: new.machine,
            tries: 0,
            next: 0,
            waits: None,
            import: None,
            travelled: None,
            saved: None,
            replacement: None,
            rest: Rest::There,
            auto_done: false,
            source: None,
            ended: None,
        }
    }

    pub(crate) fn way(&self) -> Way {
        match self.machine {
            Machine::Out(_) => Way::Out,
            Machine::In(_) => Way::In,
        }
    }

    pub(crate) fn state(&self) -> TaskState {
        match &self.machine {
            Machine::Out(sender) => sender.state(),
            Machine::In(receiver) => receiver.state(),
        }
    }

    pub(crate) fn end(&self) -> Option<&End> {
        match &self.machine {
            Machine::Out(sender) => sender.end(),
            Machine::In(receiver) => receiver.end(),
        }
    }

    pub(crate) fn sender(&self) -> Option<&Sender> {
        match &self.machine {
            Machine::Out(sender) => Some(sender),
            Machine::In(_) => None,
        }
    }

    pub(crate) fn receiver(&self) -> Option<&Receiver> {
        match &self.machine {
            Machine::In(receiver) => Some(receiver),
            Machine::Out(_) => None,
        }
    }

    /// The file that should be pulled now.
    pub(crate) fn wanted(&self) -> Option<String> {
        let machine = self.receiver()?;
        if machine.wants_file() {
            return Some(self.hash.clone());
        }
        let more = machine.end().is_none() && machine.auth().is_none();
        let file = self.replacement.as_ref().filter(|_| more)?;
        Some(file.hash.clone())
    }

    /// Whether what a pointer points to can be pulled: until it expires, unless it was taken back.
    pub(crate) fn gives_on(&self, now: i64) -> bool {
        let given = match self.sender() {
            Some(sender) => match sender.end() {
                None => !sender.is_withdrawing(),
                Some(End::Imported | End::Decided) => true,
                Some(_) => false,
            },
            None => false,
        };
        given && self.facts.rest.is_some() && now < self.expires
    }

    /// The files this row needs, with their sizes.
    fn files(&self) -> Vec<(&str, u64)> {
        let mut files = Vec::new();
        // What was taken back is not kept.
        let over = matches!(self.end(), Some(End::Withdrawn { .. } | End::Failed { .. }));
        if over && self.way() == Way::In {
            return files;
        }
        let here = self.receiver().is_none_or(Receiver::is_here);
        if here {
            files.push((self.hash.as_str(), self.bytes));
        }
        if let Some(rest) = &self.facts.rest
            && (self.way() == Way::Out || self.rest == Rest::Here)
        {
            files.push((rest.hash.as_str(), rest.bytes));
        }
        if let Some(delta) = &self.facts.delta
            && self.way() == Way::Out
            && self.end().is_none()
        {
            files.push((delta.hash.as_str(), delta.bytes));
        }
        files
    }
}

/// Everything that is written with a change.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Words to say to the other one of the row.
    pub(crate) say: Vec<Saying>,
    /// A word that was heard: its id and what it says.
    pub(crate) heard: Option<(Uuid, Saying)>,
    /// Records for the ledger, as its queue takes them: id and JSON.
    pub(crate) records: Vec<(Uuid, String)>,
}

/// The table.
#[derive(Clone)]
pub(crate) struct Rows {
    storage: Storage,
}

impl Rows {
    pub(crate) fn new(storage: Storage) -> Self {
        Self { storage }
    }

    pub(super) fn storage(&self) -> &Storage {
        &self.storage
    }

    /// Writes rows with everything that belongs to the change. All or nothing.
    pub(crate) fn write(&self, changes: &[(Row, Written)]) -> Result<(), Failure> {
        crash::point("before a handoff is written");
        let mut connection = self.storage.lock();
        let mut write = || -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            for (row, written) in changes {
                put(&transaction, row)?;
                for saying in &written.say {
                    super::words::insert(&transaction, row, Uuid::new_v4(), true, saying)?;
                }
                if let Some((id, saying)) = &written.heard {
                    super::words::insert(&transaction, row, *id, false, saying)?;
                }
                for (id, record) in &written.records {
                    transaction.execute(
                        "INSERT OR IGNORE INTO ledger_queue VALUES (?1, ?2, ?3)",
                        params![id.to_string(), row.facts.conversation, record],
                    )?;
                }
            }
            transaction.commit()
        };
        let written = write();
        drop(connection);
        crash::point("after a handoff was written");
        written.map_err(|error| failed(&error))
    }

    /// Those that did not end, or still have something to give.
    pub(crate) fn open(&self, now: i64) -> Result<Vec<Row>, Failure> {
        let mut rows = self.select("ended_ms IS NULL", "", u32::MAX)?;
        let giving = "ended_ms IS NOT NULL AND way = 'out' \
                      AND json_extract(body, '$.facts.rest') IS NOT NULL";
        let giving = self.select(giving, "", LISTED)?;
        rows.extend(giving.into_iter().filter(|row| row.gives_on(now)));
        Ok(rows)
    }

    /// One way, newest first; without those that ended unless all are wanted.
    pub(crate) fn list(&self, way: Way, all: bool) -> Result<Vec<Row>, Failure> {
        let which = match (way, all) {
            (Way::Out, false) => "way = 'out' AND ended_ms IS NULL",
            (Way::In, false) => "way = 'in' AND ended_ms IS NULL",
            (Way::Out, true) => "way = 'out'",
            (Way::In, true) => "way = 'in'",
        };
        self.select(which, "", LISTED)
    }

    /// How many of one way ended.
    pub(crate) fn ended(&self, way: Way) -> Result<u64, Failure> {
        let way = match way {
            Way::Out => "out",
            Way::In => "in",
        };
        let count: rusqlite::Result<i64> = self.storage.lock().query_row(
            "SELECT count(*) FROM handoffs WHERE way = ?1 AND ended_ms IS NOT NULL",
            [way],
            |row| row.get(0),
        );
        count
            .map(i64::cast_unsigned)
            .map_err(|error| failed(&error))
    }

    /// One by its whole id.
    pub(crate) fn get(&self, id: Uuid) -> Result<Option<Row>, Failure> {
        Ok(self.select("id = ?1", &id.to_string(), 1)?.pop())
    }

    /// Those of which this import was made.
    pub(crate) fn of_import(&self, import: &str) -> Result<Vec<Row>, Failure> {
        self.select("json_extract(body, '$.import') = ?1", import, LISTED)
    }

    /// Those of a conversation, newest first.
    pub(crate) fn of_conversation(&self, conversation: &str) -> Result<Vec<Row>, Failure> {
        self.select("conversation = ?1", conversation, LISTED)
    }

    /// The one a text means: its id, or a beginning of it.
    pub(crate) fn named(&self, name: &str) -> Result<Row, Failure> {
        let shown = segue_conversation::shown(name, 80);
        let name = name.trim().to_lowercase();
        if name.len() < 4 || !name.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-') {
            return Err(Failure::new(
                Code::NotFound,
                format!("“{shown}” is no name of a handoff."),
            )
            .hint(
                "Type at least four letters of its id: segue inbox and segue outbox list them.",
            ));
        }
        let mut found = self.select("substr(id, 1, length(?1)) = ?1", &name, NAMED)?;
        match (found.pop(), found.len()) {
            (Some(row), 0) => Ok(row),
            (None, _) => Err(Failure::new(
                Code::NotFound,
                format!("There is no handoff “{shown}”."),
            )
            .hint("segue inbox --all and segue outbox --all list them.")),
            (Some(_), more) => Err(Failure::invalid(format!(
                "“{shown}” is the beginning of {} handoffs. Type more of it.",
                more + 1
            ))),
        }
    }

    /// Forgets handoffs that ended before, and everything about them, but for those of which the other
    /// one has to hear something yet, and those that still give or may be offered again. Says how many.
    pub(crate) fn forget_before(&self, before: i64, now: i64) -> Result<usize, Failure> {
        let mut connection = self.storage.lock();
        let mut forget = || -> rusqlite::Result<usize> {
            let transaction = connection.transaction()?;
            let old = "SELECT id FROM handoffs WHERE ended_ms IS NOT NULL AND ended_ms < ?1
                 AND json_extract(body, '$.expires') < ?2
                 AND NOT EXISTS (SELECT 1 FROM words WHERE words.handoff = handoffs.id
                   AND mine = 1 AND told_ms IS NULL)";
            transaction.execute(
                &format!("DELETE FROM blob_uses WHERE handoff IN ({old})"),
                [before, now],
            )?;
            let count = transaction.execute(
                &format!("DELETE FROM handoffs WHERE id IN ({old})"),
                [before, now],
            )?;
            transaction.execute(
                "DELETE FROM words WHERE NOT EXISTS
                 (SELECT 1 FROM handoffs WHERE handoffs.id = words.handoff)",
                [],
            )?;
            transaction.commit()?;
            Ok(count)
        };
        forget().map_err(|error| failed(&error))
    }

    fn select(&self, which: &str, value: &str, most: u32) -> Result<Vec<Row>, Failure> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let connection = self.storage.lock();
            let mut statement = connection.prepare_cached(&format!(
                "SELECT body FROM handoffs WHERE ({which}) AND ?1 = ?1
                 ORDER BY created_ms DESC, rowid DESC LIMIT {most}"
            ))?;
            let rows = statement.query_map([value], |row| row.get(0))?;
            rows.collect()
        };
        let bodies = read().map_err(|error| failed(&error))?;
        let mut rows = Vec::with_capacity(bodies.len());
        for body in bodies {
            match serde_json::from_str(&body) {
                Ok(row) => rows.push(row),
                // One that can't be read must not hide the others.
                Err(error) => tracing::error!(%error, "a handoff can't be read"),
            }
        }
        Ok(rows)
    }

    /// Whether somebody's word was heard before.
    pub(crate) fn heard_before(&self, word: Uuid) -> Result<bool, Failure> {
        self.storage
            .lock()
            .query_row(
                "SELECT 1 FROM words WHERE id = ?1",
                [word.to_string()],
                |_| Ok(()),
            )
            .optional()
            .map(|found| found.is_some())
            .map_err(|error| failed(&error))
    }
}

fn put(transaction: &Transaction<'_>, row: &Row) -> rusqlite::Result<()> {
    let way = match row.way() {
        Way::Out => "out",
        Way::In => "in",
    };
    let body = serde_json::to_string(row)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    let id = row.id.to_string();
    transaction.execute(
        "INSERT INTO handoffs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (id) DO UPDATE SET changed_ms = ?6, ended_ms = ?7, body = ?8",
        params![
            id,
            way,
            row.device.to_string(),
            row.facts.conversation,
            row.created,
            row.changed,
            row.ended,
            body
        ],
    )?;
    transaction.execute("DELETE FROM blob_uses WHERE handoff = ?1", [&id])?;
    for (hash, bytes) in row.files() {
        transaction.execute(
            "INSERT OR IGNORE INTO blob_uses VALUES (?1, ?2, ?3)",
            params![id, hash, bytes.cast_signed()],
        )?;
    }
    Ok(())
}
