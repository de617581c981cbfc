//! The dialects of conversation files: how each names roles and parts.
//!
//! | | 1.0 | 0.3 | older |
//! |---|---|---|---|
//! | messages in | `history` | `history` | `messages` |
//! | about the file | our extension | our extension or nothing | `meta` |
//! | role | `ROLE_USER` / `ROLE_AGENT` | `user` / `agent` | anything but `user` is the agent |
//! | text | `{text}` | `{kind:"text", text}` | `{type:"text", text}` |
//! | file | `{raw \| url, filename, mediaType}` | `{kind:"file", file:{bytes \| uri \| fileWithUri …}}` | `{type:"file", uri}` |
//! | data | `{data}` | `{kind:"data", data}` | `{type:"data", data:{toolUse \| toolResult}}` |

use serde::Serialize;

use crate::head::{FORMAT, Head, Source};
use crate::json::{Json, Value};
use crate::part::{Body, Call, Content, Data, File, ToolResult, is_base64};
use crate::times;

/// Which way a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Dialect {
    /// A2A 1.0, as we write it.
    #[serde(rename = "a2a-1.0")]
    V1,
    /// A2A 0.3, with `kind` on everything.
    #[serde(rename = "a2a-0.3")]
    V03,
    /// `{meta, messages}` with `type` on parts.
    #[serde(rename = "older")]
    Older,
}

/// Builds the description of a file in the older dialect from its `meta`.
pub(super) fn older_head(meta: Value<'_>) -> Head {
    let id = meta.string_of("exportId").unwrap_or_default();
    Head {
        format: FORMAT.to_owned(),
        export_id: id,
        exported_at: meta
            .get("exportedAt")
            .and_then(|at| times::from_millis(at.integer()?)),
        source: Source {
            platform: meta
                .string_of("sourcePlatform")
                .unwrap_or_else(|| "unknown".to_owned()),
            session_id: meta.string_of("sourceSessionId"),
            version: None,
        },
        history: "full".to_owned(),
        ..Head::default()
    }
}

/// Reads a file part in the 1.0, 0.3 or older dialect. Returns `None` when it has neither valid
/// base64 nor a URL.
pub(super) fn file(part: Value<'_>) -> Option<File> {
    let inner = part.get("file").filter(Value::is_object).unwrap_or(part);
    let text = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| inner.string_of(name).or_else(|| part.string_of(name)))
    };
    let media_type = text(&["mediaType", "mimeType"]);
    let name = text(&["filename", "name"]);
    if let Some(bytes) = text(&["raw", "bytes", "fileWithBytes"]) {
        return is_base64(&bytes).then_some(File {
            media_type,
            name,
            data: Data::Base64(bytes),
        });
    }
    let url = text(&["url", "uri", "fileWithUri"])?;
    Some(File::from_url(&url, media_type, name))
}

/// Reads a tool call or its result from a data part of the older dialect. Returns `None` when it is
/// neither, or lacks an id or a name.
pub(super) fn older_tool(data: Value<'_>) -> Option<Body> {
    if let Some(call) = data.get("toolUse") {
        return Some(Body::Call(Call {
            id: call.string_of("id")?,
            name: call.string_of("name")?,
            input: call.get("input").map_or_else(Json::empty_object, Json::of),
        }));
    }
    let result = data.get("toolResult")?;
    let content = match result.get("content") {
        None => Vec::new(),
        Some(content) => match content.string() {
            Some(text) => vec![Content::Text(text)],
            None if content.is_null() => Vec::new(),
            None => blocks(content),
        },
    };
    Some(Body::Result(ToolResult {
        call: result.string_of("toolUseId")?,
        content,
        is_error: result.flag("isError"),
    }))
}

/// Converts content blocks, which the older dialect copied from their platform as they were. A
/// block without text is kept as JSON.
fn blocks(content: Value<'_>) -> Vec<Content> {
    let mut found: Vec<Content> = content
        .items()
        .map(|block| match block.string_of("text") {
            Some(text) => Content::Text(text),
            None => Content::Other(Json::of(block)),
        })
        .collect();
    if found.is_empty() && content.is_object() {
        found.push(Content::Other(Json::of(content)));
    }
    found
}
