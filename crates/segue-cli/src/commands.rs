//! One file per command: ask the node, turn the reply into text.

mod doctor;
mod envelope;
mod export;
mod handoffs;
mod identity;
mod import;
mod inspect;
mod leaving;
mod list;
mod log;
mod messages;
mod open;
mod package;
mod people;
mod platforms;
mod resume;
mod rules;
mod settings;
mod show;
mod status;
mod undo;

use std::path::Path;
use std::process::ExitCode;

use segue_door::{Code, ConversationRef, Failure, PathRef};

pub use doctor::doctor;
pub use export::export;
pub use handoffs::{
    answer, ask, auto, cancel, dismiss, download, fetch, history, inbox, news, outbox, review, send,
};
pub use identity::identity;
pub use import::import;
pub use inspect::inspect;
pub use list::list;
pub use log::log;
pub use open::open;
pub use package::check_package;
pub use people::{block, connect, forget, invite, join, nickname, pair, people, unblock};
pub use platforms::platforms;
pub use resume::resume;
pub use rules::rules;
pub use settings::settings;
pub use show::show;
pub use status::{network as network_in_words, status};
pub use undo::{imports, undo};

/// How a command ends.
pub type Ended = Result<ExitCode, Failure>;

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) {
    let mut script = Vec::new();
    let mut command = crate::arguments::command();
    clap_complete::generate(shell, &mut command, "segue", &mut script);
    crate::say::line(String::from_utf8_lossy(&script).trim_end());
}

/// Makes a path absolute for a request, since the node may run in another folder. Fails when the
/// path is not valid Unicode.
fn whole(path: &Path) -> Result<String, Failure> {
    let whole = std::path::absolute(path)
        .map_err(|error| Failure::invalid(format!("{}: {error}.", path.display())))?;
    whole.into_os_string().into_string().map_err(|_| {
        Failure::invalid(format!("The path {} isn't valid text.", path.display()))
            .hint("Rename it, or use a link to it with another name.")
    })
}

/// Checks whether a text names a file rather than something Segue has an id for.
fn names_file(text: &str) -> bool {
    text.contains(['/', std::path::MAIN_SEPARATOR])
        || text.ends_with(".json")
        || Path::new(text).exists()
}

/// Turns a path into one that a request can carry.
fn path_ref(path: &Path) -> Result<PathRef, Failure> {
    whole(path).map(PathRef::Path)
}

/// Reads what was typed as a file, or else as something Segue has an id for.
fn conversation_or_file(text: String) -> Result<ConversationRef, Failure> {
    Ok(match names_file(&text) {
        true => ConversationRef::File {
            file: path_ref(Path::new(&text))?,
        },
        false => ConversationRef::Named(text),
    })
}

/// The most that is read of a text from standard input.
const TYPED: u64 = 64 << 10;

/// Returns a text as it was typed, or reads it from standard input for `-`.
fn text_or_stdin(text: String) -> Result<String, Failure> {
    use std::io::Read;
    if text != "-" {
        return Ok(text);
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(TYPED)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::invalid(format!("Standard input can't be read: {error}.")))?;
    let text = String::from_utf8_lossy(&bytes).trim().to_owned();
    if text.is_empty() {
        return Err(Failure::invalid("Standard input is empty.")
            .hint("Type the text in place of -, or pipe it in."));
    }
    Ok(text)
}

/// Creates the failure for a node that went away while an answer was awaited, and that no other
/// node replaced.
pub fn link_closed() -> Failure {
    Failure::new(Code::HostLost, "The node stopped before this was finished.")
        .hint("Run the command again.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_from_an_id() {
        for file in ["./talk", "talk.a2a.json", "/tmp/x", "../talk", "Cargo.toml"] {
            assert!(names_file(file), "{file}");
        }
        for id in ["1a2b3c4d", "claude-code:1a2b3c4d", "Sam"] {
            assert!(!names_file(id), "{id}");
        }
        let whole = conversation_or_file("talk.json".to_owned()).unwrap();
        let ConversationRef::File { file } = whole else {
            panic!("a file");
        };
        let path = Path::new(file.named());
        assert!(path.is_absolute(), "the node may run elsewhere");
        assert_eq!(
            conversation_or_file("1a2b".to_owned()).unwrap(),
            ConversationRef::from("1a2b")
        );
    }
}
