//! What hostile input costs at full size: time and memory of each case in a process of its own.
//!
//! ```text
//! hostile [--small]         makes each input, reads it in a new process, prints the table
//! hostile read <kind> <home>  reads one and prints seconds and peak memory
//! ```
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark stops at the first surprise"
)]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use segue_conversation::file::{Limits as FileLimits, inspect};
use segue_platform::{AgentEnv, Limits, by_id};

/// Memory no reader may go over, in megabytes.
const BOUND: f64 = 256.0;
const SESSION: &str = "0a0a0a0a-0000-4000-8000-00000000000a";

/// How large: the string, the lines, the levels, the keys.
struct Size {
    string: u64,
    lines: u64,
    deep: u64,
    keys: u64,
}

const FULL: Size = Size {
    string: 1 << 30,
    lines: 10_000_000,
    deep: 100_000,
    keys: 10_000_000,
};
const SMALL: Size = Size {
    string: 4 << 20,
    lines: 20_000,
    deep: 10_000,
    keys: 20_000,
};

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    match arguments.first().map(String::as_str) {
        Some("read") => read(&arguments[1], Path::new(&arguments[2])),
        Some("--small") => table(&SMALL),
        _ => table(&FULL),
    }
}

/// Where the input of a kind stands.
fn input(kind: &str, home: &Path) -> PathBuf {
    match kind {
        "claude-code" => home.join(format!(".claude/projects/-bench/{SESSION}.jsonl")),
        "codex" => home.join(format!(
            ".codex/sessions/2026/11/16/rollout-2026-11-16T00-00-00-{SESSION}.jsonl"
        )),
        "codex-packed" => home.join(format!(
            ".codex/sessions/2026/11/16/rollout-2026-11-16T00-00-00-{SESSION}.jsonl.zst"
        )),
        "gemini-cli" => {
            home.join(".gemini/tmp/bench/chats/session-2026-11-16T00-00-0a0a0a0a.jsonl")
        }
        "opencode" => home.join(".local/share/opencode/opencode.db"),
        _ => home.join("in.a2a.json"),
    }
}

fn read(kind: &str, home: &Path) {
    let start = Instant::now();
    let said = match by_id(kind.strip_suffix("-packed").unwrap_or(kind)) {
        None => match inspect(
            File::open(input(kind, home)).unwrap(),
            FileLimits::default(),
        ) {
            Ok(opened) => format!("{}-messages", opened.messages),
            Err(_) => "refused".to_owned(),
        },
        Some(platform) => {
            let limits = Limits::default();
            let found = platform.find(&AgentEnv::new(home)).unwrap_or_default();
            let session = found.first().unwrap();
            platform.glance(session, &limits).ok();
            platform.count(session, &limits).ok();
            let mut messages = 0;
            let mut read = || -> Result<(), segue_platform::PlatformError> {
                let mut reading = platform.open(session, &limits)?;
                while reading.message()?.is_some() {
                    messages += 1;
                }
                Ok(())
            };
            match read() {
                Ok(()) => format!("{messages}-messages"),
                Err(_) => "refused".to_owned(),
            }
        }
    };
    println!("{} {} {said}", start.elapsed().as_secs_f64(), peak());
}

/// The most memory this process ever held, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// What stands before and after an evil value, so that it is a record of its kind.
fn around(kind: &str, n: u64) -> (String, &'static str) {
    let at = "2026-11-16T00:00:00.000Z";
    match kind {
        "claude-code" => {
            let parent = match n {
                0 => "null".to_owned(),
                n => format!("\"00000000-0000-4000-8000-{:012x}\"", n - 1),
            };
            (
                format!(
                    "{{\"type\":\"user\",\"uuid\":\"00000000-0000-4000-8000-{n:012x}\",\"parentUuid\":{parent},\
                     \"timestamp\":\"{at}\",\"message\":{{\"role\":\"user\",\"content\":"
                ),
                "}}\n",
            )
        }
        "codex" | "codex-packed" => (
            format!(
                "{{\"timestamp\":\"{at}\",\"type\":\"response_item\",\"payload\":{{\"type\":\"message\",\"role\":\"user\",\"content\":"
            ),
            "}}\n",
        ),
        "gemini-cli" => (
            format!("{{\"id\":\"r{n}\",\"timestamp\":\"{at}\",\"type\":\"user\",\"content\":"),
            "}\n",
        ),
        _ => (
            format!("{{\"messageId\":\"m{n}\",\"role\":\"ROLE_USER\",\"parts\":"),
            "}",
        ),
    }
}

/// Writes one evil value of each shape.
fn value(out: &mut dyn Write, shape: &str, size: &Size) {
    match shape {
        "a long string" | "just taken" => {
            // The longest that a record may still be, or far more.
            let bytes = match shape {
                "just taken" => size
                    .string
                    .min(Limits::default().record_bytes as u64 - (1 << 20)),
                _ => size.string,
            };
            out.write_all(b"\"").unwrap();
            let piece = [b'x'; 1 << 16];
            for _ in 0..bytes >> 16 {
                out.write_all(&piece).unwrap();
            }
            out.write_all(b"\"").unwrap();
        }
        "deep" => {
            (0..size.deep).for_each(|_| out.write_all(b"[").unwrap());
            (0..size.deep).for_each(|_| out.write_all(b"]").unwrap());
        }
        "many keys" => {
            out.write_all(b"{").unwrap();
            (0..size.keys).for_each(|n| write!(out, "\"k{n}\":0,").unwrap());
            out.write_all(b"\"z\":0}").unwrap();
        }
        _ => out
            .write_all(b"[{\"type\":\"input_text\",\"text\":\"hi\"}]")
            .unwrap(),
    }
}

