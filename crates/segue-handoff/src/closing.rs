//! The last words to the agent that goes on: what to do, and how things stand.
//!
//! Plain text with lists, readable by people and agents. Everything in it comes from the sender;
//! whoever writes it into a session says so, and makes it printable there.

mod page;

use crate::envelope::{Artifact, Blocker, Decision, Envelope, Status, Verification};
use page::Page;

/// What the resumed agent is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Closing {
    pub task: Option<String>,
    /// Everything else that was said, if anything was.
    pub note: Option<String>,
}

impl Envelope {
    /// Writes what the resumed agent is told. A success whose summary nobody wrote has no note,
    /// unless something else was said.
    pub fn closing(&self) -> Closing {
        let task = self
            .action_required
            .as_ref()
            .map(|action| action.task.to_string());
        let mut page = Page::default();
        self.standing(&mut page);
        self.background(&mut page);
        let blockers = self.outcome.blockers();
        page.list("Blockers", blockers.iter().map(blocker));
        if let Some(action) = &self.action_required {
            page.steps("Instructions", action.instructions.iter());
            page.line("Expected output", action.expected_output.as_deref());
            page.line(
                "Priority",
                action.priority.map(|priority| priority.as_str()),
            );
            page.line("Deadline", action.deadline.as_deref());
        }
        if let Some(output) = self.outcome.output() {
            page.list("Artifacts", output.artifacts.iter().map(artifact));
            page.line(
                "Verification",
                verification(&output.verification).as_deref(),
            );
        }
        let note = self.note.as_ref().map(|note| note.trim_end().to_owned());
        let note = match (note, page.finish()) {
            (Some(note), Some(rest)) => Some(format!("{note}\n\n{rest}")),
            (note, rest) => note.or(rest),
        };
        Closing { task, note }
    }

    fn standing(&self, page: &mut Page) {
        let status = self.outcome.status();
        let summary = self
            .outcome
            .summary()
            .filter(|_| !self.metadata.made_up_summary);
        if status == Status::Success && summary.is_none() {
            return;
        }
        let standing = match summary {
            Some(summary) => format!("{status}. {summary}"),
            None => format!("{status}."),
        };
        page.line("Where it stands", Some(&standing));
    }

    fn background(&self, page: &mut Page) {
        let context = &self.context;
        page.line("Objective", context.objective.as_deref());
        page.list("In scope", context.scope.in_scope.iter());
        page.list("Out of scope", context.scope.out_of_scope.iter());
        page.list("Constraints", context.constraints.iter());
        page.list(
            "Decided before",
            context.prior_decisions.iter().map(decision),
        );
    }
}

fn blocker(blocker: &Blocker) -> String {
    let mut page = Page::default();
    let kind = blocker.kind.as_str().replace('_', " ");
    page.paragraph(&format!("{} ({kind})", blocker.description));
    page.numbers(blocker.resolution_options.iter());
    page.line("Waiting for it", join(&blocker.blocking_tasks).as_deref());
    page.finish().unwrap_or_default()
}

fn decision(decision: &Decision) -> String {
    let mut page = Page::default();
    if let Some(decision) = &decision.decision {
        page.paragraph(decision);
    }
    page.line("Because", decision.rationale.as_deref());
    page.line(
        "Also considered",
        join(&decision.alternatives_considered).as_deref(),
    );
    page.finish().unwrap_or_default()
}

fn artifact(artifact: &Artifact) -> String {
    let mut text = format!("{} ({})", artifact.path, artifact.kind);
    if let Some(description) = &artifact.description {
        text.push_str(": ");
        text.push_str(description);
    }
    text
}

fn verification(verification: &Verification) -> Option<String> {
    let mut said = Vec::new();
    match verification.tests_passed {
        Some(true) => said.push("tests passed".to_owned()),
        Some(false) => said.push("tests did not pass".to_owned()),
        None => {}
    }
    if let Some(coverage) = verification.coverage {
        said.push(format!("coverage {coverage}"));
    }
    match verification.execution_verified {
        Some(true) => said.push("it was run".to_owned()),
        Some(false) => said.push("it was not run".to_owned()),
        None => {}
    }
    if let Some(method) = &verification.verification_method {
        said.push(format!("checked by: {method}"));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

fn join<T: AsRef<str>>(texts: &[T]) -> Option<String> {
    let texts: Vec<_> = texts.iter().map(AsRef::as_ref).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}
