//! `segue outbox` and `segue inbox`.

use std::process::ExitCode;

use segue_door::{Connection, Handoff, HandoffList, RestState, Way, ask};
use segue_link::Link;

use super::super::Ended;
use super::{id, is_over, name, one_line, says};
use crate::arguments::BoxOptions;
use crate::readable::{age, count};
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width, wrap};

/// How far what is said about a handoff stands in.
const INDENT: &str = "          ";

/// Lists what was handed to others.
pub async fn outbox(link: &Link, say: &Say, options: BoxOptions) -> Ended {
    let request = ask::Outbox { all: options.all };
    let list = link.call(request).await?;
    let here = link.connection() == Connection::Hosting;
    say.reply(&list, |list| {
        text(list, Way::Out, options.all, width()) + &network(list, here)
    });
    Ok(ExitCode::SUCCESS)
}

/// Lists what others handed over.
pub async fn inbox(link: &Link, say: &Say, options: BoxOptions) -> Ended {
    let request = ask::Inbox { all: options.all };
    let list = link.call(request).await?;
    let here = link.connection() == Connection::Hosting;
    say.reply(&list, |list| {
        text(list, Way::In, options.all, width()) + &network(list, here)
    });
    Ok(ExitCode::SUCCESS)
}

fn text(list: &HandoffList, way: Way, all: bool, width: usize) -> String {
    let mut lines = match list.handoffs.is_empty() {
        true => vec![empty(list, way)],
        false => rows(list, way, width),
    };
    if list.ended > 0 && !all {
        let command = match way {
            Way::Out => "segue outbox --all",
            Way::In => "segue inbox --all",
        };
        lines.push(format!("Show {} finished: {command}", list.ended));
    }
    lines.join("\n")
}

/// Why nothing comes or goes, when nothing does.
fn network(list: &HandoffList, hosts: bool) -> String {
    match (list.network, hosts) {
        (true, _) => "",
        (false, true) => {
            "\n! Segue isn't running, so nothing is sent or received. Start segue serve or the app."
        }
        (false, false) => {
            "\n! The network is off, so nothing is sent or received. segue doctor shows why."
        }
    }
    .to_owned()
}

fn empty(list: &HandoffList, way: Way) -> String {
    match (way, list.ended) {
        (Way::Out, 0) => {
            "Nothing handed off yet. Choose a conversation: segue list\n\
                          Then: segue send ID --to PERSON --task \"What they should do\""
        }
        (Way::Out, _) => "No open handoffs.",
        (Way::In, _) => {
            "Your inbox is empty. Conversations people hand you appear here while Segue runs\n\
                         (segue serve or the app). Invite someone: segue invite"
        }
    }
    .to_owned()
}

fn rows(list: &HandoffList, way: Way, width: usize) -> Vec<String> {
    let who = match way {
        Way::Out => "TO",
        Way::In => "FROM",
    };
    let headings = [
        ("ID", Side::Left),
        (who, Side::Left),
        ("AGE", Side::Left),
        ("MESSAGES", Side::Right),
        ("TITLE", Side::Left),
    ];
    let cells: Vec<Vec<String>> = list.handoffs.iter().map(row).collect();
    let mut table = table(&headings, &cells, width).into_iter();
    let mut lines: Vec<String> = table.next().into_iter().collect();
    for (row, handoff) in table.zip(&list.handoffs) {
        lines.push(row);
        for about in beneath(handoff) {
            let room = width.saturating_sub(INDENT.len());
            lines.extend(wrap(&about, room).into_iter().map(|line| {
                let line = format!("{INDENT}{line}");
                line.trim_end().to_owned()
            }));
        }
    }
    lines
}

fn row(handoff: &Handoff) -> Vec<String> {
    vec![
        id(handoff),
        fit(&name(handoff), 20),
        age(&handoff.created),
        handoff.messages.to_string(),
        printable(handoff.title.as_deref().unwrap_or("Untitled")),
    ]
}

/// Everything there is to say about one, beneath its row.
fn beneath(handoff: &Handoff) -> Vec<String> {
    let id = id(handoff);
    let mut lines = vec![match is_new(handoff) {
        true => "New.".to_owned(),
        false => says(handoff),
    }];
    if let Some(task) = handoff.task.as_deref().filter(|_| handoff.way == Way::In) {
        let urgent = match handoff.priority.as_deref() {
            Some(priority @ ("critical" | "high")) => format!(" ({priority})"),
            _ => String::new(),
        };
        lines.push(format!("Task{urgent}: {}", one_line(task)));
    }
    if let Some(why) = &handoff.waits {
        lines.push(format!("Waiting: {}", printable(why)));
    }
    if is_over(handoff) {
        if handoff.undo_until.is_some() {
            lines.push(format!("Undo: segue undo {id}"));
        }
        return lines;
    }
    if handoff.state == "auth-required" {
        let person = printable(&handoff.person.short);
        lines.push(format!("Pair again: segue pair {person}"));
    }
    match (&handoff.question, handoff.way) {
        (Some(question), Way::Out) => {
            // How it stands may say so already.
            if !handoff.says.contains(question.as_str()) {
                lines.push(format!("{} asks: {}", name(handoff), one_line(question)));
            }
            lines.push(format!("Answer: segue answer {id} TEXT"));
        }
        (Some(question), Way::In) => lines.push(format!("You asked: {}", one_line(question))),
        (None, _) => {}
    }
    if handoff.way == Way::In && !handoff.options.is_empty() {
        for (at, option) in handoff.options.iter().enumerate() {
            lines.push(format!("{}  {}", at + 1, one_line(option)));
        }
        lines.push(format!("Choose: segue answer {id} --option NUMBER"));
    }
    let rest = handoff.rest.as_ref().filter(|_| handoff.way == Way::In);
    if let Some(rest) = rest.filter(|rest| rest.state == RestState::There) {
        let messages = count(rest.messages, "message", "messages");
        lines.push(format!("Fetch {messages}: segue fetch {id}"));
    }
    if is_new(handoff) {
        lines.push(format!("Review: segue review {id}"));
    }
    lines
}

/// Whether it came and was not looked at.
fn is_new(handoff: &Handoff) -> bool {
    handoff.way == Way::In && handoff.receipt == "delivered"
}

#[cfg(test)]
mod tests;
