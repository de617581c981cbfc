//! Reading a file message by message, checking its hash and signature on the way.

use std::borrow::Cow;
use std::io::Read;

use crate::head::{EXTENSION, FORMAT, Head, Source, VERSIONS};
use crate::json::{Canon, Json, JsonError, JsonLimits, Tape, Value};
use crate::message::{Message, Role};
use crate::report::Report;

use super::seal::{self, Seal};
use super::{
    Artifact, Checked, Dialect, FileError, HashState, History, Limits, Piece, Pieces, decode,
    dialect,
};

/// One thing of a file.
#[derive(Clone, Debug)]
pub enum Item {
    Message(Box<Message>),
    Artifact(Box<Artifact>),
}

/// A file read to its end.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What the file says about itself; made up from what is there where it says nothing.
    pub head: Head,
    /// Which dialect it is in.
    pub dialect: Dialect,
    /// The conversation's id, if the file names one.
    pub context: Option<String>,
    /// How many messages were read.
    pub messages: u64,
    /// The id of the agent's last message.
    pub last_answer: Option<String>,
    /// How many artifacts were read.
    pub artifacts: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// The content's hash as computed here.
    pub content_hash: String,
    /// The history's hash as computed here.
    pub history: History,
    /// Hash and signature, checked.
    pub checked: Checked,
    /// What could not be taken, and why.
    pub skipped: Report,
}

/// Reads a conversation file one item at a time.
pub struct Reader<R> {
    pieces: Pieces<R>,
    limits: Limits,
    tape: Tape,
    canonical: String,
    seal: Seal,
    skipped: Report,
    dialect: Option<Dialect>,
    task: Task,
    counts: (u64, u64),
    last_answer: Option<String>,
    checked_before: bool,
    older_list: bool,
}

/// The members that are not lists.
#[derive(Default)]
struct Task {
    id: Option<String>,
    context: Option<String>,
    extension: Option<Json>,
    extension_error: Option<JsonError>,
    /// The newest version of what the file says about itself, when that is newer than ours.
    newer: Option<u32>,
    meta: Option<Json>,
}

const LISTS: &[&str] = &["artifacts", "history", "messages"];

impl<R: Read> Reader<R> {
    /// Reads from `source` within `limits`.
    pub fn new(source: R, limits: Limits) -> Self {
        Self {
            pieces: Pieces::new(source, LISTS, limits),
            limits,
            tape: Tape::default(),
            canonical: String::new(),
            seal: Seal::default(),
            skipped: Report::default(),
            dialect: None,
            task: Task::default(),
            counts: (0, 0),
            last_answer: None,
            checked_before: false,
            older_list: false,
        }
    }

    /// Reads the messages of a file whose hash and signature were checked in a pass before.
    pub fn again(source: R, limits: Limits) -> Self {
        Self {
            checked_before: true,
            ..Self::new(source, limits)
        }
    }

    /// Returns the hash of the messages read so far.
    pub fn history(&self) -> &History {
        &self.seal.history
    }

    /// Returns how many bytes have been read so far.
    pub fn bytes(&self) -> u64 {
        self.pieces.bytes()
    }

    /// Reads the next message or artifact. Returns `None` after the last.
    pub fn item(&mut self) -> Result<Option<Item>, FileError> {
        loop {
            let Some(piece) = self.pieces.cut()? else {
                return Ok(None);
            };
            match piece {
                Piece::Member { key, bytes } => {
                    let limits = &self.limits.json;
                    let value = parse(&mut self.tape, bytes, limits, || {
                        format!("“{}”", crate::truncate(&key, 40))
                    })?;
                    self.task.take(&key, value);
                }
                Piece::Item { list, index, bytes } => {
                    let place = || {
                        let what = if list == "artifacts" {
                            "artifact"
                        } else {
                            "message"
                        };
                        format!("{what} {}", index + 1)
                    };
                    let value = parse(&mut self.tape, bytes, &self.limits.json, place)?;
                    self.canonical.clear();
                    if !self.checked_before {
                        value
                            .canonical_into(&mut self.canonical, Canon::Strict)
                            .map_err(|error| FileError::Json {
                                place: place(),
                                error,
                            })?;
                    }
                    if list == "artifacts" {
                        self.seal.artifact(&self.canonical);
                        bounded(index, self.limits.artifacts, "artifacts")?;
                        if let Some(found) = decode::artifact(value, index, &mut self.skipped) {
                            self.counts.1 += 1;
                            return Ok(Some(Item::Artifact(Box::new(found))));
                        }
                    } else {
                        self.older_list |= list == "messages";
                        self.seal.history.add(&self.canonical);
                        bounded(index, self.limits.messages, "messages")?;
                        self.dialect
                            .get_or_insert_with(|| decode::dialect_of(value));
                        if let Some(found) = decode::message(value, index, &mut self.skipped) {
                            self.counts.0 += 1;
                            if found.role == Role::Agent {
                                self.last_answer = Some(found.id.clone());
                            }
                            return Ok(Some(Item::Message(Box::new(found))));
                        }
                    }
                }
            }
        }
    }

