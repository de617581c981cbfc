//! OpenAI's Responses API.

use serde_json::{Value, json};

use super::{REPLY, Reply, TOOL_OUTPUT, USE_TOOL, fresh, mentions};

pub(super) fn reply(body: &Value) -> Reply {
    let id = fresh();
    let item = if wants_tool(body) {
        call(body, id)
    } else {
        json!({"type": "message", "id": format!("msg_mock{id}"), "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": REPLY, "annotations": []}]})
    };
    let response = json!({"id": format!("resp_mock{id}"), "object": "response",
        "status": "completed", "output": [item],
        "usage": {"input_tokens": 5, "output_tokens": 5, "total_tokens": 10,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0}}});
    if body["stream"] != true {
        return Reply::Json(response);
    }
    let mut created = response.clone();
    created["status"] = json!("in_progress");
    created["output"] = json!([]);
    let events = [
        ("response.created", json!({"response": created})),
        (
            "response.output_item.done",
            json!({"output_index": 0, "item": item}),
        ),
        ("response.completed", json!({"response": response})),
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

fn wants_tool(body: &Value) -> bool {
    let last = body["input"].as_array().and_then(|items| items.last());
    last.is_some_and(|item| item["type"] == "message" && mentions(item, USE_TOOL))
}

/// Builds a call of whichever shell tool this client offers.
fn call(body: &Value, id: u64) -> Value {
    let offers = |name: &str| mentions(&body["tools"], name);
    let line = format!("echo {TOOL_OUTPUT}");
    let (name, arguments) = if offers("exec_command") {
        ("exec_command", json!({"cmd": line}))
    } else if offers("shell_command") {
        ("shell_command", json!({"command": line}))
    } else {
        ("shell", json!({"command": ["echo", TOOL_OUTPUT]}))
    };
    json!({"type": "function_call", "id": format!("fc_mock{id}"), "call_id": format!("call_mock{id}"),
        "name": name, "arguments": arguments.to_string(), "status": "completed"})
}
