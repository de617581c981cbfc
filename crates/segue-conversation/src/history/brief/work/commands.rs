//! Commands that were run, each with how it ended last.

use crate::json::Value;

use super::super::clip;
use super::outcome::Outcome;
use super::{LINE, text_of};

/// Commands so far; the oldest gives way, mere looks first.
#[derive(Debug, Default)]
pub(in super::super) struct Commands {
    runs: Vec<Run>,
    /// Looks that gave way or are not told.
    gone: u64,
}

#[derive(Debug)]
struct Run {
    /// The call, or the later one that asks how it goes.
    call: String,
    text: String,
    outcome: Option<Outcome>,
    /// How often it failed before.
    failures: u32,
    /// It only looks at things.
    looks: bool,
}

const RUNS: usize = 40;
const TOLD: usize = 25;

/// Commands that only look and change nothing.
const LOOKS: &[&str] = &[
    "cat",
    "cd",
    "date",
    "df",
    "du",
    "echo",
    "env",
    "file",
    "find",
    "grep",
    "head",
    "jq",
    "ls",
    "nl",
    "ps",
    "pwd",
    "rg",
    "sed -n",
    "stat",
    "tail",
    "tree",
    "wc",
    "which",
    "git status",
    "git log",
    "git diff",
    "git show",
    "git branch",
    "git blame",
];

impl Commands {
    pub(super) fn run(&mut self, call: &str, command: &str) {
        let line = command.lines().find(|line| !line.trim().is_empty());
        let Some(line) = line else { return };
        let mut text = clip::line(line, LINE);
        if command.trim().lines().nth(1).is_some() {
            text.push_str(" …");
        }
        // Of the same command the last outcome counts.
        let known = self.runs.iter().position(|run| run.text == text);
        let before = known.map(|at| self.runs.remove(at));
        if self.runs.len() >= RUNS {
            let look = self.runs.iter().position(|run| run.looks);
            self.runs.remove(look.unwrap_or(0));
            self.gone += 1;
        }
        let failures = before.as_ref().map_or(0, |run| {
            let failed = run.outcome.as_ref().is_some_and(Outcome::is_failure);
            run.failures.saturating_add(u32::from(failed))
        });
        let looks = looks(&text);
        self.runs.push(Run {
            call: call.to_owned(),
            text,
            outcome: None,
            failures,
            looks,
        });
    }

    /// Ties a call that asks how a running command is doing to that command, whose result it will
    /// bring.
    pub(super) fn look_in(&mut self, call: &str, tool: &str, input: Value<'_>) {
        if !["write_stdin", "bashoutput", "taskoutput", "wait"].contains(&tool) {
            return;
        }
        let names = ["session_id", "bash_id", "task_id", "shell_id"];
        let id = names
            .iter()
            .find_map(|name| input.get(name))
            .map(|id| match id.string() {
                Some(text) => text,
                None => id.raw().to_owned(),
            });
        let Some(id) = id else { return };
        let running = self.runs.iter_mut().rfind(
            |run| matches!(&run.outcome, Some(Outcome::Running(Some(known))) if *known == id),
        );
        if let Some(run) = running {
            run.call = call.to_owned();
        }
    }

    pub(super) fn result(&mut self, call: &str, text: &str, is_error: bool) {
        if let Some(run) = self.of(call) {
            let was = run.outcome.take();
            let now = Outcome::of(text, is_error);
            // A look at what runs says nothing of its end, unless it does.
            run.outcome = match (was, now) {
                (Some(was @ Outcome::Running(_)), Outcome::Ended) => Some(was),
                (_, now) => Some(now),
            };
        }
    }

    pub(super) fn refused(&mut self, call: &str) {
        if let Some(run) = self.of(call) {
            run.outcome = Some(Outcome::Refused);
        }
    }

    fn of(&mut self, call: &str) -> Option<&mut Run> {
        self.runs.iter_mut().rfind(|run| run.call == call)
    }

    /// Lists the commands and how they ended.
    pub(in super::super) fn lines(&self) -> Vec<String> {
        let failed = |run: &Run| run.outcome.as_ref().is_some_and(Outcome::is_failure);
        let told: Vec<&Run> = self
            .runs
            .iter()
            .filter(|run| !run.looks || failed(run))
            .collect();
        let from = told.len().saturating_sub(TOLD);
        let mut lines: Vec<String> = told.iter().skip(from).map(|run| run.line()).collect();
        let rest = self.gone + (self.runs.len() - told.len() + from) as u64;
        if rest > 0 && !lines.is_empty() {
            lines.push(format!(
                "[and {rest} more, most of which only looked at things]"
            ));
        }
        lines
    }
}

impl Run {
    fn line(&self) -> String {
        let outcome = match &self.outcome {
            None => "no result was seen".to_owned(),
            Some(Outcome::Ok) => "ok".to_owned(),
            Some(Outcome::Ended) => "no error reported".to_owned(),
            Some(Outcome::TimedOut) => "timed out".to_owned(),
            Some(Outcome::Running(_)) => "was still running".to_owned(),
            Some(Outcome::Refused) => "the person refused it; it did not run".to_owned(),
            Some(Outcome::Failed(code, line)) => {
                let code = code.map_or("failed".to_owned(), |code| format!("failed ({code})"));
                match line.is_empty() {
                    true => code,
                    false => format!("{code}: {line}"),
                }
            }
        };
        let before = match self.failures {
            0 => String::new(),
            1 => ", after failing once".to_owned(),
            times => format!(", after failing {times} times"),
        };
        format!("`{}`: {outcome}{before}", self.text)
    }
}

fn looks(text: &str) -> bool {
    let steps = text.split(['|', ';', '&']).map(str::trim);
    let mut steps = steps.filter(|step| !step.is_empty()).peekable();
    let writes = text.contains('>') && !text.contains("2>");
    let look = |step: &str| {
        LOOKS.iter().any(|look| {
            let rest = step.strip_prefix(look);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    steps.peek().is_some() && steps.all(look) && !writes
}

/// Reads a command as one text, whether it was given as text or as a list of words.
pub(super) fn command(tool: &str, input: Value<'_>) -> Option<String> {
    // An editing tool may call what it does a command.
    if tool.contains("edit") || text_of(input, &["path", "file_path"]).is_some() {
        return None;
    }
    let names = ["command", "cmd", "script"];
    let value = names.iter().find_map(|key| input.get(key))?;
    if let Some(text) = value.string() {
        return Some(text);
    }
    let words: Vec<String> = value.items().filter_map(|word| word.string()).collect();
    // `bash -lc "…"` is the text after it.
    match words.as_slice() {
        [shell, flag, text] if shell.ends_with("sh") && flag.starts_with('-') => Some(text.clone()),
        [] => None,
        words => Some(words.join(" ")),
    }
}
