//! Reads an envelope somebody else wrote: tolerant, bounded, and silent about nothing.
//!
//! What is wrong is named and left out; the rest is read. Only what no envelope can be without
//! (who, when, a status with what it needs) makes it none. The value is measured before anything
//! of it is copied.
//!
//! ```text
//! Value ──measure──▶ parts, field by field ──Outcome::settle──▶ Envelope ──review──▶ Diagnostics
//! ```

mod faults;
mod fields;
mod parts;

use serde_json::{Map, Value};

use crate::bounds;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::envelope::{Envelope, NAMES, Outcome, Status, is_uuid4};
use crate::measure::{self, Excess};
use crate::review;
use crate::text::Short;
use fields::At;

/// Which kind of envelope is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// A whole one, with id and recipient.
    Addressed,
    /// The one in a file: id and recipient come separately, and are not taken from here.
    Shared,
}

/// Which handoff, and for whom, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The id. It may be any text.
    pub handoff_id: String,
    pub to_agent: String,
}

/// What was read of an envelope, and what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The envelope, without what was wrong in it; none if too little is left.
    pub envelope: Option<Envelope>,
    /// Id and recipient, if both are there.
    pub address: Option<Address>,
    /// All that was found, errors first.
    pub diagnostics: Vec<Diagnostic>,
}

impl Read {
    /// Checks whether it breaks a rule.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.first().is_some_and(Diagnostic::is_error)
    }
}

/// Reads an envelope. Never panics, whatever it is given. Artifacts are not looked up here: see
/// [`Envelope::review`].
pub fn read(value: &Value, expect: Expect) -> Read {
    let mut findings = Findings::default();
    let (envelope, address) = match bounded(value, &mut findings) {
        None => (None, None),
        Some(map) => {
            let at = At::top(map);
            let address = address(&at, expect, &mut findings);
            (envelope(&at, &mut findings), address)
        }
    };
    if let Some(envelope) = &envelope {
        review::content(envelope, None, &mut findings);
        if expect == Expect::Addressed && envelope.conversation_id.is_none() {
            findings.wish(
                Code::ConversationIdMissing,
                "conversation_id",
                "Nothing links this handoff to its conversation.",
                "Add the id of the conversation it belongs to.",
            );
        }
    }
    Read {
        envelope,
        address,
        diagnostics: findings.into_vec(),
    }
}

/// Returns the object, or reports why not and returns `None` when it is none or exceeds the bounds.
pub(crate) fn bounded<'v>(
    value: &'v Value,
    findings: &mut Findings,
) -> Option<&'v Map<String, Value>> {
    let Value::Object(map) = value else {
        findings.error(
            Code::NotAnObject,
            "",
            "An envelope is a JSON object, and this is none.",
            "Give one object with the fields of the envelope.",
        );
        return None;
    };
    let own = map
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "handoff_id" | "to_agent"));
    match measure::members(own, bounds::WHOLE, bounds::DEPTH) {
        Ok(_) => Some(map),
        Err(Excess::Large) => {
            findings.error(
                Code::TooLarge,
                "",
                format!("The envelope has more than {} bytes.", bounds::WHOLE),
                "Keep long material in files and name their paths as artifacts.",
            );
            None
        }
        Err(Excess::Deep) => {
            findings.error(
                Code::TooDeep,
                "",
                format!(
                    "The envelope is nested more than {} levels deep.",
                    bounds::DEPTH
                ),
                "Make metrics and members of your own flatter.",
            );
            None
        }
    }
}

fn address(at: &At<'_>, expect: Expect, findings: &mut Findings) -> Option<Address> {
    let names = ["handoff_id", "to_agent"];
    if expect == Expect::Shared {
        for name in names {
            if at.has(name) {
                findings.warn(
                    Code::AddressIgnored,
                    name,
                    "One file may go to several people, so this is not taken from it.",
                    "Leave it out: Segue sets it for each recipient.",
                );
            }
        }
        let [handoff_id, to_agent] =
            names.map(|name| at.text::<{ bounds::SHORT }>(name, &mut Findings::default()));
        return both(handoff_id, to_agent);
    }
    let [handoff_id, to_agent] = names.map(|name| at.needed::<{ bounds::SHORT }>(name, findings));
    if handoff_id.as_ref().is_some_and(|id| !is_uuid4(id)) {
        findings.warn(
            Code::HandoffIdNotUuid4,
            "handoff_id",
            "The handoff's id is no UUID of version 4.",
            "Use a random UUID, so that no two handoffs have the same id.",
        );
    }
    if let Some(name) = &to_agent {
        review::agent_name("to_agent", name, findings);
    }
    both(handoff_id, to_agent)
}

fn both(handoff_id: Option<Short>, to_agent: Option<Short>) -> Option<Address> {
    Some(Address {
        handoff_id: handoff_id?.into(),
        to_agent: to_agent?.into(),
    })
}

fn envelope(at: &At<'_>, findings: &mut Findings) -> Option<Envelope> {
    let conversation_id = at.text("conversation_id", findings);
    let from_agent = at.needed("from_agent", findings);
    let timestamp = at.needed("timestamp", findings);
    let note = at.text("note", findings);
    let context = parts::context(at, findings);
    let action_required = parts::action(at, findings);
    let metadata = parts::metadata(at, findings);
    let mut more = parts::more(at, &NAMES, findings);
    let results = parts::results(at, findings);
    let mut blockers = parts::blockers(at, findings);
    let status = at.status(findings);
    if status == Some(Status::Success) && !blockers.is_empty() {
        // They have no place in a success; as they came they are shown again, though.
        findings.warn(
            Code::BlockersOnSuccess,
            "blockers",
            "A success has no blockers.",
            "Leave them out, or say that the work is partial or blocked.",
        );
        blockers.clear();
        more.extend(at.raw("blockers"));
    }
    let outcome = status.and_then(|status| {
        Outcome::settle(status, results, blockers)
            .map_err(|all| all.into_iter().for_each(|one| findings.missing(one)))
            .ok()
    });
    Some(Envelope {
        from_agent: from_agent?,
        timestamp: timestamp?,
        conversation_id,
        outcome: outcome?,
        context,
        action_required,
        metadata,
        note,
        more,
    })
}
