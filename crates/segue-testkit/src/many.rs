//! Thousands of sessions as two agents store them, for benchmarks: gigabytes in seconds, always
//! the same but for their times.
//!
//! What person and agent say is cut from one long text of made-up words, common and rare as in
//! real speech; outputs of tools are cut from another. So writing is copying, and yet no two
//! sessions say the same.
//!
//! ```text
//! pools (8 MB) ──cuts──▶ turns ──▶ .claude/projects/<50>/<id>.jsonl        7 of 10
//!                              └─▶ .codex/sessions/2026/11/<day>/rollout-… 3 of 10
//! ```

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::large::Dice;
use crate::scene::codex::iso;

/// Folders people work in.
const PROJECTS: u64 = 50;

/// Different words in all that is said.
const VOCABULARY: u64 = 30_000;

/// A word that one session in a hundred says once; no other word is spelt like it.
pub const RARE: &str = "quokkaform";

/// Two words that nearly every longer session says.
pub const COMMON: &str = "pe re";

/// How much was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Files, one a session.
    pub sessions: u64,
    /// How many bytes they have altogether.
    pub bytes: u64,
}

/// Writes `count` sessions of about `bytes` bytes in all below a home folder.
pub fn sessions(home: &Path, count: u64, bytes: u64) -> Result<Written> {
    let pools = Pools::new();
    let threads = 2;
    let share = |first: u64| -> Result<Written> {
        let mut written = Written::default();
        for number in (first..count).step_by(threads) {
            written.bytes += one(home, &pools, number, bytes / count.max(1))?;
            written.sessions += 1;
        }
        Ok(written)
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| share(1));
        let mine = share(0)?;
        let other = other
            .join()
            .map_err(|_| std::io::Error::other("stopped"))??;
        Ok(Written {
            sessions: mine.sessions + other.sessions,
            bytes: mine.bytes + other.bytes,
        })
    })
}

/// Long texts to cut from, as the inside of JSON strings.
struct Pools {
    speech: String,
    output: String,
}

impl Pools {
    fn new() -> Self {
        let mut dice = Dice(7);
        let mut speech = String::with_capacity(4 << 20);
        let mut column = 0;
        while speech.len() < 4 << 20 {
            // The product of two throws makes small numbers common, as words are.
            let word = dice.roll(VOCABULARY) * dice.roll(VOCABULARY) / VOCABULARY;
            spell(word, &mut speech);
            column += 1;
            speech.push_str(if column % 15 == 0 { ".\\n" } else { " " });
        }
        let mut output = String::with_capacity(4 << 20);
        while output.len() < 4 << 20 {
            let line = dice.roll(900);
            output.push_str(&format!("{line:>4}\\tlet value_{} = ", dice.roll(5000)));
            spell(dice.roll(VOCABULARY), &mut output);
            output.push_str("(\\\"naïve\\\", &path)?; // ✓\\n");
        }
        Self { speech, output }
    }
}

/// Writes a number as a word: consonant, vowel, consonant, vowel.
fn spell(mut number: u64, out: &mut String) {
    number += 20;
    while number > 0 {
        for letters in ["bdfgklmnprst", "aeiou"] {
            let at = (number % letters.len() as u64) as usize;
            out.push_str(letters.get(at..=at).unwrap_or_default());
            number /= letters.len() as u64;
        }
    }
}

/// Cuts about `bytes` bytes from anywhere in a text, from the end of one word to the end of
/// another.
fn cut<'a>(dice: &mut Dice, text: &'a str, bytes: u64) -> &'a str {
    let from = dice.roll((text.len() as u64).saturating_sub(bytes + 200)) as usize;
    let space = |at: usize| {
        let rest = text.get(text.floor_char_boundary(at)..).unwrap_or_default();
        at + rest.find(' ').unwrap_or(0)
    };
    let (from, to) = (space(from), space(from + bytes as usize));
    text.get(text.ceil_char_boundary(from)..text.floor_char_boundary(to))
        .unwrap_or_default()
        .trim_start()
}

