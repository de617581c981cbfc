//! What a call is about, for the tools of every platform that is read.

use segue_door::PartKind;
use serde_json::{Value, json};

use super::super::{PIECE, Took, shown};
use super::*;

fn summary(tool: &str, input: &Value) -> Option<String> {
    let message = shown(&call("1", tool, input), 1, PIECE);
    message.parts.into_iter().next().unwrap().summary
}

#[test]
fn a_call_is_told_on_one_line() {
    let patch = "*** Begin Patch\n*** Update File: src/a.rs\n@@\n-a\n+b\n*** Add File: b.rs\n+x\n*** End Patch";
    let shell = format!("apply_patch <<'EOF'\n{patch}\nEOF");
    for (tool, input, told) in [
        // Claude Code
        (
            "Bash",
            json!({"command": "cargo test", "description": "Run tests"}),
            "cargo test",
        ),
        (
            "Read",
            json!({"file_path": "/w/a.rs", "limit": 5}),
            "/w/a.rs",
        ),
        (
            "Write",
            json!({"file_path": "/w/a.rs", "content": "x"}),
            "/w/a.rs",
        ),
        (
            "Edit",
            json!({"file_path": "/w/a.rs", "old_string": "a", "new_string": "b"}),
            "/w/a.rs",
        ),
        (
            "MultiEdit",
            json!({"file_path": "/w/a.rs", "edits": []}),
            "/w/a.rs",
        ),
        (
            "NotebookEdit",
            json!({"notebook_path": "/w/n.ipynb", "new_source": "x"}),
            "/w/n.ipynb",
        ),
        ("Glob", json!({"pattern": "**/*.rs"}), "**/*.rs"),
        (
            "Grep",
            json!({"pattern": "fn main", "path": "src"}),
            "fn main in src",
        ),
        ("LS", json!({"path": "/w"}), "/w"),
        (
            "WebFetch",
            json!({"url": "https://a.example", "prompt": "Read"}),
            "https://a.example",
        ),
        ("WebSearch", json!({"query": "rust diff"}), "rust diff"),
        (
            "Task",
            json!({"description": "Look around", "prompt": "Long", "subagent_type": "x"}),
            "Look around",
        ),
        (
            "Agent",
            json!({"description": "Look around", "prompt": "Long"}),
            "Look around",
        ),
        ("Skill", json!({"skill": "pdf", "args": "x"}), "pdf"),
        ("BashOutput", json!({"bash_id": "b1"}), "b1"),
        (
            "TodoWrite",
            json!({"todos": [{"content": "A", "status": "completed"}, {"content": "B", "status": "in_progress"}]}),
            "B",
        ),
        (
            "AskUserQuestion",
            json!({"questions": [{"question": "Which one?"}]}),
            "Which one?",
        ),
        ("ToolSearch", json!({"query": "select:Read"}), "select:Read"),
        (
            "str_replace_based_edit_tool",
            json!({"command": "view", "path": "/w/a"}),
            "/w/a",
        ),
        (
            "mcp__github__get_issue",
            json!({"title": "Broken", "owner": "x"}),
            "Broken",
        ),
        // Codex
        (
            "shell",
            json!({"command": ["bash", "-lc", "ls -la"], "workdir": "/w"}),
            "ls -la",
        ),
        ("shell", json!({"command": ["git", "status"]}), "git status"),
        (
            "shell",
            json!({"command": ["bash", "-lc", shell]}),
            "src/a.rs, b.rs",
        ),
        (
            "shell_command",
            json!({"command": "ls", "workdir": "/w"}),
            "ls",
        ),
        ("exec_command", json!({"cmd": "echo hi"}), "echo hi"),
        (
            "local_shell",
            json!({"type": "exec", "command": ["/bin/sh", "-c", "pwd"]}),
            "pwd",
        ),
        ("apply_patch", json!({"input": patch}), "src/a.rs, b.rs"),
        (
            "web_search",
            json!({"type": "search", "query": "weather"}),
            "weather",
        ),
        (
            "web_search",
            json!({"type": "open_page", "url": "https://a.example"}),
            "https://a.example",
        ),
        (
            "update_plan",
            json!({"plan": [{"step": "One", "status": "pending"}]}),
            "One",
        ),
        ("view_image", json!({"path": "/w/a.png"}), "/w/a.png"),
        ("write_stdin", json!({"chars": "y\n", "session_id": 1}), "y"),
        ("tool_search", json!({"query": "mail"}), "mail"),
        ("image_generation", json!({"prompt": "A cat"}), "A cat"),
        // Gemini CLI
        (
            "run_shell_command",
            json!({"command": "npm test", "description": "x"}),
            "npm test",
        ),
        ("read_file", json!({"absolute_path": "/w/a.ts"}), "/w/a.ts"),
        (
            "write_file",
            json!({"file_path": "/w/a.ts", "content": ""}),
            "/w/a.ts",
        ),
        (
            "replace",
            json!({"file_path": "/w/a.ts", "instruction": "Do", "old_string": "a", "new_string": "b"}),
            "/w/a.ts",
        ),
        (
            "search_file_content",
            json!({"pattern": "x", "dir_path": "lib"}),
            "x in lib",
        ),
        ("grep_search", json!({"pattern": "x"}), "x"),
        ("list_directory", json!({"dir_path": "lib"}), "lib"),
        (
            "read_many_files",
            json!({"include": ["a.ts", "b.ts"]}),
            "a.ts, b.ts",
        ),
        ("google_web_search", json!({"query": "vite"}), "vite"),
        (
            "web_fetch",
            json!({"prompt": "Read https://a.example"}),
            "Read https://a.example",
        ),
        ("save_memory", json!({"fact": "Likes tea"}), "Likes tea"),
        (
            "write_todos",
            json!({"todos": [{"description": "A", "status": "in_progress"}]}),
            "A",
        ),
        // OpenCode
        (
            "bash",
            json!({"command": "make", "description": "Build"}),
            "make",
        ),
        ("read", json!({"filePath": "/w/a.go"}), "/w/a.go"),
        (
            "edit",
            json!({"filePath": "/w/a.go", "oldString": "a", "newString": "b"}),
            "/w/a.go",
        ),
        ("grep", json!({"pattern": "x", "include": "*.go"}), "x"),
        (
            "webfetch",
            json!({"url": "https://a.example", "format": "text"}),
            "https://a.example",
        ),
        (
            "task",
            json!({"description": "Plan", "prompt": "Long", "subagent_type": "general"}),
            "Plan",
        ),
        (
            "todowrite",
            json!({"todos": [{"content": "A", "status": "pending", "id": "1"}]}),
            "A",
        ),
        ("patch", json!({"patchText": patch}), "src/a.rs, b.rs"),
        ("skill", json!({"name": "pdf"}), "pdf"),
    ] {
        assert_eq!(
            summary(tool, &input).as_deref(),
            Some(told),
            "{tool} {input}"
        );
    }
    for (tool, input) in [
        ("ExitPlanMode", json!({})),
        ("TodoRead", json!({"a": 1, "b": [], "c": {"d": "e"}})),
        ("Bash", json!({"command": "  "})),
        ("Bash", json!(["no", "object"])),
        ("", json!("text")),
    ] {
        assert_eq!(summary(tool, &input), None, "{tool} {input}");
    }
}

