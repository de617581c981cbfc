//! `segue send`: look at what would leave, decide, hand exactly that over, and see it arrive.
//!
//! ```text
//! Draft ──▶ prepared, looked at, decided ──▶ "Send to Sam?" ──▶ SendHandoff { hash, rest }
//!   └ pointer: all of it as well, to be fetched later            └──▶ follow until delivered
//! ```

mod follow;
mod pointer;
mod recipients;
mod render;

use std::process::ExitCode;

use segue_door::{Connection, Failure, Prepared, Sent, ask};
use segue_link::Link;

use super::super::leaving::{self, Draft, review};
use super::super::{Ended, conversation_or_file};
use crate::arguments::SendOptions;
use crate::say::{Say, complain, line};
use crate::waiting;
use follow::{Verdict, follow, verdict};

/// A handoff that is ready to leave.
struct Ready {
    prepared: Prepared,
    /// The full copy that a pointer points to.
    full_copy: Option<Prepared>,
}

/// Hands a conversation to people.
pub async fn send(link: &Link, say: &Say, options: SendOptions) -> Ended {
    let conversation = conversation_or_file(options.conversation)?;
    let draft = Draft::new(conversation, options.leaving)?;
    if options.preview {
        return preview(link, say, draft).await;
    }
    let to = recipients::find(link, options.to).await?;
    let asks = draft.asks(say);
    let Some(ready) = ready(link, say, draft).await? else {
        return Ok(nothing());
    };
    if asks {
        complain(&render::about_to(&ready, &to));
        if !review::agrees(&render::question(&to)).await? {
            return Ok(nothing());
        }
    }
    let request = ask::SendHandoff {
        hash: ready.prepared.hash.clone(),
        full_copy: ready
            .full_copy
            .as_ref()
            .map(|full_copy| full_copy.hash.clone()),
        to: to.into_iter().map(|one| one.id).collect(),
        hours: options.hours,
    };
    // What happens at once must not be missed.
    let events = link.events();
    let about = ready.prepared.hash.clone();
    let mut sent = waiting::ask(link, say.json(), "Sending", &about, request).await?;
    let mut stopped = false;
    if !options.queue {
        (sent.handoffs, stopped) = follow(link, say.json(), events, sent.handoffs).await?;
    }
    let ends_with_us = link.connection() == Connection::Hosting;
    say.reply(&sent, |sent| {
        render::sent(sent, &ready, !asks, stopped, ends_with_us)
    });
    Ok(code(&sent))
}

/// Shows what would leave, and after it what could be fetched.
async fn preview(link: &Link, say: &Say, draft: Draft) -> Ended {
    if say.json() || !pointer::is_chosen(link, &draft).await? {
        let prepared = draft.prepare(link, say).await?;
        return leaving::preview(link, say, &prepared).await;
    }
    let Some(ready) = ready(link, say, draft.unasked()).await? else {
        return Ok(nothing());
    };
    let code = leaving::preview(link, say, &ready.prepared).await?;
    if let Some(full_copy) = &ready.full_copy {
        line("\nSent on request:\n");
        leaving::preview(link, say, full_copy).await?;
    }
    Ok(code)
}

fn nothing() -> ExitCode {
    complain("Nothing was sent.");
    ExitCode::from(3)
}

/// Prepares everything that is to leave, with every finding decided; `None` when the person stops.
async fn ready(link: &Link, say: &Say, mut draft: Draft) -> Result<Option<Ready>, Failure> {
    if pointer::is_chosen(link, &draft).await? {
        return pointer::ready(link, say, draft).await;
    }
    let prepared = draft.prepare(link, say).await?;
    leaving::is_right(&prepared)?;
    let prepared = draft.settle(link, say, prepared).await?;
    Ok(prepared.map(|prepared| Ready {
        prepared,
        full_copy: None,
    }))
}

/// Returns the exit code. A handoff that waits is no failure: it leaves when it can.
fn code(sent: &Sent) -> ExitCode {
    let verdicts = || sent.handoffs.iter().map(verdict);
    if verdicts().any(|verdict| verdict == Verdict::Failed) {
        ExitCode::FAILURE
    } else if verdicts().any(|verdict| verdict == Verdict::NeedsTrust) {
        ExitCode::from(3)
    } else {
        ExitCode::SUCCESS
    }
}
