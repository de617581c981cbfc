//! Reading, whatever it is that is read: a session, a prepared file, a file that was handed over, a
//! file that a person named.

use std::path::PathBuf;

use super::pages::Which;
use super::work::Progress;
use super::{Conversations, prepared, show, work};
use crate::door::{Code, Failure, Place, ReadPage, Reply, Request};
use crate::node::{Answer, Background};

/// Most messages of one page.
const PAGE: u32 = 500;

/// What is read, once it is clear that it may be.
pub(crate) enum ReadFrom {
    /// A session by its name.
    Session(String, Option<Place>),
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
        request: Request,
        answer: Answer,
    ) {
        let here = self.clone();
        let work = move |progress: &Progress| here.reads(from, request, progress);
        background.spawn(work::run(self.clone(), None, answer, work));
    }

    fn reads(
        &self,
        from: ReadFrom,
        request: Request,
        progress: &Progress,
    ) -> Result<Reply, Failure> {
        match request {
            Request::ReadMessages { after, limit, .. } => self
                .page_of(from, after, limit, progress)
                .map(|page| Reply::ReadMessages(Box::new(page))),
            _ => Err(Failure::new(
                Code::Invalid,
                "This can't be read in this way yet.",
            )),
        }
    }

    fn page_of(
        &self,
        from: ReadFrom,
        after: u64,
        limit: u32,
        progress: &Progress,
    ) -> Result<ReadPage, Failure> {
        let path = match from {
            ReadFrom::Session(name, place) => {
                let page = show::show(self, &name, after, limit, place, progress)?;
                return Ok(ReadPage {
                    messages: page.messages,
                    next: page.next,
                    total: page.conversation.messages.filter(|_| page.next.is_none()),
                });
            }
            ReadFrom::Prepared(hash) => self.shelf.get(&hash)?.file.to_path_buf(),
            ReadFrom::Blob(path) => path,
            ReadFrom::File(path) => PathBuf::from(path),
        };
        let which = Which::Prepared(path.to_string_lossy().into_owned());
        let limit = limit.clamp(1, PAGE) as usize;
        let open = move || prepared::open(&path);
        let page = self.pages.page(which, open, (after, limit), progress)?;
        Ok(ReadPage {
            messages: page.messages,
            next: page.next,
            total: page.total,
        })
    }
}
