//! What platforms and files answer, in the door's words.

use std::io::ErrorKind;
use std::path::Path;

use segue_conversation::file::FileError;
use segue_platform::PlatformError;

use crate::door::{Code, Failure, Retry};

/// A platform could not do it.
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

/// A file could not be read.
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

/// The system refused.
pub(super) fn io(path: &Path, error: &std::io::Error) -> Failure {
    let shown = path.display();
    match error.kind() {
        ErrorKind::NotFound => Failure::new(Code::NotFound, format!("{shown} is not there.")),
        ErrorKind::PermissionDenied => {
            Failure::new(Code::Unreadable, format!("{shown}: permission was denied."))
                .hint("Look at the permissions of that file and its folder.")
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            Failure::new(Code::Unreadable, format!("{shown}: the disk is full."))
                .hint("Make room and try again; nothing was left behind.")
        }
        _ => Failure::new(Code::Unreadable, format!("{shown}: {error}.")),
    }
}

/// Words of others as a sentence.
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
}
