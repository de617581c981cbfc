//! OpenAI's chat completions.

use serde_json::Value;

use super::{Item, id, list, parsed, text};

/// What OpenCode puts before pictures that a tool returned, as this API has no place for them.
const ATTACHED: &str = "Attached media from tool result:";

pub(super) fn items(body: &Value) -> Vec<Item> {
    let mut items = Vec::new();
    for message in list(&body["messages"]) {
        match message["role"].as_str().unwrap_or_default() {
            "system" => {}
            "tool" => items.push(Item::Result {
                call: id(&message["tool_call_id"]),
                text: text(&message["content"]),
                error: None,
            }),
            role => said(role, message, &mut items),
        }
    }
    items
}

fn said(role: &str, message: &Value, items: &mut Vec<Item>) {
    if let Some(words) = message["reasoning_content"].as_str() {
        items.push(Item::Thought(words.to_owned()));
    }
    match &message["content"] {
        Value::String(words) if !words.is_empty() => items.push(Item::said(role, words.clone())),
        content => {
            for part in list(content) {
                match part["type"].as_str().unwrap_or_default() {
                    "text" if part["text"] == ATTACHED => {}
                    "text" => items.push(Item::said(role, text(&part["text"]))),
                    "image_url" => items.push(Item::image_at(&text(&part["image_url"]["url"]))),
                    other => items.push(Item::Other(other.to_owned())),
                }
            }
        }
    }
    for call in list(&message["tool_calls"]) {
        items.push(Item::Call {
            id: id(&call["id"]),
            name: text(&call["function"]["name"]),
            input: parsed(&call["function"]["arguments"]),
        });
    }
}
