//! Two files of one conversation beside each other: which messages both have, and which only one.
//!
//! Messages are the same when they say the same. Their ids, times and what a platform keeps of them
//! change on the way from one agent to another.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use segue_conversation::{Body, Content, Data, Message};
use segue_door::{Failure, ShownMessage};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::work::Progress;
use super::{Conversations, prepared};
use crate::reading::{PIECE, Took, sized};

/// Messages that are shown of those that were added, and their bytes as JSON.
const SHOWN: usize = 50;
const BYTES: usize = 600 << 10;

/// How long the best way from one to the other is looked for; after that any way will do.
const LONG: Duration = Duration::from_secs(2);

/// What two files have in common and what not.
#[derive(Default)]
pub(crate) struct Compared {
    pub(crate) same: u64,
    pub(crate) added: u64,
    pub(crate) removed: u64,
    pub(crate) messages: Vec<ShownMessage>,
}

impl Conversations {
    /// Compares a file with the one it grew from, if there is one.
    pub(crate) fn compared(
        &self,
        old: Option<&Path>,
        new: &Path,
        progress: &Progress,
    ) -> Result<Compared, Failure> {
        let old = old.map_or_else(|| Ok(Vec::new()), |old| marks(old, progress))?;
        let new_marks = marks(new, progress)?;
        let until = Some(self.clock.monotonic() + LONG);
        let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new_marks, until);
        let (mut compared, mut fresh) = (Compared::default(), HashSet::new());
        for op in ops {
            if let DiffOp::Equal { len, .. } = op {
                compared.same += len as u64;
                continue;
            }
            compared.removed += op.old_range().len() as u64;
            compared.added += op.new_range().len() as u64;
            let room = SHOWN.saturating_sub(fresh.len());
            fresh.extend(op.new_range().take(room));
        }
        compared.messages = some(new, &fresh, progress)?;
        Ok(compared)
    }
}

/// Reads the messages at these places, as far as they fit.
fn some(
    path: &Path,
    places: &HashSet<usize>,
    progress: &Progress,
) -> Result<Vec<ShownMessage>, Failure> {
    let (mut reading, mut took, mut bytes) = (prepared::open(path)?, Took::default(), 0);
    let mut messages = Vec::new();
    let last = places.iter().max().map_or(0, |last| last + 1);
    for at in 0..last {
        progress.go_on()?;
        let Some(message) = reading.message()? else {
            break;
        };
        if !places.contains(&at) {
            took.pass(&message);
            continue;
        }
        let (mut shown, size) = sized(&message, at as u64 + 1, PIECE);
        took.tell(&mut shown);
        bytes += size;
        if bytes > BYTES && !messages.is_empty() {
            break;
        }
        messages.push(shown);
    }
    Ok(messages)
}

/// Computes a mark for each message of a file: the same mark for those that say the same.
fn marks(path: &Path, progress: &Progress) -> Result<Vec<[u8; 32]>, Failure> {
    let mut reading = prepared::open(path)?;
    let mut marks = Vec::new();
    while let Some(message) = reading.message()? {
        progress.go_on()?;
        marks.push(mark(&message));
    }
    Ok(marks)
}

fn mark(message: &Message) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut say = |kind: u8, text: &str| {
        hasher.update(&[kind]);
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    say(message.role as u8, "");
    let data = |file: &segue_conversation::File| match &file.data {
        Data::Base64(data) | Data::Url(data) => data.clone(),
    };
    for part in &message.parts {
        match &part.body {
            Body::Text(text) => say(2, text),
            Body::Reasoning(text) => say(3, text),
            Body::Call(call) => {
                say(4, &call.name);
                say(5, call.input.text());
            }
            Body::Result(result) => {
                say(6, "");
                for content in &result.content {
                    match content {
                        Content::Text(text) => say(7, text),
                        Content::File(file) => say(8, &data(file)),
                        Content::Other(json) => say(9, json.text()),
                    }
                }
            }
            Body::File(file) => say(10, &data(file)),
            Body::Other(json) => say(11, json.text()),
        }
    }
    *hasher.finalize().as_bytes()
}
