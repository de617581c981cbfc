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
    /// A statement did not work.
    #[error("{0}")]
    Statement(#[from] rusqlite::Error),
    /// The tables could not be made.
    #[error("the tables can't be made: {0}")]
    Migration(String),
    /// A file or folder could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Names the file or folder.
        path: PathBuf,
        /// Says what the system said.
        source: io::Error,
    },
}

impl StoreError {
    /// Returns a function that adds the path to what the system said.
    pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
