//! What the client stores twice: a tool's output, once for the model and once in `toolUseResult`
//! for the screen. It travels once.
//!
//! ```text
//! toolUseResult {stdout: T, …} beside a result of text T ⇄ {"again": ["stdout"], "rest": {…}}
//! ```

use segue_conversation::json::{Kind, Object, Value};
use segue_conversation::{Body, Content, Json, Message};

/// Texts shorter than this are not worth naming.
const WORTH: usize = 64;

/// Finds the members of a record's `toolUseResult` that repeat the result; `None` if there are
/// none.
pub fn taken(record: Value<'_>) -> Option<Json> {
    let copy = record.get("toolUseResult").filter(Value::is_object)?;
    let content = record.get("message")?.get("content")?;
    let mut blocks = content.items();
    let (Some(block), None) = (blocks.next(), blocks.next()) else {
        return None;
    };
    let said = block
        .get("content")
        .filter(|said| said.kind() == Kind::String)?;
    if said.raw().len() < WORTH {
        return None;
    }
    let members: Vec<_> = copy.entries().collect();
    let (again, rest): (Vec<_>, Vec<_>) = members
        .iter()
        .partition(|(_, value)| value.raw() == said.raw());
    if again.is_empty() {
        return None;
    }
    let mut names: Vec<&str> = again.iter().map(|(key, _)| key.as_ref()).collect();
    names.sort_unstable();
    let rest = Json::object(rest.iter().map(|(key, value)| (key.as_ref(), *value)));
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    object.raw("again", &serde_json::json!(names).to_string());
    object.raw("rest", rest.text());
    object.end();
    Some(Json::from_canonical(text, &[&rest]))
}

/// Writes `toolUseResult` again as it was.
pub fn restore(object: &mut Object<'_>, taken: Value<'_>, message: &Message) {
    let mut copy = Object::begin(object.key("toolUseResult"));
    for (key, value) in taken.get("rest").iter().flat_map(Value::entries) {
        copy.raw(&key, value.raw());
    }
    if let Some(text) = only_text(message) {
        for name in taken.get("again").iter().flat_map(Value::items) {
            copy.string(&name.str().unwrap_or_default(), text);
        }
    }
    copy.end();
}

/// Returns the text of a message that is one result of one text.
fn only_text(message: &Message) -> Option<&str> {
    match message.parts.as_slice() {
        [part] => match &part.body {
            Body::Result(result) => match result.content.as_slice() {
                [Content::Text(text)] => Some(text),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
