//! What is wrong or weak about an envelope, one finding each.
//!
//! Every finding has a stable code (one table, [`Code`]), a field and a sentence with a next step.
//! The order is always the same: errors first, then by field, then by code.

mod code;
mod findings;

use serde::{Deserialize, Serialize};

pub use code::Code;
pub(crate) use findings::Findings;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The envelope breaks a rule: it is not written like this.
    Error,
    /// It can be used; the receiver would be better off if it were changed.
    Warning,
}

/// One finding: which rule, how serious, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    pub code: Code,
    pub level: Level,
    /// Where, as a dotted path: `blockers.0.type`. Empty for the whole envelope.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Diagnostic {
    pub(crate) fn new(
        level: Level,
        code: Code,
        field: impl Into<String>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            code,
            level,
            field: field.into(),
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// Checks whether it breaks a rule.
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.field.is_empty() {
            write!(to, "{}: ", self.field)?;
        }
        write!(to, "{} {}", self.message, self.hint)
    }
}
