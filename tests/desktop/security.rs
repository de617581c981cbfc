//! The page can talk to the node and do nothing else, whatever it asks for.

use serde_json::{Value, json};

use crate::app::{App, root};

/// Every command of the app. One more here is a decision, not an accident.
const COMMANDS: [&str; 3] = ["call", "desktop", "events"];

#[test]
fn the_commands_and_what_allows_them_are_exactly_these() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
    let capability: Value =
        serde_json::from_str(&read("src-tauri/capabilities/main.json")).unwrap();
    let allowed: Vec<String> = COMMANDS
        .iter()
        .map(|name| format!("allow-{name}"))
        .collect();
    assert_eq!(capability["permissions"], json!(allowed));
    assert_eq!(capability["windows"], json!(["main"]));
    assert!(capability.get("remote").is_none());
    let files = std::fs::read_dir(root().join("src-tauri/capabilities"))
        .unwrap()
        .count();
    assert_eq!(files, 1, "one capability file");
    let sources = sources(&root().join("src-tauri/src"));
    assert_eq!(sources.matches("#[tauri::command]").count(), COMMANDS.len());
    let config: Value = serde_json::from_str(&read("tauri.conf.json")).unwrap();
    let security = &config["app"]["security"];
    let policy = security["csp"].as_str().unwrap();
    assert!(
        !policy.contains("unsafe") && policy.contains("default-src 'self'"),
        "{policy}"
    );
    assert_eq!(security["freezePrototype"], true);
    assert_eq!(config["app"]["withGlobalTauri"], false);
}

