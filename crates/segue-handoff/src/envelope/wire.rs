//! The flat JSON object, as it is written and as the schema describes it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Action, Attempt, Blocker, Context, Envelope, Metadata, Status};
use crate::bounds::LIST;
use crate::text::{Long, Short};

/// The envelope without id and recipient, flat.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Wire {
    /// The conversation or chain of tasks this belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    conversation_id: Option<Short>,
    /// Who hands over.
    from_agent: Short,
    /// How far the work came.
    status: Status,
    /// When it was handed over, as RFC 3339.
    #[schemars(extend("format" = "date-time"))]
    timestamp: Short,
    /// What the receiver needs to know.
    #[serde(skip_serializing_if = "Context::is_empty")]
    context: Context,
    /// What came out of the work so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Attempt>,
    /// What the receiver should do.
    #[serde(skip_serializing_if = "Option::is_none")]
    action_required: Option<Action>,
    /// What stands in the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = LIST))]
    blockers: Vec<Blocker>,
    /// Figures about the work.
    #[serde(skip_serializing_if = "Metadata::is_empty")]
    metadata: Metadata,
    /// What the receiver should know, in the sender's words. Segue's own member.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Long>,
}

/// The whole object. Only for the schema: it is written from an `Addressed`.
#[derive(JsonSchema)]
#[schemars(
    title = "AgentHandoff",
    description = "A handoff envelope: how far the work came, and what the receiver should do."
)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct Whole {
    /// Which handoff, as a UUID of version 4.
    #[schemars(extend("format" = "uuid"))]
    handoff_id: Short,
    /// Who takes over.
    to_agent: Short,
    #[serde(flatten)]
    envelope: Wire,
}

/// Every top-level name Segue knows.
pub(crate) const NAMES: [&str; 12] = [
    "handoff_id",
    "to_agent",
    "conversation_id",
    "from_agent",
    "status",
    "timestamp",
    "context",
    "results",
    "action_required",
    "blockers",
    "metadata",
    "note",
];

/// Builds the flat object. What Segue knows comes last, so nothing in `more` can replace it.
pub(super) fn object(envelope: &Envelope) -> serde_json::Result<Map<String, Value>> {
    let (status, results, blockers) = envelope.outcome.clone().parts();
    let wire = serde_json::to_value(Wire {
        conversation_id: envelope.conversation_id.clone(),
        from_agent: envelope.from_agent.clone(),
        status,
        timestamp: envelope.timestamp.clone(),
        context: envelope.context.clone(),
        results,
        action_required: envelope.action_required.clone(),
        blockers,
        metadata: envelope.metadata.clone(),
        note: envelope.note.clone(),
    })?;
    let mut object = envelope.more.clone();
    // Blockers of a foreign success are kept there; no other known name is.
    object.retain(|name, _| name == "blockers" || !NAMES.contains(&name.as_str()));
    if let Value::Object(wire) = wire {
        object.extend(wire);
    }
    Ok(object)
}
