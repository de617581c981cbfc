//! Rules of the person's own, and what they allow.

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

use crate::finding::{Confidence, Hit, PRIVATE_KEY};

/// A rule as settings have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomRule {
    /// Its name in findings and placeholders.
    pub name: String,
    /// What it looks for. With a group named `secret` only that is taken out.
    pub pattern: String,
}

/// Why a rule can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The name is used in placeholders.
    #[error("A rule's name has 1 to 40 letters, digits and hyphens.")]
    Name,
    /// What the pattern's own parser says.
    #[error("The pattern can't be read: {0}")]
    Pattern(String),
    /// It would let everything through.
    #[error("The pattern allows any text at all.")]
    Everything,
    /// It would take out everything.
    #[error("The pattern matches a text without any characters.")]
    Empty,
}

/// Compiled rules and allowed texts.
#[derive(Debug, Default)]
pub struct Custom {
    rules: Vec<(String, Regex)>,
    allowed: Vec<Regex>,
}

/// Explains why a pattern can't be read, in one line and without the pattern.
fn reason(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "it is too large".to_owned(),
        error => {
            let text = error.to_string();
            let last = text.lines().last().unwrap_or_default();
            last.trim_start_matches("error: ").to_owned()
        }
    }
}

/// What one pattern may cost when it is compiled.
const SIZE: usize = 1 << 20;

impl Custom {
    /// Reads rules and an allow list. An allowed text is a pattern that matches a whole secret.
    pub fn new(rules: &[CustomRule], allowed: &[String]) -> Result<Self, RuleError> {
        let compile = |pattern: &str| {
            RegexBuilder::new(pattern)
                .size_limit(SIZE)
                .build()
                .map_err(|error| RuleError::Pattern(reason(&error)))
        };
        let mut custom = Self::default();
        for rule in rules {
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if rule.name.is_empty() || rule.name.len() > 40 || !rule.name.chars().all(fits) {
                return Err(RuleError::Name);
            }
            let regex = compile(&rule.pattern)?;
            if regex.is_match("") {
                return Err(RuleError::Empty);
            }
            custom.rules.push((rule.name.clone(), regex));
        }
        for pattern in allowed {
            let regex = compile(&format!("^(?:{pattern})$"))?;
            // What lets these through lets everything through.
            let probes = [
                "",
                "q7",
                "Zk3-vP9_xT2.mB8/wL5+nR1=",
                "any words that stand here",
            ];
            if probes.iter().filter(|probe| regex.is_match(probe)).count() > 1 || regex.is_match("")
            {
                return Err(RuleError::Everything);
            }
            custom.allowed.push(regex);
        }
        Ok(custom)
    }

    pub(crate) fn find(&self, text: &str, hits: &mut Vec<Hit>) {
        for (name, regex) in &self.rules {
            for found in regex.captures_iter(text) {
                let Some(span) = found.name("secret").or_else(|| found.get(0)) else {
                    continue;
                };
                if !span.is_empty() {
                    hits.push(Hit::plain(name, Confidence::Likely, span.range()));
                }
            }
        }
    }

    pub(crate) fn allows(&self, text: &str, hit: &Hit) -> bool {
        if hit.rule == PRIVATE_KEY {
            return false;
        }
        if self.allowed.is_empty() {
            return false;
        }
        let secret = text.get(hit.span.clone()).unwrap_or_default();
        self.allowed.iter().any(|regex| regex.is_match(secret))
    }
}
