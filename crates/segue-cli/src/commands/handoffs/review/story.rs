//! What the two of them did and said, oldest first.

use segue_door::{HandoffDetail, HandoffMoment};

use super::super::name;
use crate::readable::{count, time};
use crate::say::printable;

/// How many moments are shown.
const MOST: usize = 200;
/// How many lines of a text are shown.
const LINES: usize = 40;

/// Formats what happened to a handoff, under a heading; empty when nothing did.
pub fn story(detail: &HandoffDetail) -> Vec<String> {
    if detail.story.is_empty() {
        return Vec::new();
    }
    let name = name(&detail.handoff);
    let mut lines = vec![String::new(), "Activity:".to_owned()];
    let before = detail.story.len().saturating_sub(MOST);
    if before > 0 {
        let earlier = count(before as u64, "earlier entry", "earlier entries");
        lines.push(format!("  … {earlier} …"));
    }
    for one in detail.story.iter().skip(before) {
        lines.extend(moment(one, &name));
    }
    lines
}

fn moment(one: &HandoffMoment, name: &str) -> Vec<String> {
    let who = if one.by_you { "You" } else { name };
    let untold = match one.by_you && !one.told {
        true => format!("  ({name} hasn't been told yet)"),
        false => String::new(),
    };
    let mut lines = vec![format!("  {}  {}{untold}", time(&one.at), did(one, who))];
    let text = one.text.as_deref().unwrap_or_default();
    let text = text.lines().take(LINES);
    lines.extend(text.map(|line| {
        let line = printable(&line.replace('\t', "    "));
        format!("      {line}").trim_end().to_owned()
    }));
    lines
}

fn did(one: &HandoffMoment, who: &str) -> String {
    match one.what.as_str() {
        "queued" => format!("{who} handed it off."),
        "offered" => "It was offered.".to_owned(),
        "delivered" => "It was delivered, and every byte was checked.".to_owned(),
        "opened" => format!("{who} opened it."),
        "input-required" | "asked" => format!("{who} asked:"),
        "answered" => format!("{who} answered:"),
        "chose" => format!("{who} chose:"),
        "auth-required" => "You have to pair again.".to_owned(),
        "downloaded" => format!("{who} downloaded it."),
        "imported" => format!("{who} imported it."),
        "import-undone" => format!("{who} undid the import."),
        "dismissed" => format!("{who} dismissed it."),
        "failed" => "It failed.".to_owned(),
        "withdrawn" => format!("{who} cancelled it."),
        "reopened" => format!("{who} restored it."),
        other => format!("{who}: {}", printable(other)),
    }
}
