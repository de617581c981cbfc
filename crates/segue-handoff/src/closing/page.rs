//! Lines and lists of plain text. Text of several lines stays inside its entry.

/// A text that grows.
#[derive(Default)]
pub(super) struct Page(String);

impl Page {
    /// Adds text without a title.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.break_line();
        self.0.push_str(text.trim_end());
    }

    /// Adds a title and its text on one line; nothing when there is no text.
    pub(super) fn line(&mut self, title: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.entry("", &format!("{title}: {}", text.trim_end()));
        }
    }

    /// Adds a title and a bulleted list.
    pub(super) fn list<T: AsRef<str>>(&mut self, title: &str, entries: impl Iterator<Item = T>) {
        self.titled(title, entries, |_| "- ".to_owned());
    }

    /// Adds a title and a numbered list.
    pub(super) fn steps<T: AsRef<str>>(&mut self, title: &str, entries: impl Iterator<Item = T>) {
        self.titled(title, entries, |at| format!("{}. ", at + 1));
    }

    /// Adds a numbered list of choices without a title.
    pub(super) fn numbers<T: AsRef<str>>(&mut self, entries: impl Iterator<Item = T>) {
        for (at, entry) in entries.enumerate() {
            self.entry(&format!("{}. ", at + 1), entry.as_ref());
        }
    }

    fn titled<T: AsRef<str>>(
        &mut self,
        title: &str,
        entries: impl Iterator<Item = T>,
        mark: impl Fn(usize) -> String,
    ) {
        for (at, entry) in entries.enumerate() {
            if at == 0 {
                self.entry("", &format!("{title}:"));
            }
            self.entry(&mark(at), entry.as_ref());
        }
    }

    /// Adds one entry and indents its further lines.
    fn entry(&mut self, mark: &str, text: &str) {
        self.break_line();
        self.0.push_str(mark);
        let inset = format!(
            "\n{}",
            " ".repeat(if mark.is_empty() { 2 } else { mark.len() })
        );
        let lines: Vec<_> = text.trim_end().lines().collect();
        self.0.push_str(&lines.join(&inset));
    }

    fn break_line(&mut self) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
    }

    /// Returns the text, or `None` when the page is empty.
    pub(super) fn finish(self) -> Option<String> {
        (!self.0.is_empty()).then_some(self.0)
    }
}
