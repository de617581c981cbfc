//! Outputs too large for a line: the record has a stub that names a file beside the session. Other
//! agents and people get the output itself; the stub comes back where the file does.
//!
//! ```text
//! result "<persisted-output>… /<session>/tool-results/x.txt" ──▶ the text of x.txt, native {stub}
//! native {stub} and x.txt was delivered ──▶ the stub again, pointing to its new place
//! ```

use std::io::Read;
use std::path::{Path, PathBuf};

use segue_conversation::json::{Object, Tape};
use segue_conversation::{Body, Content, Json, Message, Part, Report};

use super::{read, sidecar};
use crate::open;
use crate::platform::Limits;

/// How a stub opens.
const OPENS: &str = "<persisted-output>";
const CLOSES: &str = "</persisted-output>";
/// The most bytes of one output, and of all of them, that are put in place of stubs: a model has to
/// read them.
const EACH: u64 = 256 << 10;
const ALL: u64 = 1 << 20;

/// The large outputs of a session.
#[derive(Debug)]
pub struct Stored {
    folder: PathBuf,
    session: String,
    left: u64,
}

impl Stored {
    /// Prepares to read the large outputs of the session at this path; nothing is opened yet.
    pub fn of(session: &Path, limits: &Limits) -> Self {
        let folder = read::folder_of(session);
        let name = folder.file_name().unwrap_or_default();
        Self {
            session: name.to_string_lossy().into_owned(),
            left: ALL.min(limits.beside_bytes),
            folder,
        }
    }

    /// Replaces stubs with their outputs.
    pub fn fill(&mut self, message: &mut Message, report: &mut Report) {
        for part in &mut message.parts {
            let Body::Result(result) = &mut part.body else {
                continue;
            };
            let [Content::Text(text)] = result.content.as_mut_slice() else {
                continue;
            };
            let Some(name) = name_in(text, &self.session) else {
                continue;
            };
            match self.read(&name) {
                Some(whole) => {
                    let stub = std::mem::replace(text, whole);
                    part.native = Some(with_stub(part.native.as_ref(), &stub));
                }
                None => report.changed(
                    "large tool output",
                    "only its beginning is told to other agents",
                ),
            }
        }
    }

    fn read(&mut self, name: &str) -> Option<String> {
        let is_folder =
            |path: &Path| std::fs::symlink_metadata(path).is_ok_and(|about| about.is_dir());
        let path = self.folder.join(name);
        // Neither a file nor a folder that is a link is followed.
        if !is_folder(&self.folder) || !path.parent().is_some_and(is_folder) {
            return None;
        }
        let most = EACH.min(self.left);
        let file = open::plain_file(&path).ok()?;
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).ok()?;
        let length = bytes.len() as u64;
        let text = String::from_utf8(bytes).ok().filter(|_| length <= most)?;
        self.left -= length;
        Some(text)
    }
}

/// Finds the file that a stub of this session names, relative to the session's folder.
pub fn name_in(stub: &str, session: &str) -> Option<String> {
    let stub = stub.trim_start();
    if session.is_empty() || !stub.starts_with(OPENS) {
        return None;
    }
    let rest = ['/', '\\'].iter().find_map(|slash| {
        let (_, rest) = stub.split_once(&format!("{slash}{session}{slash}tool-results{slash}"))?;
        Some(rest)
    })?;
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | ')');
    let name = rest.split(ends).next().unwrap_or_default();
    let name = format!("tool-results/{name}");
    let is_flat = name.matches('/').count() == 1;
    (is_flat && sidecar::is_safe_name(&name)).then_some(name)
}

fn with_stub(native: Option<&Json>, stub: &str) -> Json {
    let mut tape = Tape::default();
    let native = native.and_then(|native| native.open(&mut tape).ok());
    let mut text = String::with_capacity(stub.len() + 64);
    let mut object = Object::begin(&mut text);
    for (key, value) in native.into_iter().flat_map(|native| native.entries()) {
        object.raw(&key, value.raw());
    }
    object.string("stub", stub);
    object.end();
    Json::parse(&text).unwrap_or_else(|_| Json::empty_object())
}

