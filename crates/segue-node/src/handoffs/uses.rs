//! Which files are needed, by whom, and how much room somebody's take.

use std::collections::HashSet;

use segue_door::Failure;
use segue_network::DeviceId;

use super::Rows;
use crate::storage::{Storage, failed};

impl Rows {
    /// Every file that some handoff needs.
    pub(crate) fn used(&self) -> Result<HashSet<String>, Failure> {
        let read = |storage: &Storage| -> rusqlite::Result<HashSet<String>> {
            let connection = storage.lock();
            let mut statement = connection.prepare_cached("SELECT DISTINCT hash FROM blob_uses")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect()
        };
        read(self.storage()).map_err(|error| failed(&error))
    }

    /// How many bytes of someone's open handoffs are here or to come, how many of them are open, and how
    /// many of theirs there are in all.
    pub(crate) fn held_for(&self, device: &DeviceId) -> Result<(u64, u64, u64), Failure> {
        let counted = self.storage().lock().query_row(
            "SELECT
               coalesce(sum(CASE WHEN ended_ms IS NULL THEN json_extract(body, '$.bytes')
                 + coalesce(json_extract(body, '$.facts.rest.bytes'), 0) ELSE 0 END), 0),
               coalesce(sum(ended_ms IS NULL), 0),
               count(*)
             FROM handoffs WHERE device = ?1 AND way = 'in'",
            [device.to_string()],
            |row| {
                let number = |at| row.get::<_, i64>(at).map(i64::cast_unsigned);
                Ok((number(0)?, number(1)?, number(2)?))
            },
        );
        counted.map_err(|error| failed(&error))
    }

    /// The files of a conversation that someone and we both have had, newest first: what a later one
    /// can be the difference to.
    pub(crate) fn shared_with(
        &self,
        conversation: &str,
        device: &DeviceId,
    ) -> Result<Vec<String>, Failure> {
        let rows = self.of_conversation(conversation)?;
        let arrived = rows.iter().filter(|row| {
            row.device == *device
                && match (row.sender(), row.receiver()) {
                    (Some(sender), _) => sender.stage() == segue_handoff::sender::Stage::Arrived,
                    (_, Some(receiver)) => receiver.is_here(),
                    _ => false,
                }
        });
        let mut hashes: Vec<String> = Vec::new();
        for row in arrived {
            if !hashes.contains(&row.hash) {
                hashes.push(row.hash.clone());
            }
        }
        Ok(hashes)
    }
}
