//! What platforms and files answer, in the door's words.

use std::io::ErrorKind;
use std::path::Path;

use segue_conversation::file::FileError;
use segue_platform::PlatformError;

use segue_door::{Code, Failure, Retry};

/// Converts the error of a platform that could not do something.
pub(super) fn platform(error: PlatformError) -> Failure {
    let words = sentence(&error.to_string());
    match error {
        PlatformError::Io { path, source } => io(&path, &source),
        PlatformError::NotFound(_) => Failure::new(Code::NotFound, words),
        PlatformError::Damaged(_) => Failure::new(Code::Unreadable, words),
        PlatformError::Busy(_) => Failure::new(Code::Busy, words)
            .hint("Close the conversation in its agent, then try again.")
            .retry(Retry::Safe),
        PlatformError::Changed(_) | PlatformError::Refused(_) => Failure::new(Code::Refused, words),
        PlatformError::TooLarge(_) => Failure::new(Code::Refused, words),
        PlatformError::File(error) => file(&error),
        PlatformError::Database(_) => Failure::new(
            Code::Unreadable,
            format!("The agent's database did not take that: {words}"),
        )
        .hint("Close the agent, then try again."),
    }
}

fn is_full(error: &segue_store::sql::Error) -> bool {
    error.sqlite_error_code() == Some(segue_store::sql::ErrorCode::DiskFull)
}

/// Converts the error of an agent whose sessions are in this folder: paths are named from there,
/// and a full disk is told apart. Otherwise does the same as [`platform`].
pub(super) fn platform_in(folder: &Path, error: PlatformError) -> Failure {
    match error {
        PlatformError::Database(error) if is_full(&error) => {
            io(folder, &ErrorKind::StorageFull.into())
        }
        // Named from within its folder.
        PlatformError::Io { path, source } => io(&folder.join(path), &source),
        other => platform(other),
    }
}

/// Converts the error of a file that could not be written.
pub(super) fn writing(path: &Path, error: &FileError) -> Failure {
    match error {
        FileError::Io(error) => io(path, error),
        other => file(other),
    }
}

/// Converts the error of a file that could not be read, with what can be done about it.
pub(super) fn file(error: &FileError) -> Failure {
    let words = sentence(&error.to_string());
    let failure = Failure::new(Code::Unreadable, words);
    match error {
        FileError::Io(_) => failure,
        FileError::Torn(_) => failure.hint("Ask for the file again; this copy is not complete."),
        FileError::Json { .. } | FileError::NotAConversation(_) => {
            failure.hint("segue export makes files that can be read here.")
        }
        FileError::TooLarge(_) => failure.hint("Ask for a shorter conversation."),
        FileError::Newer(_) => failure.hint("Update Segue on this computer."),
    }
}

/// Converts an error of the system, with the path it is about.
pub(super) fn io(path: &Path, error: &std::io::Error) -> Failure {
    let shown = path.display();
    match error.kind() {
        ErrorKind::NotFound => Failure::new(Code::NotFound, format!("{shown} is not there.")),
        ErrorKind::PermissionDenied => {
            Failure::new(Code::Unreadable, format!("{shown}: permission was denied."))
                .hint("Look at the permissions of that file and its folder.")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            let words = format!("The disk is full: there is no room for {shown}.");
            Failure::new(Code::Unreadable, words)
                .hint("Make room on that disk, or choose another place, then try again.")
                .hint("Nothing was left behind.")
                .retry(Retry::Safe)
        }
        _ => Failure::new(Code::Unreadable, format!("{shown}: {error}.")),
    }
}

/// Turns the words of others into a sentence, with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let mut words: String = match chars.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    };
    if !words.ends_with(['.', '!', '?']) {
        words.push('.');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_is_a_sentence_with_a_code() {
        let refused = platform(PlatformError::Changed("it was used since".to_owned()));
        assert_eq!(refused.message, "It was used since.");
        assert_eq!(refused.code, Code::Refused);
        let busy = platform(PlatformError::Busy("It is open.".to_owned()));
        assert_eq!((busy.code, busy.retry), (Code::Busy, Retry::Safe));
        let torn = platform(PlatformError::File(FileError::Torn(12)));
        assert_eq!(torn.code, Code::Unreadable);
        let gone = io(Path::new("/x"), &std::io::Error::from(ErrorKind::NotFound));
        assert_eq!(gone.message, "/x is not there.");
    }

    #[test]
    fn a_full_disk_is_named_by_its_path_and_has_a_next_step() {
        let full = || std::io::Error::from(ErrorKind::StorageFull);
        let path = Path::new("/x/talk.a2a.json");
        let inside = PlatformError::at(Path::new("talk.a2a.json"))(full());
        let database = segue_store::sql::ffi::Error::new(segue_store::sql::ffi::SQLITE_FULL);
        let database = segue_store::sql::Error::SqliteFailure(database, None);
        for failure in [
            io(path, &full()),
            writing(path, &FileError::Io(full())),
            platform(PlatformError::at(path)(full())),
            platform_in(path, PlatformError::Database(database)),
            platform_in(Path::new("/x"), inside),
        ] {
            let words = "The disk is full: there is no room for /x/talk.a2a.json.";
            assert_eq!(failure.message, words);
            assert!(failure.hints[0].starts_with("Make room"), "{failure:?}");
        }
    }
}
