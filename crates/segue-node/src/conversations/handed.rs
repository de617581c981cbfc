//! What handoffs need of conversations: prepared files, and files that were handed over.

use std::sync::Arc;

use super::import::Import;
use super::output::{self, Output};
use super::pages::Which;
use super::shelf::Staged;
use super::work::Progress;
use super::{
    Conversations, Signer, changes, failure, import, inspect, ledger, prepare, prepared, undo,
};
use crate::door::{Failure, HandoffMessages, Imported, Inspected, Place, Undone};
use crate::surroundings;

impl Conversations {
    /// A file that is ready to leave.
    pub(crate) fn staged(&self, hash: &str) -> Result<Arc<Staged>, Failure> {
        self.shelf.get(hash)
    }

    /// It left.
    pub(crate) fn left(&self, hash: &str) {
        self.shelf.forget(hash);
    }

    /// What a file says, checked.
    pub(crate) fn inspected(
        &self,
        path: &str,
        you: &Signer,
        progress: &Progress,
    ) -> Result<Inspected, Failure> {
        inspect::inspect(path, you, progress)
    }

    /// The same path as for a file that a person names.
    pub(crate) fn imported(
        &self,
        wanted: &Import,
        place: Option<Place>,
        progress: &Progress,
    ) -> Result<Imported, Failure> {
        import::import(self, wanted, place, progress)
    }

    /// Takes an import back.
    pub(crate) fn undone(&self, import: &str, place: Option<Place>) -> Result<Undone, Failure> {
        undo::undo(self, import, place)
    }

    /// The command that goes on with an import.
    pub(crate) fn resume_of(&self, import: &str) -> Option<String> {
        let entries = ledger::named(&self.storage, import).ok()?;
        let entry = entries.iter().find(|entry| entry.undone.is_none())?;
        let platform = self.catalog.platform(&entry.platform).ok()?;
        let resume = platform.resume(&entry.session, std::path::Path::new(&entry.project));
        Some(changes::resume(&resume).line)
    }

    /// The id of the conversation that a session is of.
    pub(crate) fn context_named(
        &self,
        name: &str,
        place: Option<Place>,
    ) -> Result<String, Failure> {
        let place = surroundings::of(place)?;
        let row = self.catalog.resolve(&place, name, false)?;
        prepare::context(self, &row.session)
    }

    /// Some of the messages of a file.
    pub(crate) fn messages_of(
        &self,
        path: std::path::PathBuf,
        (after, limit): (u64, usize),
        progress: &Progress,
    ) -> Result<HandoffMessages, Failure> {
        let which = Which::Prepared(path.to_string_lossy().into_owned());
        let open = move || prepared::open(&path);
        let page = self.pages.page(which, open, (after, limit), progress)?;
        Ok(HandoffMessages {
            messages: page.messages,
            next: page.next,
        })
    }

    /// Writes a file that was handed over, or what came with it, under a name of ours.
    pub(crate) fn download(
        &self,
        wanted: &Output,
        name: &str,
        write: impl FnOnce(&mut dyn std::io::Write) -> Result<(), Failure>,
    ) -> Result<(std::path::PathBuf, u64), Failure> {
        let path = output::choose(wanted, name)?;
        let beside = path.parent().unwrap_or(std::path::Path::new("/"));
        let io = |error: &std::io::Error| failure::io(&path, error);
        let mut draft = tempfile::Builder::new()
            .prefix(".segue-")
            .suffix(".tmp")
            .tempfile_in(beside)
            .map_err(|error| io(&error))?;
        write(&mut draft)?;
        draft.as_file().sync_all().map_err(|error| io(&error))?;
        let bytes = draft
            .as_file()
            .metadata()
            .map_err(|error| io(&error))?
            .len();
        output::place(draft, &path, wanted.force)?;
        Ok((path, bytes))
    }
}

/// A file with what belongs to its recipient: everything else stays as it was signed.
pub(crate) fn delivered(
    path: &std::path::Path,
    delivery: &serde_json::Value,
    out: &mut dyn std::io::Write,
) -> Result<(), Failure> {
    let io = |error: std::io::Error| failure::io(path, &error);
    let mut file = std::fs::File::open(path).map_err(io)?;
    let bytes = file.metadata().map_err(io)?.len();
    let tail = Tail::find(&mut file, bytes).map_err(io)?;
    let before = tail.as_ref().map_or(bytes, |tail| tail.at);
    std::io::copy(&mut std::io::Read::take(&mut file, before), out).map_err(io)?;
    if let Some(tail) = tail {
        write!(out, "\"delivery\":{delivery},").map_err(io)?;
        out.write_all(&tail.rest).map_err(io)?;
    }
    Ok(())
}

/// The end of a file, from the first member of our extension on.
struct Tail {
    at: u64,
    rest: Vec<u8>,
}

impl Tail {
    /// The extension stands at the end of what we write, after the messages.
    fn find(file: &mut std::fs::File, bytes: u64) -> std::io::Result<Option<Self>> {
        use std::io::{Read, Seek, SeekFrom};
        let mut most: u64 = 64 << 10;
        loop {
            let from = bytes.saturating_sub(most);
            file.seek(SeekFrom::Start(from))?;
            let mut end = Vec::new();
            file.take(most).read_to_end(&mut end)?;
            let mark = format!("\"metadata\":{{\"{}\":{{", segue_conversation::EXTENSION);
            let found = memchr_last(&end, mark.as_bytes());
            file.rewind()?;
            if let Some(found) = found {
                let at = found + mark.len();
                return Ok(Some(Self {
                    at: from + at as u64,
                    rest: end.split_off(at),
                }));
            }
            if from == 0 || most > (32 << 20) {
                return Ok(None);
            }
            most = most.saturating_mul(8);
        }
    }
}

fn memchr_last(text: &[u8], mark: &[u8]) -> Option<usize> {
    text.windows(mark.len()).rposition(|window| window == mark)
}

/// The changes that came with a file, as a patch.
pub(crate) fn patch_of(
    path: &std::path::Path,
    out: &mut dyn std::io::Write,
) -> Result<(), Failure> {
    let found = super::diff::diff_of(path)?;
    let (_, patch) = found.ok_or_else(|| {
        Failure::new(
            crate::door::Code::NotFound,
            "No changes of a project came with this handoff.",
        )
    })?;
    out.write_all(&patch)
        .map_err(|error| failure::io(path, &error))
}
