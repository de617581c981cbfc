//! A page of a session, and what the list says about it.

use segue_door::{
    CallerEnv, Code, Conversation, ConversationState, Failure, ReadPage, ShownConversation,
};

use super::handoff_marks::Marks;
use super::pages::{Text, Which};
use super::work::Progress;
use super::{Conversations, reader};
use crate::catalog::SessionRow;

/// Reads the messages after number `after`.
pub(super) fn show(
    here: &Conversations,
    name: &str,
    after: u64,
    limit: u32,
    place: Option<CallerEnv>,
    progress: &Progress,
) -> Result<ShownConversation, Failure> {
    let (conversation, page) = page(here, name, after, limit, place, progress)?;
    Ok(ShownConversation {
        conversation,
        messages: page.messages,
        next: page.next,
    })
}

/// Reads the messages after number `after`, and returns them with the session they belong to.
pub(super) fn page(
    here: &Conversations,
    name: &str,
    after: u64,
    limit: u32,
    place: Option<CallerEnv>,
    progress: &Progress,
) -> Result<(Conversation, ReadPage), Failure> {
    let (row, text) = found(here, name, after > 0, place)?;
    let mut conversation = here.catalog.known(row.clone())?;
    Marks::read(&here.database, &here.marks)?.tell([&mut conversation]);
    if let Some(ConversationState::Unreadable { why }) = &conversation.state {
        return Err(Failure::new(
            Code::Unreadable,
            format!(
                "{} can't be read: {}.",
                conversation.name,
                why.trim_end_matches('.')
            ),
        ));
    }
    let page = here.pages.page(&text, after, limit, progress)?;
    if let Some(total) = page.total {
        here.catalog.counted(&row, total);
        conversation.messages = Some(total);
    }
    Ok((conversation, page))
}

/// Returns a session as something to read, as it was found a moment ago.
pub(super) fn text(
    here: &Conversations,
    name: &str,
    place: Option<CallerEnv>,
) -> Result<Text, Failure> {
    found(here, name, true, place).map(|(_, text)| text)
}

fn found(
    here: &Conversations,
    name: &str,
    again: bool,
    place: Option<CallerEnv>,
) -> Result<(SessionRow, Text), Failure> {
    let place = here.agents.place(place)?;
    let row = here.catalog.resolve(&place, name, again)?;
    let platform = here.catalog.platform(row.session.platform)?;
    let text = Text {
        which: Which::Session(row.session.clone()),
        open: reader::session(platform, row.session.clone()),
    };
    Ok((row, text))
}
