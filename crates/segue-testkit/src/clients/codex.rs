//! Codex: headless by `exec`, listed by its app server over standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use serde_json::{Value, json};

use super::{Home, Listed, PATIENCE, Shown};
use crate::ended::Group;

pub(super) fn set_up(home: &Home) {
    let text = format!(
        "model = \"gpt-5.5\"\n\
         model_provider = \"mock\"\n\
         approval_policy = \"never\"\n\
         sandbox_mode = \"danger-full-access\"\n\
         [model_providers.mock]\n\
         name = \"mock\"\n\
         base_url = \"{}/v1\"\n\
         wire_api = \"responses\"\n\
         env_key = \"OPENAI_API_KEY\"\n",
        home.url
    );
    home.write(".codex/config.toml", &text);
}

pub(super) fn turn(session: Option<&str>, prompt: &str) -> (Vec<String>, Option<String>) {
    let mut arguments = ["exec", "--skip-git-repo-check"]
        .map(str::to_owned)
        .to_vec();
    if let Some(session) = session {
        arguments.extend(["resume".to_owned(), session.to_owned()]);
    }
    // A dash: the prompt is on standard input.
    arguments.push("-".to_owned());
    (arguments, Some(prompt.to_owned()))
}

pub(super) fn list(home: &Home, project: &Path, shown: Shown) -> Vec<Listed> {
    let mut parameters = json!({"cwd": project, "limit": 100});
    if shown == Shown::Headless {
        parameters["sourceKinds"] = json!(["cli", "vscode", "exec"]);
    }
    let answer = ask_server(home, project, "thread/list", &parameters);
    let threads = answer["data"].as_array().cloned().unwrap_or_default();
    threads
        .iter()
        .map(|thread| {
            let words = |field: &str| thread[field].as_str().map(str::to_owned);
            Listed {
                id: words("id").unwrap_or_default(),
                title: words("name")
                    .or_else(|| words("preview"))
                    .unwrap_or_default(),
            }
        })
        .collect()
}

/// Asks Codex's app server one question.
fn ask_server(home: &Home, project: &Path, method: &str, parameters: &Value) -> Value {
    let mut command = home.command(project);
    command
        .arg("app-server")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut server = Group::start(&mut command);
    let mut input = server.child.stdin.take().expect("input was piped");
    let output = server.child.stdout.take().expect("output was piped");
    let (line, lines) = sync_channel(1024);
    std::thread::spawn(move || {
        for text in BufReader::new(output).lines().map_while(Result::ok) {
            if line.send(text).is_err() {
                break;
            }
        }
    });
    let hello = json!({"id": 0, "method": "initialize",
        "params": {"clientInfo": {"name": "segue-testkit", "version": "0"}}});
    let question = json!({"id": 1, "method": method, "params": parameters});
    let ready = json!({"method": "initialized"});
    writeln!(input, "{hello}\n{ready}\n{question}").expect("the server listens");
    let deadline = Instant::now() + PATIENCE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let text = lines
            .recv_timeout(left)
            .unwrap_or_else(|error| panic!("Codex does not answer {method}: {error}"));
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        if message["id"] == 1 {
            assert!(message["error"].is_null(), "{method}: {message}");
            return message["result"].clone();
        }
    }
}
