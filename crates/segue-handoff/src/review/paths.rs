//! Whether a path stays inside the project, on any system, without touching a file.

/// Finds what is wrong with an artifact's path, as a sentence. `None` when it is fine.
pub(super) fn fault(path: &str) -> Option<&'static str> {
    let mut letters = path.chars();
    let drive = letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.next() == Some(':');
    if path.chars().any(char::is_control) {
        Some("The path has control characters.")
    } else if drive || path.starts_with(['/', '\\', '~']) || path.starts_with("file:") {
        Some("The path does not begin in the project.")
    } else if path.split(['/', '\\']).any(|part| part.trim() == "..") {
        Some("The path leads outside the project.")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_leave_the_project_are_found() {
        for path in [
            "/etc/passwd",
            "\\\\server\\share",
            "C:\\x",
            "c:/x",
            "C:x",
            "~/x",
            "~root/x",
            "..",
            "../x",
            "a/../../x",
            "a\\..\\x",
            "a/..",
            "a/.. /x",
            "a\0b",
            "a\nb",
            "file:///x",
            "\u{7f}",
        ] {
            assert!(fault(path).is_some(), "{path:?}");
        }
        for path in [
            "src/auth/auth.py",
            "a",
            ".github/x.yml",
            "a/..b/c",
            "...",
            "a..b",
            "größe/日本.md",
            "./src/x",
            "docs/a b.md",
            "src\\main.rs",
            "nine:thirty.txt",
        ] {
            assert_eq!(fault(path), None, "{path:?}");
        }
    }
}
