//! The passes over a conversation: one that looks, one that writes.
//!
//! ```text
//! look   source ──▶ cut ──▶ Search ──▶ findings, figures, how many messages there are
//! write  source ──▶ cut ──▶ Outgoing ──▶ the file; as many messages and not one more
//! ```
//!
//! Both passes read a session that was made of a file with the ids of that file.
//!
//! The agent may be writing all the while: what it adds after the first pass stays out.

use std::path::Path;

use segue_conversation::file::Artifact;
use segue_conversation::history::{Choice, Cut, Outline};
use segue_conversation::{Message, Report};
use segue_door::Failure;
use segue_platform::About;
use segue_redact::{Finder, Outgoing, Search};

use super::super::work::Progress;
use super::super::{diff, failure};
use super::origin::Readable;
use super::stable_ids::with_stable_ids;

/// Where a conversation is read from, and what goes along.
pub(super) struct Passes<'a> {
    pub(super) source: &'a dyn Readable,
    /// What the sender puts beside the conversation; it goes along whatever is chosen.
    pub(super) attached: Option<&'a Artifact>,
    /// The file the conversation came from, whose ids it gets back.
    pub(super) base: Option<&'a Path>,
    pub(super) choice: Choice,
    pub(super) progress: &'a Progress,
}

/// What the first pass saw.
pub(super) struct Looked<'f> {
    pub(super) search: Search<'f>,
    pub(super) about: About,
    /// What is kept, changed and left out of the conversation.
    pub(super) report: Report,
    /// How many messages the conversation has.
    pub(super) messages: u64,
    /// How many artifacts beside them go along.
    pub(super) artifacts: u64,
    pub(super) outline: Outline,
}

enum Piece {
    Artifact(Box<Artifact>),
    Message(Box<Message>),
}

struct Read {
    about: About,
    report: Report,
    messages: u64,
}

impl Passes<'_> {
    /// Looks at everything that would go along. The outline is only needed for a cut that depends
    /// on what comes later.
    pub(super) fn look<'f>(
        &self,
        finder: &'f Finder,
        key: &[u8; 32],
        outline: Option<&Outline>,
    ) -> Result<Looked<'f>, Failure> {
        let mut seen = Outline::default();
        let mut search = Search::new(finder, key);
        let mut cut = self.cut(outline);
        let mut beside = Report::default();
        let mut artifacts = 0;
        if let Some(mut attached) = self.attached.cloned() {
            artifacts += 1;
            search.artifact(&mut attached);
            beside.kept("attached changes");
        }
        if let Some(mut opening) = cut.opening() {
            search.message(&mut opening);
        }
        let read = self.read(0, None, |piece| {
            match piece {
                Piece::Artifact(artifact) if self.gives_way(&artifact) => {
                    beside.dropped("attached changes", "yours take their place");
                }
                Piece::Artifact(mut artifact) if cut.keeps_native() => {
                    artifacts += 1;
                    search.artifact(&mut artifact);
                }
                Piece::Artifact(_) => beside.dropped(
                    "file beside the conversation",
                    "the history is not sent whole, and it may repeat what was left out",
                ),
                Piece::Message(mut message) => {
                    seen.see(&message);
                    // What is secret in what stays is secret in what goes along, too.
                    if !cut.keeps_native() {
                        search.beyond(&mut message);
                    }
                    if let Some(mut message) = cut.take(*message) {
                        search.message(&mut message);
                    }
                }
            }
            Ok(())
        })?;
        let mut report = read.report;
        if !cut.keeps_native() {
            report = report.losses();
            report.merge(cut.report());
        }
        report.merge(&beside);
        Ok(Looked {
            search,
            about: read.about,
            report,
            messages: read.messages,
            artifacts,
            outline: seen,
        })
    }

    /// Writes what goes along of the first `messages`. Returns whether all of them were there.
    pub(super) fn write(
        &self,
        out: &mut Outgoing<'_, impl std::io::Write>,
        outline: Option<&Outline>,
        messages: u64,
    ) -> Result<bool, Failure> {
        let mut cut = self.cut(outline);
        let written = |error| failure::writing(Path::new("the prepared file"), &error);
        if let Some(attached) = self.attached.cloned() {
            out.artifact(attached).map_err(written)?;
        }
        let mut opening = cut.opening();
        let read = self.read(1, Some(messages), |piece| match piece {
            Piece::Artifact(artifact) if self.gives_way(&artifact) => Ok(()),
            Piece::Artifact(artifact) if cut.keeps_native() => {
                out.artifact(*artifact).map_err(written)
            }
            Piece::Artifact(_) => Ok(()),
            Piece::Message(message) => {
                if let Some(opening) = opening.take() {
                    out.message(opening).map_err(written)?;
                }
                match cut.take(*message) {
                    Some(message) => out.message(message).map_err(written),
                    None => Ok(()),
                }
            }
        })?;
        Ok(read.messages == messages)
    }

    /// Checks whether the artifact is what an earlier sender attached while this one attaches
    /// something too, which replaces it.
    fn gives_way(&self, artifact: &Artifact) -> bool {
        self.attached.is_some() && artifact.id == diff::ID
    }

    fn cut(&self, outline: Option<&Outline>) -> Cut {
        match outline {
            Some(outline) => outline.cut(&self.choice),
            None => Outline::default().cut(&self.choice),
        }
    }

    fn read(
        &self,
        pass: u64,
        most: Option<u64>,
        mut take: impl FnMut(Piece) -> Result<(), Failure>,
    ) -> Result<Read, Failure> {
        let mut reading = self.source.open()?;
        if let Some(base) = self.base {
            reading = with_stable_ids(reading, base, self.progress);
        }
        while let Some(artifact) = reading.artifact().map_err(failure::platform)? {
            self.progress.go_on()?;
            take(Piece::Artifact(Box::new(artifact)))?;
        }
        let mut messages = 0;
        while most.is_none_or(|most| messages < most) {
            let Some(message) = reading.message().map_err(failure::platform)? else {
                break;
            };
            self.progress.go_on()?;
            let (done, total) = reading.progress();
            self.progress.at(pass * total + done, 2 * total);
            messages += 1;
            take(Piece::Message(Box::new(message)))?;
        }
        Ok(Read {
            about: reading.about(),
            report: reading.report().clone(),
            messages,
        })
    }
}
