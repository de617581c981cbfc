//! What can go wrong with a profile's files.

use std::io;
use std::path::PathBuf;

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database was written by a program that has more migrations.
    #[error("the database was used by a newer version")]
    Newer,
    /// The database was written before its layout was settled, or by another program.
    #[error("the database is of another make")]
    OtherMake,
    /// The file is no database, or a damaged one.
    #[error("the database can't be read: {0}")]
    Damaged(rusqlite::Error),
    /// The system does not let us have the database.
    #[error("the database can't be opened: {0}")]
    Unusable(rusqlite::Error),
    /// A statement failed.
    #[error("{0}")]
    Statement(#[from] rusqlite::Error),
    /// The tables could not be made.
    #[error("the tables can't be made: {0}")]
    Migration(String),
    /// A file or folder could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The path that was tried; it is part of the message.
        path: PathBuf,
        source: io::Error,
    },
}

impl StoreError {
    /// Returns a function that adds the path to a system error.
    pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
