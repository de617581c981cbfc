//! Anthropic's Messages API.

use serde_json::{Value, json};

use super::{REPLY, Reply, TOOL_OUTPUT, USE_TOOL, fresh, mentions};

pub(super) fn reply(body: &Value) -> Reply {
    let tool = wants_tool(body);
    let id = fresh();
    let block = if tool {
        json!({"type": "tool_use", "id": format!("toolu_mock{id}"), "name": "Bash",
            "input": {"command": format!("echo {TOOL_OUTPUT}"), "description": "Say something"}})
    } else {
        json!({"type": "text", "text": REPLY})
    };
    let stop = if tool { "tool_use" } else { "end_turn" };
    let mut message = json!({"id": format!("msg_mock{id}"), "type": "message", "role": "assistant",
        "model": body["model"], "content": [], "stop_reason": null, "stop_sequence": null,
        "usage": {"input_tokens": 5, "output_tokens": 5}});
    if body["stream"] != true {
        message["content"] = json!([block]);
        message["stop_reason"] = json!(stop);
        return Reply::Json(message);
    }
    let mut start = block.clone();
    let delta = if tool {
        start["input"] = json!({});
        json!({"type": "input_json_delta", "partial_json": block["input"].to_string()})
    } else {
        start["text"] = json!("");
        json!({"type": "text_delta", "text": REPLY})
    };
    let events = [
        ("message_start", json!({"message": message})),
        (
            "content_block_start",
            json!({"index": 0, "content_block": start}),
        ),
        ("content_block_delta", json!({"index": 0, "delta": delta})),
        ("content_block_stop", json!({"index": 0})),
        (
            "message_delta",
            json!({"delta": {"stop_reason": stop, "stop_sequence": null},
                "usage": {"output_tokens": 5}}),
        ),
        ("message_stop", json!({})),
    ];
    Reply::Events(
        events
            .into_iter()
            .map(|(name, mut data)| {
                data["type"] = json!(name);
                (Some(name), data.to_string())
            })
            .collect(),
    )
}

/// Checks whether the last message asks for the tool. The client sends its own context as messages
/// of the role `system`, also after the prompt, so those are passed over.
fn wants_tool(body: &Value) -> bool {
    let has_tool = mentions(&body["tools"], "Bash");
    let last = body["messages"]
        .as_array()
        .and_then(|all| all.iter().rfind(|message| message["role"] != "system"));
    has_tool && last.is_some_and(|last| mentions(last, USE_TOOL) && !mentions(last, "tool_result"))
}
