//! Lays what a person says over a file, and what Segue knows over both.
//!
//! A text or list of the flags replaces that of the file; metrics and verification are replaced
//! member by member. Where the file has something else than an object, it stays: the reader says
//! so.

use serde_json::{Map, Value, json};

use super::{Draft, DraftArtifact, DraftBlocker, DraftDecision, EnvelopeContext};
use crate::diagnostic::{Code, Findings};
use crate::envelope::{ArtifactKind, BlockerKind, Status};
use crate::text::is_blank;

type Object = Map<String, Value>;

/// Merges the draft and what Segue knows into one flat object.
pub(super) fn merge(draft: Draft, known: EnvelopeContext) -> Object {
    let mut all = draft.envelope;
    all.remove("handoff_id");
    all.remove("to_agent");

    set(&mut all, "from_agent", text(Some(known.from_agent)));
    set(&mut all, "timestamp", text(Some(known.timestamp)));
    set(
        &mut all,
        "conversation_id",
        text(Some(known.conversation_id)),
    );
    set(&mut all, "note", text(draft.note));
    set(&mut all, "blockers", list(draft.blockers, blocker));

    within(&mut all, "context", |context| {
        set(context, "objective", text(draft.objective));
        set(
            context,
            "constraints",
            list(draft.constraints, Value::String),
        );
        set(
            context,
            "prior_decisions",
            list(draft.prior_decisions, decision),
        );
        within(context, "scope", |scope| {
            set(scope, "in_scope", list(draft.in_scope, Value::String));
            set(
                scope,
                "out_of_scope",
                list(draft.out_of_scope, Value::String),
            );
        });
    });
    within(&mut all, "action_required", |action| {
        set(action, "task", text(draft.task));
        set(
            action,
            "instructions",
            list(draft.instructions, Value::String),
        );
        set(action, "expected_output", text(draft.expected_output));
        set(
            action,
            "priority",
            draft.priority.map(|priority| json!(priority)),
        );
        set(action, "deadline", text(draft.deadline));
    });
    let said = draft.summary.is_some_and(|summary| {
        let summary = text(Some(summary));
        let said = summary.is_some();
        within(&mut all, "results", |results| {
            set(results, "summary", summary)
        });
        said
    });
    within(&mut all, "results", |results| {
        set(results, "artifacts", list(draft.artifacts, artifact));
        within(results, "metrics", |metrics| metrics.extend(draft.metrics));
        within(results, "verification", |verification| {
            if let Ok(Value::Object(said)) = serde_json::to_value(&draft.verification) {
                verification.extend(said);
            }
        });
    });

    if let Some(status) = draft.status {
        all.insert("status".to_owned(), json!(status));
    } else if all.get("status").is_none_or(Value::is_null) {
        all.insert("status".to_owned(), json!(Status::Success));
    }
    let made_up = is_success(&all) && make_up(&mut all, known.made_up_summary);
    within(&mut all, "metadata", |metadata| {
        if said {
            metadata.remove("made_up_summary");
        }
        set(
            metadata,
            "made_up_summary",
            made_up.then_some(Value::Bool(true)),
        );
        within(metadata, "chain_position", |chain| {
            position(chain, known.step)
        });
    });
    all
}

/// Reports blockers that would be lost: a success has none.
pub(super) fn blockers_on_success(all: &Object, findings: &mut Findings) {
    let some = matches!(all.get("blockers"), Some(Value::Array(blockers)) if !blockers.is_empty());
    if some && is_success(all) {
        findings.error(
            Code::BlockersOnSuccess,
            "blockers",
            "Something stands in the way, and the status is success.",
            "",
        );
    }
}

fn is_success(all: &Object) -> bool {
    all.get("status").and_then(Value::as_str) == Some(Status::Success.as_str())
}

/// Adds a summary where there is none. Returns whether it did.
fn make_up(all: &mut Object, summary: String) -> bool {
    let mut made_up = false;
    within(all, "results", |results| {
        let there = match results.get("summary") {
            None | Some(Value::Null) => false,
            Some(Value::String(there)) => !is_blank(there),
            Some(_) => true,
        };
        if !there {
            results.insert("summary".to_owned(), Value::String(summary));
            made_up = true;
        }
    });
    made_up
}

/// Sets the step, which is known, and drops a total that is smaller than it.
fn position(chain: &mut Object, step: Option<u64>) {
    let Some(step) = step else { return };
    chain.insert("step".to_owned(), json!(step));
    if chain
        .get("total_steps")
        .and_then(Value::as_u64)
        .is_some_and(|total| total < step)
    {
        chain.remove("total_steps");
    }
}

/// Edits an object inside another and removes it if it is empty afterwards.
fn within(all: &mut Object, name: &str, change: impl FnOnce(&mut Object)) {
    let mut inner = match all.remove(name) {
        None | Some(Value::Null) => Object::new(),
        Some(Value::Object(inner)) => inner,
        Some(other) => {
            all.insert(name.to_owned(), other);
            return;
        }
    };
    change(&mut inner);
    if !inner.is_empty() {
        all.insert(name.to_owned(), Value::Object(inner));
    }
}

fn set(object: &mut Object, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        object.insert(name.to_owned(), value);
    }
}

fn text(text: Option<String>) -> Option<Value> {
    text.filter(|text| !is_blank(text)).map(Value::String)
}

fn list<T>(entries: Vec<T>, one: fn(T) -> Value) -> Option<Value> {
    (!entries.is_empty()).then(|| entries.into_iter().map(one).collect())
}

fn blocker(blocker: DraftBlocker) -> Value {
    json!({
        "type": blocker.kind.unwrap_or(BlockerKind::Unknown),
        "description": blocker.text,
        "resolution_options": blocker.options,
    })
}

fn artifact(artifact: DraftArtifact) -> Value {
    let last = artifact.path.trim_end_matches(['/', '\\']);
    let last = last.rsplit(['/', '\\']).next().unwrap_or(last).to_owned();
    json!({
        "name": artifact.name.filter(|name| !is_blank(name)).unwrap_or(last),
        "type": artifact.kind.unwrap_or_else(|| ArtifactKind::guess(&artifact.path)),
        "path": artifact.path,
        "description": artifact.description,
    })
}

fn decision(decision: DraftDecision) -> Value {
    json!({
        "decision": decision.decision,
        "rationale": decision.rationale,
        "alternatives_considered": decision.alternatives_considered,
    })
}