/// Chooses the size of a session: most are short, and a few hold most of the bytes.
fn size(number: u64, mean: u64) -> u64 {
    match number * 7919 % 100 {
        0..50 => mean * 8 / 100,
        50..80 => mean * 4 / 10,
        80..95 => mean * 2,
        95..99 => mean * 8,
        _ => mean * 22,
    }
}

fn one(home: &Path, pools: &Pools, number: u64, mean: u64) -> Result<u64> {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let project = format!("/work/project-{:02}", dice.roll(PROJECTS));
    let age = Duration::from_secs(60 + number * 240);
    let changed = SystemTime::now() - age;
    let moment = changed
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0));
    let codex = number % 10 >= 7;
    let id = format!(
        "{:08x}-{:04x}-7{:03x}-8{:03x}-{number:012x}",
        dice.roll(1 << 31) * 2,
        dice.roll(1 << 16),
        dice.roll(1 << 12),
        dice.roll(1 << 12)
    );
    let path = place(home, codex, &project, &id, &iso(moment));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let file = File::create(&path)?;
    let mut out = Counted {
        inner: BufWriter::with_capacity(256 << 10, &file),
        bytes: 0,
    };
    if codex {
        codex_meta(&mut out, &id, &project, moment)?;
    }
    let (wanted, mut turn) = (size(number, mean), 0);
    while out.bytes < wanted || turn == 0 {
        let asked = 40 + dice.roll(400);
        let answered = 100 + dice.roll(1500);
        let printed = match dice.roll(20) {
            0 => 100_000,
            1..=5 => 8_000,
            _ => 100 + dice.roll(2_000),
        };
        let rare = if number % 100 == 3 && turn == 0 {
            RARE
        } else {
            ""
        };
        let said = Turn {
            id: &id,
            project: &project,
            time: iso(moment - 3_600_000 + turn * 2000),
            turn,
            rare,
            asked: cut(&mut dice, &pools.speech, asked),
            answered: cut(&mut dice, &pools.speech, answered),
            printed: cut(&mut dice, &pools.output, printed.min(wanted)),
        };
        if codex {
            said.codex(&mut out)?;
        } else {
            said.claude(&mut out)?;
        }
        turn += 1;
    }
    let bytes = out.bytes;
    out.inner.flush()?;
    drop(out);
    file.set_modified(changed)?;
    Ok(bytes)
}

fn place(home: &Path, codex: bool, project: &str, id: &str, time: &str) -> PathBuf {
    let (day, clock) = time.split_once('T').unwrap_or((time, ""));
    if codex {
        let clock = clock.get(..8).unwrap_or_default().replace(':', "-");
        home.join(".codex/sessions")
            .join(day.replace('-', "/"))
            .join(format!("rollout-{day}T{clock}-{id}.jsonl"))
    } else {
        home.join(".claude/projects")
            .join(project.replace('/', "-"))
            .join(format!("{id}.jsonl"))
    }
}

struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let taken = self.inner.write(bytes)?;
        self.bytes += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> Result<()> {
        self.inner.flush()
    }
}

fn codex_meta(out: &mut impl Write, id: &str, project: &str, moment: i64) -> Result<()> {
    let time = iso(moment - 3_600_000);
    writeln!(
        out,
        r#"{{"timestamp":"{time}","type":"session_meta","payload":{{"id":"{id}","timestamp":"{time}","cwd":"{project}","originator":"codex_cli_rs","cli_version":"0.166.0","source":"cli","model_provider":"openai","git":{{"branch":"main"}}}}}}"#
    )
}

/// A question, an answer with a call, and what the tool printed.
struct Turn<'a> {
    id: &'a str,
    project: &'a str,
    time: String,
    turn: i64,
    rare: &'a str,
    asked: &'a str,
    answered: &'a str,
    printed: &'a str,
}

