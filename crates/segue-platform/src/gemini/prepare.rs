//! What a message becomes before it is written: only what the client keeps and a model is told.

use segue_conversation::{Body, Content, Data, File, Message, Part, Report, Role, ToolResult};

use super::content::{self, wrap};
use super::{clean, context, record};
use crate::once::Once;

/// The kinds of files the API takes inside a message. Any other would make it refuse the whole
/// session.
const TAKEN: [&str; 6] = [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/heic",
    "image/heif",
    "application/pdf",
];

/// The prefix for words that the client would otherwise take for a command of its own.
pub(super) const QUOTE: &str = "> ";

/// Strips a message of everything of another platform and of what has no place here.
pub(super) fn foreign(mut message: Message, report: &mut Report) -> Message {
    message.native = None;
    message.model = None;
    if !message.beside.is_empty() {
        let why = "it is a record of another agent";
        message
            .beside
            .drain(..)
            .for_each(|_| report.dropped("record beside a message", why));
    }
    let role = message.role;
    let mut first = role == Role::User;
    let parts = std::mem::take(&mut message.parts);
    for part in parts {
        let once = Once::begin(report, part.body.kind());
        let Some(body) = foreign_part(part.body, role, report) else {
            continue;
        };
        let mut part = Part::new(body);
        if role == Role::User {
            reach(&mut part, &mut first, report, record::is_ignored);
        }
        once.end(report);
        message.parts.push(part);
    }
    message
}

/// Prepares a message of this client's own: as it was, except for what would not be read back.
pub(super) fn own(mut message: Message, report: &mut Report) -> Message {
    message.native = message.native.map(|native| clean::native(&native, report));
    for part in &mut message.parts {
        let native = part.native.take();
        part.native = native.map(|native| clean::native(&native, report));
    }
    let mut first = true;
    let role = message.role;
    message.parts.retain_mut(|part| {
        if matches!(&part.body, Body::Other(json) if !content::is_quiet(json)) {
            report.dropped("other", "it is a call nobody answers, or signed");
            return false;
        }
        let once = Once::begin(report, part.body.kind());
        if role == Role::User {
            reach(part, &mut first, report, context::is_wrapped);
        }
        once.end(report);
        true
    });
    message
}

fn foreign_part(body: Body, role: Role, report: &mut Report) -> Option<Body> {
    let kept = match body {
        Body::Text(text) if text.trim().is_empty() => return None,
        Body::Reasoning(_) if role == Role::User => {
            report.dropped("reasoning", "only a model thinks here");
            return None;
        }
        Body::Other(_) => {
            report.dropped("other", "Gemini CLI has no place for it");
            return None;
        }
        Body::Call(mut call) => {
            if !call.input.text().starts_with('{') {
                report.changed("tool call", "its input is inside an object now");
                call.input = wrap("value", &call.input);
            }
            if call.name.trim().is_empty() {
                call.name = "unknown".to_owned();
            }
            Body::Call(call)
        }
        Body::Result(result) => Body::Result(answer(result, report)),
        Body::File(file) => match usable(file) {
            Ok(file) => Body::File(file),
            Err(words) => {
                report.changed("file", NOT_TAKEN);
                return Some(Body::Text(words));
            }
        },
        other => other,
    };
    Some(kept)
}

const NOT_TAKEN: &str = "Gemini does not take files of this kind; its name stands there as words";

/// Reduces an answer to words and pictures.
fn answer(result: ToolResult, report: &mut Report) -> ToolResult {
    let mut words = Vec::new();
    let mut files = Vec::new();
    for content in result.content {
        match content {
            Content::Text(text) => words.push(text),
            Content::Other(json) => {
                report.changed("tool result", "a part of it is JSON as text now");
                words.push(json.text().to_owned());
            }
            Content::File(file) => match usable(file) {
                Ok(file) => files.push(Content::File(file)),
                Err(note) => {
                    report.changed("file", NOT_TAKEN);
                    words.push(note);
                }
            },
        }
    }
    let mut content = vec![Content::Text(words.join("\n"))];
    content.extend(files);
    ToolResult {
        call: result.call,
        content,
        is_error: result.is_error,
    }
}

/// Returns the file if the API takes it; the error holds words that take its place.
fn usable(mut file: File) -> Result<File, String> {
    if file.media_type.is_none()
        && let Data::Base64(data) = &file.data
    {
        file.media_type = guess(data).map(str::to_owned);
    }
    let kind = file.media_type.as_deref().unwrap_or("unknown type");
    if matches!(file.data, Data::Base64(_)) && TAKEN.contains(&kind) {
        file.name = None;
        return Ok(file);
    }
    let name = file.name.as_deref().unwrap_or("file");
    Err(match &file.data {
        Data::Url(url) if url.len() <= 2000 && !url.starts_with("data:") => {
            format!("[{name}: {kind}, at {url}]")
        }
        _ => format!("[{name}: {kind}, left out]"),
    })
}

/// Guesses the kind of a picture or PDF from its first bytes.
fn guess(base64: &str) -> Option<&'static str> {
    let begins = [
        ("iVBORw0KGgo", "image/png"),
        ("/9j/", "image/jpeg"),
        ("UklGR", "image/webp"),
        ("JVBERi", "application/pdf"),
    ];
    begins
        .iter()
        .find(|(first, _)| base64.starts_with(first))
        .map(|(_, kind)| *kind)
}

/// Makes sure that words reach the model that the client would pass over: the first ones that look
/// like a command, and any that look like its own.
fn reach(
    part: &mut Part,
    first: &mut bool,
    report: &mut Report,
    passed_over: impl Fn(&str) -> bool,
) {
    match &mut part.body {
        Body::Result(_) => {}
        Body::Text(text) if text.trim().is_empty() => {}
        Body::Text(text) => {
            if (*first && passed_over(text)) || context::is_wrapped(text) {
                text.insert_str(0, QUOTE);
                part.native = None;
                report.changed(
                    "text",
                    "“> ” stands before it: Gemini CLI passes over words that open so",
                );
            }
            *first = false;
        }
        _ => *first = false,
    }
}

/// Makes a title of one line from a text; `None` if it is blank.
pub(super) fn title(text: &str) -> Option<String> {
    let line: Vec<&str> = text.split_whitespace().collect();
    (!line.is_empty()).then(|| segue_conversation::truncate(&line.join(" "), 120))
}
