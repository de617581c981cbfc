//! What programs read: the replies as `--json` prints them. A change here is a change for everyone who
//! scripts Segue.

use segue_door::{
    AutoImport, AutoList, ConversationLineage, Downloaded, FullCopy, HandoffList, HandoffProgress,
    HandoffUndone, Lineage, QuarantinedRecord, RemoteCopy, Sent,
};
use serde::Serialize;
use serde_json::json;

use super::samples;

fn printed(reply: &impl Serialize) -> String {
    serde_json::to_string_pretty(reply).expect("a reply is JSON")
}

#[test]
fn sent_listed_and_looked_at() {
    let sent = Sent {
        handoffs: vec![samples::sent()],
        notes: vec!["A picture goes along.".to_owned()],
    };
    insta::assert_snapshot!("json_send", printed(&sent));
    let mut coming = samples::received();
    coming.progress = Some(HandoffProgress { done: 3, total: 9 });
    coming.options = vec!["Wait".to_owned(), "Use two".to_owned()];
    coming.undo_until = Some("2020-11-01T10:00:10Z".to_owned());
    coming.full_copy = Some(FullCopy {
        bytes: 7,
        messages: 2,
        state: RemoteCopy::Available,
    });
    let list = HandoffList {
        handoffs: vec![coming],
        ended: 2,
        network: true,
    };
    insta::assert_snapshot!("json_list", printed(&list));
    insta::assert_snapshot!("json_review", printed(&samples::detail()));
}

#[test]
fn what_was_done_with_it() {
    let downloaded = Downloaded {
        handoff: samples::received().id,
        file: "/home/sam/fix-the-login-form-1a2b3c4d.a2a.json".to_owned(),
        handle: None,
        bytes: 1_200_000,
        notes: Vec::new(),
    };
    insta::assert_snapshot!("json_download", printed(&downloaded));
    // dismiss, ask, answer, cancel and fetch answer with the handoff alone.
    insta::assert_snapshot!("json_handoff", printed(&samples::received()));
    let undone = HandoffUndone {
        handoff: samples::received(),
        import: None,
    };
    insta::assert_snapshot!("json_undo", printed(&undone));
}

#[test]
fn standing_orders_and_history() {
    let orders = AutoList {
        orders: vec![AutoImport {
            id: "7c8d9e0f".to_owned(),
            person: samples::person(),
            platform: "claude-code".to_owned(),
            folder: "/home/sam/app".to_owned(),
            since: "2020-11-01T10:00:00Z".to_owned(),
            imported: 3,
            stopped: None,
        }],
    };
    insta::assert_snapshot!("json_auto", printed(&orders));
    let lineage = Lineage {
        conversations: vec![ConversationLineage {
            conversation: "9f8e7d6c".to_owned(),
            title: Some("Fix the login form".to_owned()),
            versions: vec![json!({ "versionId": "v-1", "messageCount": 84 })],
            quarantined: vec![QuarantinedRecord {
                id: "r-1".to_owned(),
                from: Some("Mallory".to_owned()),
                why: "tried to remove a record".to_owned(),
            }],
            mermaid: "flowchart TD\n".to_owned(),
            problem: None,
        }],
    };
    insta::assert_snapshot!("json_history", printed(&lineage));
}
