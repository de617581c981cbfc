use serde_json::json;

use super::*;

fn version(
    id: &str,
    parents: &[&str],
    who: &str,
    handoffs: serde_json::Value,
) -> serde_json::Value {
    json!({
        "versionId": id, "conversationId": "9f8e7d6c", "parentVersionIds": parents,
        "creator": { "name": who, "key": "k" }, "platform": "claude-code", "messageCount": 84,
        "createdAt": 1_604_224_800_000_u64, "contentHash": "h", "handoffs": handoffs,
        "signed": true,
    })
}

fn lineage() -> ConversationLineage {
    let to = |name: &str, state: &str| json!({ "handedOffTo": { "name": name }, "state": state });
    let mut unsigned = version("d", &["a"], "Eve\u{202e}\x1b]0;x\x07", json!([]));
    unsigned["signed"] = json!(false);
    ConversationLineage {
        conversation: "9f8e7d6c".to_owned(),
        title: Some("Fix the login form".to_owned()),
        versions: vec![
            version(
                "a",
                &[],
                "You",
                json!([to("Sam", "completed"), to("Mia", "rejected")]),
            ),
            version("b", &["a"], "Sam", json!([to("You", "working")])),
            version("c", &["a"], "A person with a very long name", json!([])),
            unsigned,
            version("e", &["b", "c"], "You", json!([])),
        ],
        quarantined: vec![QuarantinedRecord {
            id: "0123456789abcdef".to_owned(),
            from: Some("12D3KooWEve".to_owned()),
            why: "says what only the other end of a handoff can say".to_owned(),
        }],
        mermaid: "flowchart TD\n    v0[\"You\u{200b}\"]\n".to_owned(),
        problem: Some("Some of it could not be read.".to_owned()),
    }
}

#[test]
fn forks_stand_in_and_what_does_not_count_is_said() {
    let empty = Lineage {
        conversations: vec![],
    };
    let found = Lineage {
        conversations: vec![lineage()],
    };
    let shown = [
        text(&empty, false, 80),
        text(&empty, true, 80),
        text(&found, true, 80),
        mermaid(&found),
    ];
    insta::assert_snapshot!("history", shown.join("\n\n"));
}
