//! Outputs too large for a line have a new place, and the text that points to them follows.

use segue_conversation::{Body, Content, Json, Part};

use super::Session;

impl Session {
    /// Points the text of a large output's stub to where that output is now.
    pub(super) fn relocate(&self, part: &mut Part) {
        if self.outputs.is_none() {
            return;
        }
        let change = |text: &mut String| {
            if let Some(new) = self.relocated_text(text) {
                *text = new;
            }
        };
        match &mut part.body {
            Body::Text(text) => change(text),
            Body::Result(result) => {
                for content in &mut result.content {
                    if let Content::Text(text) = content {
                        change(text);
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn relocated(&self, raw: &str) -> String {
        match self.relocated_text(raw) {
            // Only if it is still JSON: a path of theirs may hold what must be escaped.
            Some(new) if Json::parse(&new).is_ok() => new,
            _ => raw.to_owned(),
        }
    }

    pub(super) fn relocated_text(&self, text: &str) -> Option<String> {
        let (theirs, ours) = self.outputs.as_ref()?;
        let mut out = String::new();
        let mut rest = text;
        while let Some(found) = rest.find(theirs.as_str()) {
            let (before, after) = rest.split_at(found);
            let stops = |c: char| {
                c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | '<' | '>' | ':')
            };
            let start = before.rfind(stops).map_or(0, |at| {
                at + before
                    .get(at..)
                    .and_then(|s| s.chars().next())
                    .map_or(1, char::len_utf8)
            });
            out.push_str(before.get(..start).unwrap_or_default());
            out.push_str(ours);
            rest = after.get(theirs.len()..).unwrap_or_default();
        }
        if out.is_empty() {
            return None;
        }
        out.push_str(rest);
        Some(out)
    }
}
