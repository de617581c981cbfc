//! What a device says about itself over its authenticated connection, made safe to show.
//!
//! A name is a suggestion: it proves nothing, may be anybody's, and is cleaned before anyone sees
//! it. [`alike`] tells when two names could be taken for each other.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// How many characters of a name are shown.
pub const NAME: usize = 40;
/// What a device without a readable name is called.
const UNNAMED: &str = "Unnamed device";
/// How many platforms a device may name.
const PLATFORMS: usize = 16;

/// What a device says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct About {
    /// The name it suggests for itself.
    pub name: String,
    /// Ids of the agents it can import to.
    #[serde(default)]
    pub platforms: Vec<String>,
    /// The version of Segue it runs.
    #[serde(default)]
    pub version: String,
}

impl About {
    /// Cleans the name, drops agents and a version that are not plain words, and bounds every
    /// length.
    #[must_use]
    pub fn cleaned(self) -> Self {
        let word = |text: &String| {
            let fits = !text.is_empty() && text.len() <= 32;
            fits && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_.+".contains(&b))
        };
        let mut platforms = self.platforms;
        platforms.retain(word);
        platforms.truncate(PLATFORMS);
        Self {
            name: clean_name(&self.name),
            platforms,
            version: Some(self.version).filter(word).unwrap_or_default(),
        }
    }
}

/// Cleans a name so that it hides nothing, reverses no text and fits on a line. A name with nothing
/// to read becomes `Unnamed device`.
pub fn clean_name(name: &str) -> String {
    let clean = clean_text(name, NAME);
    // Only marks that stand on a letter: nothing to read.
    if clean.chars().any(char::is_alphanumeric) || clean.chars().any(|c| c >= '\u{2190}') {
        clean
    } else {
        UNNAMED.to_owned()
    }
}

/// Makes a text one line of at most `most` characters that hides nothing and reverses no text.
pub(crate) fn clean_text(text: &str, most: usize) -> String {
    let mut clean = String::new();
    // Nobody's line is longer; what is cut here was never going to be shown.
    for c in text.chars().take(most * 8).nfc() {
        if c.is_whitespace() {
            if !clean.ends_with(' ') && !clean.is_empty() {
                clean.push(' ');
            }
        } else if shown(c) {
            clean.push(c);
        }
        if clean.chars().count() >= most {
            break;
        }
    }
    clean.trim_end().to_owned()
}

/// Checks whether a character is visible and does not move the text around it.
fn shown(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Checks whether two names could be mistaken for each other. Two devices without a name are not
/// alike.
pub fn alike(one: &str, other: &str) -> bool {
    let (one, other) = (clean_name(one), clean_name(other));
    if one == UNNAMED {
        return false;
    }
    let (bare_one, bare_other) = (bare(&one), bare(&other));
    // Names of pictures have no letters to compare.
    one == other || (!bare_one.is_empty() && bare_one == bare_other)
}

/// Reduces a name to what a hasty reader sees: similar letters become one, case and marks are
/// dropped.
fn bare(name: &str) -> String {
    // Letters that look alike first, as a large I and a small l; then large and small ones, of which
    // the small may look like others again, as m and rn.
    let skeleton: String = unicode_security::skeleton(name).collect();
    let small = skeleton.to_lowercase();
    unicode_security::skeleton(&small)
        .filter(|c| c.is_alphanumeric())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_before_anyone_sees_them() {
        for (raw, clean) in [
            ("Sam", "Sam"),
            ("  Sam\t\n Smith ", "Sam Smith"),
            ("Sam\u{202e}eman", "Sameman"),
            ("a\x1b]52;c;eA==\x07b", "a]52;c;eA==b"),
            ("\u{200b}\u{e0041}", "Unnamed device"),
            ("", "Unnamed device"),
            ("\u{3164}\u{2800}", "Unnamed device"),
            ("Åsa", "Åsa"),
            ("名前", "名前"),
            ("🙂", "🙂"),
        ] {
            assert_eq!(clean_name(raw), clean, "{raw:?}");
        }
        assert_eq!(clean_name(&"ä".repeat(1_000_000)).chars().count(), NAME);
        assert!(
            clean_name(&format!("a{}", "\u{301}".repeat(5000)))
                .chars()
                .count()
                <= NAME
        );
    }

    #[test]
    fn look_alikes_are_found() {
        for (one, other) in [
            ("Dana", "dana"),
            ("Dana", "Dаna"),
            ("Dana", "Da na"),
            ("Paul", "PauI"),
            ("Mia", "Мia"),
            ("Sam", "S\u{200b}am"),
            ("Orla", "0rla"),
            ("Mia", "mia"),
            ("Mia", "rnia"),
            ("🙂", " 🙂"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Dana", "Dan"), ("Sam", "Max"), ("", ""), ("🙂", "🚀")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn what_a_device_says_is_bounded() {
        let about = About {
            name: "x".repeat(500),
            platforms: (0..100)
                .map(|n| format!("p{n}"))
                .chain(["<b>".into()])
                .collect(),
            version: "\x1b[31m".into(),
        }
        .cleaned();
        assert_eq!(about.name.len(), NAME);
        assert_eq!(about.platforms.len(), PLATFORMS);
        assert_eq!(about.version, "");
    }
}
