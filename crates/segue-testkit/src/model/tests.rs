use super::record::REMEMBERED;
use super::*;

fn json_of(reply: Reply) -> Value {
    match reply {
        Reply::Json(value) => value,
        Reply::Events(events) => Value::Array(
            events
                .into_iter()
                .map(|(_, data)| serde_json::from_str(&data).unwrap_or(Value::String(data)))
                .collect(),
        ),
    }
}

#[test]
fn every_api_says_the_same_words_streamed_or_not() {
    let cases = [
        (
            "/v1/messages",
            json!({"messages": [{"role": "user", "content": "hi"}]}),
        ),
        (
            "/v1/responses",
            json!({"input": [{"type": "message", "role": "user"}]}),
        ),
        (
            "/v1/chat/completions",
            json!({"messages": [{"role": "user", "content": "hi"}]}),
        ),
        (
            "/v1beta/models/m:generateContent",
            json!({"contents": [{"role": "user"}]}),
        ),
        (
            "/v1beta/models/m:streamGenerateContent",
            json!({"contents": [{"role": "user"}]}),
        ),
    ];
    for (path, body) in cases {
        assert!(mentions(&json_of(reply(path, &body)), REPLY), "{path}");
        let mut streamed = body.clone();
        streamed["stream"] = json!(true);
        assert!(mentions(&json_of(reply(path, &streamed)), REPLY), "{path}");
    }
}

#[test]
fn a_tool_is_called_once() {
    let tools = json!([{"name": "Bash"}]);
    let asked = json!({"role": "user", "content": "use tool"});
    let done = json!({"role": "user", "content": [{"type": "tool_result", "content": "use tool"}]});
    let first =
        json!({"tools": tools, "messages": [asked, {"role": "system", "content": "context"}]});
    assert!(mentions(
        &json_of(reply("/v1/messages", &first)),
        "tool_use"
    ));
    let second = json!({"tools": tools, "messages": [asked, {"role": "assistant"}, done]});
    assert!(mentions(&json_of(reply("/v1/messages", &second)), REPLY));
}

#[test]
fn requests_are_remembered_up_to_a_bound() {
    let requests = Requests::default();
    for number in 0..=REMEMBERED {
        requests.remember(Captured {
            path: number.to_string(),
            body: Value::Null,
        });
    }
    let requests = requests.lock();
    assert_eq!(requests.len(), REMEMBERED);
    assert_eq!(requests[0].path, "1");
}
