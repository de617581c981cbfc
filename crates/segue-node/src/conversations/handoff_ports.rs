//! What handoffs need of conversations: prepared files, and files that were handed over.

use std::sync::Arc;

use segue_conversation::file::{Limits, Piece, Pieces};
use segue_door::{CallerEnv, Failure, Imported, Inspected, Undone};

use super::import::Import;
use super::output::{self, Output};
use super::prepared_files::PreparedFile;
use super::work::Progress;
use super::{Conversations, Signer, failure, import, inspect, ledger, prepare, undo};

impl Conversations {
    /// Returns a file that is ready to leave. Fails if it is not prepared any more.
    pub(crate) fn staged(&self, hash: &str) -> Result<Arc<PreparedFile>, Failure> {
        self.prepared_files.get(hash)
    }

    /// Forgets a prepared file, since it has left.
    pub(crate) fn left(&self, hash: &str) {
        self.prepared_files.forget(hash);
    }

    /// Reads a file, checks it and returns what it says.
    pub(crate) fn inspected(
        &self,
        path: &str,
        you: &Signer,
        progress: &Progress,
    ) -> Result<Inspected, Failure> {
        inspect::inspect(path, you, progress)
    }

    /// Imports a file that was handed over, in the same way as one that a person names.
    pub(crate) fn imported(
        &self,
        wanted: &Import,
        place: Option<CallerEnv>,
        progress: &Progress,
    ) -> Result<Imported, Failure> {
        import::import(self, wanted, place, progress)
    }

    /// Takes an import back.
    pub(crate) fn undone(&self, import: &str, place: Option<CallerEnv>) -> Result<Undone, Failure> {
        undo::undo(self, import, place)
    }

    /// Returns the command that continues the session of an import; `None` if the import was taken
    /// back or is not known.
    pub(crate) fn resume_of(&self, import: &str) -> Option<String> {
        let entries = ledger::named(&self.database, import).ok()?;
        let entry = entries.iter().find(|entry| entry.undone.is_none())?;
        let platform = self.catalog.platform(&entry.platform).ok()?;
        let place = self.agents.place(None).ok()?;
        let project = std::path::Path::new(&entry.project);
        Some(self.resume(platform, &entry.session, project, &place).line)
    }

    /// Returns the id of the conversation that a session belongs to.
    pub(crate) fn context_named(
        &self,
        name: &str,
        place: Option<CallerEnv>,
    ) -> Result<String, Failure> {
        let place = self.agents.place(place)?;
        let row = self.catalog.resolve(&place, name, false)?;
        prepare::context(self, &row.session)
    }

    /// Writes a file that was handed over, or what came with it, under a name of ours unless the
    /// person named a file. Returns the path and the size.
    pub(crate) fn download(
        &self,
        wanted: &Output,
        name: &str,
        write: impl FnOnce(&mut dyn std::io::Write) -> Result<(), Failure>,
    ) -> Result<(std::path::PathBuf, u64), Failure> {
        let path = output::choose(&self.handles, wanted, name)?;
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

/// Writes out a file with what belongs to its recipient added; everything else stays as it was
/// signed.
pub(crate) fn delivered(
    path: &std::path::Path,
    delivery: &serde_json::Value,
    out: &mut dyn std::io::Write,
) -> Result<(), Failure> {
    let io = |error: std::io::Error| failure::io(path, &error);
    let mut file = std::fs::File::open(path).map_err(io)?;
    let Some((at, bytes)) = extension(path)? else {
        std::io::copy(&mut file, out).map_err(io)?;
        return Ok(());
    };
    std::io::copy(&mut std::io::Read::take(&mut file, at), out).map_err(io)?;
    write!(out, "\"delivery\":{delivery}").map_err(io)?;
    // The object is never empty, but it need not be ours.
    if bytes > 0 {
        out.write_all(b",").map_err(io)?;
    }
    std::io::copy(&mut file, out).map(drop).map_err(io)
}

/// Finds where the members of our extension begin in a file, and how long they are together.
fn extension(path: &std::path::Path) -> Result<Option<(u64, usize)>, Failure> {
    use std::io::{Read, Seek, SeekFrom};
    let io = |error: std::io::Error| failure::io(path, &error);
    let mut file = std::fs::File::open(path).map_err(io)?;
    let total = file.metadata().map_err(io)?.len();
    let mut value = None;
    let lists = &["artifacts", "history"];
    let mut pieces = Pieces::new(std::io::BufReader::new(&file), lists, Limits::default());
    while let Some(piece) = pieces.cut().map_err(|error| failure::file(&error))? {
        if let Piece::Member { key, bytes } = piece
            && key == "metadata"
        {
            value = Some(bytes.to_vec());
        }
    }
    let begin = format!("{{\"{}\":{{", segue_conversation::EXTENSION).into_bytes();
    let Some(value) = value.filter(|value| value.starts_with(&begin)) else {
        return Ok(None);
    };
    // It stands near the end, and nothing after it repeats it.
    let mut mark = b"\"metadata\":".to_vec();
    let key = mark.len();
    mark.extend_from_slice(&value);
    let from = total.saturating_sub(mark.len() as u64 + (64 << 10));
    file.seek(SeekFrom::Start(from)).map_err(io)?;
    let mut end = Vec::new();
    file.read_to_end(&mut end).map_err(io)?;
    let last = end.len().saturating_sub(mark.len());
    let found = (0..=last)
        .rev()
        .find(|at| end.get(*at..).is_some_and(|end| end.starts_with(&mark)));
    Ok(found.map(|at| {
        let offset = from + (at + key + begin.len()) as u64;
        (offset, value.len().saturating_sub(begin.len() + 2))
    }))
}

/// Writes out the changes that came with a file, as a patch. Fails if there are none.
pub(crate) fn patch_of(
    path: &std::path::Path,
    out: &mut dyn std::io::Write,
) -> Result<(), Failure> {
    let found = super::diff::diff_of(path)?;
    let (_, patch) = found.ok_or_else(|| {
        Failure::new(
            segue_door::Code::NotFound,
            "No changes of a project came with this handoff.",
        )
    })?;
    out.write_all(&patch)
        .map_err(|error| failure::io(path, &error))
}