fn make(kind: &str, shape: &str, size: &Size, home: &Path) {
    let path = input(kind, home);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let file = BufWriter::with_capacity(1 << 20, File::create(&path).unwrap());
    let mut out: Box<dyn Write> = if kind == "codex-packed" {
        let packer = zstd::stream::write::Encoder::new(file, 1).unwrap();
        Box::new(packer.auto_finish())
    } else {
        Box::new(file)
    };
    match kind {
        "codex" | "codex-packed" => writeln!(
            out,
            "{{\"timestamp\":\"2026-11-16T00:00:00.000Z\",\"type\":\"session_meta\",\"payload\":{{\"id\":\"{SESSION}\",\"cwd\":\"/x\"}}}}"
        ),
        "gemini-cli" => writeln!(out, "{{\"sessionId\":\"{SESSION}\",\"projectHash\":\"0\",\"kind\":\"main\"}}"),
        "file" => write!(out, "{{\"id\":\"x\",\"history\":["),
        _ => Ok(()),
    }
    .unwrap();
    let count = if shape == "many lines" { size.lines } else { 3 };
    for n in 0..count {
        let (before, after) = around(kind, n);
        if kind == "file" && n > 0 {
            out.write_all(b",").unwrap();
        }
        out.write_all(before.as_bytes()).unwrap();
        value(&mut out, if n == 1 { shape } else { "" }, size);
        out.write_all(after.as_bytes()).unwrap();
    }
    if kind == "file" {
        out.write_all(b"]}").unwrap();
    }
    out.flush().unwrap();
}

/// A database whose one part is evil.
fn make_database(shape: &str, size: &Size, home: &Path) {
    let path = input("opencode", home);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let db = rusqlite::Connection::open(path).unwrap();
    db.execute_batch(
        "CREATE TABLE project (id text PRIMARY KEY, worktree text, time_created integer, time_updated integer, sandboxes text);
         CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, slug text, directory text, title text,
           version text, revert text, time_created integer, time_updated integer, time_archived integer);
         CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text);
         CREATE INDEX m ON message (session_id, time_created, id);
         CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text);
         CREATE INDEX p ON part (message_id, id);
         INSERT INTO session VALUES ('ses_a', 'global', NULL, 's', '/x', 't', '1', NULL, 1, 1, NULL);
         BEGIN;",
    )
    .unwrap();
    let count = if shape == "many lines" {
        size.lines / 10
    } else {
        3
    };
    for n in 0..count {
        let (message, part) = (format!("msg_{n:010}"), format!("prt_{n:010}"));
        db.execute(
            "INSERT INTO message VALUES (?1, 'ses_a', ?2, ?2, '{\"role\":\"user\",\"time\":{\"created\":1}}')",
            rusqlite::params![message, n as i64],
        )
        .unwrap();
        let mut data = b"{\"type\":\"text\",\"text\":\"hi\",\"x\":".to_vec();
        value(&mut data, if n == 1 { shape } else { "" }, size);
        data.push(b'}');
        // SQLite itself holds less than a gigabyte in one place.
        data.truncate(900 << 20);
        let data = String::from_utf8(data).unwrap();
        db.execute(
            "INSERT INTO part VALUES (?1, ?2, 'ses_a', 1, 1, ?3)",
            [&part, &message, &data],
        )
        .unwrap();
    }
    db.execute_batch("COMMIT").unwrap();
}

fn table(size: &Size) {
    let this = std::env::current_exe().unwrap();
    println!(
        "{:<14} {:<14} {:>9} {:>9}  {:<18} memory under {BOUND} MB",
        "reader", "input", "seconds", "peak MB", "what came of it"
    );
    let mut all = true;
    for kind in [
        "claude-code",
        "codex",
        "codex-packed",
        "gemini-cli",
        "opencode",
        "file",
    ] {
        for shape in [
            "a long string",
            "just taken",
            "many lines",
            "deep",
            "many keys",
        ] {
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path().canonicalize().unwrap();
            match kind {
                "opencode" => make_database(shape, size, &home),
                _ => make(kind, shape, size, &home),
            }
            let mut command = Command::new(&this);
            let done = command.args(["read", kind]).arg(&home).output().unwrap();
            let text = String::from_utf8_lossy(&done.stdout).into_owned();
            let words: Vec<&str> = text.split_whitespace().collect();
            let [seconds, memory, said] = words.as_slice() else {
                all = false;
                println!(
                    "{kind:<14} {shape:<14} it ended with {}: NOT HELD",
                    done.status
                );
                continue;
            };
            let (seconds, memory): (f64, f64) = (seconds.parse().unwrap(), memory.parse().unwrap());
            let held = memory / 1024.0 <= BOUND;
            all &= held;
            let word = if held { "held" } else { "NOT HELD" };
            println!(
                "{kind:<14} {shape:<14} {seconds:>9.2} {:>9.0}  {said:<18} {word}",
                memory / 1024.0
            );
        }
    }
    println!(
        "{}",
        if all {
            "all held"
        } else {
            "NOT HELD somewhere"
        }
    );
}
