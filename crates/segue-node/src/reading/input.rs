//! What tools are called with: the same things under the names that each platform gives them.

use std::borrow::Cow;

use segue_conversation::json::Value;

/// Members that may hold the path of a file.
pub(super) const PATHS: &[&str] = &[
    "file_path",
    "filePath",
    "absolute_path",
    "notebook_path",
    "target_file",
    "filename",
    "path",
    "file",
];

/// Members that may hold a command.
pub(super) const COMMANDS: &[&str] = &["command", "cmd", "script"];

/// Reduces a tool's name to what matters: its last part, in lower case, without anything between
/// the letters.
///
/// `mcp__files__Write_File`, `write_file` and `WriteFile` are the same.
pub(super) fn plain_name(tool: &str) -> String {
    let own = tool.rsplit("__").next().unwrap_or(tool);
    let letters = own.chars().take(100).filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the first of these members that is a text with something in it.
pub(super) fn text<'v>(input: Value<'v>, names: &[&str]) -> Option<Cow<'v, str>> {
    names
        .iter()
        .filter_map(|name| input.str_of(name))
        .find(|text| !text.trim().is_empty())
}

/// Returns the first of these members that is a text at all.
pub(super) fn any_text<'v>(input: Value<'v>, names: &[&str]) -> Option<Cow<'v, str>> {
    names.iter().find_map(|name| input.str_of(name))
}

/// Returns the command of a call: a text, or a list of words, without the shell that runs it.
pub(super) fn command(input: Value<'_>) -> Option<String> {
    if let Some(text) = text(input, COMMANDS) {
        return Some(text.into_owned());
    }
    let list = COMMANDS.iter().find_map(|name| input.get(name))?;
    let words: Vec<String> = list
        .items()
        .take(1_000)
        .filter_map(|word| word.string())
        .collect();
    let shell = |word: &String| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        ["sh", "bash", "zsh", "pwsh", "powershell.exe", "cmd.exe"].contains(&name)
    };
    match words.as_slice() {
        [] => None,
        [first, option, script] if shell(first) && option.starts_with(['-', '/']) => {
            Some(script.clone())
        }
        words => Some(words.join(" ")),
    }
}
