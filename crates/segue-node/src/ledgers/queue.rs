//! Records that wait to be written: queued with the change that caused them, written once.

use segue_door::{Code, Failure};
use segue_ledger::{Entry, Handoff, Receipt, Version};
use segue_network::identity::IdentityKey;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Ledgers, Signer};
use crate::storage::failed;
use segue_store::crash;

/// A record that waits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Queued {
    /// What we called ourselves then.
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) entry: QueuedEntry,
}

/// What a record that waits says.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum QueuedEntry {
    Version(Version),
    Handoff(Handoff),
    Receipt(Receipt),
}

impl From<QueuedEntry> for Entry {
    fn from(entry: QueuedEntry) -> Self {
        match entry {
            QueuedEntry::Version(version) => Self::Version(version),
            QueuedEntry::Handoff(handoff) => Self::Handoff(handoff),
            QueuedEntry::Receipt(receipt) => Self::Receipt(receipt),
        }
    }
}

impl Queued {
    pub(crate) fn new(name: &str, entry: QueuedEntry) -> Self {
        let name = segue_conversation::truncate(name, 60);
        Self { name, entry }
    }

    /// Encodes the record as the queue takes it, under a new id.
    pub(crate) fn row(&self) -> (Uuid, String) {
        (
            Uuid::new_v4(),
            serde_json::to_string(self).unwrap_or_default(),
        )
    }
}

impl Ledgers {
    /// Checks whether any record waits.
    pub(crate) fn has_queue(&self) -> Result<bool, Failure> {
        let count = self.database.lock().query_row(
            "SELECT EXISTS (SELECT 1 FROM mailbox_ledger_queue)",
            [],
            |row| row.get(0),
        );
        count.map_err(|error| failed(&error))
    }

    /// Writes what waits, in order, and returns which conversations have something new. A record
    /// that can't be written does not hold up those of other conversations: it is tried again
    /// later. Blocks.
    pub(crate) fn flush(&self, key: &IdentityKey) -> Result<Vec<String>, Failure> {
        let rows = self.waiting()?;
        let mut changed: Vec<String> = Vec::new();
        let mut stuck: Vec<String> = Vec::new();
        for (id, conversation, record) in rows {
            if stuck.contains(&conversation) {
                continue;
            }
            match serde_json::from_str::<Queued>(&record) {
                Ok(queued) => {
                    let entry = Entry::from(queued.entry);
                    let written = self.change(&conversation, |ledger, chain| {
                        ledger.append(&Signer(key), chain, &queued.name, &entry)
                    });
                    match written {
                        Ok(Ok(_)) => {}
                        Ok(Err(error)) => tracing::error!(%error, "a record can't be written"),
                        Err(failure) if failure.code == Code::Storage => {
                            tracing::error!(%failure, "a record waits");
                            stuck.push(conversation);
                            continue;
                        }
                        // It could never be written.
                        Err(failure) => tracing::error!(%failure, "a record was dropped"),
                    }
                    if !changed.contains(&conversation) {
                        changed.push(conversation);
                    }
                }
                Err(error) => tracing::error!(%error, "a record that waits can't be read"),
            }
            crash::point("before a record leaves the queue");
            self.database
                .lock()
                .execute("DELETE FROM mailbox_ledger_queue WHERE id = ?1", [id])
                .map_err(|error| failed(&error))?;
        }
        Ok(changed)
    }

    fn waiting(&self) -> Result<Vec<(String, String, String)>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<(String, String, String)>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(
                "SELECT id, conversation, record FROM mailbox_ledger_queue ORDER BY rowid LIMIT 1000",
            )?;
            let rows =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        };
        read().map_err(|error| failed(&error))
    }
}
