//! Calls and their results as records, each kind in its own form.

use std::collections::{HashMap, HashSet};

use segue_conversation::json::{Object, Value};
use segue_conversation::{Body, Call, Content, Data, File, Part, ToolResult};

use super::restore::{Making, Record, add};
use super::{compose, outputs};

/// What must be remembered about calls from one message to the next.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Open calls and the kind of item that answers each.
    open: HashMap<String, &'static str>,
    /// Calls that ran on the vendor's side: Codex has no record for their results.
    unanswered: HashSet<String>,
}

/// Records that are calls.
const KINDS: [&str; 6] = [
    "function_call",
    "custom_tool_call",
    "local_shell_call",
    "web_search_call",
    "tool_search_call",
    "image_generation_call",
];

/// Checks whether a record has no call id.
fn is_uncalled(item: Value<'_>) -> bool {
    item.get("call_id").is_none_or(|id| id.is_null())
}

/// Checks whether the vendor itself ran it and gave it no id: nothing waits for its result.
fn ran_elsewhere(item: Value<'_>) -> bool {
    is_uncalled(item) && item.str_of("execution").as_deref() == Some("server")
}

impl Making<'_> {
    pub(super) fn call(&mut self, mut call: Call, native: Option<Value<'_>>, image: Option<Part>) {
        let item = native.and_then(|native| native.get("item"));
        let kind = item.and_then(|item| item.string_of("type"));
        // Only a call may come back as its own record.
        let kind = kind.filter(|kind| KINDS.contains(&kind.as_str()));
        let item = item.filter(|_| kind.is_some());
        if kind.is_none() {
            compose::call(&mut call, self.report);
        }
        let kind = kind.as_deref().unwrap_or("function_call");
        let has = |key: &str| item.is_some_and(|item| item.get(key).is_some());
        let mut written = Vec::new();
        let mut payload = String::new();
        let mut object = Object::begin(&mut payload);
        let answer = match kind {
            "custom_tool_call" => {
                written.extend(["name", "input"]);
                object.string("name", &call.name);
                object.string("input", &compose::only_text(&call.input, "input"));
                Some("custom_tool_call_output")
            }
            "local_shell_call" | "web_search_call" | "tool_search_call" => {
                let search = kind == "tool_search_call";
                let key = if search { "arguments" } else { "action" };
                let empty = call.input.is_empty_object() && kind == "web_search_call";
                // A member that is no object was not taken out of the record.
                if !has(key) && !empty {
                    object.raw(key, call.input.text());
                }
                match kind {
                    "web_search_call" => None,
                    "tool_search_call" => Some("tool_search_output"),
                    _ => Some("function_call_output"),
                }
            }
            "image_generation_call" => {
                if !call.input.is_empty_object() {
                    let prompt = compose::only_text(&call.input, "prompt");
                    object.string("revised_prompt", &prompt);
                    written.push("revised_prompt");
                }
                if let Some(Body::File(File {
                    data: Data::Base64(data),
                    ..
                })) = image.as_ref().map(|part| &part.body)
                {
                    object.string("result", data);
                    written.push("result");
                }
                None
            }
            _ => {
                let layout = native.and_then(|native| native.get("layout"));
                written.extend(["name", "arguments"]);
                object.string("name", &call.name);
                object.string("arguments", &outputs::arguments_text(&call.input, layout));
                Some("function_call_output")
            }
        };
        if item.is_none() {
            object.string("type", "function_call");
        }
        let called = item.is_none() || native.is_some_and(|native| native.flag("called"));
        let by_id = item.is_some_and(|item| item.str_of("id").as_deref() == Some(&call.id));
        let elsewhere = kind == "tool_search_call" && item.is_some_and(ran_elsewhere);
        if called || (answer.is_some() && !by_id && !elsewhere) {
            object.string("call_id", &call.id);
            written.push("call_id");
        } else if !item.is_some_and(is_uncalled) {
            written.push("call_id");
        }
        add(&mut object, item, &written);
        object.end();
        match answer {
            Some(answer) => {
                self.calls.open.insert(call.id.clone(), answer);
            }
            None => {
                self.calls.unanswered.insert(call.id.clone());
            }
        }
        self.records.push(Record::Item(payload));
        self.parts.push(Part::new(Body::Call(call)));
        if let Some(image) = image {
            self.report.kept(image.body.kind());
            self.parts.push(Part::new(image.body));
        }
    }

    /// Writes a result, and returns whether there was a place for it.
    pub(super) fn result(&mut self, mut result: ToolResult, native: Option<Value<'_>>) -> bool {
        if native.is_none() && self.calls.unanswered.remove(&result.call) {
            // Codex keeps no record of it; the call is whole without.
            return false;
        }
        if !self.own || !self.calls.open.contains_key(&result.call) {
            result.call = compose::call_id(&result.call);
        }
        let answer = self.calls.open.remove(&result.call);
        let item = native.and_then(|native| native.get("item"));
        let kind = answer.unwrap_or("function_call_output");
        let mut payload = String::new();
        let mut object = Object::begin(&mut payload);
        let called = item.is_none() || native.is_some_and(|native| native.flag("called"));
        let elsewhere = kind == "tool_search_output" && item.is_some_and(ran_elsewhere);
        let called = called || !elsewhere;
        if called {
            object.string("call_id", &result.call);
        }
        object.string("type", kind);
        if kind == "tool_search_output" {
            let tools = result.content.iter().find_map(|content| match content {
                Content::Other(json) if json.text().starts_with('[') => Some(json.text()),
                _ => None,
            });
            object.raw("tools", tools.unwrap_or("[]"));
            if item.is_none() {
                object
                    .string("status", "completed")
                    .string("execution", "client");
            }
            result
                .content
                .retain(|content| matches!(content, Content::Other(_)));
        } else {
            let list =
                native.is_some_and(|native| native.str_of("shape").as_deref() == Some("list"));
            compose::content(&mut result, list, self.report);
            let (output, content) = outputs::output(result.content, native);
            object.raw("output", &output);
            result.content = content;
        }
        let written: &[&str] = &["type", "output", "tools", "call_id"];
        let kept = if called {
            written.len()
        } else {
            written.len() - 1
        };
        add(&mut object, item, written.get(..kept).unwrap_or_default());
        object.end();
        self.records.push(Record::Item(payload));
        self.parts.push(Part::new(Body::Result(result)));
        true
    }
}
