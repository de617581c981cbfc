//! How fast a conversation is looked through and cleared, next to a bare reading of its bytes.
//!
//! ```text
//! messages in memory ──▶ floor: every byte read once
//!                    ──▶ Search: first pass
//!                    ──▶ Clearing: second pass, over a copy
//! ```
//!
//! `redact <megabytes>`; 200 if not said. One thread.
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark stops at the first surprise"
)]

use std::time::Instant;

use segue_conversation::{Body, Call, Content, Json, Message, Part, Role, ToolResult};
use segue_redact::{Clearing, Decisions, Finder, Search};

/// A small generator of numbers; always the same session.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides.max(1) as u64) as usize
    }
}

/// What tools print and people write, with the words that make rules look.
const LINES: &[&str] = &[
    "    let value = self.items.get(index).ok_or(Error::Missing)?;",
    "   142\t        return Err(anyhow!(\"unexpected token {token:?} at {line}\"));",
    "The test fails because the session is closed before the second request is answered.",
    "diff --git a/src/auth/login.rs b/src/auth/login.rs",
    "+    const token = await getToken(user.id, { scope: \"read\" });",
    "-  password: string;",
    "warning: unused variable: `key`",
    "   Compiling serde v1.0.229 (https://github.com/serde-rs/serde)",
    "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},\"max_tokens\":{\"type\":\"number\"}}}",
    "checksum = \"9fceb02d0ae598e95dc970b74767f19372d61af89fceb02d0ae598e95dc970b7\"",
    "./node_modules/@scope/package/dist/index.d.ts:12:  export declare function parse(input: string): Node;",
    "-rw-r--r-- 1 user staff  4096 Nov 12 10:30 README.md",
    "  \"integrity\": \"sha512-9nqV6ROhUkIZ5nTyvG1X1iNnIVUU1FTl7nVSfdOOWPCIpxhXyAKOzYH2PD6MfcLnw3qC2Z3kCqGzJ9JUz6cXyA==\",",
    "running 42 tests",
    "test parser::tests::nested_groups ... ok",
    "Ich habe die Datei geändert — bitte prüfen ✓",
    "const re = /^[a-z0-9_-]+\\.(js|ts)$/; // \\n is a new line",
    "SELECT id, name, created_at FROM users WHERE org_id = $1 ORDER BY created_at DESC LIMIT 50;",
    "export OPENAI_API_KEY=${OPENAI_API_KEY}",
    "commit 3ebf8e3a1c5d2b4f6e7a8b9c0d1e2f3a4b5c6d7e",
];

fn text(dice: &mut Dice, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 160);
    while text.len() < bytes {
        text.push_str(LINES.get(dice.roll(LINES.len())).unwrap());
        text.push('\n');
    }
    // One secret in a few hundred kilobytes.
    if dice.roll(40) == 0 {
        let drawn: String = (0..24)
            .map(|_| char::from(b"abcdefghijkmnpqrstuvwxyz23456789"[dice.roll(32)]))
            .collect();
        text.push_str(&format!("DB_PASSWORD={drawn}\n"));
    }
    text
}

fn session(bytes: usize) -> (Vec<Message>, usize) {
    let mut dice = Dice(7);
    let (mut messages, mut size, mut number) = (Vec::new(), 0, 0);
    while size < bytes {
        let (said, command) = (text(&mut dice, 400), text(&mut dice, 80));
        let length = match dice.roll(20) {
            0 => 100_000,
            1..=5 => 8_000,
            _ => 1_000,
        };
        let output = text(&mut dice, length);
        let native = serde_json::json!({ "uuid": format!("00000000-0000-4000-8000-{number:012x}"), "toolUseResult": { "stdout": output, "stderr": "", "interrupted": false } });
        size += said.len() + command.len() + 2 * output.len();
        let id = format!("toolu_{number}");
        let call = Body::Call(Call {
            id: id.clone(),
            name: "Bash".into(),
            input: Json::from_serde(&serde_json::json!({ "command": command })).unwrap(),
        });
        let parts = vec![Part::text(said), Part::new(call)];
        messages.push(Message::new(format!("a{number}"), Role::Agent, parts));
        let result = Body::Result(ToolResult {
            call: id,
            content: vec![Content::Text(output)],
            is_error: false,
        });
        let mut answer = Message::new(format!("r{number}"), Role::User, vec![Part::new(result)]);
        answer.native = Some(Json::from_serde(&native).unwrap());
        messages.push(answer);
        number += 1;
    }
    (messages, size)
}

/// Every byte of a message, read once.
fn read(message: &Message) -> u64 {
    let sum = |text: &str| text.bytes().fold(0_u64, |sum, byte| sum + u64::from(byte));
    let mut all = message.native.as_ref().map_or(0, |json| sum(json.text()));
    for part in &message.parts {
        all += match &part.body {
            Body::Text(text) => sum(text),
            Body::Call(call) => sum(call.input.text()),
            Body::Result(result) => result
                .content
                .iter()
                .map(|piece| match piece {
                    Content::Text(text) => sum(text),
                    _ => 0,
                })
                .sum(),
            _ => 0,
        };
    }
    all
}

fn best(mut run: impl FnMut() -> f64) -> f64 {
    (0..3).map(|_| run()).fold(f64::MAX, f64::min)
}

fn main() {
    let megabytes = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let (mut messages, bytes) = session(megabytes.unwrap_or(200) << 20);
    let size = bytes as f64 / 1e6;
    let start = Instant::now();
    let finder = Finder::default();
    let built = start.elapsed().as_secs_f64();
    let floor = best(|| {
        let start = Instant::now();
        std::hint::black_box(messages.iter().map(read).sum::<u64>());
        start.elapsed().as_secs_f64()
    });
    let mut findings = None;
    let search = best(|| {
        let start = Instant::now();
        let mut search = Search::new(&finder, &[0; 32]);
        messages
            .iter_mut()
            .for_each(|message| search.message(message));
        findings = Some(search.finish());
        start.elapsed().as_secs_f64()
    });
    let findings = findings.unwrap();
    let clear = best(|| {
        let mut copy = messages.clone();
        let mut clearing = Clearing::new(&finder, &findings, &Decisions::new()).unwrap();
        let start = Instant::now();
        copy.iter_mut()
            .for_each(|message| clearing.message(message));
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(clearing.unreviewed(), 0);
        seconds
    });
    let found = findings.all().len();
    println!(
        "{size:.0} MB in {} messages, {found} secrets; best of 3, one thread",
        messages.len()
    );
    println!("  finder built in {:.0} ms", built * 1e3);
    for (name, seconds) in [
        ("every byte read once", floor),
        ("search", search),
        ("clear", clear),
        ("search and clear", search + clear),
    ] {
        let (rate, ratio) = (size / seconds, floor / seconds);
        println!("  {name:<24} {seconds:6.2} s  {rate:6.0} MB/s  {ratio:6.3} of the floor");
    }
    for (goal, rate) in [
        (
            "at least 50 MB/s for both passes",
            size / (search + clear) / 50.0,
        ),
        (
            "aim of 150 MB/s for one pass",
            size / search.max(clear) / 150.0,
        ),
    ] {
        let met = if rate >= 1.0 { "met" } else { "NOT MET" };
        println!("  {goal}: {met}");
    }
}
