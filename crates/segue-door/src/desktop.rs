//! What the desktop app does for its page beside asking the node: file dialogs, other programs of
//! the desktop; and what a page is asked to show from outside of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Failure, OpenedPath, TicketText};

/// Something that only the desktop app can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "action", content = "params", rename_all = "snake_case")]
pub enum DesktopAction {
    /// Let the person choose a conversation file to open.
    ChooseFile,
    /// Let the person choose a package of Segue to check.
    ChoosePackage,
    /// Let the person choose a project folder.
    ChooseFolder,
    /// Let the person choose a folder to save into.
    SaveFolder,
    /// Open a link in the browser or mail program: `http`, `https` and `mailto` only.
    OpenLink {
        /// A link that begins with one of these.
        url: String,
    },
    /// Show a file or folder in the file manager.
    ShowInFolder {
        /// The handle that was given out for the file or folder.
        handle: String,
    },
    /// Open a terminal in a folder.
    OpenTerminal {
        /// The handle that was given out for the folder.
        handle: String,
    },
    Quit,
}

/// The answer to the [`DesktopAction`] of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "action", content = "result", rename_all = "snake_case")]
pub enum DesktopAnswer {
    /// What was chosen; nothing when the person chose nothing.
    ChooseFile(Option<OpenedPath>),
    /// What was chosen; nothing when the person chose nothing.
    ChoosePackage(Option<OpenedPath>),
    /// What was chosen; nothing when the person chose nothing.
    ChooseFolder(Option<OpenedPath>),
    /// What was chosen; nothing when the person chose nothing.
    SaveFolder(Option<OpenedPath>),
    /// It was handed to the browser or mail program.
    OpenLink,
    /// The file manager shows it.
    ShowInFolder,
    /// The terminal was started.
    OpenTerminal,
    /// The app is about to end.
    Quit,
}

impl DesktopAction {
    /// Reads what a page asks for. Fails with the reason, in at most 300 characters, when it is not
    /// understood.
    pub fn parse(json: serde_json::Value) -> Result<Self, Failure> {
        serde_json::from_value(json).map_err(|error| {
            let why: String = error.to_string().chars().take(300).collect();
            Failure::invalid(format!("The request is not understood: {why}."))
        })
    }
}

/// Something that a link, a file or the tray asks the window to show. It never does more than show:
/// what happens next is the person's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "target", rename_all = "snake_case")]
pub enum OpenTarget {
    Inbox,
    /// One handoff in the inbox.
    Handoff {
        /// Its id, or the beginning of it.
        id: String,
    },
    /// The place to use an invite, with this one filled in but not used.
    Join {
        /// The whole text of the invite.
        #[ts(type = "string")]
        ticket: TicketText,
    },
    /// An explanation of why something can't be opened.
    Refused {
        /// The reason, from which the page makes its words.
        why: OpenRefused,
    },
}

/// The reason why something is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OpenRefused {
    /// A link of a kind that this version does not know, or not a link at all.
    UnknownLink,
    /// A link to a handoff whose name can't be one.
    HandoffLink,
    /// A link to a file that names none.
    FileLink,
    /// A link with an invite that can't be one.
    InviteLink,
    /// The file is not there, or can't be read.
    NoFile,
    /// The name of the file is not that of a conversation file.
    OtherFile,
}

/// The answer to a request to show something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OpenQueued {
    /// How many wait to be shown now, this one included.
    pub waiting: u32,
}

/// What waits to be shown, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OpenTargets {
    /// Everything that waits, each handed out only once.
    pub targets: Vec<OpenTarget>,
}

/// The path behind a handle; only for callers that may name files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ResolvedHandle {
    pub path: String,
    pub is_folder: bool,
}

/// A package of Segue that was verified to be a released one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CheckedPackage {
    /// The name of the package file.
    pub file: String,
    /// The size of the package file.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
    /// The beginning of the release key it was signed with.
    pub key: String,
}

/// Whether a surface may open the window of this profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WindowClaim {
    /// `true`: open it. `false`: another program has it and was asked to bring it to the front.
    pub granted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_strictly() {
        let read = |json: &str| DesktopAction::parse(serde_json::from_str(json).unwrap());
        assert_eq!(
            read(r#"{"action":"choose_file"}"#).unwrap(),
            DesktopAction::ChooseFile
        );
        assert!(read(r#"{"action":"open_link","params":{"url":"https://example.org"}}"#).is_ok());
        for odd in [
            "null",
            "{}",
            r#"{"action":"run"}"#,
            r#"{"action":"open_link"}"#,
            r#"{"action":"open_link","params":{"url":7}}"#,
            r#"{"action":"open_terminal","params":{"path":"/"}}"#,
            r#""quit""#,
        ] {
            assert!(read(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn an_invite_that_waits_does_not_print_itself() {
        let ticket = TicketText("segue:invite/abc".to_owned());
        assert!(!format!("{:?}", OpenTarget::Join { ticket }).contains("abc"));
    }
}
