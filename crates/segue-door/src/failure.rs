//! How the node says no: a code to branch on, a sentence to show, next steps, and whether trying
//! again makes sense.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::envelope::EnvelopeDiagnostic;

/// A request that was not fulfilled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What kind of failure, for programs.
    pub code: Code,
    /// What happened, for people: what is known and what is not.
    pub message: String,
    /// What to do next, most useful first.
    pub hints: Vec<String>,
    /// Whether to try again.
    pub retry: Retry,
    /// What is wrong with which field of an envelope, when that is why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<EnvelopeDiagnostic>>")]
    pub fields: Vec<EnvelopeDiagnostic>,
}

/// Kinds of failure that a surface treats differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request itself is wrong: unknown method, bad value, too large.
    Invalid,
    /// The process that hosts the node went away.
    HostLost,
    /// The host is of a version this program does not speak to.
    VersionMismatch,
    /// A file or folder of the profile could not be used.
    Storage,
    /// The place that holds the identity key could not be used.
    Identity,
    /// What was named is not there.
    NotFound,
    /// A conversation or a file can't be read or written.
    Unreadable,
    /// Another computer can't be reached.
    Unreachable,
    /// A rule or a person said no.
    Refused,
    /// Too many requests at once.
    Busy,
    /// A fault of ours; the log has more.
    Internal,
}

/// What is known about trying again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// It would fail the same way.
    No,
    /// Nothing happened; trying again is safe.
    Safe,
    /// It may already have happened; look before trying again.
    Unknown,
}

impl Failure {
    /// A failure that would repeat itself.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hints: Vec::new(),
            retry: Retry::No,
            fields: Vec::new(),
        }
    }

    /// The request itself is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::Invalid, message)
    }

    /// The same failure with one more next step.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The same failure with other knowledge about trying again.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }
}
