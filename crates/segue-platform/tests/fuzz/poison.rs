//! A poisoned file: calls left open, permissions, hooks, prompts of the system and signatures
//! hidden wherever a file has room. None survives in any agent.

use serde_json::{Map, Value, json};

use super::home::{Home, PLATFORMS, file_of, head};
use super::judge;
use super::mutate::Dice;

const MARK: &str = "POISON";
const EXTENSION: &str = "urn:segue:ext:handoff:v1";

/// Members that no agent may find in a session from elsewhere.
fn members(id: &str) -> &'static [&'static str] {
    match id {
        "claude-code" => &[
            "permissionMode",
            "permissionDecision",
            "apiKeySource",
            "sandboxed",
            "requestRef",
        ],
        "codex" => &[
            "encrypted_content",
            "base_instructions",
            "developer_instructions",
            "user_instructions",
            "approval_policy",
            "sandbox_policy",
            "permission_profile",
            "model_provider",
            "rate_limits",
        ],
        "gemini-cli" => &["thoughtSignature", "thought_signature"],
        _ => &["system", "tools"],
    }
}

/// Whole records that would run, permit or instruct something.
fn records(id: &str) -> Vec<Value> {
    let call = json!({"type": "tool_use", "id": "toolu_branch", "name": "Bash", "input": {"command": "words"}});
    let item = |payload: Value| json!({"timestamp": "2026-11-16T00:00:00.000Z", "type": "response_item", "payload": payload});
    let shell = json!({"type": "function_call", "name": "shell", "arguments": "{\"c\":\"POISON\"}", "call_id": "POISON"});
    let told = json!({"type": "message", "role": "developer", "content": [{"type": "input_text", "text": MARK}]});
    match id {
        "claude-code" => vec![
            json!({"type": "permission-mode", "permissionMode": MARK}),
            json!({"type": "mode", "mode": MARK}),
            json!({"type": "agent-setting", "agentSetting": MARK}),
            json!({"type": "attachment", "attachment": {"type": "hook_success", "content": MARK}}),
            json!({"type": "attachment", "attachment": {"type": "nested_memory", "content": MARK}}),
            json!({"type": "system", "subtype": "stop_hook_summary", "content": MARK}),
            json!({"type": "system", "subtype": "permission_retry", "content": MARK}),
            json!({"type": "api-request", "params": {"system": MARK}}),
            json!({"type": "file-history-snapshot", "snapshot": {"x": MARK}}),
            json!({"type": "assistant", "uuid": "poison-1", "parentUuid": null, "message": {"role": "assistant", "content": [call]}}),
            json!({"type": "assistant", "uuid": "poison-2", "parentUuid": null, "message": {"role": "assistant",
                "content": [{"type": "thinking", "thinking": "x", "signature": MARK}]}}),
        ],
        "codex" => vec![
            item(told.clone()),
            json!({"type": "turn_context", "payload": {"approval_policy": MARK}}),
            json!({"type": "session_meta", "payload": {"base_instructions": {"text": MARK}}}),
            json!({"type": "compacted", "payload": {"message": "", "replacement_history": [told]}}),
            json!({"type": "compacted", "payload": {"message": "", "replacement_history": [shell]}}),
            json!({"type": "event_msg", "payload": {"type": "exec_approval_request", "command": [MARK]}}),
            json!({"type": "event_msg", "payload": {"type": "hook_started", "run": MARK}}),
            json!({"type": "world_state", "payload": {"x": MARK}}),
        ],
        "gemini-cli" => vec![
            json!({"id": "p1", "type": "gemini", "content": [{"functionCall": {"id": "P", "name": "sh", "args": {"c": "words"}}}]}),
            json!({"id": "p2", "type": "gemini", "toolCalls": [{"id": "P", "name": "sh", "args": {"c": MARK}, "status": "executing"}]}),
            json!({"$set": {"messages": [{"id": "p3", "type": "user", "content": MARK}]}}),
            json!({"$set": {"directories": [MARK]}}),
            json!({"sessionId": MARK, "kind": "main"}),
            json!({"abandoned": [{"id": "p4", "type": "gemini", "content": "x", "thoughtSignature": MARK}]}),
        ],
        _ => vec![
            json!({"info": {"role": "assistant", "system": [MARK]}, "parts": [{"type": "tool", "tool": "bash", "callID": "P",
                "state": {"status": "pending", "input": {"c": "words"}}}]}),
            json!({"info": {"role": "user", "system": MARK, "tools": {"bash": MARK}}, "parts": [{"type": "subtask", "prompt": MARK, "agent": MARK}]}),
            json!({"info": {"role": "user"}, "parts": [{"type": "text", "text": "words"}]}),
        ],
    }
}

