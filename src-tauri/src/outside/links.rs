//! Links that a conversation holds, opened in the person's browser or mail program. The page asks
//! the person first and names the place; here it is made sure that it is a link of that kind.

use segue_door::{Code, Failure};
use tauri::Url;
use tokio::process::Command;

/// The longest link that a person would follow, in bytes.
const LONGEST: usize = 2048;

/// Returns a link in its plain form, or explains why it is not opened.
pub fn checked(text: &str) -> Result<String, Failure> {
    let refuse = |why: &str| {
        Failure::invalid(format!("The link isn't opened: {why}.")).hint("Copy the text instead.")
    };
    if text.len() > LONGEST {
        return Err(refuse("it is too long"));
    }
    if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Err(refuse("it has characters that no link has"));
    }
    let url = Url::parse(text).map_err(|_| refuse("it is not a whole address"))?;
    match url.scheme() {
        "http" | "https" => {
            if url.host_str().is_none_or(str::is_empty) {
                return Err(refuse("it names no place"));
            }
            if !url.username().is_empty() || url.password().is_some() {
                return Err(refuse(
                    "it carries a user name, which often hides where it leads",
                ));
            }
        }
        "mailto" if url.query().is_none() && url.path().contains('@') => {}
        // A subject or text is fine; an attachment is a file of this computer.
        "mailto" => {
            let harmless = |name: &str| matches!(name, "subject" | "body" | "cc" | "to");
            if !url
                .query_pairs()
                .all(|(name, _)| harmless(&name.to_ascii_lowercase()))
            {
                return Err(refuse("it asks the mail program for more than a message"));
            }
        }
        _ => return Err(refuse("only web and mail addresses are")),
    }
    Ok(url.into())
}

/// Opens a link that was checked.
pub async fn open(url: &str) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for (program, arguments) in OPENERS {
        let Some(program) = super::find(program) else {
            continue;
        };
        match super::start(Command::new(program).args(*arguments).arg(url)).await {
            Ok(()) => return Ok(()),
            Err(problem) => problems.push(problem),
        }
    }
    tracing::warn!(?problems, "no program opened a link");
    Err(Failure::new(
        Code::NotFound,
        "No program on this computer opened the link.",
    )
    .hint("Copy the link and open it in a browser yourself."))
}

/// The system's own way to open a link, most usual first; the link comes last.
const OPENERS: &[(&str, &[&str])] = if cfg!(target_os = "macos") {
    &[("/usr/bin/open", &[])]
} else if cfg!(windows) {
    &[("rundll32.exe", &["url.dll,FileProtocolHandler"])]
} else {
    &[("xdg-open", &[]), ("gio", &["open"])]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_and_mail_addresses_pass() {
        for (text, plain) in [
            ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
            ("HTTP://Example.org", "http://example.org/"),
            (
                "https://münchen.example/",
                "https://xn--mnchen-3ya.example/",
            ),
            (
                "https://example.org/\"$(id)`",
                "https://example.org/%22$(id)%60",
            ),
            ("mailto:sam@example.org", "mailto:sam@example.org"),
            (
                "mailto:sam@example.org?subject=x",
                "mailto:sam@example.org?subject=x",
            ),
        ] {
            assert_eq!(checked(text).unwrap(), plain);
        }
        let long = format!("https://example.org/{}", "a".repeat(LONGEST));
        for text in [
            "",
            "example.org",
            "//example.org",
            "/etc/passwd",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "smb://server/share",
            "ssh://host",
            "vscode://file/etc/passwd",
            "segue://handoff/abcd",
            "ms-msdt:/id",
            "about:blank",
            "blob:https://example.org/x",
            "view-source:https://example.org",
            "https://",
            "https://user@example.org/",
            "https://example.org:pw@evil.example/",
            "https://example.org/ --option",
            "https://example.org/\n",
            "https://example.org/\u{0}",
            "--help",
            "mailto:sam@example.org?attach=/etc/passwd",
            "mailto:?Attachment=/etc/passwd",
            long.as_str(),
        ] {
            assert!(checked(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_passes_never_looks_like_an_option() {
        for text in ["https://example.org/-x", "mailto:-x@example.org"] {
            assert!(!checked(text).unwrap().starts_with('-'));
        }
    }
}
