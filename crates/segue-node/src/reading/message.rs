//! A message for reading: bounded text, nothing of the platform's own.

use segue_conversation::json::Tape;
use segue_conversation::{Body, Call, Content, Data, File, Message, Part, Role, ToolResult};
use segue_door::{PartKind, ShownMessage, ShownPart, ShownRole};

use super::{edit, picture, summary};
use crate::catalog::beginning;

/// Bytes of one piece of a message.
pub(crate) const PIECE: usize = 16 << 10;

/// Pieces of one message.
pub(crate) const PIECES: usize = 100;

/// Bytes of one message as JSON, so that one alone fits a frame.
const MESSAGE: usize = 500 << 10;

/// Characters of a name that joins a call and its result.
const NAME: usize = 64;

/// What a message is made of, in the order in which its pieces are counted.
pub(super) enum Piece<'m> {
    Part(&'m Part),
    /// A picture in the result before it.
    Picture(&'m File, &'m ToolResult),
}

/// Returns the pieces of a message: its parts, each result followed by the pictures in it that can
/// be shown.
pub(super) fn pieces(message: &Message) -> impl Iterator<Item = Piece<'_>> {
    message.parts.iter().flat_map(|part| {
        let result = match &part.body {
            Body::Result(result) => Some(result),
            _ => None,
        };
        let pictures = result.into_iter().flat_map(|result| {
            result
                .content
                .iter()
                .filter_map(move |content| match content {
                    Content::File(file) if picture::picture(file).is_some() => {
                        Some(Piece::Picture(file, result))
                    }
                    _ => None,
                })
        });
        std::iter::once(Piece::Part(part)).chain(pictures)
    })
}

/// Converts a message for reading, with at most `most` bytes of each piece, and returns its size as
/// JSON as well. If it is too large for a frame, its pieces are cut shorter.
pub(crate) fn sized(message: &Message, number: u64, most: usize) -> (ShownMessage, usize) {
    let mut most = most;
    loop {
        let shown = shown(message, number, most);
        let bytes = serde_json::to_string(&shown).map_or(0, |json| json.len());
        if bytes <= MESSAGE || most < 256 {
            return (shown, bytes);
        }
        most /= 4;
    }
}

/// Converts a message for reading, with at most `most` bytes of each piece.
pub(crate) fn shown(message: &Message, number: u64, most: usize) -> ShownMessage {
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
        parts: pieces(message)
            .take(PIECES)
            .map(|piece| match piece {
                Piece::Part(each) => part(each, most),
                Piece::Picture(file, result) => ShownPart {
                    call: Some(call_name(&result.call)),
                    can_show: true,
                    ..bare(PartKind::Image, about(file))
                },
            })
            .collect(),
    }
}

fn bare(kind: PartKind, text: String) -> ShownPart {
    ShownPart {
        kind,
        text,
        tool: None,
        truncated: false,
        failed: false,
        call: None,
        summary: None,
        edit: None,
        took_ms: None,
        can_show: false,
    }
}

fn part(part: &Part, most: usize) -> ShownPart {
    let cut = |kind, (text, truncated): (String, bool)| ShownPart {
        truncated,
        ..bare(kind, text)
    };
    match &part.body {
        Body::Text(text) => cut(PartKind::Text, bounded(text, most)),
        Body::Reasoning(text) => cut(PartKind::Reasoning, bounded(text, most)),
        Body::Call(call) => called(call, most),
        Body::Result(result) => ShownPart {
            failed: result.is_error,
            call: Some(call_name(&result.call)),
            ..cut(PartKind::ToolResult, contents(&result.content, most))
        },
        Body::File(file) => {
            let can_show = picture::picture(file).is_some();
            let kind = match can_show || file.is_image() {
                true => PartKind::Image,
                false => PartKind::File,
            };
            ShownPart {
                can_show,
                ..bare(kind, about(file))
            }
        }
        Body::Other(json) => cut(PartKind::Other, bounded(json.text(), most)),
    }
}

fn called(call: &Call, most: usize) -> ShownPart {
    let (text, truncated) = bounded(call.input.text(), most);
    let mut tape = Tape::default();
    let input = call.input.open(&mut tape).ok();
    ShownPart {
        truncated,
        tool: Some(beginning(&call.name, 200).to_owned()),
        call: Some(call_name(&call.id)),
        summary: input.and_then(|input| summary::summary(&call.name, input)),
        edit: input.and_then(|input| edit::edit(&call.name, input, most.saturating_mul(4))),
        ..bare(PartKind::ToolCall, text)
    }
}

/// Returns a short name for a call, the same for its result.
pub(super) fn call_name(id: &str) -> String {
    if id.chars().count() <= NAME {
        return id.to_owned();
    }
    blake3::hash(id.as_bytes())
        .to_hex()
        .chars()
        .take(NAME / 2)
        .collect()
}

fn bounded(text: &str, most: usize) -> (String, bool) {
    let cut = beginning(text, most);
    (cut.to_owned(), cut.len() < text.len())
}

/// Joins what a tool gave out, as text; files are only named. Also returns whether it was cut at
/// `most` bytes.
pub(super) fn contents(contents: &[Content], most: usize) -> (String, bool) {
    let mut out = String::new();
    for (at, content) in contents.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let left = most.saturating_sub(out.len());
        let (text, cut) = match content {
            Content::Text(text) => bounded(text, left),
            Content::File(file) => (format!("[{}]", about(file)), false),
            Content::Other(json) => bounded(json.text(), left),
        };
        out.push_str(&text);
        if cut || (out.len() >= most && at + 1 < contents.len()) {
            return (out, true);
        }
    }
    (out, false)
}

/// Describes a file in words: its name, type, and size or address.
pub(super) fn about(file: &File) -> String {
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