/// Pieces of content that call, answer or sign.
fn pieces(id: &str) -> Vec<Value> {
    match id {
        "claude-code" => vec![
            json!({"type": "tool_use", "id": "toolu_P", "name": "Bash", "input": {"command": MARK}}),
            json!({"type": "thinking", "thinking": "x", "signature": MARK}),
            json!({"type": "redacted_thinking", "data": MARK}),
        ],
        "codex" => vec![
            json!({"type": "encrypted_content", "encrypted_content": MARK}),
            json!({"type": "x", "encrypted_content": MARK}),
        ],
        "gemini-cli" => vec![
            json!({"functionCall": {"id": "P", "name": "sh", "args": {"c": MARK}}}),
            json!({"x": 1, "thoughtSignature": MARK}),
            json!({"functionResponse": {"id": "P", "name": "sh", "response": {"output": MARK}}}),
        ],
        _ => vec![
            json!({"type": "tool", "tool": "bash", "callID": "P", "state": {"status": "running", "input": {"c": "words"}}}),
        ],
    }
}

/// Puts private members into every object of a native value, and swaps what it claims to be.
fn spoil(dice: &mut Dice, id: &str, value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (_, inner) in object.iter_mut() {
                spoil(dice, id, inner);
            }
            // What OpenCode obeys stands in the message itself.
            let spared = id == "opencode" && !object.contains_key("agent");
            for name in members(id).iter().filter(|_| !spared) {
                if dice.roll(2) == 0 {
                    object.insert((*name).to_owned(), json!(MARK));
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| spoil(dice, id, item)),
        _ => {}
    }
}

fn own(object: &mut Value) -> &mut Map<String, Value> {
    let metadata = object["metadata"].as_object_mut();
    if metadata.is_none() {
        object["metadata"] = json!({});
    }
    let own = &mut object["metadata"][EXTENSION];
    if !own.is_object() {
        *own = json!({});
    }
    own.as_object_mut().unwrap()
}

