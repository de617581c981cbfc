//! `segue history`: where conversations were, who had them, and what became of them.

mod tree;

use std::process::ExitCode;

use segue_door::{ConversationLineage, Lineage, QuarantinedRecord, ask};
use segue_link::Link;

use super::super::{Ended, conversation_or_file};
use crate::arguments::HistoryOptions;
use crate::readable::{count, short_time};
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width};
use crate::waiting;
use tree::{Handed, Version};

/// Shows where a conversation was, or all of them.
pub async fn history(link: &Link, say: &Say, options: HistoryOptions) -> Ended {
    let conversation = options.what.map(conversation_or_file).transpose()?;
    let about = conversation.as_ref().map(|it| it.named().to_owned());
    let about = about.unwrap_or_default();
    let one = conversation.is_some();
    let request = ask::Lineage { conversation };
    let found = waiting::ask(link, say.json(), "Loading history", &about, request).await?;
    say.reply(&found, |found| match options.mermaid {
        true => mermaid(found),
        false => text(found, one, width()),
    });
    Ok(ExitCode::SUCCESS)
}

fn mermaid(found: &Lineage) -> String {
    let graphs = found.conversations.iter().map(|one| {
        let lines = one.mermaid.trim_end().lines();
        lines.map(printable).collect::<Vec<_>>().join("\n")
    });
    graphs.collect::<Vec<_>>().join("\n\n")
}

fn text(found: &Lineage, one: bool, width: usize) -> String {
    if found.conversations.is_empty() {
        return match one {
            true => "It hasn't been handed off or imported.",
            false => {
                "Nothing handed off yet. The history of a conversation starts with its first handoff."
            }
        }
        .to_owned();
    }
    let parts = found
        .conversations
        .iter()
        .map(|one| conversation(one, width));
    parts.collect::<Vec<_>>().join("\n\n")
}

fn conversation(one: &ConversationLineage, width: usize) -> String {
    let versions = tree::read(&one.versions);
    let title = printable(one.title.as_deref().unwrap_or("Untitled"));
    let mut lines = vec![
        fit(&title, width),
        format!(
            "  {}  {}",
            printable(&one.conversation),
            count(versions.len() as u64, "version", "versions")
        ),
    ];
    if !versions.is_empty() {
        let headings = [
            ("WHO", Side::Left),
            ("WHEN", Side::Left),
            ("AGENT", Side::Left),
            ("MESSAGES", Side::Right),
            ("HANDED OFF TO", Side::Left),
        ];
        let rows: Vec<Vec<String>> = versions.iter().flat_map(rows).collect();
        lines.extend(table(&headings, &rows, width));
    }
    if versions.iter().any(|version| !version.signed) {
        lines.push("? not signed, so nothing proves it".to_owned());
    }
    lines.extend(one.quarantined.iter().map(quarantined));
    if let Some(problem) = &one.problem {
        lines.push(format!("! {}", printable(problem)));
    }
    lines.join("\n")
}

/// Formats the row of a version, and one more row for every further person it went to.
fn rows(version: &Version) -> Vec<Vec<String>> {
    let branch = match version.depth {
        0 => String::new(),
        depth => format!("{}└ ", "  ".repeat(depth - 1)),
    };
    let doubt = if version.signed { "" } else { " ?" };
    let mut to = version.handed.iter().map(handed);
    let mut rows = vec![vec![
        format!("{branch}{}{doubt}", fit(&printable(&version.who), 20)),
        version.at.as_deref().map(short_time).unwrap_or_default(),
        fit(&printable(&version.platform), 16),
        version.messages.to_string(),
        to.next().unwrap_or_default(),
    ]];
    rows.extend(to.map(|to| {
        let mut row = vec![String::new(); 4];
        row.push(to);
        row
    }));
    rows
}

fn handed(handed: &Handed) -> String {
    let to = fit(&printable(&handed.to), 20);
    match handed.state.as_deref() {
        None => to,
        Some(state) => format!("{to} ({})", in_words(state)),
    }
}

fn in_words(state: &str) -> String {
    match state {
        "submitted" => "waiting",
        "working" => "delivered",
        "input-required" => "needs an answer",
        "auth-required" => "needs pairing",
        "completed" => "imported",
        "canceled" => "cancelled",
        "rejected" => "dismissed",
        "failed" => "failed",
        other => return fit(&printable(other), 20),
    }
    .to_owned()
}

fn quarantined(one: &QuarantinedRecord) -> String {
    let from = one.from.as_deref().map(printable);
    let from = from.map_or(String::new(), |from| format!(" from {from}"));
    let id: String = one.id.chars().take(12).collect();
    format!(
        "! Ignored: {}{from}: {}",
        printable(&id),
        printable(&one.why)
    )
}

#[cfg(test)]
mod tests;
