//! Gemini's `generateContent`.

use serde_json::{Value, json};

use super::{REPLY, Reply, TOOL_OUTPUT, USE_TOOL, mentions};

pub(super) fn reply(body: &Value, stream: bool) -> Reply {
    let part = if wants_tool(body) {
        json!({"functionCall": {"name": "run_shell_command",
            "args": {"command": format!("echo {TOOL_OUTPUT}")}}})
    } else {
        json!({"text": REPLY})
    };
    let response = json!({
        "candidates": [{"content": {"role": "model", "parts": [part]},
            "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 5, "totalTokenCount": 10},
        "modelVersion": "mock"});
    if stream {
        Reply::Events(vec![(None, response.to_string())])
    } else {
        Reply::Json(response)
    }
}

fn wants_tool(body: &Value) -> bool {
    let last = body["contents"].as_array().and_then(|all| all.last());
    // A response to a call is a field of its part, so words alone do not tell.
    let answers = |content: &Value| {
        content["parts"].as_array().is_some_and(|parts| {
            parts
                .iter()
                .any(|part| part.get("functionResponse").is_some())
        })
    };
    mentions(&body["tools"], "run_shell_command")
        && last.is_some_and(|last| mentions(last, USE_TOOL) && !answers(last))
}
