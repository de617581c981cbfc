//! Large sessions that look like real ones, for benchmarks: written in seconds, always the same.

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::Path;

/// A small generator of numbers; the same seed gives the same session.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

const WORDS: &[&str] = &[
    "fn",
    "parse",
    "the",
    "error",
    "line",
    "\\n    ",
    "let",
    "value",
    "==",
    "\\\"quoted\\\"",
    "test",
    "0x7f",
    "return",
    "naïve",
    "—",
    "config",
    "\\t",
    "{",
    "}",
    "async",
    "await",
    "path/to/file.rs",
    "because",
    "running",
    "42",
    "✓",
    "assert_eq!(left, right);\\n",
];

/// Generates words that fill about `bytes` bytes, as the inside of a JSON string.
fn prose(dice: &mut Dice, bytes: u64) -> String {
    let mut text = String::with_capacity(bytes as usize + 32);
    while (text.len() as u64) < bytes {
        let word = WORDS.get(dice.roll(WORDS.len() as u64) as usize);
        text.push_str(word.unwrap_or(&"word"));
        text.push(' ');
    }
    text
}

/// Writes a Claude Code session of about `bytes` bytes; gives the number of messages in it.
///
/// Questions, answers, tool calls, and results that stand twice in their line as the client
/// stores them, from a hundred bytes to a hundred kilobytes.
pub fn claude_session(path: &Path, session: &str, project: &str, bytes: u64) -> Result<u64> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut dice = Dice(bytes);
    let (mut written, mut messages, mut number) = (0_u64, 0, 0_u64);
    let mut parent = String::from("null");
    while written < bytes {
        let turn = number / 3;
        let id = |n: u64| format!("00000000-0000-4000-8000-{n:012x}");
        let common = format!(
            "\"isSidechain\":false,\"userType\":\"external\",\"entrypoint\":\"cli\",\"cwd\":\"{project}\",\
             \"sessionId\":\"{session}\",\"version\":\"2.1.325\",\"gitBranch\":\"main\",\"uuid\":\"{}\",\
             \"timestamp\":\"2026-11-{:02}T{:02}:{:02}:{:02}.{:03}Z\"",
            id(number),
            1 + number / 86_400_000 % 28,
            number / 3_600_000 % 24,
            number / 60_000 % 60,
            number / 1000 % 60,
            number % 1000,
        );
        let line = match number % 3 {
            0 => {
                let size = 40 + dice.roll(400);
                let words = prose(&mut dice, size);
                format!(
                    "{{\"parentUuid\":{parent},\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":\"{words}\"}},{common}}}\n"
                )
            }
            1 => {
                let size = 100 + dice.roll(1500);
                let words = prose(&mut dice, size);
                let command = prose(&mut dice, 60);
                format!(
                    "{{\"parentUuid\":{parent},\"type\":\"assistant\",\"requestId\":\"req_{turn}\",\"message\":{{\"id\":\"msg_{turn}\",\
                     \"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-opus-5-5\",\"content\":[{{\"type\":\"text\",\"text\":\"{words}\"}},\
                     {{\"type\":\"tool_use\",\"id\":\"toolu_{turn}\",\"name\":\"Bash\",\"input\":{{\"command\":\"{command}\",\"timeout\":120000}}}}],\
                     \"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":{{\"input_tokens\":12,\"cache_read_input_tokens\":51234,\"output_tokens\":311}}}},{common}}}\n"
                )
            }
            _ => {
                let size = match dice.roll(20) {
                    0 => 100_000,
                    1..=5 => 8_000,
                    _ => 100 + dice.roll(2_000),
                };
                let output = prose(&mut dice, size);
                format!(
                    "{{\"parentUuid\":{parent},\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":[{{\"tool_use_id\":\"toolu_{turn}\",\
                     \"type\":\"tool_result\",\"content\":\"{output}\",\"is_error\":false}}]}},\
                     \"toolUseResult\":{{\"stdout\":\"{output}\",\"stderr\":\"\",\"interrupted\":false,\"isImage\":false}},{common}}}\n"
                )
            }
        };
        out.write_all(line.as_bytes())?;
        written += line.len() as u64;
        messages += 1;
        parent = format!("\"{}\"", id(number));
        number += 1;
    }
    out.flush()?;
    Ok(messages)
}