#[test]
fn a_summary_is_short_and_on_one_line() {
    let told = summary("Bash", &json!({"command": "a\n\tb\u{7}c  ".repeat(200)})).unwrap();
    assert!((190..=200).contains(&told.chars().count()));
    assert!(
        told.starts_with("a b c a b c") && told.ends_with('…'),
        "{told}"
    );
    let whole = summary("Bash", &json!({"command": "x".repeat(200)})).unwrap();
    assert_eq!(whole, "x".repeat(200));
    let told = summary("Bash", &json!({"command": "x".repeat(201)})).unwrap();
    assert_eq!(told.chars().count(), 200);
}

#[test]
fn a_call_and_its_result_share_a_name_and_tell_how_long_it_took() {
    let long = "call".repeat(100);
    for id in ["toolu_1", long.as_str()] {
        let mut asks = call(id, "Bash", &json!({"command": "sleep 2"}));
        asks.at = Some("2026-01-01T10:00:00.000Z".to_owned());
        let mut answers = result(id, vec![Content::Text("done".to_owned())]);
        answers.at = Some("2026-01-01T10:00:02.500Z".to_owned());
        let (mut one, mut two) = (shown(&asks, 1, PIECE), shown(&answers, 2, PIECE));
        assert_eq!(one.parts[0].call, two.parts[0].call);
        assert!(
            one.parts[0]
                .call
                .as_ref()
                .is_some_and(|name| name.len() <= 64)
        );
        let mut took = Took::default();
        took.tell(&mut one);
        took.tell(&mut two);
        assert_eq!(two.parts[0].took_ms, Some(2_500));
        // Once answered it is over, and passed messages count as well.
        took.tell(&mut two);
        assert_eq!(two.parts[0].took_ms, None);
        took.pass(&asks);
        took.tell(&mut two);
        assert_eq!(two.parts[0].took_ms, Some(2_500));
        two.at = Some("2025-01-01T10:00:00.000Z".to_owned());
        took.pass(&asks);
        took.tell(&mut two);
        assert_eq!(
            two.parts[0].took_ms, None,
            "clocks that went back tell nothing"
        );
    }
}

