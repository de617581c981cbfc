//! What is wrong with the profile's database or files, in words.

use segue_door::{Code, Failure, Retry};
use segue_store::{StoreError, sql};

/// Logs a statement that failed, and explains it.
pub(crate) fn failed(error: &sql::Error) -> Failure {
    tracing::error!(%error, "database");
    Failure::new(
        Code::Storage,
        format!("The database of this profile did not take that: {error}."),
    )
    .hint("Look at the free space on the disk of the profile folder.")
    .retry(Retry::Unknown)
}

/// Explains why a file could not be written.
pub(crate) fn unwritable(error: &StoreError) -> Failure {
    let message = match error {
        StoreError::Io { path, source } => {
            format!("{} can't be written: {source}.", path.display())
        }
        error => format!("A file of the profile can't be written: {error}."),
    };
    Failure::new(Code::Storage, message)
        .hint("Look at the free space on the disk of the profile folder.")
}

/// Explains why a database can't be opened.
pub(crate) fn cannot_open(error: &StoreError) -> Failure {
    let look = "Look at the permissions of the profile folder and at the free space on its disk.";
    let (message, hint) = match error {
        StoreError::Newer => (
            "This profile was used by a newer version of Segue. It was left as it is.".to_owned(),
            "Update Segue, or name another profile with --profile.",
        ),
        StoreError::OtherMake => (
            "This profile was made by a test version of Segue that stored its data differently. It was \
             left as it is."
                .to_owned(),
            "Move segue.db, blobs and ledger out of the profile folder to start with an empty inbox; you \
             keep your identity.",
        ),
        StoreError::Damaged(error) => (
            format!("The database of this profile can't be opened: {error}. It was left as it is."),
            "Copy segue.db to a safe place, then move it out of the profile folder to start afresh.",
        ),
        StoreError::Unusable(error) => (
            format!("The database of this profile can't be opened: {error}. It was left as it is."),
            look,
        ),
        StoreError::Io { source, .. } => (
            format!("The database of this profile can't be opened: {source}."),
            look,
        ),
        StoreError::Statement(error) => return failed(error),
        StoreError::Migration(why) => (
            format!("The database of this profile can't be set up: {why}."),
            "Copy segue.db to a safe place before anything else.",
        ),
    };
    Failure::new(Code::Storage, message).hint(hint)
}
