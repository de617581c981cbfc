//! One conversation as four agents would have stored it themselves, and what a model must be told
//! when any of them is carried on with anywhere.
//!
//! Text with quotes, line ends and pictographs, calls at once and one after another, a failed one,
//! a picture from the person and one from a tool, readable and signed reasoning, and the sender's
//! own machinery, which must never be seen again. The second form goes on after a compaction.
//!
//! ```text
//! Scene ──▶ claude | codex | gemini | opencode     (native records, by hand)
//!   └────▶ items()                                  (what the model must be told)
//! ```

mod claude;
pub(crate) mod codex;
mod gemini;
mod opencode;

use std::path::Path;

use serde_json::{Value, json};

use crate::Item;

/// The title of the scene in every agent's own list.
pub const TITLE: &str = "Fix the parser";
/// The scene's id in Claude Code.
pub const CLAUDE_SESSION: &str = claude::SESSION;
/// Stands in everything that must not travel.
pub const PRIVATE: &str = "PRIVATE-TO-THE-SENDER";
/// A picture of one pixel.
pub const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
/// What stands for everything before a compaction.
pub const SUMMARY: &str = "Summary: the parser was fixed, the changelog is missing.";
/// What a failed tool said; a test spoils it.
pub const FAILED: &str = "2 tests failed\n\tat line 3";

pub(crate) const QUESTION: &str = "Please fix the parser – “torn” lines 😀\nand say \"why\" \\n.";
pub(crate) const LOOK: &str = "I look at two files.";
pub(crate) const SOURCE: &str = "fn main() {\n    // naïve\n}\n";
pub(crate) const AGAIN: &str = "One more look.";
pub(crate) const SHOT: &str = "A screenshot was taken.";
pub(crate) const FOUND: &str = "Found it: the lexer drops the last byte.";
pub(crate) const SEE: &str = "See this picture.";
pub(crate) const THANKS: &str = "Thanks, now I see it.";
pub(crate) const ON: &str = "Going on from the summary.";
pub(crate) const NOW: &str = "Now write the changelog.";
pub(crate) const WRITTEN: &str = "Written.";
pub(crate) const THOUGHT: &str = "Perhaps the last line is torn.";

/// Returns the three calls: id, tool, input.
pub(crate) fn calls() -> [(&'static str, &'static str, Value); 3] {
    [
        ("call_one", "read_file", json!({"path": "src/main.rs"})),
        (
            "call_two",
            "run_tests",
            json!({"command": "cargo test", "n": 3, "deep": {"list": [1, 2.5, null, "ü"]}}),
        ),
        ("call_three", "screenshot", json!({})),
    ]
}

/// Returns the moment of the n-th record, in milliseconds since 1970: recent, so that no agent
/// cleans up.
pub(crate) fn time(n: i64) -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0));
    now - 3_600_000 + n * 1000
}

/// Writes the scene as Claude Code stores it.
pub fn claude(home: &Path, project: &Path, compacted: bool) {
    claude::write(home, project, compacted);
}

/// Writes the scene as Codex stores it.
pub fn codex(home: &Path, project: &Path, compacted: bool) {
    codex::write(home, project, compacted);
}

/// Writes the scene as Gemini CLI stores it.
pub fn gemini(home: &Path, project: &Path, compacted: bool) {
    gemini::write(home, project, compacted);
}

/// Builds the scene as OpenCode's own import takes it.
pub fn opencode(project: &Path, compacted: bool) -> Value {
    opencode::transfer(project, compacted)
}

/// Lists what the model must be told, in order. Ids and error flags are left open.
pub fn items(compacted: bool) -> Vec<Item> {
    let user = |text: &str| Item::User(text.to_owned());
    let agent = |text: &str| Item::Agent(text.to_owned());
    if compacted {
        return vec![user(SUMMARY), agent(ON), user(NOW), agent(WRITTEN)];
    }
    let [one, two, three] = calls().map(|(id, name, input)| Item::Call {
        id: Some(id.to_owned()),
        name: name.to_owned(),
        input,
    });
    let result = |call: &str, text: &str| Item::Result {
        call: Some(call.to_owned()),
        text: text.to_owned(),
        error: None,
    };
    vec![
        user(QUESTION),
        agent(LOOK),
        one,
        two,
        result("call_one", SOURCE),
        result("call_two", FAILED),
        agent(AGAIN),
        three,
        result("call_three", SHOT),
        Item::image("image/png", PICTURE),
        agent(FOUND),
        user(SEE),
        Item::image("image/png", PICTURE),
        agent(THANKS),
    ]
}

/// Describes the first difference between what a model was told and what it should have been told.
///
/// Ids are compared by what they link, not by their letters; flags for errors are not compared,
/// since two of the four APIs have none; a summary may be the answer to a question of the client.
pub fn difference(told: &[Item], expected: &[Item]) -> Option<String> {
    let told = plain(told);
    let expected = plain(expected);
    let place = (0..told.len().max(expected.len()))
        .find(|place| told.get(*place) != expected.get(*place))?;
    Some(format!(
        "item {place}: told {:?}, expected {:?}",
        told.get(place),
        expected.get(place)
    ))
}

fn plain(items: &[Item]) -> Vec<String> {
    let mut calls: Vec<Option<String>> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    for item in items {
        match item {
            Item::Call { id, name, input } => {
                calls.push(id.clone());
                out.push(format!("call {name} {input}"));
            }
            Item::Result { call, text, .. } => {
                let which = calls.iter().rposition(|id| id == call);
                out.push(format!("result of {which:?}: {text}"));
            }
            Item::User(text) if text == "What did we do so far?" => {}
            Item::User(text) | Item::Agent(text) if text == SUMMARY => {
                out.push(format!("summary: {text}"));
            }
            other => out.push(format!("{other:?}")),
        }
    }
    out
}
