//! Names for files and folders that a person chose, so that a page can act on them without naming
//! a path.
//!
//! ```text
//! dialog, command line, upload ── path ──▶ open ──▶ handle ──▶ page
//! page ── request with the handle ──▶ resolve ──▶ the same request with the path
//! ```
//!
//! A handle says nothing about where its file is, can't be guessed, and is gone with the node. A
//! bounded number is known; the one that was used longest ago goes first.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use segue_door::{
    Code, DOWNLOADS, Failure, HANDLE, OpenedPath, PathRef, Request, Retry, WaitingFiles,
};

/// How many handles are kept.
const KEEP: usize = 1024;

/// How many files may wait to be shown.
const WAITING: usize = 32;

/// The handles of files and folders that the person chose.
#[derive(Clone, Default)]
pub(crate) struct Handles {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    /// Handles and paths, the one used last at the end.
    known: VecDeque<(String, String)>,
    waiting: VecDeque<OpenedPath>,
}

impl Handles {
    /// Gives a handle to a file or folder that a person chose, and queues it to be shown if `show`.
    /// A file that is to be written need not exist.
    pub(crate) fn open(&self, path: &str, show: bool) -> Result<OpenedPath, Failure> {
        let chosen = Path::new(path);
        let shown = segue_conversation::truncate(path, 300);
        if !chosen.is_absolute() {
            return Err(Failure::invalid(
                "A file or folder must be named by its whole path.",
            ));
        }
        let opened = |is_folder, bytes| OpenedPath {
            handle: self.give(path),
            name: name(chosen),
            is_folder,
            bytes,
        };
        let opened = match std::fs::metadata(chosen) {
            Ok(about) if about.is_dir() && !show => opened(true, 0),
            Ok(about) if about.is_file() => opened(false, about.len()),
            Ok(_) => {
                return Err(Failure::invalid(format!("{shown} is no file."))
                    .hint("Choose a conversation file."));
            }
            Err(error)
                if error.kind() == std::io::ErrorKind::NotFound
                    && !show
                    && chosen.parent().is_some_and(Path::is_dir) =>
            {
                opened(false, 0)
            }
            Err(error) => {
                return Err(Failure::new(
                    Code::NotFound,
                    format!("{shown} can't be opened: {error}."),
                )
                .hint("Choose another file, or look at its permissions.")
                .retry(Retry::Safe));
            }
        };
        if show {
            let mut inner = self.lock();
            inner.waiting.retain(|file| file.handle != opened.handle);
            if inner.waiting.len() == WAITING {
                inner.waiting.pop_front();
            }
            inner.waiting.push_back(opened.clone());
        }
        Ok(opened)
    }

    /// Takes the files that wait to be shown, which then wait no more.
    pub(crate) fn take(&self) -> WaitingFiles {
        let files = self.lock().waiting.drain(..).collect();
        WaitingFiles { files }
    }

    /// Returns the handle of a path, and makes one if it has none yet.
    pub(crate) fn give(&self, path: &str) -> String {
        let mut inner = self.lock();
        let at = inner.known.iter().position(|(_, known)| known == path);
        let pair = at.and_then(|at| inner.known.remove(at));
        let pair = pair.unwrap_or_else(|| {
            (
                format!("{HANDLE}{}", Uuid::new_v4().simple()),
                path.to_owned(),
            )
        });
        if inner.known.len() == KEEP {
            inner.known.pop_front();
        }
        let handle = pair.0.clone();
        inner.known.push_back(pair);
        handle
    }

    /// Returns a handle for a file or folder of ours; `None` when its path is not text.
    pub(crate) fn of(&self, path: &Path) -> Option<String> {
        path.to_str().map(|path| self.give(path))
    }

    /// Returns the path behind a handle; `None` when the text is no handle. Fails for a handle that
    /// is not known (any more).
    pub(crate) fn path(&self, text: &str) -> Result<Option<PathBuf>, Failure> {
        if !text.starts_with(HANDLE) {
            return Ok(None);
        }
        if text == DOWNLOADS {
            return downloads().map(Some);
        }
        let mut inner = self.lock();
        let at = inner.known.iter().position(|(handle, _)| handle == text);
        let Some(pair) = at.and_then(|at| inner.known.remove(at)) else {
            return Err(Failure::new(
                Code::NotFound,
                "The file or folder that was chosen is not known any more.",
            )
            .hint("Choose it again."));
        };
        let path = PathBuf::from(&pair.1);
        inner.known.push_back(pair);
        Ok(Some(path))
    }

