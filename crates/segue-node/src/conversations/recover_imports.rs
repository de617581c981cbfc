//! Imports that were under way when an earlier node ended: they count if they were done, and what is
//! there of the others goes. The session is there once or not at all, and can be taken back.

use segue_door::Failure;

use super::{Conversations, failure, import, ledger};

impl Conversations {
    /// Settles what an earlier node left. What can't be settled now waits for the next start.
    pub(crate) fn settle_imports(&self) {
        let left = ledger::cut_off(&self.database).unwrap_or_else(|failure| {
            tracing::error!(%failure, "what was imported can't be read");
            Vec::new()
        });
        for entry in left {
            if let Err(failure) = self.settle(&entry) {
                tracing::warn!(%failure, session = entry.session, "an import is not settled");
            }
        }
    }

    fn settle(&self, entry: &ledger::Entry) -> Result<(), Failure> {
        let settled = segue_platform::settle::settle(&entry.receipt, &self.database.mark());
        if settled.map_err(failure::platform)? {
            ledger::done(&self.database, &entry.id)?;
            import::remember(self, entry);
            return Ok(());
        }
        ledger::undone(&self.database, &entry.id, self.clock.now())
    }
}
