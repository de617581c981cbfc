use super::*;
use serde_json::json;

fn of(path: &str, body: Value) -> Vec<Item> {
    history(&Captured {
        path: path.to_owned(),
        body,
    })
}

fn call(id: &str) -> Item {
    Item::Call {
        id: Some(id.to_owned()),
        name: "t".to_owned(),
        input: json!({"a": 1}),
    }
}

fn result(call: &str, error: Option<bool>) -> Item {
    Item::Result {
        call: Some(call.to_owned()),
        text: "out".to_owned(),
        error,
    }
}

fn user(text: &str) -> Item {
    Item::User(text.to_owned())
}

#[test]
fn messages_without_reminders() {
    let body = json!({"messages": [
        {"role": "user", "content": [
            {"type": "text", "text": "<system-reminder>\nx\n</system-reminder>\n"},
            {"type": "text", "text": "one\n"}, {"type": "text", "text": "two"}]},
        {"role": "system", "content": [{"type": "text", "text": "environment"}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"},
            {"type": "tool_use", "id": "c", "name": "t", "input": {"a": 1}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "is_error": true,
            "content": [{"type": "text", "text": "out"}, {"type": "image",
                "source": {"media_type": "image/png", "data": "AAAA"}}]}]},
        {"role": "user", "content": "last"}]});
    assert_eq!(
        of("/v1/messages", body),
        [
            user("one"),
            user("two"),
            Item::Thought("hm".to_owned()),
            call("c"),
            result("c", Some(true)),
            Item::image("image/png", "AAAA"),
            user("last"),
        ]
    );
}

#[test]
fn responses_without_context() {
    let message = |role: &str, kind: &str, text: &str| {
        json!({"type": "message", "role": role,
            "content": [{"type": kind, "text": text}]})
    };
    let body = json!({"input": [
        message("developer", "input_text", "rules"),
        message("user", "input_text", "one"),
        {"type": "function_call", "call_id": "c", "name": "t", "arguments": "{\"a\":1}"},
        {"type": "function_call_output", "call_id": "c", "output": [
            {"type": "input_text", "text": "out"},
            {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}]},
        message("assistant", "output_text", "fine"),
        message("user", "input_text", "<environment_context>\n</environment_context>"),
        message("user", "input_text", "last")]});
    assert_eq!(
        of("/v1/responses", body),
        [
            user("one"),
            call("c"),
            result("c", None),
            Item::image("image/png", "AAAA"),
            Item::Agent("fine".to_owned()),
            user("last"),
        ]
    );
}

#[test]
fn gemini_without_session_context() {
    let body = json!({"contents": [
        {"role": "user", "parts": [{"text": "<session_context>x"}, {"text": "one"}]},
        {"role": "model", "parts": [{"functionCall": {"id": "c", "name": "t", "args": {"a": 1}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": "c", "name": "t",
            "response": {"error": "out"},
            "parts": [{"inlineData": {"mimeType": "image/png", "data": "AAAA"}}]}}]}]});
    assert_eq!(
        of("/v1beta/models/m:streamGenerateContent", body),
        [
            user("one"),
            call("c"),
            result("c", Some(true)),
            Item::image("image/png", "AAAA"),
        ]
    );
}

#[test]
fn chat_with_pictures_of_tools() {
    let picture = json!({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}});
    let body = json!({"messages": [
        {"role": "system", "content": "rules"},
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "", "reasoning_content": "hm", "tool_calls": [
            {"id": "c", "function": {"name": "t", "arguments": "{\"a\":1}"}}]},
        {"role": "tool", "tool_call_id": "c", "content": "out"},
        {"role": "user", "content": [{"type": "text", "text": ATTACHED_WORDS}, picture]}]});
    assert_eq!(
        of("/v1/chat/completions", body),
        [
            user("one"),
            Item::Thought("hm".to_owned()),
            call("c"),
            result("c", None),
            Item::image("image/png", "AAAA"),
        ]
    );
}

const ATTACHED_WORDS: &str = "Attached media from tool result:";
