use segue_door::{
    EnvelopeDiagnostic, HandoffFigures, Prepared, PreparedChoice, RedactionCount, RedactionReport,
};

use super::super::super::samples;
use super::*;

fn prepared(history: &str) -> Prepared {
    let key = RedactionCount {
        rule: "aws-access-key".to_owned(),
        what: "AWS access key".to_owned(),
        secrets: 1,
        places: 1,
    };
    Prepared {
        hash: "h".to_owned(),
        conversation: "claude-code:9f8e7d6c".to_owned(),
        title: Some("Fix the login form".to_owned()),
        file_name: "fix.a2a.json".to_owned(),
        figures: HandoffFigures {
            messages: 84,
            bytes: 1_200_000,
            tokens: 20_000,
            of: 84,
        },
        choice: PreparedChoice {
            history: history.to_owned(),
            tool_output: true,
            reasoning: true,
            personal: false,
        },
        findings: Vec::new(),
        findings_total: 0,
        redaction: RedactionReport {
            redacted: vec![key],
            kept: Vec::new(),
        },
        report: Vec::new(),
        project: None,
        sender: None,
        task: None,
        note: None,
        artifacts: 0,
        envelope: None,
        diagnostics: vec![EnvelopeDiagnostic {
            code: "objective-missing".to_owned(),
            is_error: false,
            field: "context.objective".to_owned(),
            message: "Nothing says what the work is for.".to_owned(),
            hint: "Add --objective TEXT.".to_owned(),
        }],
        diff: Some(samples::diff()),
        export_id: "e".to_owned(),
        content_hash: "c".to_owned(),
        signed: true,
        notes: Vec::new(),
    }
}

fn ready(history: &str) -> Ready {
    Ready {
        prepared: prepared(history),
        full_copy: (history == "pointer").then(|| prepared("full")),
    }
}

fn to(names: &[&str]) -> Vec<Recipient> {
    let one = |name: &&str| Recipient {
        id: (*name).to_owned(),
        shown: (*name).to_owned(),
    };
    names.iter().map(one).collect()
}

#[test]
fn what_is_about_to_leave() {
    let two = to(&["Sam (…k3f9q2)", "Mia (…m2n3p4)"]);
    let shown = [
        about_to(&ready("full"), &two),
        question(&two),
        about_to(&ready("pointer"), &to(&["Sam"])),
        question(&to(&["Sam"])),
    ];
    insta::assert_snapshot!("send_about_to", shown.join("\n"));
}

#[test]
fn what_became_of_it() {
    let of = |handoffs: Vec<Handoff>| Sent {
        handoffs,
        notes: vec!["It is offered until Sunday.".to_owned()],
    };
    let mut there = samples::sent();
    there.state = "working".to_owned();
    there.says = "Sam has it.".to_owned();
    let mut away = samples::sent();
    away.person.here = false;
    away.waits = Some("Sam is not here.".to_owned());
    let mut slow = samples::sent();
    slow.waits = Some("Sam has no room at the moment.".to_owned());
    let mut failed = samples::sent();
    failed.state = "failed".to_owned();
    failed.says = "It failed: the file is larger than Sam allows.".to_owned();
    let mut trust = samples::sent();
    trust.state = "auth-required".to_owned();
    trust.says = "Sam's key has changed.".to_owned();
    let full = ready("full");
    let shown = [
        sent(&of(vec![there.clone()]), &full, true, false, false),
        sent(&of(vec![there, away.clone()]), &full, false, false, true),
        sent(&of(vec![slow]), &full, false, true, false),
        sent(&of(vec![failed, trust]), &full, false, false, false),
        sent(&of(vec![away]), &ready("pointer"), true, true, false),
    ];
    insta::assert_snapshot!("sent", shown.join("\n\n"));
}

#[test]
fn an_envelope_that_is_wrong_stops_it() {
    use super::super::super::super::leaving::is_right;
    let mut prepared = prepared("full");
    assert_eq!(is_right(&prepared), Ok(()), "a warning stops nothing");
    let wrong = |message: &str, hint: &str| EnvelopeDiagnostic {
        code: "blockers-missing".to_owned(),
        is_error: true,
        field: "blockers".to_owned(),
        message: message.to_owned(),
        hint: hint.to_owned(),
    };
    prepared.diagnostics.push(wrong(
        "It does not say what stands in the way.",
        "Add --blocker TEXT.",
    ));
    let one = is_right(&prepared).unwrap_err();
    assert_eq!(one.code, segue_door::Code::Invalid, "code 2");
    assert_eq!(one.message, "It does not say what stands in the way.");
    assert_eq!(one.hints, ["Add --blocker TEXT."]);
    prepared
        .diagnostics
        .push(wrong("No summary.", "Add --summary TEXT."));
    let two = is_right(&prepared).unwrap_err();
    assert_eq!(two.message, "2 details have to be corrected first.");
    assert_eq!(two.hints.len(), 2);
}
