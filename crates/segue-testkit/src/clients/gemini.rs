//! Gemini CLI: headless by `-p`, listed by `--list-sessions`.

use std::path::Path;

use serde_json::json;

use super::{Home, Listed};

/// Naming a model spares the client's own question which one to take.
const MODEL: [&str; 2] = ["-m", "gemini-2.5-flash"];

pub(super) fn set_up(home: &Home) {
    let settings = json!({
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
        "general": {"disableAutoUpdate": true},
        "privacy": {"usageStatisticsEnabled": false},
    });
    home.write(".gemini/settings.json", &settings.to_string());
}

pub(super) fn environment(url: &str) -> Vec<(&'static str, String)> {
    vec![
        ("GOOGLE_GEMINI_BASE_URL", url.to_owned()),
        ("GEMINI_API_KEY", "dummy".to_owned()),
        ("GEMINI_CLI_TRUST_WORKSPACE", "true".to_owned()),
    ]
}

pub(super) fn turn(session: Option<&str>, prompt: &str) -> (Vec<String>, Option<String>) {
    let mut arguments = MODEL.map(str::to_owned).to_vec();
    arguments.push("--yolo".to_owned());
    if let Some(session) = session {
        arguments.extend(["--resume".to_owned(), session.to_owned()]);
    }
    // One word, so that a prompt that opens with a dash stays one.
    arguments.push(format!("--prompt={prompt}"));
    (arguments, None)
}

pub(super) fn list(home: &Home, project: &Path) -> Vec<Listed> {
    let outcome = home.run(project, &[MODEL[0], MODEL[1], "--list-sessions"]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    // Some versions print it among their warnings.
    let printed = format!("{}\n{}", outcome.stdout, outcome.stderr);
    printed.lines().filter_map(listed).collect()
}

/// `  1. The title (2 hours ago) [id]`
fn listed(line: &str) -> Option<Listed> {
    let (number, rest) = line.trim().split_once(". ")?;
    number.parse::<usize>().ok()?;
    let (rest, id) = rest.strip_suffix(']')?.rsplit_once(" [")?;
    let (title, _when) = rest.rsplit_once(" (")?;
    Some(Listed {
        id: id.to_owned(),
        title: title.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_sessions_are_told_from_others() {
        let line = "  12. Fix (the) [bug] (21 hours ago) [59db706a]";
        let found = listed(line).unwrap();
        assert_eq!(found.id, "59db706a");
        assert_eq!(found.title, "Fix (the) [bug]");
        assert_eq!(listed("Available sessions for this project (1):"), None);
    }
}
