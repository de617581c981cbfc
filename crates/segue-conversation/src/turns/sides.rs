//! Each message of one side: only the agent calls, and only to it results are told.
//!
//! A file may say anything. A call among the person's words would never be answered, and a result
//! among the agent's would not be found, so both are put where they belong before anything else.

use std::collections::VecDeque;

use crate::message::{Message, Role};
use crate::part::{Body, Part};
use crate::report::Report;

/// Splits a message that speaks for both sides into several; any other stays as it is. A call among
/// the person's words becomes text.
pub(super) fn apart(mut message: Message, report: &mut Report) -> VecDeque<Message> {
    if message.role == Role::User {
        for part in &mut message.parts {
            if let Body::Call(call) = &part.body {
                let words = format!("[A call of the tool {}]\n{}", call.name, call.input.text());
                report.changed(
                    "tool call",
                    "it stood in what the agent is told; it is text now",
                );
                *part = Part::text(words);
            }
        }
        return VecDeque::from([message]);
    }
    if !message.parts.iter().any(is_result) {
        return VecDeque::from([message]);
    }
    report.changed(
        "tool result",
        "it stood in what the agent says; it is told to it now",
    );
    let (id, beside) = (message.id.clone(), std::mem::take(&mut message.beside));
    let parts = std::mem::take(&mut message.parts);
    // The record it came from was another one.
    message.native = None;
    let mut runs: VecDeque<Message> = VecDeque::new();
    for part in parts {
        let role = if is_result(&part) {
            Role::User
        } else {
            Role::Agent
        };
        match runs.back_mut() {
            Some(last) if last.role == role => last.parts.push(part),
            _ => {
                let mut next = message.clone();
                next.role = role;
                next.parts = vec![part];
                if !runs.is_empty() {
                    next.id = format!("{id}-{}", runs.len() + 1);
                    next.resets = false;
                }
                runs.push_back(next);
            }
        }
    }
    if let Some(last) = runs.back_mut() {
        last.beside = beside;
    }
    runs
}

fn is_result(part: &Part) -> bool {
    matches!(part.body, Body::Result(_))
}
