//! Lines and lists of plain text. Text of several lines stays inside its entry.

/// A text that grows.
#[derive(Default)]
pub(super) struct Page(String);

impl Page {
    /// Words without a title.
    pub(super) fn paragraph(&mut self, text: &str) {
        self.break_line();
        self.0.push_str(text.trim_end());
    }

    /// A title and one text.
    pub(super) fn line(&mut self, title: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.entry("", &format!("{title}: {}", text.trim_end()));
        }
    }

    /// A title and a list.
    pub(super) fn list<T: AsRef<str>>(&mut self, title: &str, entries: impl Iterator<Item = T>) {
        self.titled(title, entries, |_| "- ".to_owned());
    }

    /// A title and a list in its order.
    pub(super) fn steps<T: AsRef<str>>(&mut self, title: &str, entries: impl Iterator<Item = T>) {
        self.titled(title, entries, |at| format!("{}. ", at + 1));
    }

    /// A list of choices.
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

    /// One entry; further lines of it are set in.
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

    /// The text, if there is any.
    pub(super) fn finish(self) -> Option<String> {
        (!self.0.is_empty()).then_some(self.0)
    }
}
