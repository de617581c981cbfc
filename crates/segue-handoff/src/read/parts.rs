//! The parts of an envelope, each from its object.

use serde_json::{Map, Value};

use super::fields::At;
use crate::bounds;
use crate::diagnostic::{Code, Findings};
use crate::envelope::{
    Action, Artifact, Attempt, Blocker, BlockerKind, ChainPosition, Context, Decision, Metadata,
    Output, Scope, Verification,
};
use crate::measure;

pub(super) fn context(at: &At<'_>, findings: &mut Findings) -> Context {
    let Some(at) = at.object("context", findings) else {
        return Context::default();
    };
    at.only(
        &["objective", "scope", "constraints", "prior_decisions"],
        findings,
    );
    Context {
        objective: at.text("objective", findings),
        scope: scope(&at, findings),
        constraints: at.texts("constraints", findings),
        prior_decisions: at.objects("prior_decisions", findings, decision),
    }
}

fn scope(at: &At<'_>, findings: &mut Findings) -> Scope {
    let Some(at) = at.object("scope", findings) else {
        return Scope::default();
    };
    at.only(&["in_scope", "out_of_scope"], findings);
    Scope {
        in_scope: at.texts("in_scope", findings),
        out_of_scope: at.texts("out_of_scope", findings),
    }
}

fn decision(at: &At<'_>, findings: &mut Findings) -> Option<Decision> {
    at.only(
        &["decision", "rationale", "alternatives_considered"],
        findings,
    );
    let decision = Decision {
        decision: at.text("decision", findings),
        rationale: at.text("rationale", findings),
        alternatives_considered: at.texts("alternatives_considered", findings),
    };
    (!decision.is_empty()).then_some(decision)
}

pub(super) fn results(at: &At<'_>, findings: &mut Findings) -> Option<Attempt> {
    let at = at.object("results", findings)?;
    at.only(
        &["summary", "artifacts", "metrics", "verification"],
        findings,
    );
    Some(Attempt {
        summary: at.text("summary", findings),
        output: Output {
            artifacts: at.objects("artifacts", findings, artifact),
            metrics: at.free("metrics", findings),
            verification: verification(&at, findings),
        },
    })
}

fn artifact(at: &At<'_>, findings: &mut Findings) -> Option<Artifact> {
    at.only(&["name", "path", "type", "description"], findings);
    let name = at.needed("name", findings);
    let path = at.needed("path", findings);
    let kind = at.needed_choice("type", findings);
    let description = at.text("description", findings);
    Some(Artifact {
        name: name?,
        path: path?,
        kind: kind?,
        description,
    })
}

fn verification(at: &At<'_>, findings: &mut Findings) -> Verification {
    let Some(at) = at.object("verification", findings) else {
        return Verification::default();
    };
    let known = [
        "tests_passed",
        "coverage",
        "execution_verified",
        "verification_method",
    ];
    at.only(&known, findings);
    Verification {
        tests_passed: at.flag("tests_passed", findings),
        coverage: at.number("coverage", findings),
        execution_verified: at.flag("execution_verified", findings),
        verification_method: at.text("verification_method", findings),
    }
}

pub(super) fn action(at: &At<'_>, findings: &mut Findings) -> Option<Action> {
    let at = at.object("action_required", findings)?;
    let known = [
        "task",
        "instructions",
        "expected_output",
        "priority",
        "deadline",
    ];
    at.only(&known, findings);
    let task = at.needed("task", findings);
    let (instructions, expected_output) = (
        at.texts("instructions", findings),
        at.text("expected_output", findings),
    );
    let (priority, deadline) = (
        at.choice("priority", findings),
        at.text("deadline", findings),
    );
    Some(Action {
        task: task?,
        instructions,
        expected_output,
        priority,
        deadline,
    })
}

pub(super) fn blockers(at: &At<'_>, findings: &mut Findings) -> Vec<Blocker> {
    at.objects("blockers", findings, |at, findings| {
        let known = [
            "blocker_id",
            "type",
            "description",
            "resolution_options",
            "blocking_tasks",
        ];
        at.only(&known, findings);
        let description = at.needed("description", findings);
        let blocker = Blocker {
            blocker_id: at.text("blocker_id", findings),
            // Of what kind it is matters less than that it is there.
            kind: at
                .needed_choice("type", findings)
                .unwrap_or(BlockerKind::Unknown),
            description: description?,
            resolution_options: at.texts("resolution_options", findings),
            blocking_tasks: at.texts("blocking_tasks", findings),
        };
        Some(blocker)
    })
}

pub(super) fn metadata(at: &At<'_>, findings: &mut Findings) -> Metadata {
    let Some(at) = at.object("metadata", findings) else {
        return Metadata::default();
    };
    let known = [
        "execution_time_ms",
        "tokens_used",
        "tool_calls",
        "memory_refs",
        "retry_count",
        "chain_position",
        "made_up_summary",
    ];
    at.only(&known, findings);
    Metadata {
        execution_time_ms: at.count("execution_time_ms", findings),
        tokens_used: at.count("tokens_used", findings),
        tool_calls: at.count("tool_calls", findings),
        memory_refs: at.texts("memory_refs", findings),
        retry_count: at.count("retry_count", findings),
        chain_position: chain(&at, findings),
        made_up_summary: at.flag("made_up_summary", findings).unwrap_or(false),
    }
}

fn chain(at: &At<'_>, findings: &mut Findings) -> ChainPosition {
    let Some(at) = at.object("chain_position", findings) else {
        return ChainPosition::default();
    };
    at.only(&["step", "total_steps"], findings);
    ChainPosition {
        step: at.count("step", findings),
        total_steps: at.count("total_steps", findings),
    }
}

/// Collects the members Segue does not know, unchanged; if there are too many, they are reported
/// and left out.
pub(super) fn more(at: &At<'_>, known: &[&str], findings: &mut Findings) -> Map<String, Value> {
    let foreign = || {
        at.members()
            .filter(|(name, _)| !known.contains(&name.as_str()))
    };
    let hint = "Put what they say into known fields, or into a file.";
    if foreign().count() > bounds::MORE {
        let message = format!(
            "More than {} members are not known and left out.",
            bounds::MORE
        );
        findings.error(Code::TooMany, "", message, hint);
        return Map::new();
    }
    if measure::members(foreign(), bounds::FREE, bounds::DEPTH).is_err() {
        let message = format!(
            "Members that are not known have more than {} bytes and are left out.",
            bounds::FREE
        );
        findings.error(Code::TooLarge, "", message, hint);
        return Map::new();
    }
    foreign()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
