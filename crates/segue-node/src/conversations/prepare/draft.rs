//! What the person says about a handoff becomes the envelope of the file.
//!
//! ```text
//! request: task, note, JSON ──draft──▶ Draft ──finish, with what is known──▶ Envelope ──review──▶
//!                                                                 errors: nothing leaves
//!                                                                 warnings: told
//! ```
//!
//! A file always has one, also when nobody said anything: then a summary is made up from the
//! conversation. It names no recipient, so that it is the same for all of them.

use std::io::ErrorKind;
use std::path::Path;

use segue_conversation::history::{BRIEF, Outline};
use segue_conversation::{Head, Json, Message, Role};
use segue_door::{EnvelopeDiagnostic, Failure};
use segue_handoff::{Diagnostic, Draft, Envelope, EnvelopeContext, Expect, Presence};
use segue_redact::Clearing;
use serde_json::Value;

use super::super::{envelope, work};
use super::{NOTE, TASK, text};
use crate::plural::counted;

/// Characters of a summary nobody wrote, and what of it title and last words may take.
const SUMMARY: usize = 300;
const TITLE: usize = 120;
const LAST: usize = 140;

/// Characters of what is wrong with JSON.
const WHY: usize = 300;

/// What was said, before anything is known about the conversation.
pub(super) struct ParsedDraft {
    draft: Draft,
    warnings: Vec<Diagnostic>,
}

/// Reads what a request says. `base` in it is an envelope somebody wrote.
pub(super) fn parse_draft(
    envelope: Option<Value>,
    task: Option<String>,
    note: Option<String>,
) -> Result<ParsedDraft, Failure> {
    let mut draft = Draft::default();
    let mut base = None;
    match envelope {
        None => {}
        Some(Value::Object(mut members)) => {
            base = members.remove("base").filter(|base| !base.is_null());
            draft = serde_json::from_value(Value::Object(members)).map_err(|error| {
                let why = segue_conversation::truncate(&error.to_string(), WHY);
                Failure::invalid(format!(
                    "What is said about the handoff is not understood: {why}."
                ))
            })?;
        }
        Some(_) => {
            return Err(Failure::invalid(
                "What is said about the handoff is not understood: it is no JSON object.",
            ));
        }
    }
    draft.task = text("task", task.or(draft.task), TASK)?;
    draft.note = text("note", note.or(draft.note), NOTE)?;
    let mut warnings = Vec::new();
    let file = std::mem::take(&mut draft.envelope);
    if let Some(base) = base.or((!file.is_empty()).then_some(Value::Object(file))) {
        (draft, warnings) = draft
            .over_file(&base)
            .map_err(|errors| envelope::refused(&errors))?;
    }
    Ok(ParsedDraft { draft, warnings })
}

impl ParsedDraft {
    /// Makes the envelope, or fails with all that is wrong.
    pub(super) fn finish(&self, known: EnvelopeContext) -> Result<Envelope, Failure> {
        let finished = self.draft.clone().finish(known);
        let envelope = finished.map_err(|errors| envelope::refused(&errors))?;
        let action = envelope.action_required.as_ref();
        text("task", action.map(|action| action.task.to_string()), TASK)?;
        Ok(envelope)
    }

    /// Returns what is odd about the envelope. Fails if something is wrong, such as an artifact
    /// that is missing.
    pub(super) fn review(
        &self,
        envelope: &Envelope,
        project: Option<&Path>,
    ) -> Result<Vec<EnvelopeDiagnostic>, Failure> {
        let root = project.and_then(|folder| folder.canonicalize().ok());
        let there = |path: &str| match &root {
            Some(root) => presence(root, path),
            None => Presence::Unknown,
        };
        let found = envelope.review(&there);
        let (errors, odd): (Vec<_>, Vec<_>) = found.into_iter().partition(Diagnostic::is_error);
        if !errors.is_empty() {
            return Err(envelope::refused(&errors));
        }
        let all = self.warnings.iter().chain(&odd);
        Ok(all.map(envelope::diagnostic).collect())
    }
}

