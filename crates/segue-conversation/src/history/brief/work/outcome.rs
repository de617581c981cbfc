//! How a call ended, from what its result says.

use crate::part::{Content, ToolResult};

use super::super::clip;

/// Outputs may be long; how it ended stands at either end.
const NEAR: usize = 8_000;

/// Joins the texts of a result, each shortened to its beginning and its end.
pub(super) fn near(result: &ToolResult) -> String {
    let mut out = String::new();
    let texts = result.content.iter().filter_map(|content| match content {
        Content::Text(text) => Some(text),
        _ => None,
    });
    for text in texts.take(8) {
        if !out.is_empty() {
            out.push('\n');
        }
        if text.len() <= 2 * NEAR {
            out.push_str(text);
        } else {
            let head = text.floor_char_boundary(NEAR);
            let tail = text.ceil_char_boundary(text.len() - NEAR);
            out.push_str(text.get(..head).unwrap_or_default());
            out.push('\n');
            out.push_str(text.get(tail..).unwrap_or_default());
        }
    }
    out
}

/// How each agent says that the person refused a call.
const REFUSALS: &[&str] = &[
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action",
    "The user rejected permission",
    "[Operation Cancelled]",
    "exec command rejected by user",
    "patch rejected by user",
    "rejected by user",
    "User rejected",
];

/// What stands before the person's own words about it.
const SAID: &[&str] = &["the user said:", "following feedback:", "Feedback:"];

/// Returns what the person said when they refused a call; empty when they said nothing, `None` when
/// they did not refuse it.
pub(super) fn refusal(text: &str, is_error: bool) -> Option<String> {
    let start = text.trim_start();
    let refused = REFUSALS.iter().any(|words| start.starts_with(words));
    if !refused || (!is_error && start.len() > 2_000) {
        return None;
    }
    let said = SAID.iter().find_map(|words| start.split_once(words));
    Some(said.map_or(String::new(), |(_, said)| said.trim().to_owned()))
}

/// Checks whether a call failed and so changed nothing.
pub(super) fn failed(text: &str, is_error: bool) -> bool {
    let start = text.trim_start();
    let known = [
        "apply_patch verification failed",
        "Failed to find",
        "patch failed",
    ];
    is_error
        || exit_code(text).is_some_and(|code| code != 0)
        || known.iter().any(|words| start.starts_with(words))
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Ok,
    /// It says nothing of its end, and nothing went wrong.
    Ended,
    Failed(Option<i64>, String),
    TimedOut,
    Running(Option<String>),
    Refused,
}

impl Outcome {
    pub(super) fn of(text: &str, is_error: bool) -> Self {
        let start = text.trim_start();
        if let Some(id) = running(start) {
            return Self::Running(id);
        }
        if start.contains("Command timed out after")
            || start.contains("command after exceeding timeout")
            || start.contains("command timed out after")
        {
            return Self::TimedOut;
        }
        match (exit_code(text), is_error) {
            (Some(0), false) => Self::Ok,
            (None, false) => Self::Ended,
            (code, _) => Self::Failed(code.filter(|code| *code != 0), failing_line(text)),
        }
    }

    pub(super) fn is_failure(&self) -> bool {
        matches!(self, Self::Failed(..) | Self::TimedOut)
    }
}

/// Reads whether a command keeps running in the background, and its id if the text names one.
fn running(start: &str) -> Option<Option<String>> {
    let marks = [
        "Command running in background with ID:",
        "Process running with session ID",
        "moved to the background (ID:",
    ];
    let head = start.get(..start.floor_char_boundary(400)).unwrap_or(start);
    let after = marks.iter().find_map(|mark| head.split_once(mark))?.1;
    let id = after.split_whitespace().next().unwrap_or_default();
    let id = id.trim_matches(|c: char| !c.is_alphanumeric());
    Some((!id.is_empty() && id.len() < 60).then(|| id.to_owned()))
}

/// Reads a command's exit code where agents write it: `Exit code 1`, `Exit code: 1`, `Process
/// exited with code 1` at the start of one of the first or last lines, or `"exit_code":1` in a
/// result that is JSON.
pub(super) fn exit_code(text: &str) -> Option<i64> {
    let start = text.trim_start();
    if start.starts_with('{') {
        let (_, after) = start.rsplit_once("\"exit_code\":")?;
        return number(after);
    }
    let head = start.lines().take(8);
    let tail = start.lines().rev().take(8);
    head.chain(tail).find_map(|line| {
        let line = line.trim_start();
        [
            "exit code",
            "process exited with code",
            "exited with code",
            "command exited with code",
        ]
        .iter()
        .find_map(|mark| {
            let (start, after) = line.split_at_checked(mark.len())?;
            start
                .eq_ignore_ascii_case(mark)
                .then(|| number(after))
                .flatten()
        })
    })
}

fn number(text: &str) -> Option<i64> {
    let text = text.trim_start_matches([':', ' ', '=']);
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '-');
    text.get(..end.unwrap_or(text.len()))?.parse().ok()
}

/// How a line that says what went wrong looks.
const WRONG: &[&str] = &[
    "error:",
    "error[",
    "error ",
    "fatal:",
    "panicked at",
    "failed",
    "exception",
    "not found",
    "no such file",
    "permission denied",
    "cannot ",
    "undefined",
];

/// Picks the line that says most about a failure: the first that sounds like one, else the last.
fn failing_line(text: &str) -> String {
    let lines = || {
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && exit_code(line).is_none())
    };
    let wrong = lines().find(|line| {
        let low = line
            .get(..line.floor_char_boundary(200))
            .unwrap_or(line)
            .to_lowercase();
        // "0 failed" went well.
        !low.contains(" 0 failed") && WRONG.iter().any(|word| low.contains(word))
    });
    let line = wrong.or_else(|| lines().next_back());
    clip::line(line.unwrap_or_default(), 160)
}
