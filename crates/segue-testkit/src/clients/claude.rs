//! Claude Code: headless by `-p`, listed by its agent SDK.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Home, Listed, PATIENCE, Shown};
use crate::ended;
use crate::installed::CLAUDE_SDK;

/// Prints what the SDK lists: its path, the project and whether headless ones count are arguments.
const LIST: &str = "const [sdk, dir, all] = process.argv.slice(1);
const { listSessions } = await import(sdk);
console.log(JSON.stringify(await listSessions({ dir, includeProgrammatic: all === 'true' })));";

pub(super) fn environment(url: &str) -> Vec<(&'static str, String)> {
    vec![
        ("ANTHROPIC_BASE_URL", url.to_owned()),
        ("ANTHROPIC_API_KEY", "dummy".to_owned()),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".to_owned()),
        ("DISABLE_AUTOUPDATER", "1".to_owned()),
        // Tools run unasked; as root it wants to hear that nothing can be harmed.
        ("IS_SANDBOX", "1".to_owned()),
    ]
}

pub(super) fn turn(session: Option<&str>, prompt: &str) -> (Vec<String>, Option<String>) {
    let mut arguments = [
        "-p",
        "--output-format",
        "json",
        "--dangerously-skip-permissions",
    ]
    .map(str::to_owned)
    .to_vec();
    if let Some(session) = session {
        arguments.extend(["--resume".to_owned(), session.to_owned()]);
    }
    (arguments, Some(prompt.to_owned()))
}

pub(super) fn list(home: &Home, project: &Path, shown: Shown) -> Vec<Listed> {
    let mut command = home.dress(Command::new(&home.node), project);
    command
        .args(["--input-type=module", "-e", LIST])
        .arg(CLAUDE_SDK.needed())
        .arg(project)
        .arg((shown == Shown::Headless).to_string());
    let outcome = ended::finish(&mut command, None, PATIENCE);
    let listed: Vec<Value> = serde_json::from_str(&outcome.stdout)
        .unwrap_or_else(|error| panic!("the SDK lists no sessions: {error}: {outcome:?}"));
    listed
        .iter()
        .map(|session| Listed {
            id: session["sessionId"].as_str().unwrap_or_default().to_owned(),
            title: session["summary"].as_str().unwrap_or_default().to_owned(),
        })
        .collect()
}
