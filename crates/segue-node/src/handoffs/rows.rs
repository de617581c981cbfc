//! The table of handoffs. A change of a machine and everything it asks for is one transaction.

use segue_door::{Code, Direction, Failure};
use segue_handoff::HandoffMessage;
use segue_store::sql::{self, OptionalExtension, Transaction, params};
use segue_store::{Database, Durability, Machines, blob_uses, crash};
use uuid::Uuid;

use super::HandoffRow;
use crate::storage::failed;

/// Most handoffs one list holds.
const LISTED: u32 = 500;
/// How many ended ones are looked through for a name.
const NAMED: u32 = 20_000;

/// Everything that is written with a change.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Messages to send to the other person of the row.
    pub(crate) say: Vec<HandoffMessage>,
    /// A message that was heard: its id and what it says.
    pub(crate) heard: Option<(Uuid, HandoffMessage)>,
    /// Records for the ledger, as its queue takes them: id and JSON.
    pub(crate) records: Vec<(Uuid, String)>,
    /// When the next step is tried again; at once if `None`.
    pub(crate) retry_at: Option<i64>,
    /// Whether somebody else learns that it is kept: then it survives a power cut.
    pub(crate) is_promised: bool,
}

/// The table of handoffs.
#[derive(Clone)]
pub(crate) struct Rows {
    database: Database,
}

impl Rows {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    pub(super) fn database(&self) -> &Database {
        &self.database
    }

    /// Writes rows with everything that belongs to the change. All or nothing.
    pub(crate) fn write(&self, changes: &[(HandoffRow, Written)], now: i64) -> Result<(), Failure> {
        crash::point("before a handoff is written");
        let promised = changes
            .iter()
            .any(|(_, written)| written.is_promised || written.heard.is_some());
        let durability = match promised {
            true => Durability::PowerCut,
            false => Durability::Process,
        };
        let written = self.database.write(durability, |transaction| {
            for (row, written) in changes {
                put(transaction, row, written.retry_at, now)?;
                for saying in &written.say {
                    super::peer_messages::insert(transaction, row, Uuid::new_v4(), true, saying)?;
                }
                if let Some((id, saying)) = &written.heard {
                    super::peer_messages::insert(transaction, row, *id, false, saying)?;
                }
                for (id, record) in &written.records {
                    transaction.execute(
                        "INSERT OR IGNORE INTO mailbox_ledger_queue VALUES (?1, ?2, ?3)",
                        params![id.to_string(), row.facts.conversation, record],
                    )?;
                }
            }
            Ok(())
        });
        crash::point("after a handoff was written");
        written.map_err(|error| failed(&error))
    }

    /// Returns the handoffs of one direction that have not ended.
    pub(crate) fn open(&self, direction: Direction) -> Result<Vec<HandoffRow>, Failure> {
        let which = format!("direction = '{}' AND ended_ms IS NULL", kind(direction));
        self.select(&which, "", u32::MAX)
    }

    /// Lists the handoffs of one direction, newest first; without those that ended unless all are
    /// wanted.
    pub(crate) fn list(&self, direction: Direction, all: bool) -> Result<Vec<HandoffRow>, Failure> {
        let ended = match all {
            true => "",
            false => " AND ended_ms IS NULL",
        };
        let which = format!("direction = '{}'{ended}", kind(direction));
        self.select(&which, "", LISTED)
    }

    /// Counts the handoffs of one direction that have ended.
    pub(crate) fn ended(&self, direction: Direction) -> Result<u64, Failure> {
        let count: sql::Result<i64> = self.database.lock().query_row(
            "SELECT count(*) FROM mailbox_handoffs WHERE direction = ?1 AND ended_ms IS NOT NULL",
            [kind(direction)],
            |row| row.get(0),
        );
        count
            .map(i64::cast_unsigned)
            .map_err(|error| failed(&error))
    }

    /// Returns a handoff by its whole id.
    pub(crate) fn get(&self, id: Uuid) -> Result<Option<HandoffRow>, Failure> {
        Ok(self.select("handoffs.id = ?1", &id.to_string(), 1)?.pop())
    }

    /// Returns the handoffs of which this import was made.
    pub(crate) fn of_import(&self, import: &str) -> Result<Vec<HandoffRow>, Failure> {
        self.select("import = ?1", import, LISTED)
    }

    /// Returns the handoffs of a conversation, newest first.
    pub(crate) fn of_conversation(&self, conversation: &str) -> Result<Vec<HandoffRow>, Failure> {
        self.select("conversation = ?1", conversation, LISTED)
    }

