//! OpenAI's chat completions, which many providers speak.

use serde_json::{Value, json};

use super::{REPLY, Reply, TOOL_OUTPUT, USE_TOOL, fresh, mentions};

pub(super) fn reply(body: &Value) -> Reply {
    let tool = wants_tool(body);
    let id = fresh();
    let mut message = json!({"role": "assistant", "content": REPLY});
    if tool {
        let arguments =
            json!({"command": format!("echo {TOOL_OUTPUT}"), "description": "Say something"});
        message = json!({"role": "assistant", "content": null, "tool_calls": [{
            "index": 0, "id": format!("call_mock{id}"), "type": "function",
            "function": {"name": "bash", "arguments": arguments.to_string()}}]});
    }
    let finish = if tool { "tool_calls" } else { "stop" };
    let usage = json!({"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10});
    let chunk = |choice: Value, object: &str, usage: &Value| {
        json!({"id": format!("mock{id}"), "created": 1, "model": body["model"], "object": object,
            "choices": [choice], "usage": usage})
    };
    if body["stream"] != true {
        let choice = json!({"index": 0, "message": message, "finish_reason": finish});
        return Reply::Json(chunk(choice, "chat.completion", &usage));
    }
    let first = json!({"index": 0, "delta": message, "finish_reason": null});
    let last = json!({"index": 0, "delta": {}, "finish_reason": finish});
    let object = "chat.completion.chunk";
    Reply::Events(vec![
        (None, chunk(first, object, &Value::Null).to_string()),
        (None, chunk(last, object, &usage).to_string()),
        (None, "[DONE]".to_owned()),
    ])
}

fn wants_tool(body: &Value) -> bool {
    let last = body["messages"].as_array().and_then(|all| all.last());
    mentions(&body["tools"], "bash")
        && last.is_some_and(|last| last["role"] == "user" && mentions(last, USE_TOOL))
}