/// Checks whether something is at a path in a folder; what a link leads to outside of it does not
/// count.
fn presence(root: &Path, path: &str) -> Presence {
    match root.join(path).canonicalize() {
        Ok(real) if real.starts_with(root) => Presence::There,
        Ok(_) => Presence::Missing,
        Err(error) => match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidInput => {
                Presence::Missing
            }
            _ => Presence::Unknown,
        },
    }
}

/// Converts an envelope to what the head of a file takes.
pub(super) fn json(envelope: &Envelope) -> Result<Json, Failure> {
    Json::from_serde(envelope).map_err(|error| {
        tracing::error!(%error, "an envelope could not be written");
        work::broken()
    })
}

/// Returns the envelope as it leaves. Fails if it is not valid any more, since placeholders are
/// longer than some secrets.
pub(super) fn left(head: &Head) -> Result<Option<Value>, Failure> {
    let Some(written) = &head.envelope else {
        return Ok(None);
    };
    let value = written.to_serde();
    let found = segue_handoff::read(&value, Expect::Shared).diagnostics;
    let errors: Vec<_> = found.into_iter().filter(Diagnostic::is_error).collect();
    if errors.is_empty() {
        Ok(Some(value))
    } else {
        Err(envelope::refused(&errors))
    }
}

/// Makes up a summary for those who wrote none: what the conversation is about, how long it is,
/// what was said last. Words with something secret in them are left out rather than repeated.
pub(super) fn summary(
    title: Option<&str>,
    messages: u64,
    outline: &Outline,
    is_clean: impl Fn(&str) -> bool,
) -> String {
    let count = counted(messages, "message", "messages");
    let words = |text: &str, most| is_clean(text).then(|| line(text, most)).flatten();
    let title = title.and_then(|title| words(title, TITLE));
    let last = outline.last_words().and_then(|last| words(last, LAST));
    let mut summary = match &title {
        Some(title) => format!("{title}: {count}"),
        None => format!("A conversation of {count}"),
    };
    let told = |last: &String| {
        let start: String = last.chars().take(40).collect();
        title
            .as_ref()
            .is_some_and(|title| title.starts_with(&start))
    };
    if let Some(last) = last.filter(|last| !told(last)) {
        summary.push_str("; last: ");
        summary.push_str(&last);
    }
    segue_conversation::truncate(&summary, SUMMARY - 1)
}

/// Joins as many whole words as fit on one line, and marks what is cut off. Returns `None` if there
/// are none.
fn line(text: &str, most: usize) -> Option<String> {
    let (mut line, mut length) = (String::new(), 0);
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if word.is_empty() {
            continue;
        }
        let more = word.chars().count() + usize::from(length > 0);
        if length + more > most {
            if length == 0 {
                line.extend(word.chars().take(most));
            }
            line.push('…');
            break;
        }
        if length > 0 {
            line.push(' ');
        }
        line.push_str(word);
        length += more;
    }
    let line = line.trim_end_matches(['.', ':', ';', ',']);
    (!line.is_empty()).then(|| line.to_owned())
}

/// Wraps the summary in a message that counts as cut off in places, so even the beginning of a
/// secret in it is taken out.
pub(super) fn clipped(summary: &str) -> Message {
    Message::text(BRIEF, Role::User, summary)
}

