//! Files, folders and conversations as a request names them.
//!
//! ```text
//! JSON text ──▶ PathRef::Handle    what a person chose, by the name that was given out for it
//!           └─▶ PathRef::Path      only while the request of a person is decoded; else refused
//! node ──────▶ PathRef::Chosen     a handle that was found; no JSON makes one
//! ```

use std::cell::Cell;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use ts_rs::TS;

use crate::Failure;

/// The beginning of every handle.
pub const HANDLE: &str = "handle:";

/// The handle of the person's downloads folder.
pub const DOWNLOADS: &str = "handle:downloads";

/// How many letters follow [`HANDLE`] in every other handle.
const HANDLE_LETTERS: usize = 32;

/// Checks whether a text has the form of a handle. Only the node knows whether it was given out.
pub fn is_handle(text: &str) -> bool {
    let letters = |rest: &str| {
        rest.len() == HANDLE_LETTERS && rest.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
    };
    text == DOWNLOADS || text.strip_prefix(HANDLE).is_some_and(letters)
}

/// A file or folder that a request names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathRef {
    /// By the name that was given out for it.
    Handle(String),
    /// By a path, which only a person's request may name.
    Path(String),
    /// By a handle that the node has looked up.
    Chosen {
        /// The name that was given out for it.
        handle: String,
        /// The path behind the handle, for the node alone.
        path: String,
    },
}

impl PathRef {
    /// Returns the path, or refuses a handle that has not been looked up.
    pub fn path(&self) -> Result<&str, Failure> {
        match self {
            Self::Path(path) | Self::Chosen { path, .. } => Ok(path),
            Self::Handle(_) => Err(Failure::invalid(
                "The file or folder that was chosen is not known any more.",
            )
            .hint("Choose it again.")),
        }
    }

    /// Checks whether it is a handle that has not been looked up yet.
    pub fn is_handle(&self) -> bool {
        matches!(self, Self::Handle(_))
    }

    /// Returns the text by which it was named.
    pub fn named(&self) -> &str {
        match self {
            Self::Handle(text) | Self::Path(text) => text,
            Self::Chosen { handle, .. } => handle,
        }
    }
}

impl From<&Path> for PathRef {
    fn from(path: &Path) -> Self {
        Self::Path(path.to_string_lossy().into_owned())
    }
}

impl Serialize for PathRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.named())
    }
}

impl<'de> Deserialize<'de> for PathRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if is_handle(&text) {
            return Ok(Self::Handle(text));
        }
        if !text.starts_with(HANDLE) && PATHS_ALLOWED.get() {
            return Ok(Self::Path(text));
        }
        PATH_REFUSED.set(true);
        Err(D::Error::custom("a path where only a handle may be"))
    }
}

impl TS for PathRef {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        "string".to_owned()
    }

    fn inline(config: &ts_rs::Config) -> String {
        Self::name(config)
    }
}

thread_local! {
    /// Whether the request being decoded comes from a person.
    static PATHS_ALLOWED: Cell<bool> = const { Cell::new(false) };
    /// Whether a path was refused while decoding.
    static PATH_REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Decodes something. Returns it, and whether a path was refused while decoding.
pub(crate) fn decode<T>(paths_allowed: bool, decode: impl FnOnce() -> T) -> (T, bool) {
    /// Restores the previous value on drop, even if decoding panics.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            PATHS_ALLOWED.set(self.0);
        }
    }
    PATH_REFUSED.set(false);
    let before = Before(PATHS_ALLOWED.replace(paths_allowed));
    let decoded = decode();
    drop(before);
    (decoded, PATH_REFUSED.take())
}

/// Creates the failure for a page that names a path.
pub(crate) fn path_refused() -> Failure {
    Failure::invalid("A page can't name files of this computer.")
        .hint("Choose the file or folder in a dialog.")
}

/// A conversation that a request names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, TS)]
#[serde(untagged)]
pub enum ConversationRef {
    /// A session as `platform:id` or the beginning of the id; where the method says so, also the id
    /// of a conversation or a handoff.
    Named(String),
    /// By its file rather than by a name.
    File {
        /// The file, by its handle or path.
        file: PathRef,
    },
}

impl ConversationRef {
    /// Returns the text by which it was named.
    pub fn named(&self) -> &str {
        match self {
            Self::Named(name) => name,
            Self::File { file } => file.named(),
        }
    }
}

impl From<&str> for ConversationRef {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

/// Something that may name a file or folder.
pub(crate) trait NamesPath {
    /// Returns the file or folder it names, if it names one.
    fn path_ref(&mut self) -> Option<&mut PathRef>;
}

impl NamesPath for PathRef {
    fn path_ref(&mut self) -> Option<&mut PathRef> {
        Some(self)
    }
}

impl<T: NamesPath> NamesPath for Option<T> {
    fn path_ref(&mut self) -> Option<&mut PathRef> {
        self.as_mut().and_then(NamesPath::path_ref)
    }
}

impl NamesPath for ConversationRef {
    fn path_ref(&mut self) -> Option<&mut PathRef> {
        match self {
            Self::File { file } => Some(file),
            Self::Named(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_told_by_its_handle_and_never_by_its_path() {
        let chosen = PathRef::Chosen {
            handle: DOWNLOADS.to_owned(),
            path: "/home/me/Downloads".to_owned(),
        };
        assert_eq!(chosen.path().unwrap(), "/home/me/Downloads");
        assert_eq!(chosen.named(), DOWNLOADS);
        assert_eq!(serde_json::to_value(&chosen).unwrap(), DOWNLOADS);
        assert!(PathRef::Handle(DOWNLOADS.to_owned()).path().is_err());
    }

    #[test]
    fn a_path_is_read_only_while_a_person_asks() {
        let read = |paths_allowed| {
            let (read, refused) = decode(paths_allowed, || {
                serde_json::from_str::<PathRef>("\"/etc/passwd\"")
            });
            (read.is_ok(), refused)
        };
        assert_eq!(read(true), (true, false));
        assert_eq!(read(false), (false, true));
        // Also when what was decoded in between panics.
        let panics = || decode(true, || panic!("on purpose"));
        assert!(std::panic::catch_unwind(panics).is_err());
        assert!(serde_json::from_str::<PathRef>("\"/etc/passwd\"").is_err());
    }
}
