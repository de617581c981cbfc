//! A conversation that may leave: made here and nowhere else.

use std::io::{self, Write};

use segue_conversation::file::{Artifact, FileError, Signer, Writer};
use segue_conversation::{Head, Json, Message};
use serde::{Deserialize, Serialize};

use crate::clear::Clearing;

/// What was taken out and what was kept, by rule. Never a value, never a sample.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Redaction {
    pub redacted: Vec<Count>,
    /// Found, and kept by the sender's decision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<Count>,
}

/// How many secrets of a rule, and in how many places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Count {
    pub rule: String,
    /// What it finds, in words.
    pub what: String,
    /// How many different secrets the rule found.
    pub secrets: u64,
    /// In how many places they were.
    pub places: u64,
}

/// The proof that a file holds nothing but what the person saw and let go.
///
/// Only [`Outgoing::finish`] makes one, and whatever sends or exports asks for it.
#[derive(Debug)]
pub struct Cleared {
    head: Head,
    bytes: u64,
    hash: blake3::Hash,
    redaction: Redaction,
    taken: Vec<u64>,
    unreviewed: u64,
}

impl Cleared {
    /// Returns what the file says about the conversation.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Returns how many bytes the file has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the hash of the file's exact bytes, 64 hex digits.
    pub fn hash(&self) -> String {
        self.hash.to_hex().to_string()
    }

    /// Returns what was taken out.
    pub fn redaction(&self) -> &Redaction {
        &self.redaction
    }

    /// Returns how often each finding was taken out, in the order of the findings.
    pub fn taken(&self) -> &[u64] {
        &self.taken
    }

    /// Counts how often something was taken out that the search before had not found: the
    /// conversation changed in between, and should be looked at again.
    pub fn unreviewed(&self) -> u64 {
        self.unreviewed
    }

    /// Copies the file, and fails at the end if it was not the one that was cleared.
    pub fn copy(&self, from: &mut impl io::Read, to: &mut impl Write) -> io::Result<()> {
        let mut hashing = Hashing::new(to);
        let mut bounded = io::Read::take(from, self.bytes + 1);
        io::copy(&mut bounded, &mut hashing)?;
        if hashing.hasher.finalize() != self.hash {
            return Err(io::Error::other(
                "the prepared file was changed after it was shown",
            ));
        }
        Ok(())
    }
}

/// Writes a file of what is left after clearing.
pub struct Outgoing<'f, W: Write> {
    writer: Writer<Hashing<W>>,
    clearing: Clearing<'f>,
}

impl<'f, W: Write> Outgoing<'f, W> {
    /// Begins the file of the conversation with this id.
    pub fn new(out: W, context: &str, clearing: Clearing<'f>) -> Self {
        #[expect(
            clippy::disallowed_methods,
            reason = "everything written here is cleared first"
        )]
        let writer = Writer::new(Hashing::new(out), context);
        Self { writer, clearing }
    }

    /// Writes an artifact; all of them before the first message.
    pub fn artifact(&mut self, mut artifact: Artifact) -> Result<(), FileError> {
        self.clearing.artifact(&mut artifact);
        self.writer.artifact(&artifact)
    }

    /// Writes a message.
    pub fn message(&mut self, mut message: Message) -> Result<(), FileError> {
        self.clearing.message(&mut message);
        self.writer.message(&message)
    }

    /// Writes the rest, signed.
    pub fn finish(
        mut self,
        mut head: Head,
        signer: Option<&dyn Signer>,
    ) -> Result<Cleared, FileError> {
        self.clearing.head(&mut head);
        let redaction = self.clearing.redaction();
        let unreviewed = self.clearing.unreviewed();
        let taken = self.clearing.taken().to_vec();
        head.redaction = Json::from_serde(&redaction).ok();
        let (finished, out) = self.writer.finish_into(head, signer)?;
        Ok(Cleared {
            head: finished.head,
            bytes: finished.bytes,
            hash: out.hasher.finalize(),
            redaction,
            taken,
            unreviewed,
        })
    }
}

/// Hashes what goes through it.
#[derive(Debug)]
struct Hashing<W> {
    out: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Hashing<W> {
    fn new(out: W) -> Self {
        Self {
            out,
            hasher: blake3::Hasher::new(),
        }
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
