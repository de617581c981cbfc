//! How the node says no: a code to branch on, a sentence to show, next steps, and whether trying
//! again makes sense.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::envelope::EnvelopeDiagnostic;

/// The reason why a request was not fulfilled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What kind of failure, for programs.
    pub code: Code,
    /// What happened, for people: what is known about the outcome and what is not.
    pub message: String,
    /// What to do next, most useful first.
    pub hints: Vec<String>,
    /// Whether to try again.
    pub retry: Retry,
    /// What is wrong with which field of an envelope, if that is the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<EnvelopeDiagnostic>>")]
    pub fields: Vec<EnvelopeDiagnostic>,
}

/// The kinds of failure that a surface treats differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request itself is wrong: unknown method, bad value, too large.
    Invalid,
    /// The process that hosted the node went away.
    HostLost,
    /// The host has a version that this program can't talk to.
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
    /// A fault in Segue itself; the log has more.
    Internal,
}

/// What is known about trying the request again.
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
    /// Creates a failure that would happen again if the request were repeated, without hints.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hints: Vec::new(),
            retry: Retry::No,
            fields: Vec::new(),
        }
    }

    /// Creates a failure that says that the request itself is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::Invalid, message)
    }

    /// Adds one more next step, after those already there.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Sets what is known about trying again.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }
}
