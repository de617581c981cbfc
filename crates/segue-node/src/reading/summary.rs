//! A tool call on one line: the file, command, pattern, address or question it is about.

use segue_conversation::json::Value;

use super::input::{PATHS, command, plain_name, text};
use super::patch;

/// Characters of a line.
const LINE: usize = 200;

/// Members that say what a call is about, the most telling first.
const TELLING: &[&str] = &[
    "pattern",
    "query",
    "url",
    "uri",
    "skill",
    "description",
    "title",
    "question",
    "prompt",
    "name",
    "dir_path",
    "directory",
    "fact",
    "input",
    "chars",
    "text",
    "message",
    "task",
    "plan",
    "task_id",
    "bash_id",
    "shell_id",
    "id",
];

/// Lists that say it, and what to take of their first or current item.
const LISTS: &[(&str, &[&str])] = &[
    ("paths", &[]),
    ("include", &[]),
    ("queries", &[]),
    ("urls", &[]),
    ("todos", &["activeForm", "content", "description", "text"]),
    ("plan", &["step", "content"]),
    ("questions", &["question", "header"]),
];

/// Says what a call is about, if its input tells.
pub(super) fn summary(tool: &str, input: Value<'_>) -> Option<String> {
    let name = plain_name(tool);
    let is = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    if let Some(files) = patch::in_call(&name, input) {
        let paths: Vec<String> = files.into_iter().map(|file| file.path).collect();
        return line(&paths.join(", "));
    }
    let path = text(input, PATHS);
    if is(&["grep", "glob", "search", "find", "codebase"])
        && let Some(what) = text(input, &["pattern", "query", "regex"])
    {
        let within = path.or_else(|| text(input, &["dir_path", "directory"]));
        return match within {
            Some(within) => line(&format!("{what} in {within}")),
            None => line(&what),
        };
    }
    if is(&["fetch", "browse", "navigate"])
        && let Some(what) = text(input, &["url", "uri", "prompt"])
    {
        return line(&what);
    }
    // An agent's task is best told by its own few words.
    if matches!(name.as_str(), "task" | "agent" | "spawnagent" | "subagent")
        && let Some(what) = text(input, &["description", "title", "prompt", "message"])
    {
        return line(&what);
    }
    // A tool of several commands names a file beside them.
    if let Some(path) = path {
        return line(&path);
    }
    if let Some(command) = command(input) {
        return line(&command);
    }
    let told = text(input, TELLING).and_then(|told| line(&told));
    told.or_else(|| listed(input))
}

fn listed(input: Value<'_>) -> Option<String> {
    LISTS.iter().find_map(|(name, members)| {
        let list = input.get(name).filter(Value::is_array)?;
        if members.is_empty() {
            let items: Vec<String> = list
                .items()
                .take(20)
                .filter_map(|item| item.string())
                .collect();
            return line(&items.join(", "));
        }
        let current = list
            .items()
            .take(1_000)
            .find(|item| item.str_of("status").as_deref() == Some("in_progress"));
        let item = current.or_else(|| list.items().next())?;
        line(&text(item, members)?)
    })
}

/// Puts a text on one line of at most [`LINE`] characters.
pub(super) fn line(text: &str) -> Option<String> {
    one_line(text, LINE)
}

/// Puts a text on one line of at most `most` characters. Returns `None` when there is nothing to
/// see.
pub(super) fn one_line(text: &str, most: usize) -> Option<String> {
    let mut out = String::new();
    let mut left = most;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if word.is_empty() {
            continue;
        }
        let gap = usize::from(!out.is_empty());
        if gap + 1 > left {
            return Some(ended(out));
        }
        if gap == 1 {
            out.push(' ');
        }
        left -= gap;
        for c in word.chars() {
            if left == 0 {
                return Some(ended(out));
            }
            out.push(c);
            left -= 1;
        }
    }
    (!out.is_empty()).then_some(out)
}

/// Replaces the last character with a sign that there is more.
fn ended(mut line: String) -> String {
    line.pop();
    let end = line.trim_end().len();
    line.truncate(end);
    line.push('…');
    line
}
