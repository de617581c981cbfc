//! `segue inspect`.

use std::process::ExitCode;

use segue_door::{ContentState, Inspected, PathRef, ProjectHint, SignatureState, ask};
use segue_link::Link;

use super::leaving::render;
use super::{Ended, envelope, messages, whole};
use crate::arguments::InspectOptions;
use crate::readable::{count, size, time};
use crate::say::{Say, printable};
use crate::waiting;

/// Shows what a file says and who made it.
pub async fn inspect(link: &Link, say: &Say, options: InspectOptions) -> Ended {
    let path = whole(&options.file)?;
    let request = ask::InspectFile {
        path: PathRef::Path(path.clone()),
    };
    let found = waiting::ask(link, say.json(), "Reading", &path, request).await?;
    say.reply(&found, text);
    Ok(match found.refused {
        // The same as an import of it would end with.
        Some(_) => ExitCode::from(3),
        None => ExitCode::SUCCESS,
    })
}

fn text(found: &Inspected) -> String {
    let mut lines = vec![printable(found.title.as_deref().unwrap_or("Untitled"))];
    lines.extend(facts(found));
    if found.envelope.is_none() {
        for (name, text) in [("task", &found.task), ("note", &found.note)] {
            if let Some(text) = text {
                lines.push(row(name, &printable(&text.replace('\n', " "))));
            }
        }
    }
    lines.extend(doubts(found));
    lines.extend(said(found));
    for message in &found.first {
        lines.push(String::new());
        lines.extend(messages::message(message, false));
    }
    if let Some(last) = found.last.first() {
        let between = last.number - found.first.len() as u64 - 1;
        if between > 0 {
            lines.push(String::new());
            lines.push(format!("  … {} …", count(between, "message", "messages")));
        }
    }
    for message in &found.last {
        lines.push(String::new());
        lines.extend(messages::message(message, false));
    }
    if let Some(why) = &found.refused {
        lines.push(String::new());
        lines.push(format!("! It can't be imported. {}", printable(why)));
    }
    lines.join("\n")
}

fn row(name: &str, value: &str) -> String {
    format!("  {name:<10} {value}")
}

/// Formats the facts about a file.
pub fn facts(found: &Inspected) -> Vec<String> {
    let mut lines = Vec::new();
    let mut row = |name: &str, value: String| lines.push(row(name, &value));
    row("from", sender(found));
    row("content", content(found));
    row(
        "messages",
        format!(
            "{} ({} from the person, {} from the agent, {})",
            found.messages,
            found.from_user,
            found.from_agent,
            count(found.tool_calls, "tool call", "tool calls")
        ),
    );
    if found.artifacts > 0 {
        row("files", found.artifacts.to_string());
    }
    row("history", history(found));
    row("size", size(found.bytes));
    let session = found.session.as_deref().map(printable);
    row(
        "source",
        format!(
            "{} {}",
            printable(&found.platform),
            session.unwrap_or_default()
        )
        .trim_end()
        .to_owned(),
    );
    if let Some(at) = &found.exported_at {
        row("exported", time(at));
    }
    if let Some(project) = &found.project {
        row("project", about(project));
    }
    row("format", printable(&found.dialect));
    lines
}

/// Lists what was taken out of a file, what still looks odd, and what could not be understood.
pub fn doubts(found: &Inspected) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(found.diff.as_ref().map(envelope::diff));
    if let Some(report) = &found.redaction {
        lines.extend(render::redaction(report));
    }
    if !found.secrets.is_empty() {
        lines.push(format!(
            "! It still contains possible secrets: {}",
            render::kinds(&found.secrets)
        ));
    }
    lines.extend(envelope::hidden(&found.hidden));
    lines.extend(envelope::diagnostics(&found.diagnostics));
    lines.extend(messages::report(&found.report));
    if !found.skipped.is_empty() {
        lines.push("  Not supported here:".to_owned());
        lines.extend(messages::report(&found.skipped));
    }
    lines
}

/// Formats what the sender says about a file; empty when they say nothing.
fn said(found: &Inspected) -> Vec<String> {
    let Some(said) = &found.envelope else {
        return Vec::new();
    };
    let mut lines = vec![String::new(), "Details from the sender:".to_owned()];
    lines.extend(envelope::lines(said));
    lines
}

fn history(found: &Inspected) -> String {
    let name = match found.history.as_str() {
        "full" => "full conversation",
        "summary" => "summary and last exchange",
        "last_k" => "last messages",
        "pointer" => "details only; the messages stayed with the sender",
        _ => return printable(&found.history),
    };
    let Some(extent) = &found.extent else {
        return name.to_owned();
    };
    let mut words = vec![name.to_owned()];
    if found.history != "full" {
        let of = count(extent.of, "message", "messages");
        words.push(format!("{of} in the original"));
    }
    if !extent.tool_output {
        words.push("without tool output".to_owned());
    }
    if !extent.reasoning {
        words.push("without reasoning".to_owned());
    }
    words.push(printable(&extent.justification));
    words.join(", ")
}

fn sender(found: &Inspected) -> String {
    let sender = &found.sender;
    let name = sender.name.as_deref().map(printable);
    let device = sender
        .device_id
        .as_deref()
        .map(printable)
        .unwrap_or_default();
    match (&sender.signature, name) {
        (SignatureState::Signed, _) if sender.is_you => "you, signed with your key".to_owned(),
        (SignatureState::Signed, Some(name)) => {
            format!("{name} (their own name), signed by {device}")
        }
        (SignatureState::Signed, None) => format!("signed by {device}"),
        (SignatureState::Unsigned, None) if device.is_empty() => {
            "unknown sender, not signed".to_owned()
        }
        (SignatureState::Unsigned, name) => format!(
            "claims to be from {}, but isn't signed",
            name.unwrap_or(device)
        ),
        (SignatureState::OtherDevice { device_id }, name) => format!(
            "claims to be from {}, but was signed by {}",
            name.unwrap_or(device),
            printable(device_id)
        ),
        (SignatureState::Broken { why }, _) => {
            format!("unknown: the signature doesn't match ({})", printable(why))
        }
    }
}

fn content(found: &Inspected) -> String {
    match found.content {
        ContentState::Matches => "unchanged since it was made".to_owned(),
        ContentState::Differs => "changed after it was made".to_owned(),
        ContentState::Unchecked => "can't be checked: the file has no hash".to_owned(),
    }
}

fn about(project: &ProjectHint) -> String {
    let pieces = [&project.name, &project.remote, &project.branch];
    let known: Vec<String> = pieces
        .into_iter()
        .flatten()
        .map(|text| printable(text))
        .collect();
    known.join(", ")
}
