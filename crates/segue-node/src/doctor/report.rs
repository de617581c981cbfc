//! What was measured, as text to pass on: no home path, no user name, no full device id.

use crate::door::{Check, Outcome, Status};
use crate::profile::Profile;

/// The checks as text without anything that says whose computer this is.
pub(super) fn report(checks: &[Check], status: &Status, profile: &Profile) -> String {
    let mut lines = vec![
        format!(
            "Segue {} on {} {}",
            status.version,
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
        format!("Device …{}", tail(&status.you.device_id, 6)),
    ];
    for check in checks {
        let word = match check.outcome {
            Outcome::Pass => "pass",
            Outcome::Note => "note",
            Outcome::Warn => "warn",
            Outcome::Fail => "fail",
        };
        lines.push(format!("{word}  {}: {}", check.title, check.detail));
    }
    anonymous(&lines.join("\n"), profile)
}

fn tail(text: &str, count: usize) -> &str {
    let start = text
        .char_indices()
        .rev()
        .nth(count.saturating_sub(1))
        .map_or(0, |(at, _)| at);
    &text[start..]
}

/// Takes the profile's path, the home path and the user's name out of a text.
fn anonymous(text: &str, profile: &Profile) -> String {
    let mut text = text.replace(&*profile.root().to_string_lossy(), "<profile>");
    if let Some(home) = std::env::home_dir().map(|home| home.to_string_lossy().into_owned())
        && home.len() > 1
    {
        text = text.replace(&home, "<home>");
    }
    for name in ["USER", "LOGNAME", "USERNAME"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
    {
        if name.len() > 2 {
            text = whole_words(&text, &name, "<user>");
        }
    }
    text
}

/// Replaces `word` where it stands alone.
fn whole_words(text: &str, word: &str, with: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + word.len()..].chars().next();
        let alone = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        out.push_str(&rest[..at]);
        out.push_str(if alone(before) && alone(after) {
            with
        } else {
            word
        });
        rest = &rest[at + word.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_names_no_path_and_no_user() {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::at(folder.path()).unwrap();
        let text = format!("pass  Folder: {}/segue.db", profile.root().display());
        assert_eq!(
            anonymous(&text, &profile),
            "pass  Folder: <profile>/segue.db"
        );
        assert_eq!(
            whole_words("ann and Joanna, ann.", "ann", "<user>"),
            "<user> and Joanna, <user>."
        );
    }

    #[test]
    fn the_tail_of_an_id_is_counted_in_characters() {
        assert_eq!(tail("12D3KooWabcdef", 6), "abcdef");
        assert_eq!(tail("äö", 6), "äö");
    }
}
