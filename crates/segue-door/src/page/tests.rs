//! Every request there is, and whether a page may make it: a new one has to be decided on here.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::Request;

/// What a page may do.
enum May {
    /// Ask; nothing in it names anything of this computer.
    Ask,
    /// Ask, as long as it does not say where the agents are.
    AskHere,
    /// Ask, with handles under these names, and not say where the agents are.
    Name(&'static [&'static str]),
    /// Read a file by its handle, and not say where the agents are.
    Read,
    /// Nothing.
    Nothing,
}
use May::{Ask, AskHere, Name, Nothing, Read};

const CHOSEN: &str = "handle:0123456789abcdef0123456789abcdef";

const BAD: &[&str] = &[
    "/etc/passwd",
    "/home/me/talk.a2a.json",
    "talk.a2a.json",
    "../talk.a2a.json",
    "./talk.a2a.json",
    "~/talk.a2a.json",
    "file:///etc/passwd",
    "C:\\secrets.txt",
    "\\\\host\\share",
    "",
    " ",
    "handle:",
    "handle:../x",
    "handle:/etc/passwd",
    "handle:downloads/../../x",
    "handle:0123456789abcdef0123456789abcdef/../x",
    "handle:0123456789ABCDEF0123456789ABCDEF",
    "HANDLE:downloads",
];

fn table() -> Vec<(&'static str, Value, May)> {
    vec![
        ("status", Value::Null, Ask),
        ("settings", Value::Null, Ask),
        ("change_settings", json!({"changes": {"name": "Sam"}}), Ask),
        ("doctor", json!({}), Ask),
        ("journal", json!({"before": null, "limit": 5}), Ask),
        ("retry_identity", Value::Null, Ask),
        ("move_identity", json!({"to": "keyring"}), Ask),
        ("claim_window", Value::Null, Nothing),
        ("open_path", json!({"path": CHOSEN}), Nothing),
        ("take_files", Value::Null, Ask),
        ("resolve_handle", json!({"handle": CHOSEN}), Nothing),
        ("show", json!({"show": {"show": "inbox"}}), Nothing),
        ("take_shows", Value::Null, Ask),
        ("check_package", json!({"path": CHOSEN}), Name(&["path"])),
        ("folders", json!({"handoff": "h"}), Name(&["file"])),
        (
            "set_platform_folder",
            json!({"platform": "codex"}),
            Name(&["folder"]),
        ),
        ("platforms", json!({}), AskHere),
        (
            "list_conversations",
            json!({"limit": 5, "project": "/work"}),
            AskHere,
        ),
        ("projects", json!({}), AskHere),
        (
            "show_conversation",
            json!({"conversation": "c", "limit": 5}),
            AskHere,
        ),
        ("resume", json!({"conversation": "c"}), AskHere),
        ("read_messages", json!({"after": 0, "limit": 5}), Read),
        ("read_outline", json!({}), Read),
        ("find_in_messages", json!({"text": "t", "limit": 5}), Read),
        (
            "read_part",
            json!({"message": 1, "part": 0, "from": 0}),
            Read,
        ),
        ("read_diff", json!({"after": 0}), Read),
        (
            "handoff_figures",
            json!({"conversation": "codex:1"}),
            AskHere,
        ),
        (
            "prepare_handoff",
            json!({"conversation": "codex:1"}),
            AskHere,
        ),
        (
            "prepared_findings",
            json!({"hash": "h", "after": 0, "limit": 5}),
            Ask,
        ),
        ("read_prepared", json!({"hash": "h", "from": 0}), Ask),
        ("export_prepared", json!({"hash": "h"}), Name(&["output"])),
        ("drop_prepared", json!({"hash": "h"}), Ask),
        ("try_rules", json!({"text": "x"}), Ask),
        ("inspect_file", json!({"path": CHOSEN}), Name(&["path"])),
        (
            "import_file",
            json!({"path": CHOSEN, "to": "codex"}),
            Name(&["path", "project"]),
        ),
        ("imports", Value::Null, Ask),
        ("undo_import", json!({"import": "i"}), AskHere),
        ("people", json!({}), Ask),
        ("invite", json!({}), Ask),
        ("revoke_invite", json!({"id": "i"}), Ask),
        ("join", json!({"ticket": "t"}), Ask),
        ("pair", json!({"person": "p"}), Ask),
        (
            "decide_pairing",
            json!({"pairing": "p", "matches": true}),
            Ask,
        ),
        ("confirm_pairing", json!({"person": "p", "code": "c"}), Ask),
        ("leave_pairing", json!({"pairing": "p"}), Ask),
        ("connect", json!({"address": "a"}), Ask),
        ("block", json!({"person": "p"}), Ask),
        ("unblock", json!({"person": "p"}), Ask),
        ("forget", json!({"person": "p"}), Ask),
        ("nickname", json!({"person": "p", "name": "n"}), Ask),
        ("send_handoff", json!({"hash": "h", "to": ["p"]}), Ask),
        ("outbox", json!({}), Ask),
        ("inbox", json!({}), Ask),
        ("show_handoff", json!({"handoff": "h"}), Ask),
        (
            "download_handoff",
            json!({"handoff": "h"}),
            Name(&["output"]),
        ),
        (
            "import_handoff",
            json!({"handoff": "h", "to": "codex"}),
            Name(&["project"]),
        ),
        ("dismiss_handoff", json!({"handoff": "h"}), Ask),
        ("undo_handoff", json!({"handoff": "h"}), AskHere),
        ("ask_handoff", json!({"handoff": "h", "text": "t"}), Ask),
        ("answer_handoff", json!({"handoff": "h"}), Ask),
        ("cancel_handoff", json!({"handoff": "h"}), Ask),
        ("fetch_handoff", json!({"handoff": "h"}), Ask),
        (
            "add_auto",
            json!({"person": "p", "platform": "codex", "folder": CHOSEN}),
            Name(&["folder"]),
        ),
        ("list_auto", Value::Null, Ask),
        ("revoke_auto", json!({"order": "o"}), Ask),
        ("lineage", json!({"conversation": "c"}), AskHere),
        (
            "compare_versions",
            json!({"conversation": "c", "version": "v"}),
            Ask,
        ),
    ]
}

