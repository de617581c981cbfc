//! What an envelope says: whether someone else can go on with it.
//!
//! [`read`](crate::read()) asks the same questions, except for artifacts: only whoever has the
//! project at hand can look them up, and calls [`Envelope::review`].

mod paths;
mod refs;
mod vague;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::envelope::{Envelope, Status};
use crate::times;

/// Whether something is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    There,
    /// It was looked for and is not there.
    Missing,
    /// It could not be looked for.
    Unknown,
}

/// Looks up a path inside the project.
type There<'a> = &'a dyn Fn(&str) -> Presence;

impl Envelope {
    /// Lists everything there is to say about it, errors first. `there` looks up the path of an
    /// artifact; it is never asked about a path that leads outside the project.
    pub fn review(&self, there: &dyn Fn(&str) -> Presence) -> Vec<Diagnostic> {
        let mut findings = Findings::default();
        content(self, Some(there), &mut findings);
        if self.outcome.status() == Status::Success && self.more.contains_key("blockers") {
            findings.warn(
                Code::BlockersOnSuccess,
                "blockers",
                "A success has no blockers.",
                "Leave them out, or say that the work is partial or blocked.",
            );
        }
        findings.into_vec()
    }
}

/// Checks the content. Without `there`, artifacts are not looked up, and not reported as unchecked
/// either.
pub(crate) fn content(envelope: &Envelope, there: Option<There<'_>>, findings: &mut Findings) {
    agent_name("from_agent", &envelope.from_agent, findings);
    if !times::is_rfc3339(&envelope.timestamp) {
        findings.error(
            Code::TimestampNotRfc3339,
            "timestamp",
            "The timestamp is no RFC 3339 date and time.",
            "Write it with its offset, such as 2026-01-15T10:30:00Z.",
        );
    }
    context(envelope, findings);
    summary(envelope, findings);
    task(envelope, findings);
    options(envelope, findings);
    artifacts(envelope, there, findings);
    chain(envelope, findings);
    for (at, reference) in envelope.metadata.memory_refs.iter().enumerate() {
        if !refs::like_a_hash(reference) {
            findings.warn(
                Code::MemoryRefNotAHash,
                &format!("metadata.memory_refs.{at}"),
                "The reference does not look like a content hash.",
                "Name what is kept elsewhere by its hash.",
            );
        }
    }
}

/// Checks that a name is one line that can be shown.
pub(crate) fn agent_name(field: &str, name: &str, findings: &mut Findings) {
    if name.chars().any(char::is_control) {
        findings.error(
            Code::AgentNameUnusable,
            field,
            "The name has line breaks or other control characters.",
            "Use a name of one line.",
        );
    }
}

fn context(envelope: &Envelope, findings: &mut Findings) {
    let context = &envelope.context;
    if context.objective.is_some() {
        return;
    }
    if envelope.outcome.status() == Status::Blocked && context.constraints.is_empty() {
        findings.wish(
            Code::BlockedWithoutContext,
            "context",
            "Nothing says what the decision is for or what it must respect.",
            "Add the objective or the constraints.",
        );
    } else if !envelope.metadata.made_up_summary {
        findings.wish(
            Code::ObjectiveMissing,
            "context.objective",
            "Nothing says what the work is for.",
            "Add the objective in one sentence.",
        );
    }
}

fn summary(envelope: &Envelope, findings: &mut Findings) {
    let Some(summary) = envelope.outcome.summary() else {
        return;
    };
    if !envelope.metadata.made_up_summary && vague::summary(summary) {
        findings.warn(
            Code::SummaryVague,
            "results.summary",
            "The summary does not say what was done.",
            "Name what changed, where, and how far it is checked.",
        );
    }
}

fn task(envelope: &Envelope, findings: &mut Findings) {
    let Some(action) = &envelope.action_required else {
        return;
    };
    let alone = action.instructions.is_empty() && action.expected_output.is_none();
    if alone && vague::task(&action.task) {
        findings.warn(
            Code::TaskGeneric,
            "action_required.task",
            "The task does not say what to do with what.",
            "Name the goal, or add instructions or the expected output.",
        );
    }
}

fn options(envelope: &Envelope, findings: &mut Findings) {
    for (at, blocker) in envelope.outcome.blockers().iter().enumerate() {
        if blocker.resolution_options.is_empty() {
            findings.wish(
                Code::BlockerWithoutOptions,
                &format!("blockers.{at}.resolution_options"),
                "The blocker names no way to resolve it.",
                "Name at least one option the receiver can choose.",
            );
        }
    }
}

fn artifacts(envelope: &Envelope, there: Option<There<'_>>, findings: &mut Findings) {
    let artifacts = envelope
        .outcome
        .output()
        .map_or(&[][..], |output| &output.artifacts);
    // Who said nothing about the outcome claims nothing either.
    let claims = !envelope.metadata.made_up_summary;
    if artifacts.is_empty() && claims && envelope.outcome.status() == Status::Success {
        findings.wish(
            Code::ArtifactsMissing,
            "results.artifacts",
            "A success names no file that came out of it.",
            "Name the files that were made or changed, if there are any.",
        );
    }
    for (at, artifact) in artifacts.iter().enumerate() {
        let field = format!("results.artifacts.{at}.path");
        if let Some(fault) = paths::fault(&artifact.path) {
            let hint = "Give the path from the root of the project.";
            findings.error(Code::ArtifactPathUnsafe, &field, fault, hint);
            continue;
        }
        match there.map(|there| there(&artifact.path)) {
            None | Some(Presence::There) => {}
            Some(Presence::Missing) => findings.error(
                Code::ArtifactMissing,
                &field,
                "Nothing is at this path in the project.",
                "Correct the path, or leave the artifact out.",
            ),
            Some(Presence::Unknown) => findings.warn(
                Code::ArtifactUnchecked,
                &field,
                "Whether something is at this path could not be checked.",
                "Check it before you rely on it.",
            ),
        }
    }
}

fn chain(envelope: &Envelope, findings: &mut Findings) {
    let chain = envelope.metadata.chain_position;
    if let (Some(step), Some(total)) = (chain.step, chain.total_steps)
        && step > total
    {
        findings.error(
            Code::ChainStepBeyondTotal,
            "metadata.chain_position.step",
            format!("This is step {step} of {total}."),
            "Correct the step or the number of steps.",
        );
    }
}
