//! What was typed about a handoff, under the names the node takes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use segue_door::Failure;
use serde_json::{Map, Value, json};

use crate::arguments::{Artifact, Blocker, EnvelopeOptions};

/// The largest envelope that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// Builds the envelope from the options; `None` when none of them was given.
pub fn said(options: &EnvelopeOptions) -> Result<Option<Value>, Failure> {
    let mut all = Map::new();
    let mut add = |name: &str, value: Value| {
        let empty = match &value {
            Value::Null => true,
            Value::Array(list) => list.is_empty(),
            _ => false,
        };
        if !empty {
            all.insert(name.to_owned(), value);
        }
    };
    add("status", json!(options.status));
    add("summary", json!(options.summary));
    add("objective", json!(options.objective));
    add("in_scope", json!(options.in_scope));
    add("out_of_scope", json!(options.out_of_scope));
    add("constraints", json!(options.constraint));
    add("instructions", json!(options.instruction));
    add("expected_output", json!(options.expect));
    add("priority", json!(options.priority));
    add("deadline", json!(options.deadline));
    let blockers = options.blockers.0.iter();
    add("blockers", blockers.map(blocker).collect());
    add("artifacts", options.artifact.iter().map(artifact).collect());
    if let Some(file) = &options.envelope {
        add("envelope", read(file)?);
    }
    Ok((!all.is_empty()).then_some(Value::Object(all)))
}

fn blocker(blocker: &Blocker) -> Value {
    let mut value = json!({
        "text": blocker.text,
        "options": blocker.options,
    });
    set(&mut value, "type", blocker.kind.as_deref());
    value
}

fn artifact(artifact: &Artifact) -> Value {
    let mut value = json!({ "path": artifact.path });
    set(&mut value, "type", artifact.kind.as_deref());
    set(&mut value, "description", artifact.description.as_deref());
    value
}

fn set(value: &mut Value, name: &str, text: Option<&str>) {
    if let (Value::Object(map), Some(text)) = (value, text) {
        map.insert(name.to_owned(), Value::from(text));
    }
}

/// Reads an envelope that somebody wrote into a file, or standard input for `-`. Fails when it is
/// too large or no JSON object.
fn read(path: &Path) -> Result<Value, Failure> {
    let shown = path.display();
    let failed = |error: std::io::Error| {
        Failure::invalid(format!("The envelope {shown} can't be read: {error}."))
    };
    let mut bytes = Vec::new();
    let count = if path == Path::new("-") {
        std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        let file = File::open(path).map_err(failed)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes)
    };
    if count.map_err(failed)? as u64 > LARGEST {
        return Err(Failure::invalid(format!(
            "The envelope {shown} is larger than {} kB.",
            LARGEST >> 10
        ))
        .hint("Put long content into files and list them with --artifact."));
    }
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(map)) => Ok(Value::Object(map)),
        Ok(_) => Err(Failure::invalid(format!(
            "The envelope {shown} isn't a JSON object."
        ))),
        Err(error) => Err(Failure::invalid(format!(
            "The envelope {shown} isn't valid JSON: {error}."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        envelope: EnvelopeOptions,
    }

    fn said_by(arguments: &[&str]) -> Result<Option<Value>, Failure> {
        said(&Typed::parse_from([&["segue"], arguments].concat()).envelope)
    }

    #[test]
    fn nothing_said_is_nothing() {
        assert_eq!(said_by(&[]), Ok(None));
    }

    #[test]
    fn everything_has_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("envelope.json");
        std::fs::write(&file, r#"{"results": {"metrics": {"files": 3}}}"#).unwrap();
        let all = said_by(&[
            "--status=blocked",
            "--summary=Half of it",
            "--objective=A form that remembers",
            "--in-scope=login",
            "--out-of-scope=sign-up",
            "--constraint=No new dependency",
            "--instruction=Read it",
            "--instruction=Fix it",
            "--expect=A test",
            "--priority=high",
            "--deadline=Friday",
            "--blocker=Which one?",
            "--blocker-type=missing-input",
            "--option=This",
            "--artifact=src/a.rs:code:the form",
            "--artifact=b.md",
            &format!("--envelope={}", file.display()),
        ]);
        let expected = json!({
            "status": "blocked",
            "summary": "Half of it",
            "objective": "A form that remembers",
            "in_scope": ["login"],
            "out_of_scope": ["sign-up"],
            "constraints": ["No new dependency"],
            "instructions": ["Read it", "Fix it"],
            "expected_output": "A test",
            "priority": "high",
            "deadline": "Friday",
            "blockers": [{
                "text": "Which one?",
                "type": "missing_input",
                "options": ["This"],
            }],
            "artifacts": [
                { "path": "src/a.rs", "type": "code", "description": "the form" },
                { "path": "b.md" },
            ],
            "envelope": { "results": { "metrics": { "files": 3 } } },
        });
        assert_eq!(all, Ok(Some(expected)));
    }

    #[test]
    fn what_is_no_envelope_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("envelope.json");
        let read = || said_by(&[&format!("--envelope={}", file.display())]);
        assert!(read().unwrap_err().message.contains("can't be read"));
        for (text, why) in [("[]", "isn't a JSON object"), ("{", "isn't valid JSON:")] {
            std::fs::write(&file, text).unwrap();
            assert!(read().unwrap_err().message.contains(why), "{text}");
        }
        let large = format!("{{\"a\": \"{}\"}}", "x".repeat(1 << 20));
        std::fs::write(&file, large).unwrap();
        assert!(read().unwrap_err().message.contains("larger than"));
    }
}
