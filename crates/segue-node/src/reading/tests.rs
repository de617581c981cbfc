//! How messages read: tools of every platform, changes of files, pictures, outlines, searches.

mod bounds;
mod calls;
mod edits;
mod unified;

use segue_conversation::json::Json;
use segue_conversation::{Body, Call, Content, Data, File, Message, Part, Role, ToolResult};
use serde_json::Value;

/// A message that calls a tool.
fn call(id: &str, tool: &str, input: &Value) -> Message {
    let input = Json::parse(&input.to_string()).unwrap();
    let call = Call {
        id: id.to_owned(),
        name: tool.to_owned(),
        input,
    };
    Message::new(id, Role::Agent, vec![Part::new(Body::Call(call))])
}

/// A message that answers one.
fn result(call: &str, content: Vec<Content>) -> Message {
    let result = ToolResult {
        call: call.to_owned(),
        content,
        is_error: false,
    };
    Message::new(
        format!("{call}-result"),
        Role::User,
        vec![Part::new(Body::Result(result))],
    )
}

/// The first bytes of a picture and some more, as a file of this type.
fn file(kind: &str, first: &[u8]) -> File {
    let mut bytes = first.to_vec();
    bytes.resize(64, 7);
    File {
        media_type: Some(kind.to_owned()),
        name: None,
        data: Data::Base64(data_encoding::BASE64.encode(&bytes)),
    }
}

const PNG: &[u8] = &[0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