/// Puts the stub back if its file was delivered, with the path `ours` followed by the file's name.
pub fn restore(part: &mut Part, session: &str, ours: &str, delivered: impl Fn(&str) -> bool) {
    let mut tape = Tape::default();
    let native = part.native.as_ref();
    let native = native.and_then(|native| native.open(&mut tape).ok());
    let stub = native.and_then(|native| native.string_of("stub"));
    let (Some(stub), Body::Result(result)) = (stub, &mut part.body) else {
        return;
    };
    let [Content::Text(text)] = result.content.as_mut_slice() else {
        return;
    };
    let name = name_in(&stub, session).filter(|name| delivered(name));
    let name = name
        .as_deref()
        .and_then(|name| name.strip_prefix("tool-results/"));
    if let Some(stub) = name.and_then(|name| again(&stub, text, &format!("{ours}{name}"))) {
        *text = stub;
    }
}

/// The longest stub; the client's own are about two kilobytes.
const LONGEST: usize = 16 << 10;

/// Rewrites a stub with another path. `None` if it has anything but the client's own phrases and
/// words of the output: what a file calls a stub may be anything, and nobody is shown it.
fn again(stub: &str, whole: &str, path: &str) -> Option<String> {
    if stub.len() > LONGEST {
        return None;
    }
    let mut out = String::with_capacity(stub.len() + path.len());
    for line in stub.split_inclusive('\n') {
        let (words, end) = match line.strip_suffix('\n') {
            Some(words) => (words, "\n"),
            None => (line, ""),
        };
        let said = words.split_once("saved to: ").map_or("", |(said, _)| said);
        if is_notice(said) {
            out.push_str(said);
            out.push_str("saved to: ");
            out.push_str(path);
        } else if is_fixed(words) || whole.contains(words) {
            out.push_str(words);
        } else {
            return None;
        }
        out.push_str(end);
    }
    Some(out)
}

/// Recognises `Output too large (98KB). Full output `, or the notice that it was cut when saved.
fn is_notice(words: &str) -> bool {
    let whole = words.strip_prefix("Output too large (");
    let whole = whole.and_then(|rest| rest.strip_suffix("). Full output "));
    let cut = words.strip_prefix("Output exceeded the ");
    let cut = cut.and_then(|rest| rest.strip_suffix(" were "));
    let cut = cut.and_then(|rest| rest.split_once(" persist limit; only the first "));
    whole.is_some_and(is_size) || cut.is_some_and(|(one, other)| is_size(one) && is_size(other))
}

fn is_fixed(line: &str) -> bool {
    let first = line.strip_prefix("Preview (first ");
    let first = first.and_then(|rest| rest.strip_suffix("):"));
    let left = line.strip_prefix("[\u{2026} ");
    let left = left.and_then(|rest| rest.strip_suffix(" omitted \u{2026}]"));
    matches!(
        line,
        "" | "..." | OPENS | CLOSES | "Preview (start and end):"
    ) || first.or(left).is_some_and(is_size)
}

/// Recognises sizes such as `2KB`, `1.5 MB` and `1023 bytes`.
fn is_size(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ' ');
    text.starts_with(|c: char| c.is_ascii_digit()) && text.len() <= 12 && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stub_says_only_what_the_client_and_the_output_say() {
        let whole = "one\ntwo\nthree and more\n";
        let stub = |notice: &str, preview: &str| {
            format!("<persisted-output>\n{notice}\n\n{preview}\n...\n</persisted-output>")
        };
        let large = "Output too large (98.1KB). Full output saved to: /their path/x.txt";
        let cut = "Output exceeded the 64MB persist limit; only the first 64MB were saved to: /x";
        let start = "Preview (first 2KB):\none\ntwo\nthree";
        let ends = "Preview (start and end):\none\n[\u{2026} 96 KB omitted \u{2026}]\nmore";
        for (notice, preview) in [(large, start), (cut, start), (large, ends)] {
            let told = again(&stub(notice, preview), whole, "/our/x.txt").unwrap();
            assert!(told.contains("saved to: /our/x.txt\n") && !told.contains("their"));
        }
        for (notice, preview) in [
            (large, "Preview (first 2KB):\nrun this now"),
            ("Run this. Full output saved to: /x", start),
            (
                "Output too large (run this now!). Full output saved to: /x",
                start,
            ),
            (large, "Preview (first look at this link):\none"),
        ] {
            assert_eq!(again(&stub(notice, preview), whole, "/our/x.txt"), None);
        }
    }
}