    /// Finds the handoff that a text means: its id, or a beginning of it. Fails if there is none or
    /// more than one.
    pub(crate) fn named(&self, name: &str) -> Result<HandoffRow, Failure> {
        let shown = segue_conversation::truncate(name, 80);
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
        let mut found = self.select("substr(handoffs.id, 1, length(?1)) = ?1", &name, NAMED)?;
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

    /// Forgets handoffs that ended before `before`, and everything about them, except those of
    /// which the other person still has to hear something, and those that still give or may be
    /// offered again. Returns how many.
    pub(crate) fn forget_before(&self, before: i64, now: i64) -> Result<usize, Failure> {
        let forget = |transaction: &Transaction<'_>| {
            let old = "SELECT id FROM mailbox_handoffs AS old
                 WHERE ended_ms IS NOT NULL AND ended_ms < ?1 AND expires_ms < ?2
                 AND NOT EXISTS (SELECT 1 FROM mailbox_peer_messages AS said
                   WHERE said.handoff = old.id AND mine = 1 AND told_ms IS NULL)";
            for (table, column) in [("store_blob_uses", "owner"), ("store_machines", "id")] {
                transaction.execute(
                    &format!("DELETE FROM {table} WHERE {column} IN ({old})"),
                    [before, now],
                )?;
            }
            let count = transaction.execute(
                &format!("DELETE FROM mailbox_handoffs WHERE id IN ({old})"),
                [before, now],
            )?;
            transaction.execute(
                "DELETE FROM mailbox_peer_messages WHERE NOT EXISTS
                 (SELECT 1 FROM mailbox_handoffs AS kept WHERE kept.id = handoff)",
                [],
            )?;
            Ok(count)
        };
        self.database
            .write(Durability::Process, forget)
            .map_err(|error| failed(&error))
    }

    fn select(&self, which: &str, value: &str, most: u32) -> Result<Vec<HandoffRow>, Failure> {
        let read = || -> sql::Result<Vec<(String, u32)>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(&format!(
                "SELECT machines.body, machines.attempts
                 FROM mailbox_handoffs AS handoffs
                 JOIN store_machines AS machines ON machines.id = handoffs.id
                 WHERE ({which}) AND ?1 = ?1
                 ORDER BY created_ms DESC, handoffs.rowid DESC LIMIT {most}"
            ))?;
            let rows = statement.query_map([value], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        let bodies = read().map_err(|error| failed(&error))?;
        let decoded = bodies
            .iter()
            .filter_map(|(body, attempts)| decode(body, *attempts));
        Ok(decoded.collect())
    }

    /// Checks whether a message was heard before.
    pub(crate) fn heard_before(&self, message: Uuid) -> Result<bool, Failure> {
        self.database
            .lock()
            .query_row(
                "SELECT 1 FROM mailbox_peer_messages WHERE id = ?1",
                [message.to_string()],
                |_| Ok(()),
            )
            .optional()
            .map(|found| found.is_some())
            .map_err(|error| failed(&error))
    }
}

/// Decodes the row in a machine. Returns `None` for one that can't be read, which must not hide the
/// others.
pub(crate) fn decode(body: &str, attempts: u32) -> Option<HandoffRow> {
    match serde_json::from_str::<HandoffRow>(body) {
        Ok(row) => Some(HandoffRow { attempts, ..row }),
        Err(error) => {
            tracing::error!(%error, "a handoff can't be read");
            None
        }
    }
}

/// Returns the kind of machine that one direction has.
pub(crate) fn kind(direction: Direction) -> &'static str {
    match direction {
        Direction::Sent => "sent",
        Direction::Received => "received",
    }
}

fn put(
    transaction: &Transaction<'_>,
    row: &HandoffRow,
    retry_at: Option<i64>,
    now: i64,
) -> sql::Result<()> {
    let body = serde_json::to_string(row)
        .map_err(|error| sql::Error::ToSqlConversionFailure(Box::new(error)))?;
    let (id, device, kind) = (
        row.id.to_string(),
        row.device.to_string(),
        kind(row.direction()),
    );
    // What changed is looked at at once, unless it has to wait; time goes on meanwhile.
    let retry_at = retry_at.map(|at| row.next_moment(now).map_or(at, |moment| at.min(moment)));
    let machine = segue_store::Machine {
        id: id.clone(),
        kind: kind.to_owned(),
        peer: device.clone(),
        body,
        due_at: (!row.is_over(now)).then(|| retry_at.unwrap_or(now)),
        attempts: row.attempts,
        ended: row.ended,
    };
    Machines::put(transaction, &machine)?;
    let full_copy = row
        .facts
        .full_copy
        .as_ref()
        .map_or(0, |full_copy| full_copy.bytes);
    let source = row.source.as_ref();
    transaction.execute(
        "INSERT INTO mailbox_handoffs
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
         ON CONFLICT (id) DO UPDATE SET changed_ms = ?7, expires_ms = ?8, ended_ms = ?9, bytes = ?10,
           import = ?11, source_platform = ?12, source_session = ?13, was_handed_over = ?14",
        params![
            id,
            kind,
            device,
            row.name,
            row.facts.conversation,
            row.created,
            row.changed,
            row.expires,
            row.ended,
            row.bytes.saturating_add(full_copy).cast_signed(),
            row.import,
            source.map(|(platform, _)| platform),
            source.map(|(_, session)| session),
            row.was_handed_over(),
        ],
    )?;
    blob_uses::set(transaction, &id, row.files())
}
