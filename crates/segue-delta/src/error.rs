//! What can be wrong with a delta, or with where it is read from.

use std::io;

/// Why there is no new file. Whatever was written is to be thrown away; the whole file helps in
/// every case but the last two.
#[derive(Debug, thiserror::Error)]
pub enum DeltaError {
    /// The base is not the one that was agreed on.
    #[error("the earlier file is not the one that the changes are for")]
    OtherBase,
    /// It does not look like a delta.
    #[error("the changes can't be read: {0}")]
    Malformed(&'static str),
    /// The delta ends too early.
    #[error("the changes stop in the middle")]
    Torn,
    /// Every step could be applied, but the result is not what was announced.
    #[error("the changes do not give the file that was announced")]
    OtherResult,
    /// The caller asked to stop.
    #[error("stopped before it was done")]
    Stopped,
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl DeltaError {
    pub(crate) fn reading(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Torn,
            _ => Self::Io(error),
        }
    }
}
