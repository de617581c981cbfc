//! `segue review`: everything about a handoff, and what can be done with it.
//!
//! ```text
//! ShowHandoff { open } ──▶ facts, envelope, story ──▶ ReadMessages: messages ──▶ what you can do
//! ```

mod facts;
mod next;
mod story;

use std::process::ExitCode;

use segue_door::{Failure, HandoffDetail, ReadPage, Readable, ask};
use segue_link::Link;
use serde::Serialize;

use super::super::{Ended, messages};
use super::{delivery, id, title};
use crate::arguments::ReviewOptions;
use crate::say::{Say, is_gone, line};

/// How many messages are shown unless others are asked for.
const FEW: u32 = 6;
/// How many messages one page has.
const PAGE: u32 = 200;

/// A review as a program gets it.
#[derive(Serialize)]
struct Reviewed<'a> {
    #[serde(flatten)]
    detail: &'a HandoffDetail,
    /// `None` unless messages were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<ReadPage>,
}

/// Shows a handoff.
pub async fn review(link: &Link, say: &Say, options: ReviewOptions) -> Ended {
    let request = ask::OpenHandoff {
        handoff: options.handoff.clone(),
    };
    let mut detail = link.call(request).await?;
    if say.json() {
        let asked = options.all || options.after.is_some() || options.messages.is_some();
        let messages = match asked && detail.file.is_some() {
            true => Some(all(link, &detail, &options).await?),
            false => None,
        };
        let detail = &detail;
        say.reply(&Reviewed { detail, messages }, |_| String::new());
    } else {
        only_wrong(&mut detail);
        print(link, &detail, &options).await?;
    }
    delivery::told(link, &detail.handoff.id, delivery::PATIENCE).await;
    Ok(ExitCode::SUCCESS)
}

/// Removes the diagnostics that are only advice: those are for whoever writes a handoff, not for
/// whoever reads it.
fn only_wrong(detail: &mut HandoffDetail) {
    detail.diagnostics.retain(|one| one.is_error);
    if let Some(file) = &mut detail.file {
        file.diagnostics.retain(|one| one.is_error);
    }
}

async fn print(
    link: &Link,
    detail: &HandoffDetail,
    options: &ReviewOptions,
) -> Result<(), Failure> {
    match options.after {
        Some(_) => line(&title(&detail.handoff)),
        None => line(&about(detail)),
    }
    if detail.file.is_some() {
        shown(link, detail, options).await?;
    }
    if options.after.is_none() {
        let next = next::next(detail);
        if !next.is_empty() {
            line(&format!("\n{}", next.join("\n")));
        }
    }
    Ok(())
}

/// Formats everything but the messages and the possible next steps.
fn about(detail: &HandoffDetail) -> String {
    let mut lines = vec![title(&detail.handoff)];
    lines.extend(facts::facts(detail));
    lines.extend(facts::said(detail));
    lines.extend(story::story(detail));
    lines.join("\n")
}

/// Returns how many messages are wanted at most, and after which one.
fn wanted(options: &ReviewOptions) -> (u32, u64) {
    let most = match (options.all, options.messages) {
        (true, _) => u32::MAX,
        (false, Some(count)) => count,
        (false, None) if options.after.is_some() => PAGE,
        (false, None) => FEW,
    };
    (most, options.after.unwrap_or(0))
}

async fn page(
    link: &Link,
    detail: &HandoffDetail,
    after: u64,
    left: u32,
) -> Result<ReadPage, Failure> {
    let request = ask::ReadMessages {
        of: Readable::Handoff {
            handoff: detail.handoff.id.clone(),
        },
        after,
        limit: left.min(PAGE),
    };
    link.call(request).await
}

/// Prints the messages that are wanted, page by page.
async fn shown(
    link: &Link,
    detail: &HandoffDetail,
    options: &ReviewOptions,
) -> Result<(), Failure> {
    let (mut left, mut after) = wanted(options);
    while left > 0 && !is_gone() {
        let page = page(link, detail, after, left).await?;
        for message in &page.messages {
            let lines = messages::message(message, options.all);
            line(&format!("\n{}", lines.join("\n")));
        }
        left = left.saturating_sub(u32::try_from(page.messages.len()).unwrap_or(u32::MAX));
        match page.next {
            Some(next) if next > after && left > 0 => after = next,
            Some(next) => {
                let id = id(&detail.handoff);
                line(&format!("\nShow more: segue review {id} --after {next}"));
                break;
            }
            None => break,
        }
    }
    Ok(())
}

/// Reads all messages that are wanted, for a program.
async fn all(
    link: &Link,
    detail: &HandoffDetail,
    options: &ReviewOptions,
) -> Result<ReadPage, Failure> {
    let (mut left, mut after) = wanted(options);
    let mut all = ReadPage::default();
    while left > 0 {
        let page = page(link, detail, after, left).await?;
        left = left.saturating_sub(u32::try_from(page.messages.len()).unwrap_or(u32::MAX));
        all.messages.extend(page.messages);
        all.next = page.next;
        all.total = page.total;
        match page.next {
            Some(next) if next > after => after = next,
            _ => break,
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
