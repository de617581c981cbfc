//! Which sessions were handed to someone, and which came from someone.

use std::collections::BTreeMap;
use std::sync::Arc;

use segue_door::{Conversation, Failure, Handed};
use segue_store::Database;

use super::ledger;
use crate::catalog::Sessions;

/// What handoffs know about sessions.
#[derive(Debug, Default)]
pub(crate) struct HandoffMarks {
    /// Sessions that were handed over: agent and id.
    pub(crate) sent: Vec<(String, String)>,
    /// Sessions made of what someone handed over: agent, id, and who it was.
    pub(crate) received: Vec<(String, String, String)>,
}

/// A function that reads what handoffs know at the moment.
pub(crate) type ReadMarks = Arc<dyn Fn() -> Result<HandoffMarks, Failure> + Send + Sync>;

/// What handoffs and imports know together.
#[derive(Default)]
pub(super) struct Marks {
    sent: Sessions,
    /// Whom each came from, as far as that is known.
    received: BTreeMap<(String, String), Option<String>>,
}

impl Marks {
    /// Reads what handoffs and imports know, and combines it.
    pub(super) fn read(database: &Database, marks: &ReadMarks) -> Result<Self, Failure> {
        let handoffs = marks()?;
        let mut all = Self::default();
        for (platform, session) in handoffs.sent {
            all.sent.insert(platform, session);
        }
        for (platform, session, sender) in ledger::sessions(database)? {
            let sender = sender.map(|name| segue_conversation::truncate(&name, 100));
            all.received.insert((platform, session), sender);
        }
        // What a handoff knows is proven, and the person may call them otherwise.
        for (platform, session, name) in handoffs.received {
            if let Some(from) = all.received.get_mut(&(platform, session)) {
                *from = Some(name);
            }
        }
        Ok(all)
    }

    /// Returns the sessions that were handed this way.
    pub(super) fn sessions(&self, way: Handed) -> Sessions {
        match way {
            Handed::Out => self.sent.clone(),
            Handed::In => self.received.keys().cloned().collect(),
        }
    }

    /// Marks the conversations that were handed over or received, for showing.
    pub(super) fn tell<'a>(&self, conversations: impl IntoIterator<Item = &'a mut Conversation>) {
        let received: Sessions = self.received.keys().cloned().collect();
        for shown in conversations {
            shown.handed_out = self.sent.find(&shown.platform, &shown.id).is_some();
            shown.received_from = received
                .find(&shown.platform, &shown.id)
                .and_then(|key| self.received.get(key)?.clone());
        }
    }
}
