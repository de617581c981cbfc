//! The scene as Codex writes it: response items for the model, events for the screen.

use std::path::Path;

use serde_json::{Value, json};

use super::{
    AGAIN, FAILED, FOUND, LOOK, NOW, ON, PICTURE, PRIVATE, QUESTION, SEE, SHOT, SOURCE, SUMMARY,
    THANKS, THOUGHT, TITLE, WRITTEN, calls, time,
};

const SESSION: &str = "01a1e23e-1111-7111-8111-000000000002";

/// Formats a time as RFC 3339 in UTC with milliseconds.
pub(crate) fn iso(millis: i64) -> String {
    let (days, rest) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000));
    // Days to a date, by the usual calendar of 400 years.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (
        doy - (153 * mp + 2) / 5 + 1,
        if mp < 10 { mp + 3 } else { mp - 9 },
    );
    let year = yoe + era * 400 + i64::from(month <= 2);
    let (h, m, s, ms) = (
        rest / 3_600_000,
        rest / 60_000 % 60,
        rest / 1000 % 60,
        rest % 1000,
    );
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}.{ms:03}Z")
}

fn said(role: &str, words: &str) -> Value {
    let kind = if role == "user" {
        "input_text"
    } else {
        "output_text"
    };
    json!({"type": "message", "role": role, "content": [{"type": kind, "text": words}]})
}

fn picture() -> Value {
    json!({"type": "input_image", "image_url": format!("data:image/png;base64,{PICTURE}")})
}

pub(super) fn write(home: &Path, project: &Path, compacted: bool) {
    let mut lines: Vec<Value> = Vec::new();
    let mut add = |kind: &str, payload: Value| {
        let n = lines.len() as i64;
        lines.push(json!({"timestamp": iso(time(n)), "type": kind, "payload": payload}));
    };
    let item = "response_item";
    let call = |at: usize| {
        let [one, two, three] = calls();
        let (id, name, input) = [one, two, three].into_iter().nth(at).expect("three calls");
        json!({"type": "function_call", "name": name, "arguments": input.to_string(), "call_id": id})
    };
    let output = |id: &str, output: Value| json!({"type": "function_call_output", "call_id": id, "output": output});
    add(
        "session_meta",
        json!({"id": SESSION, "timestamp": iso(time(0)), "cwd": project.display().to_string(),
        "originator": "codex_cli_rs", "cli_version": "0.166.0", "source": "cli", "model_provider": "somewhere",
        "base_instructions": {"text": PRIVATE}, "git": {"branch": "main"}}),
    );
    add(
        item,
        json!({"type": "message", "role": "developer", "content": [{"type": "input_text", "text": PRIVATE}]}),
    );
    add(
        item,
        said(
            "user",
            &format!("<environment_context>\n{PRIVATE}\n</environment_context>"),
        ),
    );
    add(
        "turn_context",
        json!({"cwd": project.display().to_string(), "approval_policy": PRIVATE, "model": "gpt-5.5-codex"}),
    );
    add(
        "event_msg",
        json!({"type": "user_message", "message": QUESTION}),
    );
    add(item, said("user", QUESTION));
    add(
        item,
        json!({"type": "reasoning", "summary": [{"type": "summary_text", "text": THOUGHT}], "encrypted_content": PRIVATE}),
    );
    add(item, said("assistant", LOOK));
    add(
        "event_msg",
        json!({"type": "agent_message", "message": LOOK}),
    );
    add(item, call(0));
    add(item, call(1));
    add(item, output("call_one", json!(SOURCE)));
    add(item, output("call_two", json!(FAILED)));
    add(item, said("assistant", AGAIN));
    add(item, call(2));
    add(
        item,
        output(
            "call_three",
            json!([{"type": "input_text", "text": SHOT}, picture()]),
        ),
    );
    add(item, said("assistant", FOUND));
    add(
        "event_msg",
        json!({"type": "token_count", "info": null, "rate_limits": {"plan_type": PRIVATE}}),
    );
    add("event_msg", json!({"type": "user_message", "message": SEE}));
    add(
        item,
        json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": SEE}, picture()]}),
    );
    add(item, said("assistant", THANKS));
    if compacted {
        add(
            "compacted",
            json!({"message": SUMMARY, "replacement_history": [said("user", SUMMARY)]}),
        );
        add(item, said("assistant", ON));
        add("event_msg", json!({"type": "user_message", "message": NOW}));
        add(item, said("user", NOW));
        add(item, said("assistant", WRITTEN));
    }
    let day = iso(time(0));
    let (date, clock) = (&day[..10], day[11..19].replace(':', "-"));
    let folder = home.join(".codex/sessions").join(date.replace('-', "/"));
    std::fs::create_dir_all(&folder).expect("a folder for the session");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(
        folder.join(format!("rollout-{date}T{clock}-{SESSION}.jsonl")),
        text,
    )
    .expect("the session is written");
    let title = json!({"id": SESSION, "thread_name": TITLE, "updated_at": day});
    std::fs::write(
        home.join(".codex/session_index.jsonl"),
        format!("{title}\n"),
    )
    .expect("the title is written");
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_are_told_right() {
        assert_eq!(super::iso(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(super::iso(1_794_797_141_363), "2026-11-16T02:45:41.363Z");
        assert_eq!(super::iso(1_709_164_800_000), "2024-02-29T00:00:00.000Z");
    }
}
