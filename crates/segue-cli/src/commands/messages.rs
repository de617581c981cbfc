//! Messages as text: every line made printable, long tool output cut.

use segue_door::{PartKind, ReportFate, ReportLine, ShownMessage, ShownPart, ShownRole};

use crate::readable::{count, things, time};
use crate::say::printable;

/// How many lines of a tool's input or output are shown, unless all are asked for.
const LINES: usize = 12;

/// Formats one message with a heading and its parts indented.
pub fn message(message: &ShownMessage, all: bool) -> Vec<String> {
    let only_results = !message.parts.is_empty()
        && message
            .parts
            .iter()
            .all(|part| part.kind == PartKind::ToolResult);
    let who = match message.role {
        ShownRole::Agent => "Agent",
        ShownRole::User if only_results => "Tool",
        ShownRole::User if message.injected => "System",
        ShownRole::User => "Person",
    };
    let mut heading = format!("#{} {who}", message.number);
    if let Some(at) = &message.at {
        heading.push_str(&format!("  {}", time(at)));
    }
    if let Some(model) = &message.model {
        heading.push_str(&format!("  {}", printable(model)));
    }
    let mut lines = Vec::new();
    if message.resets {
        lines.push("-- From here on, the model no longer sees earlier messages.".to_owned());
    }
    lines.push(heading);
    for part in &message.parts {
        lines.extend(piece(part, all));
    }
    lines
}

fn piece(part: &ShownPart, all: bool) -> Vec<String> {
    let (label, bound) = match part.kind {
        PartKind::Text => (None, false),
        PartKind::Reasoning => (Some("reasoning".to_owned()), true),
        PartKind::ToolCall => {
            let tool = part.tool.as_deref().unwrap_or("a tool");
            (Some(format!("calls {}", printable(tool))), true)
        }
        PartKind::ToolResult if part.failed => (Some("failed".to_owned()), true),
        PartKind::ToolResult => (Some("result".to_owned()), true),
        PartKind::Image => (Some("image".to_owned()), true),
        PartKind::File => (Some("file".to_owned()), true),
        PartKind::Other => (Some("agent data".to_owned()), true),
    };
    let text: Vec<String> = part
        .text
        .lines()
        .map(|line| printable(&line.replace('\t', "    ")))
        .collect();
    let most = if bound && !all { LINES } else { usize::MAX };
    let mut lines = Vec::new();
    if let Some(label) = label {
        match text.as_slice() {
            [line] if line.chars().count() < 60 => {
                lines.push(format!("  [{label}] {line}"));
            }
            _ => {
                lines.push(format!("  [{label}]"));
                lines.extend(text.iter().take(most).map(|line| format!("    {line}")));
            }
        }
    } else {
        lines.extend(
            text.iter()
                .map(|line| format!("  {line}").trim_end().to_owned()),
        );
    }
    if text.len() > most {
        let more = (text.len() - most) as u64;
        lines.push(format!("    … {}", count(more, "more line", "more lines")));
    } else if part.truncated {
        lines.push("    … only part of this is shown".to_owned());
    }
    lines
}

/// Lists what was changed and left out, and how much was kept.
pub fn report(report: &[ReportLine]) -> Vec<String> {
    let kept: Vec<String> = report
        .iter()
        .filter(|line| line.fate == ReportFate::Kept)
        .map(|line| things(line.count, &printable(&line.kind)))
        .collect();
    let mut lines = Vec::new();
    if !kept.is_empty() {
        lines.extend(
            crate::table::wrap(&format!("Kept: {}.", kept.join(", ")), 76)
                .into_iter()
                .map(|line| format!("  {line}")),
        );
    }
    for (fate, word) in [
        (ReportFate::Changed, "Changed"),
        (ReportFate::Dropped, "Left out"),
    ] {
        for line in report.iter().filter(|line| line.fate == fate) {
            let why = line.why.as_deref().unwrap_or_default();
            let text = format!(
                "{word}: {} ({})",
                things(line.count, &printable(&line.kind)),
                printable(why)
            );
            lines.extend(
                crate::table::wrap(&text, 76)
                    .into_iter()
                    .map(|line| format!("  {line}")),
            );
        }
    }
    lines
}
