//! Handoffs for tests.

use segue_door::{
    AttachedDiff, ContentState, Direction, FileExtent, FileSender, Handoff, HandoffDetail,
    HandoffMoment, HandoffPerson, Inspected, ProjectHint, RedactionCount, RedactionReport,
    SignatureState,
};
use serde_json::json;

pub fn person() -> HandoffPerson {
    HandoffPerson {
        name: "Sam".to_owned(),
        device_id: "12D3KooWSam".to_owned(),
        short: "k3f9q2".to_owned(),
        verified: true,
        here: true,
    }
}

fn handoff(direction: Direction, id: &str) -> Handoff {
    Handoff {
        id: format!("{id}-0000-4000-8000-000000000001"),
        short: id.to_owned(),
        direction,
        person: person(),
        title: Some("Fix the login form".to_owned()),
        conversation: "9f8e7d6c".to_owned(),
        messages: 84,
        hash: "0123456789abcdef".repeat(4),
        bytes: 1_200_000,
        platform: "claude-code".to_owned(),
        history: "full".to_owned(),
        status: "success".to_owned(),
        task: Some("Write the missing tests".to_owned()),
        priority: None,
        state: "submitted".to_owned(),
        receipt: "queued".to_owned(),
        says: "It waits for Sam.".to_owned(),
        waits: None,
        progress: None,
        undo_until: None,
        question: None,
        options: Vec::new(),
        refers_to: None,
        full_copy: None,
        travelled: None,
        saved: None,
        import: None,
        created: "2020-11-01T10:00:00Z".to_owned(),
        changed: "2020-11-01T10:00:00Z".to_owned(),
        expires: "2020-11-15T10:00:00Z".to_owned(),
    }
}

/// Creates a handoff that is on its way to Sam.
pub fn sent() -> Handoff {
    handoff(Direction::Sent, "5e6f7a8b")
}

/// Creates a handoff that came from Sam.
pub fn received() -> Handoff {
    Handoff {
        state: "working".to_owned(),
        receipt: "delivered".to_owned(),
        says: "Sam handed it to you.".to_owned(),
        ..handoff(Direction::Received, "1a2b3c4d")
    }
}

pub fn moment(by_you: bool, what: &str, text: Option<&str>, told: bool) -> HandoffMoment {
    HandoffMoment {
        at: "2020-11-01T10:05:00Z".to_owned(),
        by_you,
        what: what.to_owned(),
        text: text.map(str::to_owned),
        told,
    }
}

pub fn diff() -> AttachedDiff {
    AttachedDiff {
        bytes: 4_200,
        remote: Some("git@example.org:app.git".to_owned()),
        branch: Some("main".to_owned()),
        commit: Some("0123456789abcdef0123456789abcdef01234567".to_owned()),
        files: 3,
    }
}

pub fn file() -> Inspected {
    let aws = RedactionCount {
        rule: "aws-access-key".to_owned(),
        what: "AWS access key".to_owned(),
        secrets: 1,
        places: 2,
    };
    Inspected {
        file: String::new(),
        bytes: 1_200_000,
        dialect: "a2a-1.0".to_owned(),
        title: Some("Fix the login form".to_owned()),
        conversation: Some("9f8e7d6c".to_owned()),
        export_id: "e".to_owned(),
        exported_at: Some("2020-11-01T09:59:00Z".to_owned()),
        platform: "claude-code".to_owned(),
        session: Some("9f8e7d6c".to_owned()),
        project: Some(ProjectHint {
            name: Some("app".to_owned()),
            path: None,
            remote: Some("git@example.org:app.git".to_owned()),
            branch: Some("main".to_owned()),
            commit: None,
        }),
        sender: FileSender {
            name: Some("Sam".to_owned()),
            device_id: Some("12D3KooWSam".to_owned()),
            signature: SignatureState::Signed,
            is_you: false,
        },
        content: ContentState::Matches,
        content_hash: "h".to_owned(),
        history: "full".to_owned(),
        extent: Some(FileExtent {
            of: 84,
            last_k: None,
            tool_output: true,
            reasoning: true,
            tokens: 20_000,
            justification: "chosen by the sender".to_owned(),
        }),
        redaction: Some(RedactionReport {
            redacted: vec![aws],
            kept: Vec::new(),
        }),
        secrets: Vec::new(),
        messages: 84,
        from_user: 30,
        from_agent: 54,
        tool_calls: 21,
        artifacts: 0,
        task: Some("Write the missing tests".to_owned()),
        note: None,
        envelope: Some(envelope()),
        diagnostics: Vec::new(),
        diff: None,
        hidden: Vec::new(),
        report: Vec::new(),
        skipped: Vec::new(),
        first: Vec::new(),
        last: Vec::new(),
        refused: None,
    }
}

pub fn envelope() -> serde_json::Value {
    json!({
        "from_agent": "claude-code",
        "status": "success",
        "timestamp": "2020-11-01T10:00:00Z",
        "results": { "summary": "The form keeps what was typed." },
        "action_required": { "task": "Write the missing tests" },
    })
}

pub fn detail() -> HandoffDetail {
    HandoffDetail {
        handoff: received(),
        envelope: Some(envelope()),
        diagnostics: Vec::new(),
        story: vec![moment(false, "delivered", None, true)],
        file: Some(Box::new(file())),
        resume: None,
    }
}
