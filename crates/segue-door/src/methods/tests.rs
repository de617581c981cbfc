//! Every method, asked as a person and as a page would.

use serde_json::{Value, json};

use crate::{Caller, METHODS, Request, Surface, Who};

const CHOSEN: &str = "handle:0123456789abcdef0123456789abcdef";

/// What a page must not get through where a handle stands.
const BAD: &[&str] = &[
    "/etc/passwd",
    "/home/me/talk.a2a.json",
    "talk.a2a.json",
    "../talk.a2a.json",
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

/// Every method once, with a handle wherever a file or folder can be named.
fn samples() -> Vec<(&'static str, Value)> {
    let file = json!({"kind": "file", "path": CHOSEN});
    let talk = json!({"file": CHOSEN});
    vec![
        ("status", json!({})),
        ("settings", json!({})),
        ("change_settings", json!({"changes": {"name": "Sam"}})),
        ("doctor", json!({"person": "p"})),
        ("journal", json!({"before": null, "limit": 5})),
        ("retry_identity", json!({})),
        ("move_identity", json!({"to": "keyring"})),
        ("check_package", json!({"path": CHOSEN})),
        ("claim_window", json!({})),
        ("open_path", json!({"path": "/x", "show": false})),
        ("take_files", json!({})),
        ("resolve_handle", json!({"handle": CHOSEN})),
        ("open_in_window", json!({"target": {"target": "inbox"}})),
        ("take_opens", json!({})),
        ("people", json!({"nearby": true})),
        ("invite", json!({"minutes": 5})),
        ("revoke_invite", json!({"id": "i"})),
        ("join", json!({"ticket": "t"})),
        ("pair", json!({"person": "p"})),
        ("decide_pairing", json!({"pairing": "p", "matches": true})),
        ("confirm_pairing", json!({"person": "p", "code": "c"})),
        ("leave_pairing", json!({"pairing": "p"})),
        ("connect", json!({"address": "a"})),
        ("block", json!({"person": "p"})),
        ("unblock", json!({"person": "p"})),
        ("forget", json!({"person": "p"})),
        ("nickname", json!({"person": "p", "name": "n"})),
        ("platforms", json!({})),
        (
            "set_platform_folder",
            json!({"platform": "codex", "folder": CHOSEN}),
        ),
        ("folders", json!({"handoff": null, "file": CHOSEN})),
        ("projects", json!({})),
        ("list_conversations", json!({"limit": 5})),
        (
            "show_conversation",
            json!({"conversation": "c", "limit": 5}),
        ),
        ("resume", json!({"conversation": "c"})),
        ("read_messages", json!({"of": file, "after": 0, "limit": 5})),
        ("read_outline", json!({"of": file})),
        (
            "find_in_messages",
            json!({"of": file, "text": "t", "limit": 5}),
        ),
        (
            "read_part",
            json!({"of": file, "message": 1, "part": 0, "from": 0}),
        ),
        ("read_diff", json!({"of": file, "after": 0})),
        ("handoff_figures", json!({"conversation": talk})),
        ("prepare_handoff", json!({"conversation": talk})),
        (
            "prepared_findings",
            json!({"hash": "h", "after": 0, "limit": 5}),
        ),
        ("read_prepared", json!({"hash": "h", "from": 0})),
        ("export_prepared", json!({"hash": "h", "output": CHOSEN})),
        ("drop_prepared", json!({"hash": "h"})),
        ("try_rules", json!({"text": "x"})),
        ("inspect_file", json!({"path": CHOSEN})),
        (
            "import_file",
            json!({"path": CHOSEN, "to": "codex", "project": CHOSEN}),
        ),
        ("imports", json!({})),
        ("send_handoff", json!({"hash": "h", "to": ["p"]})),
        ("outbox", json!({"all": true})),
        ("inbox", json!({"all": true})),
        ("show_handoff", json!({"handoff": "h"})),
        ("open_handoff", json!({"handoff": "h"})),
        (
            "download_handoff",
            json!({"handoff": "h", "output": CHOSEN}),
        ),
        (
            "import_handoff",
            json!({"handoff": "h", "to": "codex", "project": CHOSEN}),
        ),
        ("dismiss_handoff", json!({"handoff": "h"})),
        ("undo_handoff", json!({"handoff": "h"})),
        ("undo_import", json!({"import": "i"})),
        ("ask_handoff", json!({"handoff": "h", "text": "t"})),
        ("answer_handoff", json!({"handoff": "h"})),
        ("cancel_handoff", json!({"handoff": "h"})),
        ("fetch_handoff", json!({"handoff": "h"})),
        (
            "add_auto",
            json!({"person": "p", "platform": "codex", "folder": CHOSEN}),
        ),
        ("list_auto", json!({})),
        ("revoke_auto", json!({"order": "o"})),
        ("lineage", json!({"conversation": talk})),
        (
            "compare_versions",
            json!({"conversation": "c", "version": "v"}),
        ),
    ]
}

fn person() -> Caller {
    Caller::person(Surface::Cli)
}

fn parse(method: &str, params: &Value, caller: &Caller) -> Result<Request, crate::Failure> {
    Request::parse(json!({"method": method, "params": params}), caller)
}

/// Puts a text in the place of one handle after the other.
fn each_handle_replaced(params: &Value, by: &str) -> Vec<Value> {
    let text = params.to_string();
    let by = Value::from(by).to_string();
    let handle = Value::from(CHOSEN).to_string();
    let places: Vec<usize> = text.match_indices(&handle).map(|(at, _)| at).collect();
    let replaced = |at: &usize| {
        let end = at + handle.len();
        format!("{}{by}{}", &text[..*at], &text[end..])
    };
    places
        .iter()
        .map(|at| serde_json::from_str(&replaced(at)).unwrap())
        .collect()
}

#[test]
fn a_row_has_the_name_that_travels() {
    let rows: Vec<&str> = METHODS.iter().map(|row| row.name).collect();
    let sampled: Vec<&str> = samples().iter().map(|(name, _)| *name).collect();
    assert_eq!(rows, sampled, "one sample for every method, in their order");
    for (name, params) in samples() {
        let request = parse(name, &params, &person()).unwrap_or_else(|no| panic!("{name}: {no}"));
        assert_eq!(request.row().name, name);
        assert_eq!(serde_json::to_value(&request).unwrap()["method"], name);
    }
}

#[test]
fn every_file_a_method_names_is_known_to_its_row() {
    for (name, params) in samples() {
        let handles = each_handle_replaced(&params, "").len();
        let mut request = parse(name, &params, &person()).unwrap();
        assert_eq!(request.path_refs().len(), handles, "{name}");
    }
}

#[test]
fn a_page_names_nothing_but_what_was_chosen() {
    let page = Caller::page();
    for (name, params) in samples() {
        let mut request = parse(name, &params, &page).unwrap();
        let row = request.row();
        let may = row.callers.contains(&Who::Page);
        assert_eq!(request.check(&page).is_ok(), may, "{name}");
        for bad in BAD {
            for params in each_handle_replaced(&params, bad) {
                let refused = parse(name, &params, &page).unwrap_err();
                assert!(refused.message.starts_with("A page"), "{name}: {refused}");
            }
        }
        for path in ["/etc/passwd", "talk.a2a.json"] {
            for params in each_handle_replaced(&params, path) {
                let mut request = parse(name, &params, &person()).unwrap();
                assert!(request.check(&person()).is_ok(), "{name}");
                // However it came to be: the node refuses it when a page asks.
                assert!(request.check(&page).is_err(), "{name}");
            }
        }
    }
}

#[test]
fn only_a_person_asks_for_what_is_not_a_pages_business() {
    let refused: Vec<&str> = METHODS
        .iter()
        .filter(|row| !row.callers.contains(&Who::Page))
        .map(|row| row.name)
        .collect();
    assert_eq!(
        refused,
        [
            "claim_window",
            "open_path",
            "resolve_handle",
            "open_in_window"
        ]
    );
    assert!(METHODS.iter().all(|row| row.callers.contains(&Who::Person)));
    let agent = Caller {
        kind: crate::CallerKind::Agent {
            name: "reviewer".to_owned(),
            session: None,
        },
        env: None,
    };
    for (name, params) in samples() {
        let mut request = parse(name, &params, &agent).unwrap();
        assert!(request.check(&agent).is_err(), "{name}: nothing yet");
    }
}

#[test]
fn a_page_does_not_say_where_agents_are() {
    let mut page = Caller::page();
    page.env = Some(crate::CallerEnv::default());
    let mut request = parse("platforms", &json!({}), &page).unwrap();
    assert!(request.check(&page).is_err());
}

#[test]
fn a_conversation_by_name_is_never_a_file() {
    for name in BAD.iter().chain(&[CHOSEN]) {
        let params = json!({"conversation": name});
        let mut request = parse("prepare_handoff", &params, &Caller::page()).unwrap();
        assert!(request.path_refs().is_empty(), "{name}");
    }
}

#[test]
fn params_may_be_left_out_where_there_are_none() {
    for json in [
        json!({"method": "status"}),
        json!({"method": "status", "params": null}),
    ] {
        assert!(Request::parse(json, &person()).is_ok());
    }
    let unknown = Request::parse(json!({"method": "?"}), &person()).unwrap_err();
    assert!(unknown.message.starts_with("The request is not understood"));
}
