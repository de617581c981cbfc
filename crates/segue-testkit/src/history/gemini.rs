//! Gemini's contents.

use serde_json::Value;

use super::{Item, id, list, opens_with, text};

/// How the client's own context opens.
const CONTEXT: &[&str] = &["<session_context>", "<hook_context>"];

pub(super) fn items(body: &Value) -> Vec<Item> {
    let mut items = Vec::new();
    for content in list(&body["contents"]) {
        let role = content["role"].as_str().unwrap_or_default();
        for part in list(&content["parts"]) {
            add(role, part, &mut items);
        }
    }
    items
}

fn add(role: &str, part: &Value, items: &mut Vec<Item>) {
    if let Some(words) = part["text"].as_str() {
        if part["thought"] == true {
            items.push(Item::Thought(words.to_owned()));
        } else if role != "user" || !opens_with(words, CONTEXT) {
            items.push(Item::said(role, words.to_owned()));
        }
    } else if let Some(call) = part.get("functionCall") {
        items.push(Item::Call {
            id: id(&call["id"]),
            name: text(&call["name"]),
            input: call["args"].clone(),
        });
    } else if let Some(response) = part.get("functionResponse") {
        result(response, items);
    } else if let Some(data) = part.get("inlineData") {
        items.push(image(data));
    } else {
        let kind = part.as_object().and_then(|fields| fields.keys().next());
        items.push(Item::Other(kind.cloned().unwrap_or_default()));
    }
}

fn result(response: &Value, items: &mut Vec<Item>) {
    let told = &response["response"];
    let (words, error) = match (told["output"].as_str(), told["error"].as_str()) {
        (Some(output), _) => (output.to_owned(), false),
        (None, Some(error)) => (error.to_owned(), true),
        (None, None) => (told.to_string(), false),
    };
    items.push(Item::Result {
        call: id(&response["id"]),
        text: words,
        error: Some(error),
    });
    let parts = list(&response["parts"]);
    items.extend(parts.filter_map(|part| part.get("inlineData")).map(image));
}

fn image(data: &Value) -> Item {
    Item::image(&text(&data["mimeType"]), &text(&data["data"]))
}
