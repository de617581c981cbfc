//! The file a session came from, read a little further than the session is.

use std::collections::VecDeque;
use std::io::Read;

use segue_conversation::Message;
use segue_conversation::file::{Artifact, Item, Reader};

/// How far ahead the same message is looked for: an import may leave messages out.
const MESSAGES: usize = 8;
/// How many bytes of messages wait; a single one may have more.
const BYTES: u64 = 4 << 20;

/// What was read and not found in the session yet.
pub(super) struct Ahead<R> {
    /// `None` after the end, or after something that can't be read.
    reader: Option<Reader<R>>,
    artifact: Option<Artifact>,
    /// Messages, each with the bytes it takes.
    messages: VecDeque<(Message, u64)>,
    bytes: u64,
}

impl<R: Read> Ahead<R> {
    pub(super) fn new(reader: Reader<R>) -> Self {
        Self {
            reader: Some(reader),
            artifact: None,
            messages: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Returns the artifact with this id, if it is the next one.
    pub(super) fn artifact(&mut self, id: &str) -> Option<Artifact> {
        if self.artifact.is_none() && self.messages.is_empty() {
            self.read();
        }
        self.artifact.take_if(|next| next.id == id)
    }

    /// Returns the next message for which `is_it` holds, among the few that are looked at; those
    /// before it are skipped.
    pub(super) fn message(&mut self, is_it: impl Fn(&Message) -> bool) -> Option<Message> {
        self.artifact = None;
        for place in 0..MESSAGES {
            while self.messages.len() <= place {
                if (!self.messages.is_empty() && self.bytes > BYTES) || !self.read() {
                    return None;
                }
            }
            if self
                .messages
                .get(place)
                .is_some_and(|(next, _)| is_it(next))
            {
                for (_, bytes) in self.messages.drain(..place) {
                    self.bytes -= bytes;
                }
                let (found, bytes) = self.messages.pop_front()?;
                self.bytes -= bytes;
                return Some(found);
            }
        }
        None
    }

    /// Reads the next artifact or message, and returns whether there was one.
    fn read(&mut self) -> bool {
        let Some(reader) = &mut self.reader else {
            return false;
        };
        let before = reader.bytes();
        match reader.item() {
            Ok(Some(Item::Artifact(artifact))) => self.artifact = Some(*artifact),
            Ok(Some(Item::Message(message))) => {
                let bytes = reader.bytes().saturating_sub(before);
                self.bytes += bytes;
                self.messages.push_back((*message, bytes));
            }
            Ok(None) => self.reader = None,
            Err(error) => {
                tracing::info!(%error, "the file a session came from is read no further");
                self.reader = None;
            }
        }
        self.reader.is_some()
    }
}