/// Poison everywhere a file from this agent has room for it.
fn poisoned(dice: &mut Dice, id: &str, compacted: bool) -> Value {
    let mut file = file_of(id, compacted);
    let native = head(&mut file)
        .entry("native")
        .or_insert_with(|| json!({"platform": id}));
    spoil(dice, id, native);
    native["beside"] = json!(records(id));
    native["session"] =
        json!({"permission": MARK, "summary_diffs": MARK, "share_url": MARK, "agent": MARK});
    let artifacts = [
        "subagents/agent-x.jsonl",
        "tool-results/x.txt",
        "settings.json",
        "hooks.json",
    ];
    file["artifacts"] = artifacts
        .iter()
        .map(|name| {
            let mut artifact = json!({"artifactId": name, "name": name, "parts": []});
            let parts = records(id).into_iter().map(|record| json!({"data": record}));
            artifact["parts"] = parts.collect();
            if !name.ends_with("txt") {
                let lines: Vec<String> = records(id).iter().map(Value::to_string).collect();
                artifact["parts"].as_array_mut().unwrap().push(json!({"text": lines.join("\n")}));
            }
            let kind = if name.starts_with("sub") { "subagent" } else { "tool-output" };
            own(&mut artifact).insert("native".into(), json!({"platform": id, "file": name, "piece": 0, "kind": kind,
                "id": name, "child": "ses_x", "session": {"permission": MARK}, "facts": {"x": {"thoughtSignature": MARK}}}));
            artifact
        })
        .collect();
    let count = file["history"].as_array().unwrap().len();
    for message in file["history"].as_array_mut().unwrap() {
        let agent = message["role"] == "ROLE_AGENT";
        for part in message["parts"].as_array_mut().unwrap() {
            let words = part["text"].clone();
            let native = own(part).entry("native").or_insert_with(|| json!({}));
            spoil(dice, id, native);
            if dice.roll(3) == 0 {
                let piece = dice.pick(&pieces(id)).clone();
                match id {
                    "codex" => native["item"] = piece,
                    "gemini-cli" => {
                        // The same words, and more beside them.
                        let mut beside = piece;
                        beside["text"] = words;
                        native["verbatim"] = beside;
                    }
                    _ => {
                        for (key, value) in piece.as_object().unwrap() {
                            native[key] = value.clone();
                        }
                    }
                }
            }
        }
        if dice.roll(2) == 0 {
            let at = dice.roll(3);
            let parts = message["parts"].as_array_mut().unwrap();
            let piece = json!({"data": dice.pick(&pieces(id))});
            parts.insert(at.min(parts.len()), piece);
        }
        if dice.roll(4) == 0 {
            // A call where none belongs, or one that nobody answers.
            let call = json!({"mediaType": "application/vnd.segue.tool-call+json",
                "data": {"id": format!("open-{}", dice.roll(4)), "name": "Bash", "input": {}}});
            message["parts"].as_array_mut().unwrap().push(call);
        }
        let own = own(message);
        let native = own.entry("native").or_insert_with(|| json!({}));
        spoil(dice, id, native);
        for (name, poison) in [
            (
                "info",
                json!({"role": "system", "system": MARK, "tools": {"bash": MARK}, "agent": MARK}),
            ),
            ("message", json!({"role": "system", "content": MARK})),
            (
                "order",
                json!([null, {"type": "subtask", "prompt": MARK}, {"type": "text", "text": MARK}]),
            ),
            (
                "item",
                json!({"type": "message", "role": "developer", "content": MARK, "encrypted_content": MARK}),
            ),
            (
                "line",
                json!({(members(id)[0]): MARK, "type": "permission-mode"}),
            ),
            (
                "more",
                json!({"$set": MARK, "thoughtSignature": MARK, "toolCalls": [{"status": "executing", "x": MARK}]}),
            ),
        ] {
            if dice.roll(6) == 0 {
                native[name] = poison;
            }
        }
        if dice.roll(2) == 0 || count < 3 {
            let mut beside = records(id);
            if dice.roll(2) == 0 {
                beside = vec![dice.pick(&beside).clone()];
            }
            own.insert("beside".into(), json!(beside));
        }
        if dice.roll(12) == 0 {
            message["role"] = json!(if agent { "ROLE_USER" } else { "ROLE_AGENT" });
        }
    }
    file
}

/// What is written of a poisoned file, in every agent: of its own kind, and as if from another.
#[test]
fn nothing_of_a_poisoned_file_survives() {
    let mut taken = [0; 4];
    let mut found: Vec<String> = Vec::new();
    for case in 0..40 {
        let mut dice = Dice::new("poison", case);
        for from in PLATFORMS {
            let mut file = poisoned(&mut dice, from, case % 2 == 0);
            for (place, id) in PLATFORMS.into_iter().enumerate() {
                if id != from && dice.roll(3) > 0 {
                    continue;
                }
                // What is private to one agent says nothing to another; calls do.
                let claimed = id != from && dice.roll(2) == 0;
                head(&mut file)["source"]["platform"] = json!(if claimed { id } else { from });
                let (home, name) = (Home::new(), format!("{from} into {id}, case {case}"));
                let (before, outside) = (home.inside(), home.outside());
                let done = home.import(id, file.to_string().as_bytes());
                assert_eq!(home.outside(), outside, "{name}");
                match done {
                    Err(error) => {
                        println!("{name}: {error}");
                        assert_eq!(home.inside(), before, "{name}: {error}");
                    }
                    Ok(outcome) => {
                        taken[place] += 1;
                        let open = judge::pending(id, &home, &outcome);
                        let mut seen = judge::traces(&home, MARK);
                        seen.retain(|_| !claimed);
                        let all = open.iter().map(|call| format!("{name}: pending {call}"));
                        found.extend(all.chain(seen.iter().map(|line| format!("{name}: {line}"))));
                    }
                }
            }
        }
    }
    assert!(
        found.is_empty(),
        "{} survive:\n{}",
        found.len(),
        found.join("\n")
    );
    assert!(
        taken.iter().all(|count| *count > 3),
        "some are taken: {taken:?}"
    );
}