impl Turn<'_> {
    fn claude(&self, out: &mut impl Write) -> Result<()> {
        let Self {
            id,
            project,
            time,
            turn,
            rare,
            asked,
            answered,
            printed,
        } = self;
        let uuid = |n: i64| format!("00000000-0000-4000-8000-{n:012x}");
        let first = turn * 3;
        let parent = match turn {
            0 => "null".to_owned(),
            _ => format!("\"{}\"", uuid(first - 1)),
        };
        let common = |n: i64| {
            format!(
                r#""isSidechain":false,"userType":"external","entrypoint":"cli","cwd":"{project}","sessionId":"{id}","version":"2.1.325","gitBranch":"main","uuid":"{}","timestamp":"{time}""#,
                uuid(n)
            )
        };
        let (one, two) = (uuid(first), uuid(first + 1));
        writeln!(
            out,
            r#"{{"parentUuid":{parent},"type":"user","message":{{"role":"user","content":"{rare} {asked}"}},{}}}"#,
            common(first)
        )?;
        writeln!(
            out,
            r#"{{"parentUuid":"{one}","type":"assistant","requestId":"req_{turn}","message":{{"id":"msg_{turn}","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{{"type":"text","text":"{answered}"}},{{"type":"tool_use","id":"toolu_{turn}","name":"Bash","input":{{"command":"cargo test","timeout":120000}}}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{{"input_tokens":12,"cache_read_input_tokens":51234,"output_tokens":311}}}},{}}}"#,
            common(first + 1)
        )?;
        writeln!(
            out,
            r#"{{"parentUuid":"{two}","type":"user","message":{{"role":"user","content":[{{"tool_use_id":"toolu_{turn}","type":"tool_result","content":"{printed}","is_error":false}}]}},"toolUseResult":{{"stdout":"{printed}","stderr":"","interrupted":false,"isImage":false}},{}}}"#,
            common(first + 2)
        )
    }

    fn codex(&self, out: &mut impl Write) -> Result<()> {
        let Self {
            time,
            turn,
            rare,
            asked,
            answered,
            printed,
            ..
        } = self;
        for (kind, payload) in [
            (
                "event_msg",
                format_args!(r#"{{"type":"user_message","message":"{rare} {asked}"}}"#),
            ),
            (
                "response_item",
                format_args!(
                    r#"{{"type":"message","role":"user","content":[{{"type":"input_text","text":"{rare} {asked}"}}]}}"#
                ),
            ),
            (
                "response_item",
                format_args!(
                    r#"{{"type":"message","role":"assistant","content":[{{"type":"output_text","text":"{answered}"}}]}}"#
                ),
            ),
            (
                "event_msg",
                format_args!(r#"{{"type":"agent_message","message":"{answered}"}}"#),
            ),
            (
                "response_item",
                format_args!(
                    r#"{{"type":"function_call","name":"shell","arguments":"{{\"command\":[\"cargo\",\"test\"]}}","call_id":"call_{turn}"}}"#
                ),
            ),
            (
                "response_item",
                format_args!(
                    r#"{{"type":"function_call_output","call_id":"call_{turn}","output":"{printed}"}}"#
                ),
            ),
        ] {
            writeln!(
                out,
                r#"{{"timestamp":"{time}","type":"{kind}","payload":{payload}}}"#
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_numbers_are_the_common_words() {
        let mut words = String::new();
        spell(0, &mut words);
        words.push(' ');
        spell(1, &mut words);
        assert_eq!(words, COMMON);
    }

    #[test]
    fn every_line_is_json_and_the_size_is_near() {
        let home = tempfile::tempdir().unwrap();
        let written = sessions(home.path(), 100, 10_000_000).unwrap();
        assert_eq!(written.sessions, 100);
        assert!(
            (5_000_000..20_000_000).contains(&written.bytes),
            "{written:?}"
        );
        let mut folders = vec![home.path().to_owned()];
        let (mut files, mut rare) = (0, 0);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                    continue;
                }
                files += 1;
                let text = std::fs::read_to_string(entry.path()).unwrap();
                rare += usize::from(text.contains(RARE));
                for line in text.lines() {
                    serde_json::from_str::<serde_json::Value>(line).unwrap();
                }
            }
        }
        assert_eq!((files, rare), (100, 1));
    }
}
