//! Every key and every scalar of a value with the name it goes by, and putting other texts there.

use std::borrow::Cow;

use super::tape::Node;
use super::{Json, Tape, escape_into, text};

/// A key, a string, a number or a word of a JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf<'t> {
    /// The name it is a value of: its key, the key of the list it is in, the option before it in a
    /// list of words, or what `{"name": …, "value": …}` calls it.
    pub name: Option<Cow<'t, str>>,
    /// The unescaped text of a string; any other scalar as written.
    pub text: Cow<'t, str>,
    /// It is a key itself.
    pub is_key: bool,
    /// The list it is an item of, by a number of its own.
    pub list: Option<usize>,
}

/// An array or object that is being gone through.
struct Frame {
    at: usize,
    end: usize,
    object: bool,
    key_next: bool,
    /// What names the next value.
    name: Option<usize>,
    /// What names the list itself.
    list: Option<usize>,
    /// The text under `name` or `key` in this object.
    label: Option<usize>,
}

impl Json {
    /// Passes every leaf to `change` and replaces it by what that returns. Returns `None` when
    /// nothing changed.
    pub fn changed<'t>(
        &'t self,
        tape: &'t mut Tape,
        mut change: impl FnMut(Leaf<'t>) -> Option<String>,
    ) -> Option<Self> {
        let whole = self.open(tape).ok()?;
        let (nodes, source) = whole.pieces();
        let mut out = String::new();
        let mut copied = 0;
        let mut frames: Vec<Frame> = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            while frames.last().is_some_and(|frame| index >= frame.end) {
                frames.pop();
            }
            let first = source.as_bytes().get(node.start as usize).copied();
            let is_key = frames
                .last()
                .is_some_and(|frame| frame.object && frame.key_next);
            let name = frames.last().and_then(|frame| frame.name);
            if matches!(first, Some(b'{' | b'[')) {
                if let Some(frame) = frames.last_mut() {
                    frame.key_next = frame.object;
                }
                // What is in a list goes by the name of the list.
                let list = name.filter(|_| first == Some(b'['));
                frames.push(Frame {
                    at: index,
                    end: node.next as usize,
                    object: first == Some(b'{'),
                    key_next: first == Some(b'{'),
                    name: list,
                    list,
                    // `{"password": {"value": …}}`
                    label: name.filter(|_| first == Some(b'{')),
                });
                continue;
            }
            let said = |at: usize| nodes.get(at).map(|node| said(node, source));
            let leaf = Leaf {
                name: name.filter(|_| !is_key).and_then(said),
                text: said(index)?,
                is_key,
                list: frames
                    .last()
                    .filter(|frame| !frame.object)
                    .map(|frame| frame.at),
            };
            if let Some(frame) = frames.last_mut() {
                frame.step(index, &leaf);
            }
            if let Some(new) = change(leaf) {
                out.push_str(source.get(copied..node.start as usize)?);
                escape_into(&mut out, &new);
                copied = node.end as usize;
            }
        }
        if copied == 0 {
            return None;
        }
        out.push_str(source.get(copied..)?);
        Self::parse_any(&out)
    }
}

impl Frame {
    fn step(&mut self, index: usize, leaf: &Leaf<'_>) {
        if leaf.is_key {
            self.key_next = false;
            let labelled = matches!(leaf.text.as_ref(), "value" | "Value" | "text");
            self.name = self.label.filter(|_| labelled).or(Some(index));
        } else if self.object {
            self.key_next = true;
            let labels = [
                "name", "Name", "key", "Key", "element", "selector", "label", "field",
            ];
            if leaf
                .name
                .as_ref()
                .is_some_and(|name| labels.contains(&name.as_ref()))
            {
                self.label = Some(index);
            }
        } else {
            // In a list of words an option names the word after it.
            let option = leaf.text.starts_with("--").then_some(index);
            self.name = option.or(self.list);
        }
    }
}

/// Returns the text of a leaf: a string unescaped, anything else as written.
fn said<'t>(node: &Node, source: &'t str) -> Cow<'t, str> {
    let raw = source
        .get(node.start as usize..node.end as usize)
        .unwrap_or_default();
    match raw
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        Some(inside) if node.escaped => text::unescape(inside),
        Some(inside) => Cow::Borrowed(inside),
        None => Cow::Borrowed(raw),
    }
}
