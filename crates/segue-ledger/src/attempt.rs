//! What somebody tried and was refused, for the person to see.

use std::fmt;

use serde::Serialize;

use crate::{
    limits::MAX_ATTEMPTS,
    record::{PublicKey, RecordId},
};

/// Something from outside that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// Who sent it, by the caller's name for them. Not always who made it.
    pub from: String,
    /// What it would have done.
    pub tried: Tried,
    /// The record it was about.
    pub record: Option<RecordId>,
    /// Whose record it claims to be; nothing is proven.
    pub claims: Option<PublicKey>,
}

/// What a refused change would have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tried {
    /// Replace a record with something else.
    Overwrite,
    Delete,
    /// Increment a record as if it were a counter.
    Increment,
    /// Make lists, texts or maps.
    MakeObject,
    /// Write outside the map of records.
    Elsewhere,
    /// Many things in one change.
    Many,
    /// More bytes than a change may have, before or after inflating.
    TooLarge,
    /// A whole document where changes belong.
    WholeDocument,
    /// Something that cannot be read.
    Unreadable,
    /// Readable, but not written as Segue writes it.
    OtherForm,
    /// A record under another identifier or of another conversation.
    Misplaced,
    /// A signature that is not the author's.
    Forged,
    /// Writing into the history of another device.
    OthersHistory,
    /// Two different continuations of the author's own history.
    Contradiction,
    /// Following a change that was refused.
    FollowsRefused,
    /// More than a ledger holds.
    Full,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overwrite => "tried to change a record",
            Self::Delete => "tried to remove a record",
            Self::Increment => "tried to count up a record",
            Self::MakeObject => "tried to put something other than records into the history",
            Self::Elsewhere => "tried to write beside the records",
            Self::Many => "tried to do many things in one change",
            Self::TooLarge => "sent more than a change may have",
            Self::WholeDocument => "sent a whole document where changes belong",
            Self::Unreadable => "sent something that cannot be read",
            Self::OtherForm => "sent a change that is not written as Segue writes it",
            Self::Misplaced => "sent a record that belongs elsewhere",
            Self::Forged => "sent a record with a signature that is not its author's",
            Self::OthersHistory => "tried to write into the history of somebody else",
            Self::Contradiction => "sent a second version of its author's history",
            Self::FollowsRefused => "sent a change that follows a refused one",
            Self::Full => "sent more records than a history holds",
        })
    }
}

/// The outcome of taking in something from outside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct News {
    /// Records that were not here before, in the order they were taken.
    pub new_records: Vec<RecordId>,
    /// What was refused; at most [`MAX_ATTEMPTS`] of it.
    pub refused: Vec<Attempt>,
    /// How many more were refused than are listed.
    pub more_refused: usize,
}

impl News {
    pub(crate) fn refuse(&mut self, attempt: Attempt) {
        if self.refused.len() < MAX_ATTEMPTS {
            self.refused.push(attempt);
        } else {
            self.more_refused += 1;
        }
    }
}
