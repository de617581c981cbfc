//! What is remarkable about an envelope and what came with it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something wrong or unusual in an envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EnvelopeDiagnostic {
    /// A stable name for programs.
    pub code: String,
    /// Whether it is an error rather than merely unusual.
    pub is_error: bool,
    /// The name of the field it is about.
    pub field: String,
    /// What is wrong or unusual, in words.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

/// An invisible kind of character in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HiddenCharacter {
    /// Its code point, as `U+202E`.
    pub code: String,
    /// How often it occurs.
    #[ts(type = "number")]
    pub count: u64,
}

/// The uncommitted work that was sent along as a patch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AttachedDiff {
    /// The size of the patch.
    #[ts(type = "number")]
    pub bytes: u64,
    /// The git remote of the repository.
    pub remote: Option<String>,
    pub branch: Option<String>,
    /// The commit that the patch is made against.
    pub commit: Option<String>,
    /// How many files it changes.
    #[ts(type = "number")]
    pub files: u64,
}
