//! What a handoff is, who sent it, and what they say about it.

use segue_door::{Direction, Handoff, HandoffDetail, RemoteCopy, SignatureState};

use super::super::super::{envelope, inspect};
use super::super::{extent, name};
use crate::readable::{count, size, time};
use crate::say::printable;

/// Formats the facts about a handoff, one line each.
pub fn facts(detail: &HandoffDetail) -> Vec<String> {
    let handoff = &detail.handoff;
    let mut lines = Vec::new();
    let mut row = |name: &str, value: &str| lines.push(format!("  {name:<10} {value}"));
    let who = match handoff.direction {
        Direction::Sent => "to",
        Direction::Received => "from",
    };
    row(who, &person(handoff));
    row("state", &printable(&handoff.says));
    if let Some(why) = &handoff.waits {
        row("waiting", &printable(why));
    }
    if let Some(so_far) = handoff.progress {
        let words = format!("{} of {}", size(so_far.done), size(so_far.total));
        row("progress", &words);
    }
    row("handed off", &time(&handoff.created));
    if handoff.state == "submitted" {
        row("until", &time(&handoff.expires));
    }
    if let Some(before) = &handoff.refers_to {
        row("follows", &printable(before));
    }
    if let Some(full_copy) = full_copy(handoff) {
        row("full copy", &full_copy);
    }
    if let Some(travelled) = travelled(handoff) {
        row("transfer", &travelled);
    }
    match &detail.file {
        Some(file) => {
            let facts = inspect::facts(file).into_iter();
            // Who it is from is known better than a file can say, unless that is in doubt.
            let doubted = !matches!(file.sender.signature, SignatureState::Signed);
            lines.extend(
                facts.filter_map(|line| match line.strip_prefix("  from  ") {
                    Some(said) if doubted => Some(format!("! The file: {}", said.trim_start())),
                    Some(_) => None,
                    None => Some(line),
                }),
            );
            lines.extend(inspect::doubts(file));
            if let Some(why) = &file.refused {
                lines.push(format!("! It can't be imported. {}", printable(why)));
            }
        }
        None => {
            row("messages", &extent(handoff));
            row("history", &printable(&handoff.history));
            row("source", &printable(&handoff.platform));
        }
    }
    lines
}

fn person(handoff: &Handoff) -> String {
    let person = &handoff.person;
    let verified = match person.verified {
        true => "verified",
        false => "NOT verified",
    };
    let here = match person.here {
        true => "online",
        false => "offline",
    };
    format!(
        "{} (…{}), {verified}, {here}",
        name(handoff),
        printable(&person.short)
    )
}

fn full_copy(handoff: &Handoff) -> Option<String> {
    let full_copy = handoff.full_copy.as_ref()?;
    let state = match full_copy.state {
        RemoteCopy::Available => "with the sender, can be fetched",
        RemoteCopy::Fetching => "being fetched",
        RemoteCopy::Local => "here",
        RemoteCopy::Expired => "no longer available from the sender",
    };
    let messages = count(full_copy.messages, "message", "messages");
    Some(format!("{messages}, {}: {state}", size(full_copy.bytes)))
}

fn travelled(handoff: &Handoff) -> Option<String> {
    let travelled = size(handoff.travelled?);
    Some(match handoff.saved {
        Some(saved) if saved > 0 => {
            format!("{travelled}; {} was already here", size(saved))
        }
        _ => travelled,
    })
}

/// Formats what the sender says about a handoff, and what is odd about that.
pub fn said(detail: &HandoffDetail) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(said) = &detail.envelope {
        lines.push(String::new());
        lines.push(match detail.handoff.direction {
            Direction::Received => format!("Details from {}:", name(&detail.handoff)),
            Direction::Sent => "Details you sent:".to_owned(),
        });
        lines.extend(envelope::lines(said));
    }
    // What is odd about the file's own envelope was told with the file.
    let told = detail.file.as_ref().map(|file| &file.diagnostics);
    let mut odd = detail.diagnostics.clone();
    odd.retain(|one| told.is_none_or(|told| !told.contains(one)));
    lines.extend(envelope::diagnostics(&odd));
    lines
}
