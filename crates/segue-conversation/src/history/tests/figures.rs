//! Figures against what a file really takes.

use super::*;
use crate::file::Writer;
use crate::head::{Head, Source};
use crate::part::{Data, File};
use crate::report::Report;

/// A conversation with a bit of everything.
fn varied() -> Vec<Message> {
    let mut messages = Vec::new();
    for turn in 0..40 {
        let mut add = |mut message: Message| {
            message.at = Some("2026-11-16T14:00:00.000Z".to_owned());
            let native = r#"{"uuid":"0d6c3a5e-3a7b-4a57-9d5c-9d1c3e0b7f11","version":"2.1.0"}"#;
            message.native = Some(Json::parse(native).unwrap());
            messages.push(message);
        };
        let text = format!(
            "Step {turn}: make \"it\" work\non every line.\n{}",
            "And say why. ".repeat(10)
        );
        add(Message::text(format!("u{turn}"), Role::User, text));
        let id = format!("toolu_{turn}");
        let input = format!(r#"{{"command":"cargo test -p part{turn}"}}"#);
        let mut answer = Message::new(
            format!("a{turn}"),
            Role::Agent,
            vec![
                Part::new(Body::Reasoning("I think about it.\n".repeat(8))),
                Part::text("Let me run the tests. それから直します。"),
                call(&id, "Bash", &input),
            ],
        );
        answer.model = Some("some-model".to_owned());
        answer.group = Some(format!("msg_{turn}"));
        add(answer);
        let output = "test a::b ... ok\n\ttook \u{1b}[1m3 ms\u{1b}[0m\n".repeat(30);
        add(Message::new(
            format!("r{turn}"),
            Role::User,
            vec![result(&id, &output, false)],
        ));
        if turn % 10 == 0 {
            let image = File {
                media_type: Some("image/png".to_owned()),
                name: None,
                data: Data::Base64("QUJD".repeat(500)),
            };
            add(Message::new(
                format!("i{turn}"),
                Role::User,
                vec![Part::new(Body::File(image))],
            ));
        }
        add(Message::text(
            format!("e{turn}"),
            Role::Agent,
            "All tests pass. Shall I go on?",
        ));
    }
    messages
}

#[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
fn bytes(messages: &[Message]) -> u64 {
    let mut writer = Writer::new(Vec::new(), "context");
    for message in messages {
        writer.message(message).unwrap();
    }
    let mut report = Report::default();
    report.kept("text");
    report.kept("tool call");
    report.dropped("detail of its platform", "the history is not sent whole");
    let head = Head {
        format: "1.0".to_owned(),
        export_id: "0d6c3a5e-3a7b-4a57-9d5c-9d1c3e0b7f11".to_owned(),
        exported_at: Some("2026-11-16T14:00:00.000Z".to_owned()),
        source: Source {
            platform: "claude-code".to_owned(),
            session_id: Some("0d6c3a5e-3a7b-4a57-9d5c-9d1c3e0b7f11".to_owned()),
            version: Some("2.1.0".to_owned()),
        },
        title: Some("Make it work on every line".to_owned()),
        history: "full".to_owned(),
        report,
        ..Head::default()
    };
    writer.finish(head, None).unwrap().bytes
}

#[test]
fn figures_are_close_to_what_a_file_takes() {
    let messages = varied();
    let mut outline = Outline::default();
    messages.iter().for_each(|message| outline.see(message));
    use crate::history::Strategy::{Full, LastK, Summary};
    for strategy in [Full, LastK(60), LastK(10), Summary] {
        for (tool_output, reasoning) in [(true, true), (false, true), (true, false), (false, false)]
        {
            let choice = Choice {
                strategy,
                tool_output,
                reasoning,
            };
            let out = sent(&messages, choice);
            let (said, real) = (outline.figures(&choice), bytes(&out));
            let near = said.bytes.abs_diff(real) * 100 <= real * 15;
            assert!(near, "{choice:?}: said {}, is {real}", said.bytes);
            assert_eq!(said.messages, out.len() as u64, "{choice:?}");
        }
    }
}

#[test]
fn tokens_are_close_to_what_vocabularies_say() {
    // Tokens as the mean of three vocabularies, measured once.
    let base64 = "Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6QUJDREVG";
    for (text, bytes_per_token) in [
        (
            "The person wants the importer to resume after a crash, so it keeps a journal of what was done and reads it again at the start. ",
            4.53,
        ),
        (
            "fn read(&self, at: usize) -> Option<&Row> {\n    self.rows.get(at).filter(|row| row.asks)\n}\n",
            2.79,
        ),
        (
            r#"{"id":"call_17","name":"Bash","input":{"command":"ls -la","timeout":120}}"#,
            3.04,
        ),
        (base64, 1.39),
        ("我们决定使用本地数据库，因为服务器无法访问外部网络。", 4.68),
    ] {
        let text = text.repeat(20);
        let said = super::super::estimated_tokens(&text) as f64;
        let real = text.len() as f64 / bytes_per_token;
        assert!(
            (said / real - 1.0).abs() <= 0.25,
            "{said} for {real}: {text:.40}"
        );
    }
}
