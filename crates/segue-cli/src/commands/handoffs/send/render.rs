//! What is about to be sent, and what was, as text.

use segue_door::{Handoff, Sent};

use super::super::super::envelope;
use super::super::super::leaving::render as leaving;
use super::super::{extent, id, name, says, title};
use super::Ready;
use super::follow::{Verdict, verdict};
use super::recipients::Recipient;
use crate::readable::{count, size};
use crate::say::printable;
use crate::table::fit;

/// Describes what is about to leave, and to whom.
pub fn about_to(ready: &Ready, to: &[Recipient]) -> String {
    let prepared = &ready.prepared;
    let mut lines = vec![String::new(), leaving::heading(prepared)];
    lines.push(format!("  to: {}", names(to, ", ")));
    lines.push(match &prepared.task {
        Some(task) => format!("  task: {}", fit(&printable(task), 70)),
        None => "  task: none (add one with --task \"...\")".to_owned(),
    });
    lines.push(format!("  history: {}", leaving::chosen(prepared)));
    lines.extend(full_copy(ready));
    lines.extend(leaving::redaction(&prepared.redaction));
    lines.extend(prepared.diff.as_ref().map(envelope::diff));
    lines.extend(envelope::diagnostics(&prepared.diagnostics));
    for note in &prepared.notes {
        lines.push(format!("! {}", printable(note)));
    }
    lines.join("\n")
}

/// Returns the last question before sending.
pub fn question(to: &[Recipient]) -> String {
    format!("Send to {}?", names(to, " and "))
}

fn names(to: &[Recipient], between: &str) -> String {
    let shown: Vec<&str> = to.iter().map(|one| one.shown.as_str()).collect();
    shown.join(between)
}

/// Describes the full copy that a pointer points to; empty when there is none.
fn full_copy(ready: &Ready) -> Vec<String> {
    let Some(full_copy) = &ready.full_copy else {
        return Vec::new();
    };
    let mut lines = vec![format!(
        "  sent on request: {}, {}, about {} tokens",
        count(full_copy.figures.messages, "message", "messages"),
        size(full_copy.figures.bytes),
        full_copy.figures.tokens
    )];
    let taken = leaving::redaction(&full_copy.redaction).into_iter();
    lines.extend(taken.map(|line| format!("  {line}")));
    lines
}

/// Describes what was sent. What left is included only with `tells_all`, since it may have been
/// shown before.
pub fn sent(
    sent: &Sent,
    ready: &Ready,
    tells_all: bool,
    stopped: bool,
    ends_with_us: bool,
) -> String {
    let mut lines = Vec::new();
    for handoff in &sent.handoffs {
        lines.extend(one(handoff));
    }
    if tells_all {
        lines.extend(full_copy(ready));
        let prepared = &ready.prepared;
        lines.extend(leaving::taken_out(&prepared.redaction, prepared));
        lines.extend(prepared.diff.as_ref().map(envelope::diff));
        lines.extend(envelope::diagnostics(&prepared.diagnostics));
    }
    for note in &sent.notes {
        lines.push(format!("! {}", printable(note)));
    }
    let waiting: Vec<&Handoff> = sent
        .handoffs
        .iter()
        .filter(|one| verdict(one) == Verdict::NotThere)
        .collect();
    if !waiting.is_empty() {
        if stopped {
            lines.push("You stopped waiting. It stays in your outbox.".to_owned());
        }
        if ends_with_us {
            lines.push(
                "Segue stops when this command ends. Start segue serve or the app to send it when they come online."
                    .to_owned(),
            );
        }
    }
    for one in waiting {
        lines.push(format!("Cancel it: segue cancel {}", id(one)));
    }
    lines.join("\n")
}

fn one(handoff: &Handoff) -> Vec<String> {
    let (name, title, extent) = (name(handoff), title(handoff), extent(handoff));
    let says = says(handoff);
    let state = format!("  {says}  ({})", id(handoff));
    match verdict(handoff) {
        Verdict::There => vec![format!("Handed off to {name}: {title} ({extent})"), state],
        Verdict::Failed => vec![format!("Not handed off to {name}: {title}"), state],
        Verdict::NeedsTrust => vec![
            format!("Waiting for {name}: {title} ({extent})"),
            state,
            format!("  Pair again: segue pair {}", handoff.person.short),
        ],
        Verdict::NotThere => {
            let mut lines = vec![format!("Waiting for {name}: {title} ({extent})"), state];
            lines.push(match (&handoff.waits, handoff.person.here) {
                (Some(why), true) => format!("  {}", printable(why)),
                (None, true) => "  It's on its way.".to_owned(),
                (_, false) => format!(
                    "  {name} is offline. It's sent when {name} comes online while Segue runs (segue serve or the app)."
                ),
            });
            lines
        }
    }
}

#[cfg(test)]
mod tests;