/// All sources of the app in one text.
fn sources(folder: &std::path::Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else {
            text.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_the_three_commands_answers_the_page() {
    let app = App::open().await;
    let refused = [
        ("plugin:fs|read_text_file", json!({"path": "/etc/passwd"})),
        ("plugin:shell|open", json!({"path": "file:///etc/passwd"})),
        ("plugin:shell|execute", json!({"program": "id", "args": []})),
        (
            "plugin:http|fetch",
            json!({"clientConfig": {"url": "http://127.0.0.1/"}}),
        ),
        ("plugin:opener|open_path", json!({"path": "/etc/passwd"})),
        ("plugin:window|close", json!({"label": "main"})),
        (
            "plugin:window|set_title",
            json!({"label": "main", "value": "x"}),
        ),
        (
            "plugin:webview|create_webview_window",
            json!({"options": {"label": "x", "url": "https://example.org"}}),
        ),
        ("plugin:webview|internal_toggle_devtools", json!({})),
        ("plugin:path|resolve_directory", json!({"directory": 21})),
        ("plugin:event|emit", json!({"event": "x", "payload": 1})),
        ("plugin:app|version", json!({})),
        ("plugin:image|from_path", json!({"path": "/etc/passwd"})),
        ("plugin:menu|new", json!({"kind": "Menu"})),
        ("plugin:dialog|open", json!({"options": {}})),
        (
            "plugin:notification|notify",
            json!({"options": {"title": "x"}}),
        ),
        ("plugin:autostart|enable", json!({})),
        ("plugin:deep-link|register", json!({"protocol": "https"})),
        ("plugin:tray|new", json!({"options": {}})),
        ("plugin:resources|close", json!({"rid": 1})),
        (
            "plugin:window-state|restore_state",
            json!({"label": "main", "flags": 1}),
        ),
        ("read_file", json!({"path": "/etc/passwd"})),
        ("", json!({})),
    ];
    for (command, arguments) in refused {
        let (worked, answer) = app.invoke(command, &arguments).await;
        assert!(!worked, "{command} answered {answer}");
    }
    // And those that there are take only what they are for.
    for request in [
        json!(null),
        json!(7),
        json!("status"),
        json!([]),
        json!({}),
        json!({"method": "claim_window"}),
        json!({"method": "open_path", "params": {"path": "/etc/passwd"}}),
        json!({"method": "resolve_handle", "params": {"handle": "handle:downloads"}}),
        json!({"method": "open_in_window", "params": {"target": {"target": "inbox"}}}),
        json!({"method": "inspect_file", "params": {"path": "/etc/passwd"}}),
        json!({"method": "export_conversation", "params": {"conversation": "x", "output": "/tmp/x"}}),
        json!({"method": "import_file", "params": {"path": "/tmp/x", "to": "codex"}}),
        json!({"method": "list_conversations", "params": {"limit": 1, "place": {"home": "/root", "vars": {}}}}),
        json!({"method": "read_file", "params": {"path": "/etc/passwd"}}),
        json!({"method": "journal", "params": {"before": {}, "limit": "many"}}),
        json!({"method": "change_settings", "params": {"changes": {"__proto__": 1}}}),
        json!({"method": "change_settings", "params": {"changes": {"name": "x".repeat(1_500_000)}}}),
        json!({"method": "status", "params": {"path": "../../etc/passwd"}}),
    ] {
        let (worked, answer) = app.invoke("call", &json!({ "request": request })).await;
        let short: String = request.to_string().chars().take(80).collect();
        // A method without parameters may ignore some; it must not do anything with them.
        if worked {
            assert_eq!(answer["method"], "status", "{short}");
        } else {
            assert_eq!(answer["code"], "invalid", "{short}: {answer}");
        }
    }
    for action in [
        json!(null),
        json!("quit"),
        json!({"action": "run", "params": {"program": "id"}}),
        json!({"action": "open_link", "params": {"url": "file:///etc/passwd"}}),
        json!({"action": "open_link", "params": {"url": "javascript:alert(1)"}}),
        json!({"action": "open_link", "params": {"url": "x".repeat(20_000)}}),
        json!({"action": "open_terminal", "params": {"path": "/root"}}),
        json!({"action": "open_terminal", "params": {"handle": "/root"}}),
        json!({"action": "show_in_folder", "params": {"handle": "/etc/passwd"}}),
        json!({"action": "show_in_folder", "params": {"handle": "handle:../etc"}}),
    ] {
        let (worked, answer) = app.desktop(&action).await;
        let short: String = action.to_string().chars().take(80).collect();
        assert!(!worked, "{short}: {answer}");
    }
    assert!(!app.invoke("call", &json!({})).await.0);
    assert!(
        !app.invoke("events", &json!({ "channel": "nonsense" }))
            .await
            .0
    );
    let (worked, answer) = app
        .invoke("call", &json!({"request": {"method": "status"}}))
        .await;
    assert!(
        worked && answer["result"]["host"]["surface"] == "desktop",
        "still answering: {answer}"
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_cannot_leave_open_or_fetch_anything() {
    let mut app = App::open().await;
    // Each attempt is one the page itself would never make.
    app.expects("forbidden: ");
    let home = app.value("location.href").await;
    for attempt in [
        "location.href = 'https://example.org/'",
        "location.assign('http://127.0.0.1:9/')",
        "location.href = 'file:///etc/passwd'",
        "window.open('https://example.org/')",
        "Object.assign(document.createElement('a'), { href: 'https://example.org/', target: '_blank' }).click()",
    ] {
        app.page.execute(attempt, vec![]).await.ok();
    }
    app.until("document.documentElement.dataset.ready === 'true'")
        .await;
    assert_eq!(app.value("location.href").await, home);
    let script = "const done = arguments[0];
        const outcomes = [];
        document.addEventListener('securitypolicyviolation', (event) => outcomes.push(event.effectiveDirective));
        const image = new Image(); image.src = 'https://example.org/x.png';
        const frame = document.createElement('iframe'); frame.src = 'https://example.org/'; document.body.append(frame);
        const script = document.createElement('script'); script.textContent = 'window.owned = true'; document.body.append(script);
        fetch('http://127.0.0.1:9/').then(() => outcomes.push('fetched'), () => outcomes.push('fetch refused'))
            .finally(() => setTimeout(() => { frame.remove(); done({ outcomes, owned: window.owned ?? false }); }, 200));";
    let found = app.page.execute_async(script, vec![]).await.unwrap();
    assert_eq!(found["owned"], false);
    let outcomes = found["outcomes"].to_string();
    for expected in ["img-src", "frame-src", "script-src", "fetch refused"] {
        assert!(outcomes.contains(expected), "{expected} in {outcomes}");
    }
    assert!(!outcomes.contains("fetched"), "{outcomes}");
    app.close().await;
}
