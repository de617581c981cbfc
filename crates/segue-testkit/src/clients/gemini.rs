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
    sessions(&printed)
}

/// Reads the sessions from what was printed. A newline in a title is printed as it is, so a session
/// may take several lines.
fn sessions(printed: &str) -> Vec<Listed> {
    let mut found = Vec::new();
    let mut begun = String::new();
    for line in printed.lines() {
        if opens(line) {
            begun.clear();
        } else if begun.is_empty() {
            continue;
        } else {
            begun.push('\n');
        }
        begun.push_str(line);
        if let Some(session) = listed(&begun) {
            found.push(session);
            begun.clear();
        }
    }
    found
}

/// Checks whether a line is the first of a session: `  1. …`
fn opens(line: &str) -> bool {
    line.trim()
        .split_once(". ")
        .is_some_and(|(number, _)| number.parse::<usize>().is_ok())
}

/// Reads one session: `  1. The title (2 hours ago) [id]`
fn listed(text: &str) -> Option<Listed> {
    let (_number, rest) = text.trim().split_once(". ")?;
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
        let printed = "\nAvailable sessions for this project (2):\n\
            \x20 1. Fix (the) [bug] (21 hours ago) [59db706a]\n\
            \x20 2. Two\nlines (Just now) [d962e372]\nWarning: [x]\n";
        let found = sessions(printed);
        let pairs: Vec<(&str, &str)> = found
            .iter()
            .map(|session| (session.id.as_str(), session.title.as_str()))
            .collect();
        assert_eq!(
            pairs,
            [("59db706a", "Fix (the) [bug]"), ("d962e372", "Two\nlines")]
        );
    }
}
