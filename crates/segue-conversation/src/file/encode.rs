//! A message or an artifact as canonical A2A 1.0. Keys are written in sorted order by hand.

use crate::head::EXTENSION;
use crate::json::{Json, Object, escape_into};
use crate::message::{Message, Role};
use crate::part::{Body, Content, Data, File, Part, ToolResult};

use super::{Artifact, CALL, REASONING, RESULT};

pub(super) fn message(out: &mut String, message: &Message) {
    let mut object = Object::begin(out);
    extensions(&mut object);
    object.string("messageId", &message.id);
    let inner = object.key("metadata");
    extension(inner, |metadata| {
        metadata.maybe("at", message.at.as_deref());
        if !message.beside.is_empty() {
            let beside = metadata.key("beside");
            list(beside, &message.beside, embed);
        }
        if message.parts.is_empty() {
            metadata.raw("empty", "true");
        }
        metadata.maybe("group", message.group.as_deref());
        if message.injected {
            metadata.raw("injected", "true");
        }
        metadata.maybe("model", message.model.as_deref());
        if let Some(more) = &message.more {
            metadata.raw("more", more.text());
        }
        if let Some(native) = &message.native {
            embed(metadata.key("native"), native);
        }
        metadata.maybe("parent", message.parent.as_deref());
        if message.resets {
            metadata.raw("resets", "true");
        }
    });
    parts(object.key("parts"), &message.parts);
    object.string(
        "role",
        match message.role {
            Role::User => "ROLE_USER",
            Role::Agent => "ROLE_AGENT",
        },
    );
    object.end();
}

pub(super) fn artifact(out: &mut String, artifact: &Artifact) {
    let mut object = Object::begin(out);
    object.string("artifactId", &artifact.id);
    if let Some(native) = &artifact.native {
        extensions(&mut object);
        extension(object.key("metadata"), |metadata| {
            embed(metadata.key("native"), native);
        });
    }
    object.maybe("name", artifact.name.as_deref());
    parts(object.key("parts"), &artifact.parts);
    object.end();
}

fn extensions(object: &mut Object<'_>) {
    let out = object.key("extensions");
    out.push('[');
    escape_into(out, EXTENSION);
    out.push(']');
}

fn extension(out: &mut String, fill: impl FnOnce(&mut Object<'_>)) {
    out.push('{');
    escape_into(out, EXTENSION);
    out.push(':');
    let mut inner = Object::begin(out);
    fill(&mut inner);
    inner.end();
    out.push('}');
}

fn parts(out: &mut String, parts: &[Part]) {
    if parts.is_empty() {
        // The protocol wants at least one.
        out.push_str(r#"[{"text":""}]"#);
    } else {
        list(out, parts, part);
    }
}

fn list<T>(out: &mut String, items: &[T], mut one: impl FnMut(&mut String, &T)) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        one(out, item);
    }
    out.push(']');
}

fn part(out: &mut String, part: &Part) {
    let mut object = Object::begin(out);
    match &part.body {
        Body::Call(call) => {
            let mut data = Object::begin(object.key("data"));
            data.string("id", &call.id);
            embed(data.key("input"), &call.input);
            data.string("name", &call.name);
            data.end();
            object.string("mediaType", CALL);
        }
        Body::Result(result) => {
            tool_result(object.key("data"), result);
            object.string("mediaType", RESULT);
        }
        Body::Reasoning(text) => {
            let mut data = Object::begin(object.key("data"));
            data.string("text", text);
            data.end();
            object.string("mediaType", REASONING);
        }
        Body::Other(json) => embed(object.key("data"), json),
        Body::File(file) => {
            object.maybe("filename", file.name.as_deref());
            object.maybe("mediaType", file.media_type.as_deref());
        }
        Body::Text(_) => {}
    }
    if let Some(native) = &part.native {
        extension(object.key("metadata"), |metadata| {
            embed(metadata.key("native"), native);
        });
    }
    match &part.body {
        Body::Text(text) => {
            object.string("text", text);
        }
        Body::File(file) => bytes(&mut object, file),
        _ => {}
    }
    object.end();
}

fn bytes(object: &mut Object<'_>, file: &File) {
    match &file.data {
        Data::Base64(data) => object.string("raw", data),
        Data::Url(url) => object.string("url", url),
    };
}

fn tool_result(out: &mut String, result: &ToolResult) {
    let mut data = Object::begin(out);
    data.string("callId", &result.call);
    list(data.key("content"), &result.content, |out, content| {
        let mut object = Object::begin(out);
        match content {
            Content::Text(text) => {
                object.string("text", text);
            }
            Content::File(file) => {
                object.maybe("filename", file.name.as_deref());
                object.maybe("mediaType", file.media_type.as_deref());
                bytes(&mut object, file);
            }
            Content::Other(json) => embed(object.key("data"), json),
        }
        object.end();
    });
    data.raw("isError", if result.is_error { "true" } else { "false" });
    data.end();
}

/// Writes a JSON value inside ours; a very deep one as text under `$json`.
fn embed(out: &mut String, json: &Json) {
    if json.is_deep() || json.text().starts_with(r#"{"$json":"#) {
        let mut object = Object::begin(out);
        object.string("$json", json.text());
        object.end();
    } else {
        out.push_str(json.text());
    }
}
