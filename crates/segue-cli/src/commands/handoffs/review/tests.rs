use segue_door::{
    Direction, EnvelopeDiagnostic, FullCopy, HiddenCharacter, RemoteCopy, SignatureState,
};
use serde_json::json;

use super::super::samples;
use super::*;

fn whole(detail: &HandoffDetail) -> String {
    let next = next::next(detail).join("\n");
    format!("{}\n\n{next}", about(detail))
}

#[test]
fn one_that_just_came() {
    insta::assert_snapshot!("review_new", whole(&samples::detail()));
}

#[test]
fn one_that_is_stuck_with_everything_said() {
    let mut detail = samples::detail();
    detail.handoff.status = "blocked".to_owned();
    detail.handoff.options = vec!["SQLite".to_owned(), "Postgres".to_owned()];
    detail.handoff.travelled = Some(12_000);
    detail.handoff.saved = Some(1_188_000);
    detail.envelope = Some(json!({
        "status": "blocked",
        "note": "Two lines,\nboth of them \u{202e}odd\x1b[2J.",
        "results": {
            "summary": "Half of it is done.",
            "artifacts": [{ "name": "a", "path": "src/login.rs", "type": "code", "description": "the form" }],
            "metrics": { "files": 3, "who": "me" },
            "verification": { "tests_passed": false, "coverage": 0.5, "execution_verified": true, "verification_method": "hand" },
        },
        "context": {
            "objective": "A form that remembers what was typed, whatever happens to the page meanwhile, and says so.",
            "scope": { "in_scope": ["login"], "out_of_scope": ["sign-up", 7] },
            "constraints": ["No new dependency"],
            "prior_decisions": [{ "decision": "Keep it in the page", "rationale": "it is simple", "alternatives_considered": ["a cookie"] }],
        },
        "action_required": {
            "task": "Decide about the database", "instructions": ["Read it", "Choose"],
            "expected_output": "A choice", "priority": "high", "deadline": "Friday",
        },
        "blockers": [
            { "type": "missing_input", "description": "Which database?", "resolution_options": ["SQLite", "Postgres"] },
            { "type": "unknown", "description": "Who pays?", "resolution_options": ["You"] },
        ],
        "metadata": { "chain_position": { "step": 2, "total_steps": 3 } },
    }));
    let odd = |is_error: bool, message: &str| EnvelopeDiagnostic {
        code: "x".to_owned(),
        is_error,
        field: "f".to_owned(),
        message: message.to_owned(),
        hint: "Ask them.".to_owned(),
    };
    detail.diagnostics = vec![
        odd(true, "A field is missing."),
        odd(false, "A path leads nowhere."),
    ];
    if let Some(file) = &mut detail.file {
        file.diff = Some(samples::diff());
        file.secrets = file.redaction.clone().unwrap().redacted;
        file.hidden = vec![HiddenCharacter {
            code: "U+202E".to_owned(),
            count: 2,
        }];
        // What is told with the file is not told twice.
        file.diagnostics = vec![odd(false, "A path leads nowhere.")];
    }
    detail.story = vec![
        samples::moment(false, "queued", None, true),
        samples::moment(false, "delivered", None, true),
        samples::moment(true, "opened", None, true),
        samples::moment(true, "asked", Some("Which\x07 branch?"), false),
    ];
    detail.handoff.question = Some("Which branch?".to_owned());
    insta::assert_snapshot!("review_blocked", whole(&detail));
}

#[test]
fn ones_that_are_not_as_they_should_be() {
    let mut pointer = samples::detail();
    pointer.handoff.full_copy = Some(FullCopy {
        bytes: 3_400_000,
        messages: 84,
        state: RemoteCopy::Expired,
    });
    if let Some(file) = &mut pointer.file {
        file.refused = Some("It holds only the facts.".to_owned());
        file.sender.signature = SignatureState::Unsigned;
    }
    let mut trust = samples::detail();
    trust.handoff.state = "auth-required".to_owned();
    trust.handoff.person.verified = false;
    trust.handoff.person.here = false;
    trust.handoff.says = "Sam's key has changed.".to_owned();
    trust.file = None;
    trust.envelope = None;
    let mut imported = samples::detail();
    imported.handoff.state = "completed".to_owned();
    imported.handoff.import = Some("5e6f7a8b".to_owned());
    imported.handoff.says = "You imported it to Claude Code.".to_owned();
    imported.resume = Some("cd /home/me/app && claude --resume 1".to_owned());
    imported
        .story
        .push(samples::moment(true, "imported", None, true));
    let shown = [whole(&pointer), whole(&trust), whole(&imported)];
    insta::assert_snapshot!("review_odd", shown.join("\n\n----\n\n"));
}

#[test]
fn one_that_you_sent() {
    let mut asked = samples::detail();
    asked.handoff = samples::sent();
    asked.handoff.direction = Direction::Sent;
    asked.handoff.state = "input-required".to_owned();
    asked.handoff.says = "Sam needs your answer.".to_owned();
    asked.handoff.question = Some("Which branch?".to_owned());
    asked.story = vec![
        samples::moment(true, "queued", None, true),
        samples::moment(false, "asked", Some("Which branch?"), true),
    ];
    let mut failed = asked.clone();
    failed.handoff.state = "failed".to_owned();
    failed.handoff.question = None;
    failed.file = None;
    insta::assert_snapshot!(
        "review_sent",
        format!("{}\n\n----\n\n{}", whole(&asked), whole(&failed))
    );
}

#[test]
fn how_many_messages_are_wanted() {
    let options = |messages, all, after| ReviewOptions {
        handoff: "1a2b3c4d".to_owned(),
        messages,
        all,
        after,
    };
    assert_eq!(wanted(&options(None, false, None)), (FEW, 0));
    assert_eq!(wanted(&options(Some(0), false, None)), (0, 0));
    assert_eq!(wanted(&options(None, true, Some(9))), (u32::MAX, 9));
    assert_eq!(wanted(&options(None, false, Some(9))), (PAGE, 9));
}
