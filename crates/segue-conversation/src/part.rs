//! What a message is made of: text, reasoning, tool calls and results, images and files.

use crate::json::Json;

/// One piece of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub body: Body,
    /// What its platform stores of it and this form lacks.
    pub native: Option<Json>,
}

/// The kinds of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Words of the person or the model.
    Text(String),
    /// The model's thinking, as readable text. Never its signature or its encrypted form.
    Reasoning(String),
    /// The model asks for a tool.
    Call(Call),
    /// What the tool answered.
    Result(ToolResult),
    /// An image or another file.
    File(File),
    /// Something of the platform that has no neutral form.
    Other(Json),
}

/// A model's request to run a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Links the call with its result.
    pub id: String,
    /// The tool's name on its platform.
    pub name: String,
    /// The arguments; an object on every platform we know.
    pub input: Json,
}

/// The answer to a tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolResult {
    /// The id of the call this answers.
    pub call: String,
    /// What came out, in order.
    pub content: Vec<Content>,
    pub is_error: bool,
}

/// A piece of a tool's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    /// An image or another file.
    File(File),
    /// Something without a neutral form.
    Other(Json),
}

/// An image or another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its media type, such as `image/png`.
    pub media_type: Option<String>,
    /// Its name, without any folder.
    pub name: Option<String>,
    /// The bytes, or where they are.
    pub data: Data,
}

/// Where a file's bytes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// Here, as standard base64 with padding.
    Base64(String),
    Url(String),
}

impl Part {
    /// Creates a part that holds nothing specific to a platform.
    pub fn new(body: Body) -> Self {
        Self { body, native: None }
    }

    /// Creates a part of plain words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Body::Text(text.into()))
    }
}

impl Body {
    /// Returns the name this kind of part has in reports.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Reasoning(_) => "reasoning",
            Self::Call(_) => "tool call",
            Self::Result(_) => "tool result",
            Self::File(file) if file.is_image() => "image",
            Self::File(_) => "file",
            Self::Other(_) => "other",
        }
    }
}

impl ToolResult {
    /// Joins the result into one text. A file is named by its type in brackets, and anything else
    /// is written as JSON.
    pub fn plain_text(&self) -> String {
        let pieces: Vec<String> = self
            .content
            .iter()
            .map(|content| match content {
                Content::Text(text) => text.clone(),
                Content::File(file) => format!(
                    "[{}]",
                    file.media_type.as_deref().unwrap_or("file without a type")
                ),
                Content::Other(json) => json.text().to_owned(),
            })
            .collect();
        pieces.join("\n")
    }
}

impl File {
    /// Creates a file from a `data:` URL or any other address.
    pub fn from_url(url: &str, media_type: Option<String>, name: Option<String>) -> Self {
        let inline = url.strip_prefix("data:").and_then(|rest| {
            let (head, data) = rest.split_once(',')?;
            let kind = head.strip_suffix(";base64")?;
            is_base64(data).then(|| (kind.to_owned(), data.to_owned()))
        });
        match inline {
            Some((kind, data)) => Self {
                media_type: media_type.or((!kind.is_empty()).then_some(kind)),
                name,
                data: Data::Base64(data),
            },
            None => Self {
                media_type,
                name,
                data: Data::Url(url.to_owned()),
            },
        }
    }

    /// Returns the file as one URL, a `data:` URL when the bytes are here.
    pub fn to_url(&self) -> String {
        match &self.data {
            Data::Url(url) => url.clone(),
            Data::Base64(data) => format!(
                "data:{};base64,{data}",
                self.media_type
                    .as_deref()
                    .unwrap_or("application/octet-stream")
            ),
        }
    }

    /// Checks whether its media type is that of an image.
    pub fn is_image(&self) -> bool {
        self.media_type
            .as_deref()
            .is_some_and(|kind| kind.starts_with("image/"))
    }
}

/// Checks whether a text is standard base64 with padding, which every reader of ours accepts.
pub fn is_base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len() - body.len() <= 2
        && body
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}
