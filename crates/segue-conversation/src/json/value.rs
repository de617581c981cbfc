//! A place in an indexed JSON text, and how to look around from it.

use std::borrow::Cow;

use super::tape::Node;
use super::text;

/// The six kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

/// One value of an indexed text. Copying it copies a place, not the value.
#[derive(Clone, Copy, Debug)]
pub struct Value<'t> {
    nodes: &'t [Node],
    text: &'t str,
    index: usize,
}

impl<'t> Value<'t> {
    pub(super) fn new(nodes: &'t [Node], text: &'t str, index: usize) -> Self {
        Self { nodes, text, index }
    }

    pub(super) fn pieces(&self) -> (&'t [Node], &'t str) {
        (self.nodes, self.text)
    }

    /// Returns its position in the tape.
    pub(super) fn place(&self) -> usize {
        self.index
    }

    /// Returns the position after this value and everything inside it.
    pub(super) fn after(&self) -> usize {
        let next = self.node().map_or(0, |node| node.next as usize);
        next.max(self.index + 1)
    }

    /// Returns the value at another position in the same tape.
    pub(super) fn moved(&self, index: usize) -> Self {
        Self { index, ..*self }
    }

    fn node(&self) -> Option<Node> {
        self.nodes.get(self.index).copied()
    }

    /// Returns the value as written in the text.
    pub fn raw(&self) -> &'t str {
        self.node()
            .and_then(|node| self.text.get(node.start as usize..node.end as usize))
            .unwrap_or("null")
    }

    /// Returns where the value is in the text it was indexed from.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.node()
            .map_or(0..0, |node| node.start as usize..node.end as usize)
    }

    /// Determines which kind of value it is, from its first byte.
    pub fn kind(&self) -> Kind {
        let first = self
            .node()
            .and_then(|node| self.text.as_bytes().get(node.start as usize));
        match first {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// Checks whether it is an object.
    pub fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    /// Checks whether it is an array.
    pub fn is_array(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// Checks whether it is `null`.
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// Returns the text of a string, unescaped. `None` when it is not a string.
    pub fn str(&self) -> Option<Cow<'t, str>> {
        let inside = self.inside()?;
        Some(if self.node()?.escaped {
            text::unescape(inside)
        } else {
            Cow::Borrowed(inside)
        })
    }

    /// Returns what is between the quotes of a string, escapes and all.
    fn inside(&self) -> Option<&'t str> {
        self.raw().strip_prefix('"')?.strip_suffix('"')
    }

    /// Returns the text of a string, owned. `None` when it is not a string.
    pub fn string(&self) -> Option<String> {
        self.str().map(Cow::into_owned)
    }

    /// Checks whether it is exactly `true`.
    pub fn is_true(&self) -> bool {
        self.raw() == "true"
    }

    /// Reads a whole number. `None` for anything else, or when it does not fit.
    pub fn integer(&self) -> Option<i64> {
        self.raw().parse().ok()
    }

    /// Reads a number, whole or not. `None` for anything else.
    pub fn number(&self) -> Option<f64> {
        (self.kind() == Kind::Number).then(|| self.raw().parse().ok())?
    }

    /// Iterates over the values of an array; over nothing when it is not one.
    pub fn items(&self) -> impl Iterator<Item = Value<'t>> + use<'t> {
        let (nodes, text) = (self.nodes, self.text);
        self.children(Kind::Array)
            .map(move |index| Value { nodes, text, index })
    }

    /// Iterates over the members of an object in their order, with unescaped keys; over nothing
    /// when it is not one.
    pub fn entries(&self) -> impl Iterator<Item = (Cow<'t, str>, Value<'t>)> + use<'t> {
        let (nodes, text) = (self.nodes, self.text);
        let mut children = self.children(Kind::Object);
        std::iter::from_fn(move || {
            let key = Value {
                nodes,
                text,
                index: children.next()?,
            };
            let value = Value {
                nodes,
                text,
                index: children.next()?,
            };
            Some((key.str().unwrap_or_default(), value))
        })
    }

    /// Finds the member of an object with this name; the last one if there are several.
    pub fn get(&self, name: &str) -> Option<Value<'t>> {
        let mut children = self.children(Kind::Object);
        let mut found = None;
        while let (Some(key), Some(index)) = (children.next(), children.next()) {
            let key = Value {
                nodes: self.nodes,
                text: self.text,
                index: key,
            };
            if key.is_text(name) {
                found = Some(Value {
                    nodes: self.nodes,
                    text: self.text,
                    index,
                });
            }
        }
        found
    }

    /// Checks whether it is a string of exactly this text.
    fn is_text(&self, text: &str) -> bool {
        match self.node() {
            Some(node) if node.escaped => self.str().as_deref() == Some(text),
            // The two quotes are not part of it.
            Some(node) if (node.end - node.start) as usize == text.len() + 2 => {
                self.inside() == Some(text)
            }
            _ => false,
        }
    }

    /// Returns the text of the member with this name. `None` when there is none or it is not a
    /// string.
    pub fn str_of(&self, name: &str) -> Option<Cow<'t, str>> {
        self.get(name)?.str()
    }

    /// Returns the text of the member with this name, owned. `None` when there is none or it is not
    /// a string.
    pub fn string_of(&self, name: &str) -> Option<String> {
        self.get(name)?.string()
    }

    /// Checks whether the member with this name is `true`.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value.is_true())
    }

    /// Checks whether arrays and objects are nested deeper than `levels`, this one included.
    pub fn is_deeper_than(&self, levels: usize) -> bool {
        let Some(own) = self.node() else { return false };
        let mut open: Vec<u32> = Vec::with_capacity(levels + 1);
        for (index, node) in self
            .nodes
            .iter()
            .enumerate()
            .take(own.next as usize)
            .skip(self.index)
        {
            while open.last().is_some_and(|end| index >= *end as usize) {
                open.pop();
            }
            let first = self.text.as_bytes().get(node.start as usize);
            if matches!(first, Some(b'{' | b'[')) {
                open.push(node.next);
                if open.len() > levels {
                    return true;
                }
            }
        }
        false
    }

    fn children(&self, kind: Kind) -> impl Iterator<Item = usize> + use<'t> {
        let nodes = self.nodes;
        let end = match self.node() {
            Some(node) if self.kind() == kind => node.next as usize,
            _ => 0,
        };
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let index = at;
            at = (nodes.get(index)?.next as usize).max(index + 1);
            Some(index)
        })
    }
}