/// Clears the summary of what has to go.
pub(super) fn cleared(summary: &str, clearing: &mut Clearing<'_>) -> String {
    let mut message = clipped(summary);
    clearing.message(&mut message);
    message.plain_text()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outline(words: &[&str]) -> Outline {
        let mut outline = Outline::default();
        for (at, words) in words.iter().enumerate() {
            outline.see(&Message::text(at.to_string(), Role::User, *words));
        }
        outline
    }

    #[test]
    fn a_summary_names_the_conversation_and_fits() {
        let sum = |title: Option<&str>, messages, words: &[&str]| {
            summary(title, messages, &outline(words), |text| {
                !text.contains("secret")
            })
        };
        let short = sum(Some("Fix the login form."), 84, &["a", "Ship it."]);
        assert_eq!(short, "Fix the login form: 84 messages; last: Ship it");
        let same = sum(Some("Ship it now"), 1, &["Ship it now"]);
        assert_eq!(same, "Ship it now: 1 message");
        let none = sum(Some("A secret"), 2, &["It is secret"]);
        assert_eq!(none, "A conversation of 2 messages");
        let long = "wörter\n\u{1b}[31m ".repeat(400);
        let cut = sum(Some(&long), 2_000_000, &[&"y".repeat(9_000)]);
        assert!(cut.chars().count() <= SUMMARY, "{cut}");
        assert!(cut.contains("…: 2000000 messages; last: yyy") && !cut.contains('\u{1b}'));
    }

    #[test]
    fn what_is_no_draft_is_said_so() {
        for (value, words) in [
            (json!("success"), "no JSON object"),
            (json!({"state": "success"}), "unknown field `state`"),
            (json!({"status": "finished"}), "finished"),
            (json!({"base": [1]}), "JSON object"),
        ] {
            let failure = parse_draft(Some(value), None, None).err().unwrap();
            assert!(failure.message.contains(words), "{failure:?}");
        }
    }

    #[test]
    fn flags_stand_above_the_file_and_the_request_above_both() {
        let value = json!({
            "task": "From the draft", "summary": "Moved the form to its own page",
            "base": {"action_required": {"task": "From the file"}, "note": "Kept", "to_agent": "Kim"},
        });
        let parsed = parse_draft(Some(value), Some("From the request".to_owned()), None).unwrap();
        assert_eq!(parsed.warnings.len(), 1, "{:?}", parsed.warnings);
        let known = EnvelopeContext {
            from_agent: "Sam".into(),
            timestamp: "2026-03-01T09:30:00Z".into(),
            conversation_id: "c".into(),
            ..EnvelopeContext::default()
        };
        let envelope = parsed.finish(known).unwrap();
        let action = envelope.action_required.unwrap();
        assert_eq!(action.task.as_str(), "From the request");
        assert_eq!(envelope.note.unwrap().as_str(), "Kept");
        assert_eq!(
            envelope.outcome.summary(),
            Some("Moved the form to its own page")
        );
    }

    #[test]
    fn the_task_of_a_file_is_no_longer_than_another() {
        let value = json!({"base": {"action_required": {"task": "x".repeat(TASK + 1)}}});
        let known = EnvelopeContext {
            from_agent: "Sam".into(),
            timestamp: "2026-03-01T09:30:00Z".into(),
            made_up_summary: "Sum".into(),
            ..EnvelopeContext::default()
        };
        let failure = parse_draft(Some(value), None, None).unwrap().finish(known);
        assert!(failure.unwrap_err().message.contains("501"));
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir_all(root.join("src")).unwrap();
        std::fs::write(root.join("src/a.rs"), "").unwrap();
        std::fs::write(folder.path().join("outside"), "").unwrap();
        std::os::unix::fs::symlink("../outside", root.join("link")).unwrap();
        std::os::unix::fs::symlink("src/a.rs", root.join("inner")).unwrap();
        let root = root.canonicalize().unwrap();
        for (path, there) in [
            ("src/a.rs", Presence::There),
            ("src", Presence::There),
            ("inner", Presence::There),
            ("link", Presence::Missing),
            ("src/b.rs", Presence::Missing),
            ("src/a.rs/b", Presence::Missing),
            ("a\0b", Presence::Missing),
        ] {
            assert_eq!(presence(&root, path), there, "{path:?}");
        }
    }
}
