//! What handoffs know about sessions: which were handed over, and which someone's were made of.

use segue_door::Failure;
use segue_store::sql;

use super::Rows;
use crate::storage::failed;

/// A session: agent and id.
type Session = (String, String);

impl Rows {
    /// Returns the sessions that were handed over, or are on their way.
    pub(crate) fn sent_sessions(&self) -> Result<Vec<Session>, Failure> {
        let read = || -> sql::Result<Vec<Session>> {
            let connection = self.database().lock();
            let mut statement = connection.prepare_cached(
                "SELECT DISTINCT source_platform, source_session FROM mailbox_handoffs
                 WHERE direction = 'sent' AND source_platform IS NOT NULL AND was_handed_over",
            )?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        read().map_err(|error| failed(&error))
    }

    /// Returns the sessions that were made of what someone handed over, oldest first, with that
    /// person's device and what they were called then.
    pub(crate) fn received_sessions(&self) -> Result<Vec<(Session, String, String)>, Failure> {
        let read = || -> sql::Result<Vec<(Session, String, String)>> {
            let connection = self.database().lock();
            let mut statement = connection.prepare_cached(
                "SELECT source_platform, source_session, device, name FROM mailbox_handoffs
                 WHERE direction = 'received' AND import IS NOT NULL AND source_platform IS NOT NULL
                 ORDER BY created_ms",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(((row.get(0)?, row.get(1)?), row.get(2)?, row.get(3)?))
            })?;
            rows.collect()
        };
        read().map_err(|error| failed(&error))
    }
}
