//! What is said about a handoff, as text. It is the word of whoever sent it: every line is made
//! printable, lists are bounded, and what is not as expected is passed over (the node has said so).

use segue_door::{AttachedDiff, EnvelopeDiagnostic, HiddenCharacter};
use serde_json::Value;

use crate::readable::{count, size};
use crate::say::printable;
use crate::table::wrap;

/// How many entries of one list are shown.
const ENTRIES: usize = 100;
/// How wide names of fields are.
const NAMES: usize = 13;
/// How wide lines are.
const WIDTH: usize = 78;

/// Formats everything in an envelope, one field after the other.
pub fn lines(envelope: &Value) -> Vec<String> {
    let mut page = Page::default();
    let at = |path: &str| envelope.pointer(path);
    let made_up = at("/metadata/made_up_summary").and_then(Value::as_bool) == Some(true);
    page.text("status", at("/status").and_then(status).as_deref());
    page.field("task", at("/action_required/task"));
    page.field("note", at("/note"));
    if !made_up {
        page.field("summary", at("/results/summary"));
    }
    page.field("objective", at("/context/objective"));
    page.list("in scope", at("/context/scope/in_scope"), text);
    page.list("out of scope", at("/context/scope/out_of_scope"), text);
    page.list("constraints", at("/context/constraints"), text);
    page.list("decisions", at("/context/prior_decisions"), decision);
    page.steps("steps", at("/action_required/instructions"));
    page.field("expected", at("/action_required/expected_output"));
    page.field("priority", at("/action_required/priority"));
    page.field("deadline", at("/action_required/deadline"));
    page.blockers(at("/blockers"));
    page.list("files", at("/results/artifacts"), artifact);
    let checked = at("/results/verification").and_then(verification);
    page.text("checks", checked.as_deref());
    let figures = at("/results/metrics").and_then(Value::as_object);
    for (name, value) in figures.into_iter().flatten().take(ENTRIES) {
        page.text("figure", Some(&format!("{name}: {}", plain(value))));
    }
    let step = at("/metadata/chain_position").and_then(position);
    page.text("position", step.as_deref());
    page.0
}

/// Formats what is wrong or odd about an envelope.
pub fn diagnostics(found: &[EnvelopeDiagnostic]) -> Vec<String> {
    let mut lines = Vec::new();
    for one in found.iter().take(ENTRIES) {
        let mark = if one.is_error { "! Error" } else { "! Warning" };
        let text = format!(
            "{mark}: {} {}",
            printable(&one.message),
            printable(&one.hint)
        );
        lines.extend(indented(text.trim_end(), "", "  "));
    }
    lines
}

/// Describes attached changes in one line.
pub fn diff(diff: &AttachedDiff) -> String {
    let mut words = vec![format!(
        "{} in {}",
        size(diff.bytes),
        count(diff.files, "file", "files")
    )];
    if let Some(commit) = &diff.commit {
        let short: String = commit.chars().take(12).collect();
        words.push(format!("based on commit {}", printable(&short)));
    }
    for (name, text) in [("remote", &diff.remote), ("branch", &diff.branch)] {
        if let Some(text) = text {
            words.push(format!("{name} {}", printable(text)));
        }
    }
    format!("  attached changes: {}", words.join(", "))
}

/// Warns about characters that can't be seen; `None` when there are none.
pub fn hidden(hidden: &[HiddenCharacter]) -> Option<String> {
    if hidden.is_empty() {
        return None;
    }
    let words: Vec<String> = hidden
        .iter()
        .take(10)
        .map(|one| {
            let times = count(one.count, "time", "times");
            format!("{} ({times})", printable(&one.code))
        })
        .collect();
    let more = match hidden.len() > words.len() {
        true => " and others",
        false => "",
    };
    Some(format!(
        "! It has characters that are invisible or reverse text, shown here by their codes: {}{more}",
        words.join(", ")
    ))
}

#[derive(Default)]
struct Page(Vec<String>);

impl Page {
    fn field(&mut self, name: &str, value: Option<&Value>) {
        self.text(name, value.and_then(Value::as_str));
    }

