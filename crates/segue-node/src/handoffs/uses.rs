//! Which files are needed, by whom, and how much room somebody's take.

use std::collections::HashSet;

use segue_door::Failure;
use segue_network::DeviceId;

use super::Rows;
use crate::storage::failed;
use segue_store::blob_uses;

impl Rows {
    /// Returns the hashes of all files that somebody needs.
    pub(crate) fn used(&self) -> Result<HashSet<String>, Failure> {
        blob_uses::all(self.database()).map_err(|error| failed(&error))
    }

    /// Checks whether somebody needs this file.
    pub(crate) fn is_used(&self, hash: &str) -> Result<bool, Failure> {
        blob_uses::is_used(self.database(), hash).map_err(|error| failed(&error))
    }

    /// Counts how many bytes of someone's open handoffs are here or to come, how many of those are
    /// open, and how many of theirs there are in all.
    pub(crate) fn held_for(&self, device: &DeviceId) -> Result<(u64, u64, u64), Failure> {
        let counted = self.database().lock().query_row(
            "SELECT
               coalesce(sum(CASE WHEN ended_ms IS NULL THEN bytes ELSE 0 END), 0),
               coalesce(sum(ended_ms IS NULL), 0),
               count(*)
             FROM mailbox_handoffs WHERE device = ?1 AND direction = 'received'",
            [device.to_string()],
            |row| {
                let number = |at| row.get::<_, i64>(at).map(i64::cast_unsigned);
                Ok((number(0)?, number(1)?, number(2)?))
            },
        );
        counted.map_err(|error| failed(&error))
    }

    /// Returns the hashes of the files of a conversation that this device and we have both had,
    /// newest first. A later file can be sent as the difference to one of them.
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
