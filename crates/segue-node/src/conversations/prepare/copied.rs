//! A conversation file that is handed on: checked as an import checks it, then read like a session.
//!
//! What leaves is a new file of ours. The conversation's id, where it comes from, its title and
//! its project stay as the file has them; so do its losses.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use segue_conversation::file::{Artifact, Item, Limits, Opened, Reader};
use segue_conversation::history::Outline;
use segue_conversation::{Message, Report};
use segue_door::{Failure, FileSender, SignatureState};
use segue_platform::{About, PlatformError, Reading};

use super::super::file::{self, Source};
use super::super::work::{Progress, Wanted};
use super::super::{Signer, failure};
use super::head::id_of;
use super::origin::{Had, Origin, Readable};
use crate::conversations::Conversations;

/// Most characters of a conversation's id, of a platform's name and a version.
const ID: usize = 200;
const WORD: usize = 60;

/// The letters of an id that go into the name of a file.
const SHORT: usize = 8;

/// Opens and checks a file, and returns what is known of it.
pub(super) fn origin(path: &str, you: &Signer, progress: &Progress) -> Result<Origin, Failure> {
    let source = Source::open(path, progress)?;
    let (opened, sender) = file::checked(&source, &you.device_id, progress)?;
    let head = &opened.head;
    let named = |id: &&String| {
        let length = id.chars().count();
        (1..=ID).contains(&length) && !id.chars().any(char::is_control)
    };
    let context = match opened.context.as_ref().filter(named) {
        Some(id) => id.clone(),
        None => id_of(&format!("file\n{}", opened.content_hash)),
    };
    let project = head.project.as_ref();
    let path_there = project.and_then(|project| project.path.clone());
    // Only our own files name folders of this computer.
    let folder = path_there.as_deref().filter(|_| sender.is_you);
    let folder = folder.map(PathBuf::from);
    Ok(Origin {
        name: path.to_owned(),
        short: context.chars().take(SHORT).collect(),
        platform: word(&head.source.platform).unwrap_or_else(|| "a2a".to_owned()),
        session: head.source.session_id.as_ref().filter(named).cloned(),
        title: head.title.clone(),
        version: head.source.version.as_deref().and_then(word),
        branch: None,
        project: path_there,
        folder: folder.filter(|folder| folder.is_absolute() && folder.is_dir()),
        had: Some(Had {
            history: head.history.clone(),
            extent: head.extent.clone(),
        }),
        notes: vec![comes_from(&sender)],
        context,
        from: Box::new(Copied {
            about: About {
                session_id: head.source.session_id.clone().unwrap_or_default(),
                title: head.title.clone(),
                project: head.project.clone(),
                version: head.source.version.as_deref().and_then(word),
                native: head.native.clone(),
                state: None,
            },
            report: losses(&opened),
            artifacts: opened.artifacts,
            source: Arc::new(source),
        }),
    })
}

/// Says who signed the file that is handed on.
fn comes_from(sender: &FileSender) -> String {
    match (&sender.signature, sender.is_you, &sender.name) {
        (SignatureState::Signed, true, _) => {
            "It comes from a file that you signed yourself.".to_owned()
        }
        (SignatureState::Signed, false, name) => {
            let name = name.as_deref().unwrap_or("someone without a name");
            let device = sender.device_id.as_deref().unwrap_or_default();
            format!(
                "It comes from a file that {name} signed (device {device}). You sign the new one."
            )
        }
        _ => "It comes from a file that nobody signed: anyone may have written it. You sign the \
              new one."
            .to_owned(),
    }
}

/// Returns the text if it is one short line without anything odd.
fn word(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.chars().count() <= WORD;
    (fits && !text.chars().any(char::is_control)).then(|| text.to_owned())
}

/// Collects what was lost before, and what of the file can't be taken.
fn losses(opened: &Opened) -> Report {
    let mut report = Report::default();
    for one in [opened.head.report.losses(), opened.skipped.losses()] {
        for entry in one.entries() {
            let why = entry.why.as_deref();
            let why = why.map(|why| segue_conversation::truncate(why, 200));
            let kind = segue_conversation::truncate(&entry.kind, 100);
            report.add(entry.fate, &kind, why.as_deref(), entry.count);
        }
    }
    report
}

/// A file that was checked.
struct Copied {
    source: Arc<Source>,
    about: About,
    report: Report,
    artifacts: u64,
}

impl Readable for Copied {
    fn open(&self) -> Result<Box<dyn Reading>, Failure> {
        Ok(Box::new(Pass {
            source: Arc::clone(&self.source),
            about: self.about.clone(),
            report: self.report.clone(),
            artifacts: self.artifacts,
            reader: None,
            in_messages: false,
        }))
    }

    fn outline(&self, _here: &Conversations, progress: &Progress) -> Result<Arc<Outline>, Failure> {
        let mut reading = self.open()?;
        let mut outline = Outline::default();
        while let Some(message) = reading.message().map_err(failure::platform)? {
            progress.go_on()?;
            outline.see(&message);
        }
        Ok(Arc::new(outline))
    }
}

/// One reading of a file: all artifacts, wherever they are, then all messages.
struct Pass {
    source: Arc<Source>,
    about: About,
    report: Report,
    /// How many artifacts are still to come.
    artifacts: u64,
    reader: Option<Reader<Wanted<File>>>,
    in_messages: bool,
}

impl Pass {
    fn item(&mut self) -> Result<Option<Item>, PlatformError> {
        let reader = match &mut self.reader {
            Some(reader) => reader,
            none => none.insert(Reader::again(self.source.read()?, Limits::default())),
        };
        Ok(reader.item()?)
    }
}

impl Reading for Pass {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError> {
        while self.artifacts > 0
            && let Some(item) = self.item()?
        {
            if let Item::Artifact(artifact) = item {
                self.artifacts -= 1;
                self.report.kept("file beside the conversation");
                return Ok(Some(*artifact));
            }
        }
        self.artifacts = 0;
        Ok(None)
    }

    fn message(&mut self) -> Result<Option<Message>, PlatformError> {
        if !std::mem::replace(&mut self.in_messages, true) {
            self.reader = None;
        }
        while let Some(item) = self.item()? {
            if let Item::Message(message) = item {
                for part in &message.parts {
                    self.report.kept(part.body.kind());
                }
                return Ok(Some(*message));
            }
        }
        Ok(None)
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn progress(&self) -> (u64, u64) {
        let read = self.reader.as_ref().map_or(0, Reader::bytes);
        (read, self.source.bytes)
    }
}
