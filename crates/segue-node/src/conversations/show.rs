//! A page of a conversation for reading: bounded text, nothing of the platform's own.

use segue_conversation::{Body, Content, Data, File, Message, Part, Role};

use super::Conversations;
use super::pages::{self, Which};
use super::work::Progress;
use crate::catalog::beginning;
use crate::door::{
    Code, ConversationState, Failure, PartKind, Place, ShownConversation, ShownMessage, ShownPart,
    ShownRole,
};

/// Most messages of one page.
const PAGE: u32 = 500;

/// Bytes of one piece of a message.
pub(super) const PIECE: usize = 16 << 10;

/// Pieces of one message.
const PIECES: usize = 100;

/// Reads the messages after number `after`.
pub(super) fn show(
    here: &Conversations,
    name: &str,
    after: u64,
    limit: u32,
    place: Option<Place>,
    progress: &Progress,
) -> Result<ShownConversation, Failure> {
    let place = here.agents.place(place)?;
    let row = here.catalog.resolve(&place, name, after > 0)?;
    let platform = here.catalog.platform(row.session.platform)?;
    let session = row.session.clone();
    let mut conversation = here.catalog.known(row.clone())?;
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
    let limit = limit.clamp(1, PAGE) as usize;
    let which = Which::Session(session.clone());
    let open = pages::session(platform, session);
    let page = here.pages.page(which, open, (after, limit), progress)?;
    if let Some(total) = page.total {
        here.catalog.counted(&row, total);
        conversation.messages = Some(total);
    }
    Ok(ShownConversation {
        conversation,
        messages: page.messages,
        next: page.next,
    })
}

/// A message for reading, with at most so many bytes of each piece.
pub(super) fn shown(message: &Message, number: u64, most: usize) -> ShownMessage {
    ShownMessage {
        number,
        role: match message.role {
            Role::User => ShownRole::User,
            Role::Agent => ShownRole::Agent,
        },
        at: message.at.clone(),
        model: message
            .model
            .as_deref()
            .map(|name| beginning(name, 100).to_owned()),
        injected: message.injected,
        resets: message.resets,
        parts: message
            .parts
            .iter()
            .take(PIECES)
            .map(|each| part(each, most))
            .collect(),
    }
}

fn part(part: &Part, most: usize) -> ShownPart {
    let (kind, text) = match &part.body {
        Body::Text(text) => (PartKind::Text, bounded(text, most)),
        Body::Reasoning(text) => (PartKind::Reasoning, bounded(text, most)),
        Body::Call(call) => (PartKind::ToolCall, bounded(call.input.text(), most)),
        Body::Result(result) => (PartKind::ToolResult, contents(&result.content, most)),
        Body::File(file) if file.is_image() => (PartKind::Image, (about(file), false)),
        Body::File(file) => (PartKind::File, (about(file), false)),
        Body::Other(json) => (PartKind::Other, bounded(json.text(), most)),
    };
    let (text, truncated) = text;
    ShownPart {
        kind,
        text,
        tool: match &part.body {
            Body::Call(call) => Some(beginning(&call.name, 200).to_owned()),
            _ => None,
        },
        truncated,
        failed: matches!(&part.body, Body::Result(result) if result.is_error),
    }
}

fn bounded(text: &str, most: usize) -> (String, bool) {
    let cut = beginning(text, most);
    (cut.to_owned(), cut.len() < text.len())
}

/// What a tool gave out, as text; files are named.
fn contents(contents: &[Content], most: usize) -> (String, bool) {
    let mut out = String::new();
    let mut truncated = false;
    for content in contents {
        if !out.is_empty() {
            out.push('\n');
        }
        let left = most.saturating_sub(out.len());
        let (text, cut) = match content {
            Content::Text(text) => bounded(text, left),
            Content::File(file) => (format!("[{}]", about(file)), false),
            Content::Other(json) => bounded(json.text(), left),
        };
        out.push_str(&text);
        truncated |= cut;
        if out.len() >= most {
            break;
        }
    }
    (out, truncated)
}

/// A file in words: its name, type and size.
fn about(file: &File) -> String {
    let kind = file.media_type.as_deref().unwrap_or("file");
    let name = file.name.as_deref().unwrap_or_default();
    let size = match &file.data {
        Data::Base64(data) => format!("{} bytes", data.len() / 4 * 3),
        Data::Url(url) => beginning(url, 200).to_owned(),
    };
    let words = [beginning(name, 200), beginning(kind, 100), &size];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(", ")
}
