//! OpenAI's Responses.

use serde_json::Value;

use super::{Item, id, joined, list, opens_with, parsed, text};

/// How the client's own context opens.
const CONTEXT: &[&str] = &[
    "<environment_context>",
    "<user_instructions>",
    "<permissions",
    "<skills_instructions>",
    "<model_switch>",
    "# AGENTS.md instructions",
];

pub(super) fn items(body: &Value) -> Vec<Item> {
    let mut items = Vec::new();
    for item in list(&body["input"]) {
        match item["type"].as_str().unwrap_or("message") {
            "message" => message(item, &mut items),
            "reasoning" => items.push(thought(item)),
            "function_call" => items.push(Item::Call {
                id: id(&item["call_id"]),
                name: text(&item["name"]),
                input: parsed(&item["arguments"]),
            }),
            "custom_tool_call" => items.push(Item::Call {
                id: id(&item["call_id"]),
                name: text(&item["name"]),
                input: item["input"].clone(),
            }),
            "function_call_output" | "custom_tool_call_output" => result(item, &mut items),
            other => items.push(Item::Other(other.to_owned())),
        }
    }
    items
}

fn message(item: &Value, items: &mut Vec<Item>) {
    let role = item["role"].as_str().unwrap_or_default();
    if role == "developer" || role == "system" {
        return;
    }
    for part in list(&item["content"]) {
        match part["type"].as_str().unwrap_or_default() {
            "input_text" | "output_text" => {
                let words = text(&part["text"]);
                if role != "user" || !opens_with(&words, CONTEXT) {
                    items.push(Item::said(role, words));
                }
            }
            "input_image" => items.push(Item::image_at(&text(&part["image_url"]))),
            other => items.push(Item::Other(other.to_owned())),
        }
    }
}

fn thought(item: &Value) -> Item {
    let words = |field: &str| joined(list(&item[field]).map(|part| text(&part["text"])));
    let summary = words("summary");
    Item::Thought(if summary.is_empty() {
        words("content")
    } else {
        summary
    })
}

fn result(item: &Value, items: &mut Vec<Item>) {
    let output = &item["output"];
    let words = output.as_str().map_or_else(
        || {
            let texts = list(output).filter(|part| part["type"] == "input_text");
            joined(texts.map(|part| text(&part["text"])))
        },
        str::to_owned,
    );
    items.push(Item::Result {
        call: id(&item["call_id"]),
        text: words,
        error: None,
    });
    items.extend(
        list(output)
            .filter(|part| part["type"] == "input_image")
            .map(|part| Item::image_at(&text(&part["image_url"]))),
    );
}