    /// Reads what is left and says what the file was.
    pub fn finish(mut self) -> Result<Opened, FileError> {
        while self.item()?.is_some() {}
        let mut head = self.head()?;
        head.check_format().map_err(FileError::Newer)?;
        let content_hash = self.seal.content_hash();
        let hash = match &head.content_hash {
            None => HashState::Absent,
            Some(named) if *named == content_hash => HashState::Matches,
            Some(_) => HashState::Differs,
        };
        let statement = match (&self.task.extension, self.task.extension_error) {
            (Some(extension), None) => {
                let value = extension.open(&mut self.tape).map_err(in_head)?;
                let context = self.task.context.as_deref().unwrap_or_default();
                let id = self.task.id.as_deref().unwrap_or_default();
                seal::statement(context, id, value).map_err(in_head)?
            }
            (_, Some(error)) => return Err(in_head(error)),
            (None, None) => Vec::new(),
        };
        let checked = Checked {
            hash,
            seal: seal::check(head.signature.as_ref(), hash, &statement),
        };
        head.message_count = self.counts.0;
        Ok(Opened {
            head,
            dialect: self.dialect(),
            context: self.task.context,
            messages: self.counts.0,
            last_answer: self.last_answer,
            artifacts: self.counts.1,
            bytes: self.pieces.bytes(),
            content_hash,
            history: self.seal.history,
            checked,
            skipped: self.skipped,
        })
    }

    fn dialect(&self) -> Dialect {
        if self.task.meta.is_some() {
            return Dialect::Older;
        }
        self.dialect.unwrap_or(Dialect::V1)
    }

    fn head(&mut self) -> Result<Head, FileError> {
        if let Some(extension) = &self.task.extension {
            return serde_json::from_str(extension.text()).map_err(|error| {
                FileError::NotAConversation(format!("The file's description is wrong: {error}."))
            });
        }
        if let Some(newer) = self.task.newer {
            return Err(FileError::Newer(format!(
                "The file was made by a newer version of Segue (it describes itself in version {newer}, \
                 this one reads 1)."
            )));
        }
        if let Some(meta) = &self.task.meta {
            let value = meta.open(&mut self.tape).map_err(in_head)?;
            return Ok(dialect::older_head(value));
        }
        if self.older_list {
            return Err(FileError::NotAConversation(
                "This is JSON with messages, but not a conversation file: it lacks what such a file \
                 says about itself."
                    .to_owned(),
            ));
        }
        if self.task.id.is_none() && self.counts.0 == 0 {
            return Err(FileError::NotAConversation(
                "This is JSON, but not a conversation file: it has no messages and no id."
                    .to_owned(),
            ));
        }
        Ok(Head {
            format: FORMAT.to_owned(),
            export_id: self.task.id.clone().unwrap_or_default(),
            source: Source {
                platform: "a2a".to_owned(),
                ..Source::default()
            },
            history: "full".to_owned(),
            ..Head::default()
        })
    }
}

impl Task {
    fn take(&mut self, key: &str, value: Value<'_>) {
        match key {
            "id" => self.id = value.string(),
            "contextId" => self.context = value.string(),
            "meta" => {
                self.context = self.context.take().or_else(|| value.string_of("planId"));
                self.meta = Some(Json::of(value));
            }
            "metadata" => {
                if let Some(extension) = value.get(EXTENSION) {
                    let mut strict = String::new();
                    self.extension_error =
                        extension.canonical_into(&mut strict, Canon::Strict).err();
                    self.extension = Some(Json::of(extension));
                }
                let version =
                    |(key, _): (Cow<'_, str>, _)| key.strip_prefix(VERSIONS)?.parse::<u32>().ok();
                self.newer = value.entries().filter_map(version).filter(|n| *n > 1).max();
            }
            _ => {}
        }
    }
}

/// Reads a whole file without keeping its messages.
pub fn inspect(source: impl Read, limits: Limits) -> Result<Opened, FileError> {
    Reader::new(source, limits).finish()
}

fn parse<'t>(
    tape: &'t mut Tape,
    bytes: &'t [u8],
    limits: &JsonLimits,
    place: impl FnOnce() -> String,
) -> Result<Value<'t>, FileError> {
    tape.parse(bytes, limits).map_err(|error| FileError::Json {
        place: place(),
        error,
    })
}

fn bounded(index: u64, most: u64, what: &str) -> Result<(), FileError> {
    if index < most {
        return Ok(());
    }
    Err(FileError::TooLarge(format!(
        "The file has more than {most} {what}."
    )))
}

fn in_head(error: JsonError) -> FileError {
    FileError::Json {
        place: "the file's description".to_owned(),
        error,
    }
}
