//! Which files are needed, by whom, and how much room somebody's take.

use std::collections::HashSet;

use segue_network::DeviceId;

use super::Rows;
use crate::door::Failure;
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

    /// How many bytes we hold of what someone handed to us, and how many of their handoffs are open.
    pub(crate) fn held_for(&self, device: &DeviceId) -> Result<(u64, u64), Failure> {
        let device = device.to_string();
        let connection = self.storage().lock();
        let held = connection.query_row(
            "SELECT coalesce(sum(bytes), 0) FROM blob_uses JOIN handoffs ON handoffs.id = handoff
             WHERE device = ?1 AND way = 'in'",
            [&device],
            |row| row.get::<_, i64>(0),
        );
        let open = connection.query_row(
            "SELECT count(*) FROM handoffs WHERE device = ?1 AND way = 'in' AND ended_ms IS NULL",
            [&device],
            |row| row.get::<_, i64>(0),
        );
        held.and_then(|held| Ok((held.cast_unsigned(), open?.cast_unsigned())))
            .map_err(|error| failed(&error))
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