    fn text(&mut self, name: &str, text: Option<&str>) {
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
            return;
        };
        let mut name = name;
        for line in text.trim_end().lines() {
            let first = format!("  {name:<NAMES$}");
            let rest = " ".repeat(NAMES + 2);
            self.0.extend(indented(
                &printable(&line.replace('\t', "    ")),
                &first,
                &rest,
            ));
            name = "";
        }
    }

    fn list(&mut self, name: &str, value: Option<&Value>, one: fn(&Value) -> Option<String>) {
        let all = value.and_then(Value::as_array);
        for entry in all.into_iter().flatten().take(ENTRIES).filter_map(one) {
            self.text(name, Some(&entry));
        }
    }

    fn steps(&mut self, name: &str, value: Option<&Value>) {
        let all = value.and_then(Value::as_array);
        let all = all.into_iter().flatten().take(ENTRIES).filter_map(text);
        for (at, entry) in all.enumerate() {
            let name = if at == 0 { name } else { "" };
            self.text(name, Some(&format!("{}. {entry}", at + 1)));
        }
    }

    /// Adds the blockers. Their ways out are numbered throughout, as `segue answer` takes them.
    fn blockers(&mut self, value: Option<&Value>) {
        let mut number = 0;
        let all = value.and_then(Value::as_array);
        for blocker in all.into_iter().flatten().take(ENTRIES) {
            let kind = blocker.get("type").and_then(text);
            let kind = kind.filter(|kind| kind != "unknown");
            let kind = kind.map_or(String::new(), |kind| {
                format!(" ({})", kind.replace('_', " "))
            });
            let what = blocker.get("description").and_then(text);
            let what = what.unwrap_or_else(|| "no description".to_owned());
            self.text("blocker", Some(&format!("{what}{kind}")));
            let options = blocker.get("resolution_options").and_then(Value::as_array);
            for option in options.into_iter().flatten().take(ENTRIES).filter_map(text) {
                number += 1;
                self.text("", Some(&format!("{number}  {option}")));
            }
        }
    }
}

fn indented(text: &str, first: &str, rest: &str) -> Vec<String> {
    let room = WIDTH.saturating_sub(rest.len().max(first.len()));
    wrap(text, room)
        .into_iter()
        .enumerate()
        .map(|(at, line)| {
            let before = if at == 0 { first } else { rest };
            format!("{before}{line}").trim_end().to_owned()
        })
        .collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn plain(value: &Value) -> String {
    text(value).unwrap_or_else(|| value.to_string())
}

fn status(value: &Value) -> Option<String> {
    Some(match value.as_str()? {
        "success" => "ready to continue".to_owned(),
        "partial" => "partly done".to_owned(),
        "blocked" => "blocked until someone decides".to_owned(),
        "error" => "failed".to_owned(),
        other => other.to_owned(),
    })
}

fn decision(value: &Value) -> Option<String> {
    let what = value
        .get("decision")
        .and_then(text)
        .or_else(|| text(value))?;
    let why = value.get("rationale").and_then(text);
    let why = why.map_or(String::new(), |why| format!(", because {why}"));
    let others = value.get("alternatives_considered");
    let others = others.and_then(Value::as_array).into_iter().flatten();
    let others: Vec<String> = others.take(ENTRIES).filter_map(text).collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!("; also considered: {}", others.join(", ")),
    };
    Some(format!("{what}{why}{others}"))
}

fn artifact(value: &Value) -> Option<String> {
    let path = value.get("path").and_then(text)?;
    let kind = value.get("type").and_then(text);
    let kind = kind.map_or(String::new(), |kind| format!(" ({kind})"));
    let about = value.get("description").and_then(text);
    let about = about.map_or(String::new(), |about| format!(": {about}"));
    Some(format!("{path}{kind}{about}"))
}

fn verification(value: &Value) -> Option<String> {
    let mut said = Vec::new();
    let is = |name: &str| value.get(name).and_then(Value::as_bool);
    match is("tests_passed") {
        Some(true) => said.push("tests passed".to_owned()),
        Some(false) => said.push("tests failed".to_owned()),
        None => {}
    }
    if let Some(coverage) = value.get("coverage").and_then(Value::as_f64) {
        said.push(format!("coverage {coverage}"));
    }
    match is("execution_verified") {
        Some(true) => said.push("it was run".to_owned()),
        Some(false) => said.push("it wasn't run".to_owned()),
        None => {}
    }
    let method = value.get("verification_method").and_then(text);
    said.extend(method.map(|method| format!("by {method}")));
    (!said.is_empty()).then(|| said.join(", "))
}

fn position(value: &Value) -> Option<String> {
    let step = value.get("step").and_then(Value::as_u64)?;
    Some(match value.get("total_steps").and_then(Value::as_u64) {
        Some(total) => format!("step {step} of {total} in the chain"),
        None => format!("step {step} in the chain"),
    })
}
