//! What can be done with a handoff, with the exact commands.

use segue_door::{Direction, Handoff, HandoffDetail, RemoteCopy};

use super::super::{id, is_over, name};
use crate::say::printable;

/// Lists what can be done with a handoff, under a heading; empty when nothing can.
pub fn next(detail: &HandoffDetail) -> Vec<String> {
    let handoff = &detail.handoff;
    let mut steps = Vec::new();
    match handoff.direction {
        _ if handoff.state == "auth-required" => {
            let person = printable(&handoff.person.short);
            step(&mut steps, "Pair", format!("segue pair {person}"));
            if handoff.direction == Direction::Sent {
                step(
                    &mut steps,
                    "Cancel",
                    format!("segue cancel {}", id(handoff)),
                );
            }
        }
        Direction::Sent => sent(handoff, &mut steps),
        Direction::Received if is_over(handoff) => ended(detail, &mut steps),
        Direction::Received => received(detail, &mut steps),
    }
    if !steps.is_empty() {
        steps.insert(0, "What you can do:".to_owned());
    }
    steps
}

fn step(steps: &mut Vec<String>, what: &str, command: String) {
    steps.push(format!("  {what:<10} {command}"));
}

fn sent(handoff: &Handoff, steps: &mut Vec<String>) {
    let id = id(handoff);
    if is_over(handoff) {
        return;
    }
    if handoff.question.is_some() {
        step(steps, "Answer", format!("segue answer {id} TEXT"));
        let more = format!("segue answer {id} TEXT --more CONVERSATION");
        step(steps, "Send more", more);
    }
    step(steps, "Cancel", format!("segue cancel {id}"));
}

fn received(detail: &HandoffDetail, steps: &mut Vec<String>) {
    let handoff = &detail.handoff;
    let id = id(handoff);
    if !handoff.options.is_empty() {
        let choose = format!("segue answer {id} --option NUMBER");
        step(steps, "Choose", choose);
    }
    let full_copy = handoff.full_copy.as_ref().map(|full_copy| full_copy.state);
    if full_copy == Some(RemoteCopy::Available) {
        step(steps, "Fetch", format!("segue fetch {id}"));
    }
    let refused = detail.file.as_ref().map(|file| file.refused.is_some());
    match refused {
        Some(false) => {
            let import = format!("segue import {id} --to AGENT [--project DIR]");
            step(steps, "Import", import);
            step(steps, "Download", format!("segue download {id}"));
        }
        Some(true) => step(steps, "Download", format!("segue download {id}")),
        None => {}
    }
    if detail.file.as_ref().is_some_and(|file| file.diff.is_some()) {
        step(steps, "Changes", format!("segue download {id} --diff"));
    }
    if handoff.question.is_some() {
        let name = name(handoff);
        step(steps, "Wait", format!("{name} hasn't answered yet"));
    }
    step(steps, "Ask", format!("segue ask {id} TEXT"));
    step(steps, "Dismiss", format!("segue dismiss {id}"));
}

fn ended(detail: &HandoffDetail, steps: &mut Vec<String>) {
    let handoff = &detail.handoff;
    let id = id(handoff);
    if let Some(resume) = &detail.resume {
        step(steps, "Continue", printable(resume));
    }
    if handoff.import.is_some() || handoff.state == "rejected" {
        step(steps, "Undo", format!("segue undo {id}"));
    }
    if detail.file.is_some() {
        step(steps, "Download", format!("segue download {id}"));
    }
}
