//! What is remarkable about an envelope and what came with it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something about an envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EnvelopeDiagnostic {
    /// A stable name of it.
    pub code: String,
    /// Whether it is wrong, or only odd.
    pub is_error: bool,
    /// Which field.
    pub field: String,
    /// What.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

/// A kind of character that can't be seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HiddenCharacter {
    /// Its code point, as `U+202E`.
    pub code: String,
    /// How often it stands there.
    #[ts(type = "number")]
    pub count: u64,
}

/// Attached changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AttachedDiff {
    /// Its size.
    #[ts(type = "number")]
    pub bytes: u64,
    /// The repository.
    pub remote: Option<String>,
    /// The branch.
    pub branch: Option<String>,
    /// The commit it is made against.
    pub commit: Option<String>,
    /// How many files it changes.
    #[ts(type = "number")]
    pub files: u64,
}
