//! Writing a file, one message at a time, in canonical order.

use std::io::Write;

use crate::head::{EXTENSION, Head};
use crate::json::{Json, JsonLimits, Tape, escape_into};
use crate::message::Message;

use super::seal::{self, Seal};
use super::{Artifact, FileError, Signer, encode};

/// Which list is being written; artifacts come first, since `artifacts` sorts before `history`.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Start,
    Artifacts,
    History,
}

/// Writes one file. Dropping it unfinished leaves a torn file behind: write to a temporary place.
pub struct Writer<W: Write> {
    out: W,
    context: String,
    stage: Stage,
    first: bool,
    seal: Seal,
    piece: String,
    bytes: u64,
}

/// What a writer reports about a finished file.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The extension object as it stands in the file.
    pub head: Head,
    /// Bytes of the file.
    pub bytes: u64,
    /// The hash of the history alone, 64 hex digits.
    pub history_hash: String,
}

impl<W: Write> Writer<W> {
    /// Begins a file for the conversation with this id.
    pub fn new(out: W, context: impl Into<String>) -> Self {
        Self {
            out,
            context: context.into(),
            stage: Stage::Start,
            first: true,
            seal: Seal::default(),
            piece: String::new(),
            bytes: 0,
        }
    }

    /// Writes an artifact; all of them before the first message.
    pub fn artifact(&mut self, artifact: &Artifact) -> Result<(), FileError> {
        match self.stage {
            Stage::Start => self.put(r#"{"artifacts":["#)?,
            Stage::Artifacts => {}
            Stage::History => {
                return Err(FileError::NotAConversation(
                    "an artifact came after the first message".to_owned(),
                ));
            }
        }
        self.stage = Stage::Artifacts;
        self.begin_piece();
        encode::artifact(&mut self.piece, artifact);
        let from = usize::from(self.piece.starts_with(','));
        self.seal
            .artifact(self.piece.get(from..).unwrap_or_default());
        self.put_piece()
    }

    /// Writes a message.
    pub fn message(&mut self, message: &Message) -> Result<(), FileError> {
        self.begin_history()?;
        self.begin_piece();
        encode::message(&mut self.piece, message);
        let from = usize::from(self.piece.starts_with(','));
        self.seal
            .history
            .add(self.piece.get(from..).unwrap_or_default());
        self.put_piece()
    }

    /// Returns how many messages have been written.
    pub fn count(&self) -> u64 {
        self.seal.history.count()
    }

    /// Writes the rest: id, extension with hash and signature, status.
    pub fn finish(self, head: Head, signer: Option<&dyn Signer>) -> Result<Finished, FileError> {
        self.finish_into(head, signer).map(|(finished, _)| finished)
    }

    /// Finishes the file like [`Self::finish`] and also gives back the output it was written to.
    pub fn finish_into(
        mut self,
        mut head: Head,
        signer: Option<&dyn Signer>,
    ) -> Result<(Finished, W), FileError> {
        self.begin_history()?;
        head.message_count = self.seal.history.count();
        head.content_hash = Some(self.seal.content_hash());
        head.signature = None;
        if let Some(signer) = signer {
            let unsigned = extension(&head)?;
            let mut tape = Tape::default();
            let value = unsigned.open(&mut tape).map_err(at_head)?;
            let statement =
                seal::statement(&self.context, &head.export_id, value).map_err(at_head)?;
            head.signature = Some(seal::sign(signer, &statement));
        }
        let mut tail = String::from(r#"],"id":"#);
        escape_into(&mut tail, &head.export_id);
        tail.push_str(r#","metadata":{"#);
        escape_into(&mut tail, EXTENSION);
        tail.push(':');
        tail.push_str(extension(&head)?.text());
        tail.push_str(r#"},"status":{"state":"TASK_STATE_SUBMITTED"}}"#);
        tail.push('\n');
        self.put(&tail)?;
        self.out.flush()?;
        let finished = Finished {
            head,
            bytes: self.bytes,
            history_hash: self.seal.history.hash(),
        };
        Ok((finished, self.out))
    }

    fn begin_history(&mut self) -> Result<(), FileError> {
        let mut opening = match self.stage {
            Stage::Start => String::from(r#"{"contextId":"#),
            Stage::Artifacts => String::from(r#"],"contextId":"#),
            Stage::History => return Ok(()),
        };
        escape_into(&mut opening, &self.context);
        opening.push_str(r#","history":["#);
        self.stage = Stage::History;
        self.first = true;
        self.put(&opening)
    }

    fn begin_piece(&mut self) {
        self.piece.clear();
        if !std::mem::replace(&mut self.first, false) {
            self.piece.push(',');
        }
    }

    fn put_piece(&mut self) -> Result<(), FileError> {
        self.out.write_all(self.piece.as_bytes())?;
        self.bytes += self.piece.len() as u64;
        Ok(())
    }

    fn put(&mut self, text: &str) -> Result<(), FileError> {
        self.out.write_all(text.as_bytes())?;
        self.bytes += text.len() as u64;
        Ok(())
    }
}

fn extension(head: &Head) -> Result<Json, FileError> {
    let json = Json::from_serde(head).map_err(std::io::Error::from)?;
    // What this program writes it must be able to read.
    let mut tape = Tape::default();
    tape.parse(json.text().as_bytes(), &JsonLimits::default())
        .map_err(at_head)?;
    Ok(json)
}

fn at_head(error: crate::json::JsonError) -> FileError {
    FileError::Json {
        place: "the file's description".to_owned(),
        error,
    }
}
