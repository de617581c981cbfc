//! What the agent did: files it touched, commands it ran and how they ended, its list of things
//! to do. Read from the calls of any platform by what their arguments are called.

use crate::json::{Kind, Tape, Value};
use crate::part::{Call, ToolResult};
use crate::shown;

/// What a tool did to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    Read,
    Changed,
    Made,
    Removed,
}

#[derive(Debug)]
struct Command {
    call: String,
    text: String,
    outcome: Option<String>,
}

/// What was done so far; the oldest gives way.
#[derive(Debug, Default)]
pub(super) struct Work {
    files: Vec<(String, Touch)>,
    commands: Vec<Command>,
    todos: Vec<String>,
}

const FILES: usize = 120;
const COMMANDS: usize = 30;
const TODOS: usize = 60;
const LINE: usize = 200;

/// Arguments that name one file.
const PATHS: &[&str] = &[
    "file_path",
    "filePath",
    "path",
    "notebook_path",
    "absolute_path",
    "target_file",
    "filename",
];

impl Work {
    pub(super) fn call(&mut self, call: &Call) {
        let mut tape = Tape::default();
        let Ok(input) = call.input.open(&mut tape) else {
            return;
        };
        let name = call.name.to_lowercase();
        if let Some(command) = command(input) {
            if let Some(patch) = command.split_once("*** Begin Patch") {
                self.patch(patch.1);
            }
            self.run(&call.id, &command);
        }
        for text in ["input", "patch"]
            .iter()
            .filter_map(|key| input.str_of(key))
        {
            self.patch(&text);
        }
        let path = PATHS.iter().find_map(|key| input.str_of(key));
        if let (Some(path), Some(touch)) = (path, touch(&name)) {
            self.touched(&path, touch);
        }
        if name.contains("todo") || name.contains("plan") {
            self.list(input);
        }
    }

    pub(super) fn result(&mut self, result: &ToolResult) {
        let mut waiting = self.commands.iter_mut().rev();
        let Some(command) = waiting.find(|command| command.call == result.call) else {
            return;
        };
        let text = result.plain_text();
        command.outcome = Some(outcome(&text, result.is_error));
    }

    /// The things to do, as last listed.
    pub(super) fn todos(&self) -> Vec<String> {
        self.todos.clone()
    }

    /// Files that were made, changed or removed.
    pub(super) fn changed(&self) -> Vec<String> {
        let word = |touch| match touch {
            Touch::Made => Some("written"),
            Touch::Changed => Some("edited"),
            Touch::Removed => Some("removed"),
            Touch::Read => None,
        };
        self.files
            .iter()
            .filter_map(|(path, touch)| Some(format!("{path} ({})", word(*touch)?)))
            .collect()
    }

    /// Files that were only read.
    pub(super) fn read(&self) -> Vec<String> {
        let only = self.files.iter().filter(|(_, touch)| *touch == Touch::Read);
        only.map(|(path, _)| path.clone()).collect()
    }

    /// Commands and how they ended.
    pub(super) fn commands(&self) -> Vec<String> {
        self.commands
            .iter()
            .map(|command| {
                let outcome = command.outcome.as_deref().unwrap_or("no result");
                format!("`{}`: {outcome}", command.text)
            })
            .collect()
    }

    fn run(&mut self, call: &str, command: &str) {
        let line = command.lines().find(|line| !line.trim().is_empty());
        let Some(line) = line else { return };
        let mut text = shown(line.trim(), LINE);
        if command.trim().lines().count() > 1 {
            text.push_str(" …");
        }
        // Of the same command the last outcome counts.
        self.commands.retain(|known| known.text != text);
        if self.commands.len() >= COMMANDS {
            self.commands.remove(0);
        }
        self.commands.push(Command {
            call: call.to_owned(),
            text,
            outcome: None,
        });
    }

