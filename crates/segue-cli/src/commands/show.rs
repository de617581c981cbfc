//! `segue show`.

use std::process::ExitCode;

use segue_door::{Conversation, ConversationState, Failure, ShownConversation, ask};
use segue_link::Link;

use super::{Ended, messages};
use crate::arguments::ShowOptions;
use crate::readable::{count, size, time};
use crate::say::{Say, is_gone, line, printable};

/// Shows a page of a conversation, or all of it.
pub async fn show(link: &Link, say: &Say, options: ShowOptions) -> Ended {
    let limit = if options.all { u32::MAX } else { options.limit };
    let mut left = limit;
    let mut after = options.from - 1;
    let mut whole: Option<ShownConversation> = None;
    loop {
        let page = ask(link, &options.conversation, after, left).await?;
        left = left.saturating_sub(u32::try_from(page.messages.len()).unwrap_or(u32::MAX));
        let next = page.next;
        if say.json() {
            match &mut whole {
                None => whole = Some(page),
                Some(whole) => {
                    whole.messages.extend(page.messages);
                    whole.conversation = page.conversation;
                    whole.next = next;
                }
            }
        } else {
            if whole.is_none() {
                line(&heading(&page.conversation));
            }
            for message in &page.messages {
                line("");
                line(&messages::message(message, options.all).join("\n"));
            }
            if page.messages.is_empty() {
                line("");
                line(&nothing(&page.conversation, options.from));
            }
            whole = Some(ShownConversation {
                messages: Vec::new(),
                ..page
            });
        }
        match next {
            Some(next) if left > 0 && !is_gone() => after = next,
            Some(next) => {
                if !say.json() {
                    line("");
                    line(&more(&options, next));
                }
                break;
            }
            None => break,
        }
    }
    if let Some(whole) = whole.filter(|_| say.json()) {
        say.reply(&whole, |_| String::new());
    }
    Ok(ExitCode::SUCCESS)
}

async fn ask(
    link: &Link,
    conversation: &str,
    after: u64,
    limit: u32,
) -> Result<ShownConversation, Failure> {
    let request = ask::ShowConversation {
        conversation: conversation.to_owned(),
        after: Some(after),
        limit,
    };
    link.call(request).await
}

fn heading(conversation: &Conversation) -> String {
    let title = printable(conversation.title.as_deref().unwrap_or("Untitled"));
    let mut facts = Vec::new();
    if let Some(messages) = conversation.messages {
        facts.push(count(messages, "message", "messages"));
    }
    facts.push(size(conversation.bytes));
    let when = conversation.updated.as_deref();
    facts.push(time(when.unwrap_or(&conversation.modified)));
    if let Some(model) = &conversation.model {
        facts.push(printable(model));
    }
    let mut lines = vec![
        title,
        format!("  {}", printable(&conversation.name)),
        format!("  {}", facts.join(", ")),
    ];
    if let Some(project) = &conversation.project {
        let branch = conversation.branch.as_deref();
        let branch = branch.map_or(String::new(), |branch| format!(" ({})", printable(branch)));
        lines.push(format!("  {}{branch}", printable(project)));
    }
    match &conversation.state {
        Some(ConversationState::Live) => {
            lines.push("  ! Its agent is still writing it.".to_owned());
        }
        Some(ConversationState::Partly { damaged, why }) => lines.push(format!(
            "  ! {} can't be read. The first: {}",
            count(*damaged, "record", "records"),
            printable(why)
        )),
        _ => {}
    }
    lines.join("\n")
}

fn nothing(conversation: &Conversation, from: u64) -> String {
    match conversation.messages {
        Some(0) | None => "This conversation has no messages.".to_owned(),
        Some(_) => format!("There's no message {from}."),
    }
}

fn more(options: &ShowOptions, next: u64) -> String {
    format!(
        "Show more: segue show {} --from {}",
        printable(&options.conversation),
        next + 1
    )
}
