//! `segue outbox` and `segue inbox`.

use std::process::ExitCode;

use segue_door::{Connection, Direction, Handoff, HandoffList, RemoteCopy, ask};
use segue_link::Link;

use super::super::Ended;
use super::{id, is_over, name, one_line, says};
use crate::arguments::BoxOptions;
use crate::readable::{age, count};
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width, wrap};

/// The indent of what is said about a handoff.
const INDENT: &str = "          ";

/// Lists what was handed to others.
pub async fn outbox(link: &Link, say: &Say, options: BoxOptions) -> Ended {
    let request = ask::Outbox { all: options.all };
    let list = link.call(request).await?;
    let here = link.connection() == Connection::Hosting;
    say.reply(&list, |list| {
        text(list, Direction::Sent, options.all, width()) + &network(list, here)
    });
    Ok(ExitCode::SUCCESS)
}

/// Lists what others handed over.
pub async fn inbox(link: &Link, say: &Say, options: BoxOptions) -> Ended {
    let request = ask::Inbox { all: options.all };
    let list = link.call(request).await?;
    let here = link.connection() == Connection::Hosting;
    say.reply(&list, |list| {
        text(list, Direction::Received, options.all, width()) + &network(list, here)
    });
    Ok(ExitCode::SUCCESS)
}

fn text(list: &HandoffList, direction: Direction, all: bool, width: usize) -> String {
    let mut lines = match list.handoffs.is_empty() {
        true => vec![empty(list, direction)],
        false => rows(list, direction, width),
    };
    if list.ended > 0 && !all {
        let command = match direction {
            Direction::Sent => "segue outbox --all",
            Direction::Received => "segue inbox --all",
        };
        lines.push(format!("Show {} finished: {command}", list.ended));
    }
    lines.join("\n")
}

/// Explains why nothing comes or goes; empty while the network is on.
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

fn empty(list: &HandoffList, direction: Direction) -> String {
    match (direction, list.ended) {
        (Direction::Sent, 0) => {
            "Nothing handed off yet. Choose a conversation: segue list\n\
                          Then: segue send ID --to PERSON --task \"What they should do\""
        }
        (Direction::Sent, _) => "No open handoffs.",
        (Direction::Received, _) => {
            "Your inbox is empty. Conversations people hand you appear here while Segue runs\n\
                         (segue serve or the app). Invite someone: segue invite"
        }
    }
    .to_owned()
}

fn rows(list: &HandoffList, direction: Direction, width: usize) -> Vec<String> {
    let who = match direction {
        Direction::Sent => "TO",
        Direction::Received => "FROM",
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

/// Formats everything there is to say about one handoff, to be shown beneath its row.
fn beneath(handoff: &Handoff) -> Vec<String> {
    let id = id(handoff);
    let mut lines = vec![match is_new(handoff) {
        true => "New.".to_owned(),
        false => says(handoff),
    }];
    if let Some(task) = handoff
        .task
        .as_deref()
        .filter(|_| handoff.direction == Direction::Received)
    {
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
    match (&handoff.question, handoff.direction) {
        (Some(question), Direction::Sent) => {
            // How it stands may say so already.
            if !handoff.says.contains(question.as_str()) {
                lines.push(format!("{} asks: {}", name(handoff), one_line(question)));
            }
            lines.push(format!("Answer: segue answer {id} TEXT"));
        }
        (Some(question), Direction::Received) => {
            lines.push(format!("You asked: {}", one_line(question)))
        }
        (None, _) => {}
    }
    if handoff.direction == Direction::Received && !handoff.options.is_empty() {
        for (at, option) in handoff.options.iter().enumerate() {
            lines.push(format!("{}  {}", at + 1, one_line(option)));
        }
        lines.push(format!("Choose: segue answer {id} --option NUMBER"));
    }
    let full_copy = handoff
        .full_copy
        .as_ref()
        .filter(|_| handoff.direction == Direction::Received);
    if let Some(full_copy) = full_copy.filter(|full_copy| full_copy.state == RemoteCopy::Available)
    {
        let messages = count(full_copy.messages, "message", "messages");
        lines.push(format!("Fetch {messages}: segue fetch {id}"));
    }
    if is_new(handoff) {
        lines.push(format!("Review: segue review {id}"));
    }
    lines
}

/// Checks whether a handoff was received and not looked at yet.
fn is_new(handoff: &Handoff) -> bool {
    handoff.direction == Direction::Received && handoff.receipt == "delivered"
}

#[cfg(test)]
mod tests;
