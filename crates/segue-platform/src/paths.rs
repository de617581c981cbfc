//! Rewriting the sender's project folder to the receiver's, only if asked, only whole paths.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;

use segue_conversation::json::{Copied, Tape};
use segue_conversation::{Body, Content, Head, Json, Message, Report};

use crate::platform::Target;

/// A mapping of one folder to another inside text.
#[derive(Debug)]
pub struct PathMap {
    folders: Option<(String, String)>,
    report: RefCell<Report>,
}

impl PathMap {
    /// Creates the mapping from the folder the file names to the target's, if the person asked for
    /// it.
    pub fn new(head: &Head, target: &Target) -> Self {
        let from = head
            .project
            .as_ref()
            .and_then(|project| project.path.as_deref());
        let folders = match from {
            Some(from) if target.map_paths && is_a_folder(from) => {
                Some((from.to_owned(), shown(&target.project)))
            }
            _ => None,
        };
        Self {
            folders,
            report: RefCell::default(),
        }
    }

    /// Returns how many pieces of text were rewritten.
    pub fn report(&self) -> Report {
        self.report.borrow().clone()
    }

    /// Rewrites the paths in a message.
    pub fn message(&self, mut message: Message) -> Message {
        if self.folders.is_none() {
            return message;
        }
        for part in &mut message.parts {
            match &mut part.body {
                Body::Text(text) | Body::Reasoning(text) => self.text(text),
                Body::Call(call) => self.json(&mut call.input),
                Body::Result(result) => {
                    for content in &mut result.content {
                        match content {
                            Content::Text(text) => self.text(text),
                            Content::Other(json) => self.json(json),
                            Content::File(_) => {}
                        }
                    }
                }
                Body::Other(json) => self.json(json),
                Body::File(_) => {}
            }
            if let Some(native) = &mut part.native {
                self.json(native);
            }
        }
        if let Some(native) = &mut message.native {
            self.json(native);
        }
        message.beside.iter_mut().for_each(|json| self.json(json));
        message
    }

    fn text(&self, text: &mut String) {
        if let Some((from, to)) = &self.folders
            && let Cow::Owned(mapped) = replace_folder(text, from, to)
        {
            *text = mapped;
            self.report
                .borrow_mut()
                .changed("path", "the project folder was rewritten, as asked");
        }
    }

    fn json(&self, json: &mut Json) {
        let Some((from, _)) = &self.folders else {
            return;
        };
        // Escaped or not, the last name of the folder stands in the text.
        let last = from.rsplit(['/', '\\']).next().unwrap_or(from);
        if !json.text().contains(last) {
            return;
        }
        let mut tape = Tape::default();
        let mut out = String::with_capacity(json.text().len());
        if let Ok(value) = json.open(&mut tape) {
            value.copy(&mut out, &mut |_, piece| match piece.string() {
                Some(mut text) => {
                    self.text(&mut text);
                    Copied::Text(text)
                }
                None => Copied::Inside,
            });
        }
        if let Ok(mapped) = Json::parse(&out) {
            *json = mapped;
        }
    }
}

/// Checks that a path is specific enough: a root or a bare name would match far too much.
fn is_a_folder(path: &str) -> bool {
    path.len() >= 4 && path.chars().filter(|c| matches!(c, '/' | '\\')).count() >= 2
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Replaces a folder where it is a whole path or the beginning of one.
///
/// `/work/app` is replaced in `/work/app/src` and `"/work/app"`, not in `/work/apple`,
/// `/work/app-2` or `/home/work/app`.
pub fn replace_folder<'t>(text: &'t str, from: &str, to: &str) -> Cow<'t, str> {
    let from = from.trim_end_matches(['/', '\\']);
    if from.is_empty() || !text.contains(from) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before: Option<char> = None;
    while let Some(at) = rest.find(from) {
        let (skipped, found) = rest.split_at(at);
        out.push_str(skipped);
        before = skipped.chars().next_back().or(before);
        let after = found.get(from.len()..).unwrap_or_default();
        let begins = before.is_none_or(|c| !continues_a_name(c) && !matches!(c, '/' | '\\' | '~'));
        let ends = match after.chars().next() {
            None | Some('/' | '\\') => true,
            // A full stop ends a sentence, or begins an ending.
            Some('.') => !after.chars().nth(1).is_some_and(continues_a_name),
            Some(c) => !continues_a_name(c),
        };
        out.push_str(if begins && ends { to } else { from });
        before = from.chars().next_back();
        rest = after;
    }
    out.push_str(rest);
    if out == text {
        return Cow::Borrowed(text);
    }
    Cow::Owned(out)
}

fn continues_a_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '@' | '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_paths_are_replaced() {
        let map = |text: &str| replace_folder(text, "/work/app", "/home/me/app").into_owned();
        for (text, mapped) in [
            ("cd /work/app", "cd /home/me/app"),
            ("'/work/app/src/a.rs'", "'/home/me/app/src/a.rs'"),
            ("see /work/app.", "see /home/me/app."),
            ("PATH=/bin:/work/app", "PATH=/bin:/home/me/app"),
            (
                "/work/apple /work/app-2 /work/app_x",
                "/work/apple /work/app-2 /work/app_x",
            ),
            ("/home/work/app ~/work/app", "/home/work/app ~/work/app"),
            ("/work/app.bak", "/work/app.bak"),
            ("/work/app/work/app", "/home/me/app/work/app"),
        ] {
            assert_eq!(map(text), mapped, "{text}");
        }
        let windows = replace_folder(r"C:\me\app\src", r"C:\me\app", r"D:\app");
        assert_eq!(windows, r"D:\app\src");
    }
}
