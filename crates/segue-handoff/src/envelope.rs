//! The envelope: what is said about a handoff beside the conversation.
//!
//! Field names in JSON are those of the universal handoff protocol. One file may go to several
//! people, so [`Envelope`] has neither id nor recipient; [`Addressed`] has both and is the whole
//! JSON object. What a status needs is part of [`Outcome`]'s type and cannot be left out.
//!
//! ```text
//! Envelope ──Wire (flat)──▶ JSON          JSON ──read──▶ Outcome::settle ──▶ Envelope
//! ```

mod addressed;
mod blocker;
mod context;
mod metadata;
mod outcome;
mod results;
mod wire;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::choice::choice;
use crate::read::{Expect, read};
use crate::text::{Long, Short};

pub use addressed::Addressed;
pub(crate) use addressed::is_uuid4;
pub use blocker::{Blocker, BlockerKind, Decidable};
pub use context::{Action, Context, Decision, Priority, Scope};
pub use metadata::{ChainPosition, Metadata};
pub use outcome::Outcome;
pub use results::{Artifact, ArtifactKind, Attempt, Output, Results, Verification};
pub(crate) use wire::{NAMES, Whole};

choice! {
    /// How far the work came.
    Status {
        /// It is done.
        Success = "success",
        /// A part is done; something stands in the way of the rest.
        Partial = "partial",
        /// It cannot go on before someone decides.
        Blocked = "blocked",
        /// It failed in a way nobody expected.
        Error = "error",
    }
}

/// What stands in a file: the envelope without id and recipient.
///
/// Serialises to the flat JSON object. Deserialising is strict: what [`read`] has an error about
/// is refused. To show a foreign envelope with its faults, call [`read`].
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    pub from_agent: Short,
    /// When, as RFC 3339.
    pub timestamp: Short,
    /// Which conversation it is part of.
    pub conversation_id: Option<Short>,
    /// How far the work came, with what that status needs.
    pub outcome: Outcome,
    /// What the other needs to know.
    pub context: Context,
    /// What the other should do.
    pub action_required: Option<Action>,
    /// Figures about the work.
    pub metadata: Metadata,
    /// What the receiver should know, in the sender's words. Segue's own member.
    pub note: Option<Long>,
    /// Members Segue does not know, kept as they came. A known name here is never written over
    /// what Segue knows.
    pub more: Map<String, Value>,
}

impl Serialize for Envelope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        wire::object(self)
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Envelope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = read(&Value::deserialize(deserializer)?, Expect::Shared);
        match (read.envelope, read.diagnostics.first()) {
            (Some(envelope), first) if first.is_none_or(|one| !one.is_error()) => Ok(envelope),
            (_, Some(first)) => Err(serde::de::Error::custom(first)),
            (_, None) => Err(serde::de::Error::custom("it is no envelope")),
        }
    }
}