#[test]
fn only_pictures_that_lie_here_and_are_what_they_say_can_be_shown() {
    let jpeg: &[u8] = &[0xff, 0xd8, 0xff, 0xe0];
    let webp: &[u8] = b"RIFF\x10\x00\x00\x00WEBP";
    let gif: &[u8] = b"GIF89a";
    let svg: &[u8] = b"<svg xmlns=";
    let url = |kind: &str| File {
        media_type: Some(kind.to_owned()),
        name: None,
        data: Data::Url("https://a.example/a.png".to_owned()),
    };
    let odd = File {
        data: Data::Base64("no base64 at all, is it?".to_owned()),
        ..file("image/png", PNG)
    };
    for (file, can) in [
        (file("image/png", PNG), Some("image/png")),
        (file("image/jpeg", jpeg), Some("image/jpeg")),
        (file("IMAGE/JPG", jpeg), Some("image/jpeg")),
        (file("image/gif", gif), Some("image/gif")),
        (file("image/webp", webp), Some("image/webp")),
        (file("image/png", jpeg), Some("image/jpeg")),
        (file("image/svg+xml", svg), None),
        (file("image/png", svg), None),
        (file("text/html", PNG), None),
        (url("image/png"), None),
        (odd, None),
    ] {
        let part = Part::new(Body::File(file.clone()));
        let message = Message::new("1", Role::User, vec![part]);
        assert_eq!(
            shown(&message, 1, PIECE).parts[0].can_show,
            can.is_some(),
            "{file:?}"
        );
        let whole = super::super::whole(&message, 0);
        assert_eq!(
            whole.as_ref().ok().and_then(|whole| whole.media_type),
            can,
            "{file:?}"
        );
        if let (Ok(whole), Data::Base64(data)) = (whole, &file.data) {
            assert_eq!(whole.bit(0).unwrap().text, *data);
        }
    }
}

#[test]
fn a_picture_in_a_result_is_a_part_of_its_own() {
    let text = |text: &str| Content::Text(text.to_owned());
    let mut message = result(
        "a",
        vec![
            text("one"),
            Content::File(file("image/png", PNG)),
            Content::File(file("image/svg+xml", b"<svg")),
            text("two"),
        ],
    );
    message.parts.push(Part::text("after"));
    let parts = shown(&message, 1, PIECE).parts;
    let kinds: Vec<PartKind> = parts.iter().map(|part| part.kind).collect();
    assert_eq!(
        kinds,
        [PartKind::ToolResult, PartKind::Image, PartKind::Text]
    );
    assert_eq!(parts[1].call.as_deref(), Some("a"));
    assert!(parts[1].can_show && !parts[0].can_show);
    assert_eq!(
        parts[0].text,
        "one\n[image/png, 66 bytes]\n[image/svg+xml, 66 bytes]\ntwo"
    );
    let whole = |part| super::super::whole(&message, part);
    assert_eq!(whole(1).ok().unwrap().media_type, Some("image/png"));
    assert_eq!(whole(2).ok().unwrap().text, "after");
    assert!(whole(3).is_err());
}