    /// Replaces the handles in a request by paths. The downloads folder may have to be made first,
    /// on a disk that may be slow: only requests that write there, or ask where it is, look for it.
    pub(crate) fn resolve(&self, request: &mut Request) -> Result<(), Failure> {
        let asks_where = matches!(request, Request::ResolveHandle(_));
        for named in request.path_refs() {
            if let PathRef::Handle(handle) = named
                && (asks_where || handle != DOWNLOADS)
                && let Some(path) = self.path(handle)?
            {
                *named = PathRef::Chosen {
                    handle: std::mem::take(handle),
                    path: path.to_string_lossy().into_owned(),
                };
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the name of a file or folder, truncated to 200 characters.
pub(crate) fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    segue_conversation::truncate(&name.to_string_lossy(), 200)
}

/// Returns the person's downloads folder, and creates it if it is missing.
fn downloads() -> Result<PathBuf, Failure> {
    let nowhere = || {
        Failure::new(Code::NotFound, "There is no folder for downloads.")
            .hint("Choose where the file should go.")
    };
    let folder = dirs::download_dir()
        .or_else(dirs::home_dir)
        .filter(|folder| folder.is_absolute())
        .ok_or_else(nowhere)?;
    std::fs::create_dir_all(&folder).map_err(|error| {
        let mut failure = nowhere();
        failure.message = format!("{} can't be made: {error}.", folder.display());
        failure
    })?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_stands_for_what_was_chosen_and_for_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("talk.a2a.json");
        std::fs::write(&file, "{}").unwrap();
        let handles = Handles::default();
        let opened = handles.open(file.to_str().unwrap(), false).unwrap();
        assert_eq!((opened.name.as_str(), opened.bytes), ("talk.a2a.json", 2));
        assert!(segue_door::is_handle(&opened.handle), "{opened:?}");
        assert!(!opened.handle.contains("talk"));
        assert_eq!(handles.path(&opened.handle).unwrap(), Some(file.clone()));
        assert_eq!(handles.path("/etc/passwd").unwrap(), None, "no handle");
        for text in ["handle:", "handle:../x", "handle:/etc/passwd"] {
            assert_eq!(
                handles.path(text).unwrap_err().code,
                Code::NotFound,
                "{text}"
            );
        }
        let again = handles.open(file.to_str().unwrap(), true).unwrap();
        assert_eq!(again.handle, opened.handle);
        assert_eq!(handles.take().files, [again]);
        assert!(handles.take().files.is_empty(), "told once");
        assert!(handles.path(&opened.handle).is_ok(), "and still known");
    }

    #[test]
    fn what_can_not_be_opened_has_no_handle() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let handles = Handles::default();
        assert!(
            handles.open(&at(""), true).is_err(),
            "a folder is not shown"
        );
        assert!(handles.open(&at(""), false).unwrap().is_folder);
        assert!(handles.open(&at("new.json"), false).is_ok(), "for writing");
        assert!(handles.open(&at("new.json"), true).is_err());
        assert!(handles.open(&at("none/new.json"), false).is_err());
        for path in ["", "x", "../x", "file:///etc/passwd", "handle:downloads"] {
            assert_eq!(
                handles.open(path, false).unwrap_err().code,
                Code::Invalid,
                "{path}"
            );
        }
        assert!(handles.take().files.is_empty());
    }

    #[test]
    fn the_one_used_longest_ago_is_forgotten_first() {
        let handles = Handles::default();
        let (first, second) = (handles.give("/first"), handles.give("/second"));
        assert!(handles.path(&first).is_ok());
        for n in 0..KEEP - 1 {
            handles.give(&format!("/{n}"));
        }
        assert!(handles.path(&first).is_ok());
        assert!(handles.path(&second).is_err());
    }
}
