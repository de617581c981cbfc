//! What can be wrong with a delta, or with where it is read from.

use std::io;

/// Why there is no new file. Whatever was written is to be thrown away; the whole file helps in
/// every case but the last two.
#[derive(Debug, thiserror::Error)]
pub enum DeltaError {
    /// The base is not the one that was agreed on.
    #[error("the earlier file is not the one that the changes are for")]
    OtherBase,
    /// Not what a delta looks like.
    #[error("the changes can't be read: {0}")]
    Malformed(&'static str),
    /// It ends too early.
    #[error("the changes stop in the middle")]
    Torn,
    /// All of it fits, but the result is not what was announced.
    #[error("the changes do not give the file that was announced")]
    OtherResult,
    /// Nobody wants it any more.
    #[error("stopped before it was done")]
    Stopped,
    /// The system refused.
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
