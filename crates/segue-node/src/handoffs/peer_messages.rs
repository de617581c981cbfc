//! What was said and heard about handoffs. What we say is kept until the other one has it.

use segue_door::Failure;
use segue_handoff::HandoffMessage;
use segue_network::DeviceId;
use segue_store::sql::{OptionalExtension, Transaction, params};
use uuid::Uuid;

use super::HandoffRow;
use crate::storage::failed;
use segue_store::Database;
use segue_store::crash;

/// Most messages one handoff has.
pub(crate) const MOST: i64 = 500;

/// A message that is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Kept {
    pub(crate) id: Uuid,
    pub(crate) mine: bool,
    pub(crate) at: i64,
    pub(crate) saying: HandoffMessage,
    pub(crate) told: Option<i64>,
}

/// A row: id, whether it is ours, when, what, and when it was told.
type Written = (String, bool, i64, String, Option<i64>);

/// The table of messages about handoffs.
#[derive(Clone)]
pub(crate) struct PeerMessages {
    database: Database,
}

impl PeerMessages {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns the devices we have something to say to.
    pub(crate) fn waiting_for(&self) -> Result<Vec<DeviceId>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<String>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(
                "SELECT DISTINCT device FROM mailbox_peer_messages WHERE mine = 1 AND told_ms IS NULL",
            )?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect()
        };
        let devices = read().map_err(|error| failed(&error))?;
        Ok(devices.iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Returns the next things to say to a device, oldest first.
    pub(crate) fn untold(&self, device: DeviceId) -> Result<Vec<Kept>, Failure> {
        self.select(
            "device = ?1 AND mine = 1 AND told_ms IS NULL",
            &device.to_string(),
        )
    }

    /// Returns everything that was said and heard about a handoff, oldest first.
    pub(crate) fn of(&self, handoff: Uuid) -> Result<Vec<Kept>, Failure> {
        self.select("handoff = ?1", &handoff.to_string())
    }

    /// Returns what was asked last about a handoff.
    pub(crate) fn last_question(&self, handoff: Uuid) -> Result<Option<String>, Failure> {
        self.database
            .lock()
            .query_row(
                "SELECT json_extract(saying, '$.said.text') FROM mailbox_peer_messages WHERE handoff = ?1
                 AND json_extract(saying, '$.said.what') = 'asked' ORDER BY rowid DESC LIMIT 1",
                [handoff.to_string()],
                |row| row.get(0),
            )
            .optional()
            .map(Option::flatten)
            .map_err(|error| failed(&error))
    }

    /// Counts the messages of a handoff.
    pub(crate) fn count(&self, handoff: Uuid) -> Result<i64, Failure> {
        self.database
            .lock()
            .query_row(
                "SELECT count(*) FROM mailbox_peer_messages WHERE handoff = ?1",
                [handoff.to_string()],
                |row| row.get(0),
            )
            .map_err(|error| failed(&error))
    }

    /// Notes that the other side has a message.
    pub(crate) fn told(&self, id: Uuid, now: i64) -> Result<(), Failure> {
        crash::point("before a word is told");
        self.database
            .lock()
            .execute(
                "UPDATE mailbox_peer_messages SET told_ms = ?2 WHERE id = ?1",
                params![id.to_string(), now],
            )
            .map_err(|error| failed(&error))?;
        crash::point("after a word was told");
        Ok(())
    }

    fn select(&self, which: &str, value: &str) -> Result<Vec<Kept>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<Written>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(&format!(
                "SELECT id, mine, at_ms, saying, told_ms FROM mailbox_peer_messages WHERE {which}
                 ORDER BY rowid LIMIT {MOST}"
            ))?;
            let rows = statement.query_map([value], |row| {
                Ok((
                    row.get(0)?,
                    row.get(1)?,
                    row.get(2)?,
                    row.get(3)?,
                    row.get(4)?,
                ))
            })?;
            rows.collect()
        };
        let rows = read().map_err(|error| failed(&error))?;
        let kept = |(id, mine, at, saying, told): Written| {
            Some(Kept {
                id: id.parse().ok()?,
                mine,
                at,
                saying: serde_json::from_str(&saying).ok()?,
                told,
            })
        };
        Ok(rows.into_iter().filter_map(kept).collect())
    }
}

/// Writes a message; one that is there already stays as it is.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    row: &HandoffRow,
    id: Uuid,
    mine: bool,
    saying: &HandoffMessage,
) -> segue_store::sql::Result<()> {
    let json = serde_json::to_string(saying)
        .map_err(|error| segue_store::sql::Error::ToSqlConversionFailure(Box::new(error)))?;
    transaction.execute(
        "INSERT OR IGNORE INTO mailbox_peer_messages VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL)",
        params![
            id.to_string(),
            row.id.to_string(),
            row.device.to_string(),
            mine,
            saying.at,
            json
        ],
    )?;
    Ok(())
}
