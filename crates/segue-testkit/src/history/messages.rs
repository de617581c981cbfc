//! Anthropic's Messages.

use serde_json::Value;

use super::{Item, id, joined, list, text};

pub(super) fn items(body: &Value) -> Vec<Item> {
    list(&body["messages"])
        .filter(|message| message["role"] != "system")
        .flat_map(message)
        .collect()
}

fn message(message: &Value) -> Vec<Item> {
    let role = message["role"].as_str().unwrap_or_default();
    if let Some(words) = message["content"].as_str() {
        return vec![Item::said(role, words.to_owned())];
    }
    let blocks: Vec<&Value> = list(&message["content"])
        .filter(|block| !(role == "user" && is_reminder(block)))
        .collect();
    let mut items = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let before_text = blocks
            .get(index + 1)
            .is_some_and(|next| next["type"] == "text");
        add(role, block, before_text, &mut items);
    }
    items
}

fn add(role: &str, block: &Value, before_text: bool, items: &mut Vec<Item>) {
    match block["type"].as_str().unwrap_or_default() {
        "text" => {
            let words = text(&block["text"]);
            let whole = words
                .strip_suffix('\n')
                .filter(|_| before_text && role == "user");
            items.push(Item::said(role, whole.map_or(words.clone(), str::to_owned)));
        }
        "thinking" => items.push(Item::Thought(text(&block["thinking"]))),
        "tool_use" => items.push(Item::Call {
            id: id(&block["id"]),
            name: text(&block["name"]),
            input: block["input"].clone(),
        }),
        "tool_result" => result(block, items),
        "image" => items.push(image(block)),
        other => items.push(Item::Other(other.to_owned())),
    }
}

fn result(block: &Value, items: &mut Vec<Item>) {
    let content = &block["content"];
    let words = content.as_str().map_or_else(
        || {
            let texts = list(content).filter(|inner| inner["type"] == "text");
            joined(texts.map(|inner| text(&inner["text"])))
        },
        str::to_owned,
    );
    items.push(Item::Result {
        call: id(&block["tool_use_id"]),
        text: words,
        error: Some(block["is_error"] == true),
    });
    items.extend(
        list(content)
            .filter(|inner| inner["type"] == "image")
            .map(image),
    );
}

fn image(block: &Value) -> Item {
    let source = &block["source"];
    Item::image(&text(&source["media_type"]), &text(&source["data"]))
}

fn is_reminder(block: &Value) -> bool {
    let words = block["text"].as_str().unwrap_or_default().trim();
    words.starts_with("<system-reminder>") && words.ends_with("</system-reminder>")
}
