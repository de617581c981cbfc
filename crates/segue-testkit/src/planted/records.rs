//! The lines of a Claude Code session without what all lines share: what is said, thought, called
//! and answered.

use serde_json::{Value, json};

/// A line, with those that must stand before and after it.
pub struct Turn {
    pub before: Vec<Value>,
    pub planted: Value,
    pub after: Vec<Value>,
}

impl Turn {
    /// Creates a line that needs no other.
    pub fn alone(planted: Value) -> Self {
        Self {
            before: Vec::new(),
            planted,
            after: Vec::new(),
        }
    }

    /// Creates a call, then the planted line with its result.
    pub fn result(tool: &str, input: &Value, content: &str, extra: Value) -> Self {
        let planted = result(&json!(content), extra);
        Self {
            before: vec![call(tool, input)],
            planted,
            after: Vec::new(),
        }
    }

    /// Creates a planted line with a call, then its result.
    pub fn call(tool: &str, input: &Value, content: &str) -> Self {
        let after = result(
            &json!(content),
            json!({"stdout": content, "stderr": "", "interrupted": false}),
        );
        Self {
            before: Vec::new(),
            planted: call(tool, input),
            after: vec![after],
        }
    }
}

/// Builds a line in which the person says something: words, or a list of blocks.
pub fn user(content: impl Into<Value>) -> Value {
    json!({"type": "user", "message": {"role": "user", "content": content.into()}})
}

/// Builds a line in which the agent says something.
pub fn answer(text: &str) -> Value {
    block(&json!({"type": "text", "text": text}))
}

/// Builds a line in which the agent thinks.
pub fn thought(text: &str) -> Value {
    block(&json!({"type": "thinking", "thinking": text, "signature": "c2lnbmVk"}))
}

/// Builds a line in which the agent uses a tool; the id is filled in when the line is added.
pub fn call(tool: &str, input: &Value) -> Value {
    block(&json!({"type": "tool_use", "id": "", "name": tool, "input": input}))
}

/// Builds a line with what a tool gave, and what the agent keeps beside it.
pub fn result(content: &Value, extra: Value) -> Value {
    json!({
        "type": "user", "toolUseResult": extra,
        "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "", "content": content}]}
    })
}

/// Builds a line with a picture and a few words about it.
pub fn picture(words: &str, kind: &str, data: &str) -> Value {
    user(json!([
        {"type": "text", "text": words},
        {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}
    ]))
}

/// Builds a line with an attached file.
pub fn document(words: &str, title: &str, text: &str) -> Value {
    user(json!([
        {"type": "text", "text": words},
        {"type": "document", "title": title, "source": {"type": "text", "media_type": "text/plain", "data": text}}
    ]))
}

fn block(block: &Value) -> Value {
    json!({"type": "assistant", "message": {
        "type": "message", "role": "assistant", "model": "claude-opus-5-5", "content": [block],
        "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 12, "output_tokens": 34}
    }})
}
