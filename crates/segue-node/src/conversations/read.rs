//! Reading, whatever it is that is read: a session, a prepared file, a file that was handed over, a
//! file that a person named.
//!
//! ```text
//! ReadFrom ──▶ Text { exactly which, how to open it } ──▶ pages, outline, search, one part
//! ```

use std::path::{Path, PathBuf};
use std::sync::Arc;

use segue_door::{
    CallerEnv, Code, Failure, FoundInMessages, Method, PartKind, ReadPage, ReadingRequest, Reply,
    ask,
};
use segue_platform::open::plain_file;

use super::pages::{Text, Which};
use super::work::Progress;
use super::{Conversations, diff, failure, prepared, show, work};
use crate::node::{Answer, Background};
use crate::reading::{Find, Whole, unified, whole};

/// What is read, once it is clear that it may be.
pub(crate) enum ReadFrom {
    /// A session by its name.
    Session(String, Option<CallerEnv>),
    /// A prepared file by its hash.
    Prepared(String),
    /// A file of ours, by its path.
    Blob(PathBuf),
    /// A file that a person named.
    File(String),
}

impl Conversations {
    /// Starts the work that answers a request to read.
    pub(crate) fn read(
        &self,
        background: &mut Background,
        from: ReadFrom,
        request: ReadingRequest,
        answer: Answer,
    ) {
        let here = self.clone();
        let work = move |progress: &Progress| here.reads(from, request, progress);
        background.spawn(work::run(self.clone(), None, answer, work));
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    fn reads(
        &self,
        from: ReadFrom,
        request: ReadingRequest,
        progress: &Progress,
    ) -> Result<Reply, Failure> {
        match request {
            ReadingRequest::ReadMessages(asked) => self
                .page_of(from, asked.after, asked.limit, progress)
                .map(ask::ReadMessages::reply),
            ReadingRequest::ReadOutline(_) => {
                let text = self.text(from)?;
                let outline = self.pages.outline(&text, progress)?;
                Ok(ask::ReadOutline::reply(outline))
            }
            ReadingRequest::FindInMessages(asked) => {
                let find = Find::new(&asked.text, asked.limit)?;
                let text = self.text(from)?;
                self.find(&text, find, progress)
                    .map(ask::FindInMessages::reply)
            }
            ReadingRequest::ReadPart(asked) => {
                let text = self.text(from)?;
                let whole = self.part(&text, asked.message, asked.part, progress)?;
                whole.bit(asked.from).map(ask::ReadPart::reply)
            }
            ReadingRequest::ReadDiff(asked) => {
                let text = self.text(from)?;
                let found = match &text.which {
                    Which::Session(_) => None,
                    Which::Ours(path) | Which::File(path, ..) => diff::diff_of(path)?,
                };
                let (_, patch) = found.ok_or_else(|| {
                    Failure::new(Code::NotFound, "No changes of a project came with it.")
                })?;
                let page = unified(&String::from_utf8_lossy(&patch), asked.after);
                Ok(ask::ReadDiff::reply(page))
            }
        }
    }

    fn page_of(
        &self,
        from: ReadFrom,
        after: u64,
        limit: u32,
        progress: &Progress,
    ) -> Result<ReadPage, Failure> {
        match from {
            ReadFrom::Session(name, place) => {
                let (_, page) = show::page(self, &name, after, limit, place, progress)?;
                Ok(page)
            }
            from => self.pages.page(&self.text(from)?, after, limit, progress),
        }
    }

    /// Determines which source exactly is read, and how to open it.
    fn text(&self, from: ReadFrom) -> Result<Text, Failure> {
        match from {
            ReadFrom::Session(name, place) => show::text(self, &name, place),
            ReadFrom::Prepared(hash) => {
                // It stays on the disk as long as somebody has hold of it.
                let staged = self.prepared_files.get(&hash)?;
                let which = Which::Ours(staged.file.to_path_buf());
                let open = Arc::new(move || prepared::open(&staged.file));
                Ok(Text { which, open })
            }
            ReadFrom::Blob(path) => Ok(ours(path)),
            ReadFrom::File(path) => {
                let (path, real) = file_of(&path)?;
                let about = plain_file(&real).and_then(|file| file.metadata());
                let about = about.map_err(|error| failure::io(&path, &error))?;
                let which = Which::File(real.clone(), about.len(), about.modified().ok());
                let open = Arc::new(move || prepared::open_foreign(&real));
                Ok(Text { which, open })
            }
        }
    }

    fn find(
        &self,
        text: &Text,
        mut find: Find,
        progress: &Progress,
    ) -> Result<FoundInMessages, Failure> {
        let see = |message: &_| find.see_shown(message);
        if !self.pages.all(&text.which, see) {
            let (mut reading, mut number) = ((text.open)()?, 0);
            while let Some(message) = reading.message()? {
                progress.go_on()?;
                number += 1;
                find.see(number, &message);
            }
        }
        Ok(find.finish())
    }

    fn part(
        &self,
        text: &Text,
        message: u64,
        part: u32,
        progress: &Progress,
    ) -> Result<Arc<Whole>, Failure> {
        if let Some(kept) = self.pages.part(&text.which, message, part) {
            return Ok(kept);
        }
        let here = self.pages.message(&text.which, message);
        let shown = here.and_then(|shown| shown.parts.into_iter().nth(part as usize));
        if let Some(shown) = shown
            && !shown.truncated
            && !matches!(shown.kind, PartKind::Image | PartKind::File)
        {
            return Ok(Arc::new(Whole {
                text: shown.text,
                media_type: None,
            }));
        }
        let mut reading = (text.open)()?;
        for _ in 1..message {
            progress.go_on()?;
            if reading.message()?.is_none() {
                break;
            }
        }
        let found = reading.message()?.filter(|_| message > 0);
        let found = found
            .ok_or_else(|| Failure::new(Code::NotFound, "There is no message with this number."))?;
        let whole = Arc::new(whole(&found, part)?);
        self.pages.keep(text.which.clone(), message, part, &whole);
        Ok(whole)
    }
}

/// Returns a file of ours as something to read.
pub(super) fn ours(path: PathBuf) -> Text {
    let which = Which::Ours(path.clone());
    let open = Arc::new(move || prepared::open(&path));
    Text { which, open }
}

/// Returns the file that is meant, as it was named and as it really is. A link that was named is
/// the person's to name.
fn file_of(path: &str) -> Result<(PathBuf, PathBuf), Failure> {
    let named = Path::new(path);
    if !named.is_absolute() {
        return Err(Failure::invalid(
            "The file must be named by its whole path.",
        ));
    }
    let real = named
        .canonicalize()
        .map_err(|error| failure::io(named, &error))?;
    Ok((named.to_owned(), real))
}
