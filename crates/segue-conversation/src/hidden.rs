//! Characters that can't be seen, or that turn around how others are read.
//!
//! They may hide words from a person that a model reads all the same. Each is counted by its code
//! point, unless it stands where its script or emoji needs it:
//!
//! ```text
//! text ──ASCII?──▶ nothing to see
//!      └─▶ each character with the one before and those after ──belongs?──▶ counted or not
//! ```
//!
//! Counting says nothing about what is meant by them; that is for the person to judge.

mod places;

use std::collections::BTreeMap;

use crate::file::Artifact;
use crate::head::Head;
use crate::json::Json;
use crate::message::Message;
use crate::walk::{self, Spot, Visitor};

/// The hidden characters of some texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    counts: BTreeMap<char, u64>,
}

impl Hidden {
    /// Looks through a text.
    pub fn see(&mut self, text: &str) {
        // Most texts have nothing but ASCII, and that has none.
        if text.is_ascii() {
            return;
        }
        let (mut before, mut at) = (None, 0);
        while let Some(rest) = text.get(at..) {
            let Some(c) = rest.chars().next() else { break };
            let after = rest.get(c.len_utf8()..).unwrap_or_default();
            let flag = places::flag(c, after);
            if is_hidden(c) && !places::belongs(before, c, after) {
                *self.counts.entry(c).or_default() += 1;
            }
            at += c.len_utf8() + flag;
            before = Some(c);
        }
    }

    /// Looks through every text of a message. Nothing of it is changed.
    pub fn message(&mut self, message: &mut Message) {
        walk::message(message, self);
    }

    /// Looks through the names and texts of an artifact.
    pub fn artifact(&mut self, artifact: &mut Artifact) {
        walk::artifact(artifact, self);
    }

    /// Looks through what is said about a conversation: title, names, envelope.
    pub fn head(&mut self, head: &Head) {
        walk::head(&mut head.clone(), self);
    }

    /// Checks whether no hidden character was found.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns each hidden character with how often it occurred, in code point order.
    pub fn counts(&self) -> impl Iterator<Item = (char, u64)> + '_ {
        self.counts.iter().map(|(c, count)| (*c, *count))
    }
}

impl Visitor for Hidden {
    fn text(&mut self, _spot: Spot, text: &mut String) {
        self.see(text);
    }

    fn json(&mut self, _spot: Spot, json: &mut Json) {
        // Its text is canonical: none of them is written as an escape.
        self.see(json.text());
    }

    fn file(&mut self, _media_type: Option<&str>, _base64: &mut String) {}
}

/// Checks whether a character is invisible or changes the direction of others. Line breaks, tabs
/// and terminal control characters do not count.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}'                      // soft hyphen
        | '\u{34f}'                   // grapheme joiner
        | '\u{61c}'                   // direction
        | '\u{115f}' | '\u{1160}'     // Hangul fillers
        | '\u{17b4}' | '\u{17b5}'     // vowels without a shape
        | '\u{180b}'..='\u{180f}'     // Mongolian variants
        | '\u{200b}'..='\u{200f}'     // no width, joiners, direction
        | '\u{2028}'..='\u{202e}'     // separators, direction
        | '\u{2060}'..='\u{206f}'     // no width, isolates, operators
        | '\u{3164}' | '\u{ffa0}'     // Hangul fillers
        | '\u{fe00}'..='\u{fe0f}'     // variants
        | '\u{feff}'                  // byte order mark
        | '\u{fff0}'..='\u{fffb}'     // annotations
        | '\u{13430}'..='\u{1343f}'   // hieroglyph format
        | '\u{1bca0}'..='\u{1bca3}'   // shorthand format
        | '\u{1d173}'..='\u{1d17a}'   // musical format
        | '\u{e0000}'..='\u{e0fff}'   // tags, more variants
    )
}

#[cfg(test)]
mod tests;
