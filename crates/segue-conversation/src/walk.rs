//! Every text of a conversation, wherever it stands.
//!
//! Whoever must see all of it (to look for secrets, to count) goes through here. Each type is
//! taken apart by name, so that a new field that is forgotten does not compile.

use crate::file::Artifact;
use crate::head::{Extent, Head, Project, Sender, Source};
use crate::json::Json;
use crate::message::Message;
use crate::part::{Body, Call, Content, Data, File, Part, ToolResult};

/// Where in a conversation a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// Words of the person or the model.
    Text,
    Reasoning,
    ToolInput,
    /// What a tool printed.
    ToolOutput,
    /// A file's name or address.
    FileName,
    FileData,
    /// Ids, names, times: what holds a conversation together.
    Detail,
    /// What only its own platform reads.
    Native,
    Title,
    /// The project's folder, remote, branch.
    Project,
    /// The task and the note of a handoff.
    Envelope,
}

/// Is shown every text, and may change it.
pub trait Visitor {
    /// Visits a plain text.
    fn text(&mut self, spot: Spot, text: &mut String);
    /// Visits a JSON value with texts in it.
    fn json(&mut self, spot: Spot, json: &mut Json);
    /// Visits a file's bytes.
    fn file(&mut self, media_type: Option<&str>, base64: &mut String);
}

/// Visits every text of a message.
pub fn message(message: &mut Message, visitor: &mut impl Visitor) {
    let Message {
        id,
        role: _,
        parts,
        at,
        model,
        group,
        parent,
        resets: _,
        injected: _,
        native,
        beside,
        more,
    } = message;
    visitor.text(Spot::Detail, id);
    for detail in [at, model, group, parent].into_iter().flatten() {
        visitor.text(Spot::Detail, detail);
    }
    for one in parts {
        part(one, visitor);
    }
    for json in native.iter_mut().chain(beside).chain(more) {
        visitor.json(Spot::Native, json);
    }
}

/// Visits every text of an artifact.
pub fn artifact(artifact: &mut Artifact, visitor: &mut impl Visitor) {
    let Artifact {
        id,
        name,
        parts,
        native,
    } = artifact;
    visitor.text(Spot::Detail, id);
    if let Some(name) = name {
        visitor.text(Spot::FileName, name);
    }
    for one in parts {
        part(one, visitor);
    }
    if let Some(native) = native {
        visitor.json(Spot::Native, native);
    }
}

/// Visits every text a head has before it is sealed.
pub fn head(head: &mut Head, visitor: &mut impl Visitor) {
    let Head {
        format: _,
        export_id: _,
        exported_at: _,
        source,
        title,
        project,
        history: _,
        extent,
        message_count: _,
        report: _,
        redaction: _,
        sender,
        parent_version: _,
        envelope,
        native,
        content_hash: _,
        signature: _,
        delivery,
        more,
    } = head;
    if let Some(Extent {
        justification,
        of: _,
        last_k: _,
        tool_output: _,
        reasoning: _,
        tokens: _,
    }) = extent
    {
        visitor.text(Spot::Detail, justification);
    }
    let Source {
        platform: _,
        session_id,
        version,
    } = source;
    for detail in [session_id, version].into_iter().flatten() {
        visitor.text(Spot::Detail, detail);
    }
    if let Some(title) = title {
        visitor.text(Spot::Title, title);
    }
    if let Some(Project {
        name,
        path,
        remote,
        branch,
        commit,
    }) = project
    {
        for text in [name, path, remote, branch, commit].into_iter().flatten() {
            visitor.text(Spot::Project, text);
        }
    }
    if let Some(Sender { peer_id: _, name }) = sender {
        visitor.text(Spot::Detail, name);
    }
    if let Some(envelope) = envelope {
        visitor.json(Spot::Envelope, envelope);
    }
    for json in native.iter_mut().chain(delivery).chain(more.values_mut()) {
        visitor.json(Spot::Native, json);
    }
}

fn part(part: &mut Part, visitor: &mut impl Visitor) {
    let Part { body, native } = part;
    match body {
        Body::Text(text) => visitor.text(Spot::Text, text),
        Body::Reasoning(text) => visitor.text(Spot::Reasoning, text),
        Body::Call(Call { id, name, input }) => {
            visitor.text(Spot::Detail, id);
            visitor.text(Spot::Detail, name);
            visitor.json(Spot::ToolInput, input);
        }
        Body::Result(ToolResult {
            call,
            content,
            is_error: _,
        }) => {
            visitor.text(Spot::Detail, call);
            for piece in content {
                match piece {
                    Content::Text(text) => visitor.text(Spot::ToolOutput, text),
                    Content::File(one) => file(one, visitor),
                    Content::Other(json) => visitor.json(Spot::ToolOutput, json),
                }
            }
        }
        Body::File(one) => file(one, visitor),
        Body::Other(json) => visitor.json(Spot::Text, json),
    }
    if let Some(native) = native {
        visitor.json(Spot::Native, native);
    }
}

fn file(file: &mut File, visitor: &mut impl Visitor) {
    let File {
        media_type,
        name,
        data,
    } = file;
    if let Some(name) = name {
        visitor.text(Spot::FileName, name);
    }
    match data {
        Data::Base64(data) => visitor.file(media_type.as_deref(), data),
        Data::Url(url) => visitor.text(Spot::FileName, url),
    }
}