fn request(method: &str, params: &Value) -> Request {
    let mut json = json!({ "method": method });
    if !params.is_null() {
        json["params"] = params.clone();
    }
    Request::parse(json).unwrap_or_else(|failure| panic!("{method}: {failure}"))
}

fn with(params: &Value, name: &str, value: Value) -> Value {
    let mut params = params.clone();
    params[name] = value;
    params
}

#[test]
fn every_request_was_decided_on() {
    let words = Request::parse(json!({"method": "?"})).unwrap_err().message;
    // The message is cut for people; serde's own names them all.
    let all = serde_json::from_value::<Request>(json!({"method": "?"})).unwrap_err();
    assert!(words.starts_with("The request is not understood"));
    let all = all.to_string();
    let (_, names) = all.split_once("expected one of ").expect("a list of names");
    let there: BTreeSet<&str> = names.split('`').skip(1).step_by(2).collect();
    let table = table();
    let decided: BTreeSet<&str> = table.iter().map(|(method, ..)| *method).collect();
    assert_eq!(decided, there);
}

#[test]
fn a_page_names_nothing_but_what_was_chosen() {
    let place = json!({"home": "/home/me"});
    for (method, params, may) in table() {
        if matches!(may, Read) {
            only_reads_what_was_chosen(method, &params);
            continue;
        }
        let plain = request(method, &params).from_page();
        let elsewhere = || request(method, &with(&params, "place", place.clone())).from_page();
        match may {
            Ask => assert!(plain.is_ok(), "{method}"),
            Nothing | Read => assert!(plain.is_err(), "{method}"),
            AskHere => assert!(plain.is_ok() && elsewhere().is_err(), "{method}"),
            Name(names) => {
                assert!(plain.is_ok(), "{method}: {plain:?}");
                let takes_place = matches!(method, "import_file" | "import_handoff" | "add_auto");
                assert_eq!(elsewhere().is_err(), takes_place, "{method}");
                for name in names {
                    for good in [CHOSEN, "handle:downloads"] {
                        let params = with(&params, name, json!(good));
                        let asked = request(method, &params);
                        assert_eq!(asked.clone().from_page(), Ok(asked), "{method}");
                    }
                    for bad in BAD {
                        let params = with(&params, name, json!(bad));
                        let refused = request(method, &params).from_page();
                        assert!(refused.is_err(), "{method}: {name} is {bad:?}");
                    }
                }
            }
        }
    }
}

fn only_reads_what_was_chosen(method: &str, params: &Value) {
    let ask = |of: Value| request(method, &with(params, "of", of)).from_page();
    for of in [
        json!({"kind": "session", "conversation": "codex:1"}),
        json!({"kind": "prepared", "hash": "h"}),
        json!({"kind": "handoff", "handoff": "h"}),
        json!({"kind": "file", "path": CHOSEN}),
    ] {
        assert!(ask(of.clone()).is_ok(), "{method}: {of}");
    }
    let elsewhere = json!({"kind": "session", "conversation": "c", "place": {"home": "/home/me"}});
    assert!(ask(elsewhere).is_err(), "{method}");
    for bad in BAD {
        let refused = ask(json!({"kind": "file", "path": bad}));
        assert!(refused.is_err(), "{method}: {bad:?}");
    }
}

#[test]
fn a_conversation_may_be_a_file_that_was_chosen_and_no_other() {
    for method in ["prepare_handoff", "handoff_figures"] {
        let ask = |name: &str| request(method, &json!({"conversation": name})).from_page();
        assert!(ask(CHOSEN).is_ok());
        for bad in BAD
            .iter()
            .filter(|bad| bad.contains(['/', ':']) && !bad.starts_with("C:"))
        {
            // A name without a folder in it is that of a conversation, whatever it looks like.
            if !bad.starts_with("HANDLE") {
                assert!(ask(bad).is_err(), "{method}: {bad}");
            }
        }
    }
    let lineage = |name: &str| request("lineage", &json!({"conversation": name})).from_page();
    assert!(lineage("/etc/passwd").is_err() && lineage(CHOSEN).is_err());
}

#[test]
fn what_a_page_saves_goes_to_the_downloads_unless_a_place_was_chosen() {
    for (method, params) in [
        ("export_prepared", json!({"hash": "h"})),
        ("download_handoff", json!({"handoff": "h"})),
    ] {
        let asked = request(method, &params).from_page().unwrap();
        let expected = with(&params, "output", json!("handle:downloads"));
        assert_eq!(asked, request(method, &expected));
        let beside = with(&params, "folder", json!("/etc"));
        assert!(request(method, &beside).from_page().is_err());
    }
}

#[test]
fn a_page_does_not_say_where_agents_are() {
    let change = |value: Value| {
        let params = json!({"changes": {"platforms.folders": value}});
        request("change_settings", &params).from_page()
    };
    assert!(change(json!([{"platform": "codex", "folder": "/etc"}])).is_err());
    assert!(change(json!("[]")).is_err());
    assert!(
        change(Value::Null).is_ok(),
        "back to where they are by themselves"
    );
}
