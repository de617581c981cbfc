//! What was found: which rule, where, how sure, and a sample that gives nothing away.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

/// How sure a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Confidence {
    /// It may be something else.
    Possible,
    /// It looks like one, and what stands around it says so.
    Likely,
    /// Nothing else looks like this.
    Certain,
}

/// A place in one text that a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub rule: String,
    /// How sure it is.
    pub confidence: Confidence,
    /// The bytes to take out.
    pub span: Range<usize>,
    /// Written in another form, such as base64.
    pub form: Option<Form>,
    /// What it says when written plainly; nothing if it stands there plainly. An encoded run may
    /// hold several.
    pub(crate) inside: Vec<Secret>,
    /// The place of a known secret that stands in it and has to go.
    pub(crate) known: Option<usize>,
}

impl Hit {
    /// Creates a hit in a text as written, not in another form.
    pub(crate) fn plain(rule: &str, confidence: Confidence, span: Range<usize>) -> Self {
        Self {
            rule: rule.to_owned(),
            confidence,
            span,
            form: None,
            inside: Vec::new(),
            known: None,
        }
    }
}

/// How a secret was written when not as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Form {
    Base64,
    /// With `%` and two digits.
    Percent,
    /// In the description of an image.
    ImageMetadata,
    /// With the escapes of a string in JSON or code.
    Escaped,
    /// With the escapes of HTML or XML.
    Markup,
    /// With a terminal's colours in the middle.
    Terminal,
}

/// A secret's text. It is never printed, and is wiped from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Wraps a text as a secret.
    pub fn new(text: &str) -> Self {
        Self(Zeroizing::new(text.to_owned()))
    }

    /// Returns the text itself, to search for it.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Returns a sample that shows what it is but not what it says: a few first letters, never more
    /// than a sixth of it, and its length.
    pub fn masked(&self) -> String {
        let text = self.text();
        let count = text.chars().count();
        let few = (count / 6).min(6);
        let start: String = text
            .chars()
            .take(few)
            .map(|c| if c.is_control() { '·' } else { c })
            .collect();
        format!("{start}… ({count} characters)")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A PEM block's first line holds no secret; everything else of it does.
pub(crate) const PRIVATE_KEY: &str = "private-key";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_printed() {
        let secret = Secret::new("hunter2-hunter2-hunter2");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(secret.masked(), "hun… (23 characters)");
        assert_eq!(Secret::new("short").masked(), "… (5 characters)");
    }
}