    fn touched(&mut self, path: &str, touch: Touch) {
        let path = shown(path, LINE);
        let before = self.files.iter().position(|(known, _)| *known == path);
        let touch = match before.map(|at| self.files.remove(at).1) {
            // A file that was changed and then read is still a changed one.
            Some(known) if touch == Touch::Read => known,
            Some(Touch::Made) if touch == Touch::Changed => Touch::Made,
            _ => touch,
        };
        if self.files.len() >= FILES {
            let reads = self
                .files
                .iter()
                .position(|(_, touch)| *touch == Touch::Read);
            self.files.remove(reads.unwrap_or(0));
        }
        self.files.push((path, touch));
    }

    /// A patch in the form that begins its files with `*** Update File: `.
    fn patch(&mut self, patch: &str) {
        for line in patch.lines() {
            let Some((word, path)) = line
                .strip_prefix("*** ")
                .and_then(|rest| rest.split_once(" File: "))
            else {
                continue;
            };
            match word {
                "Add" => self.touched(path, Touch::Made),
                "Update" => self.touched(path, Touch::Changed),
                "Delete" => self.touched(path, Touch::Removed),
                _ => {}
            }
        }
    }

    fn list(&mut self, input: Value<'_>) {
        let lists = ["todos", "plan", "items", "tasks"];
        let found = lists.iter().find_map(|key| input.get(key));
        let Some(items) = found.filter(|items| items.kind() == Kind::Array) else {
            return;
        };
        self.todos = items.items().filter_map(todo).take(TODOS).collect();
    }
}

fn todo(item: Value<'_>) -> Option<String> {
    let words = ["content", "step", "title", "text", "description", "subject"];
    let text = words.iter().find_map(|key| item.str_of(key))?;
    let state = item.str_of("status").unwrap_or_default();
    let done = item.flag("done") || item.flag("completed");
    let mark = match state.as_ref() {
        _ if done => "done",
        "completed" | "done" => "done",
        "in_progress" | "active" => "under way",
        "cancelled" | "canceled" => "given up",
        _ => "open",
    };
    Some(format!("[{mark}] {}", shown(text.trim(), LINE)))
}

/// A command as one text, whether it was given as a text or as words.
fn command(input: Value<'_>) -> Option<String> {
    let value = ["command", "cmd", "script"]
        .iter()
        .find_map(|key| input.get(key))?;
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

fn touch(tool: &str) -> Option<Touch> {
    let has = |words: &[&str]| words.iter().any(|word| tool.contains(word));
    if has(&["edit", "replace", "patch", "update", "insert"]) {
        Some(Touch::Changed)
    } else if has(&["write", "create"]) {
        Some(Touch::Made)
    } else if has(&["delete", "remove"]) {
        Some(Touch::Removed)
    } else if has(&["read", "view", "open", "cat"]) {
        Some(Touch::Read)
    } else {
        None
    }
}

/// How a command ended, from what was printed.
fn outcome(text: &str, is_error: bool) -> String {
    let code = exit_code(text);
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    match (code, is_error) {
        (Some(0), _) | (None, false) => "ok".to_owned(),
        (code, _) => {
            let code = code.map_or("failed".to_owned(), |code| format!("failed ({code})"));
            match last {
                Some(line) => format!("{code}, last line: {}", shown(line.trim(), 120)),
                None => code,
            }
        }
    }
}

/// What agents write about it: `exit code 1`, `Exit code: 1`, `"exit_code":1`.
fn exit_code(text: &str) -> Option<i64> {
    // It stands in the first or the last lines; outputs may be long.
    let head = text.lines().take(8);
    let tail = text.lines().rev().take(8);
    head.chain(tail).find_map(|line| {
        let low = line.to_lowercase().replace('_', " ");
        let (_, after) = low
            .split_once("exit code")
            .or_else(|| low.split_once("exited with code"))?;
        let after = after.trim_start_matches(['"', ':', ' ', '=']);
        let digits: String = after
            .chars()
            .take_while(|c| c.is_ascii_digit() || *c == '-')
            .collect();
        digits.parse().ok()
    })
}
