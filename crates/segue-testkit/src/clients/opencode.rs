//! OpenCode: headless by `run`, listed by `session list`.

use std::path::Path;

use serde_json::{Value, json};

use super::{Home, Listed};

pub(super) fn set_up(home: &Home) {
    let model = json!({
        "name": "Mock", "attachment": true, "tool_call": true, "reasoning": true,
        "modalities": {"input": ["text", "image"], "output": ["text"]},
        "limit": {"context": 200_000, "output": 8_000},
    });
    let settings = json!({
        "autoupdate": false, "share": "disabled",
        "model": "mock/mock-model", "small_model": "mock/mock-model",
        "enabled_providers": ["mock"],
        "permission": {"*": "allow"},
        "provider": {"mock": {
            "npm": "@ai-sdk/openai-compatible", "name": "Mock",
            "options": {"baseURL": format!("{}/v1", home.url), "apiKey": "dummy"},
            "models": {"mock-model": model},
        }},
    });
    home.write(".config/opencode/opencode.json", &settings.to_string());
}

pub(super) fn environment() -> [(&'static str, &'static str); 2] {
    [
        ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
        ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
    ]
}

pub(super) fn turn(session: Option<&str>, prompt: &str) -> (Vec<String>, Option<String>) {
    // Named, because the model of an imported session's last prompt need not exist here.
    let mut arguments = ["run", "-m", "mock/mock-model"].map(str::to_owned).to_vec();
    if let Some(session) = session {
        arguments.extend(["--session".to_owned(), session.to_owned()]);
    }
    // On standard input, for arguments of several words reach the model in quotation marks.
    (arguments, Some(prompt.to_owned()))
}

pub(super) fn list(home: &Home, project: &Path) -> Vec<Listed> {
    let outcome = home.run(project, &["session", "list", "--format", "json"]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    if outcome.stdout.trim().is_empty() {
        return Vec::new();
    }
    let sessions: Vec<Value> = serde_json::from_str(&outcome.stdout)
        .unwrap_or_else(|error| panic!("no list of sessions: {error}: {outcome:?}"));
    sessions
        .iter()
        .map(|session| Listed {
            id: session["id"].as_str().unwrap_or_default().to_owned(),
            title: session["title"].as_str().unwrap_or_default().to_owned(),
        })
        .collect()
}
