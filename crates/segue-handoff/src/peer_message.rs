//! What the two sides of a handoff say to each other once it was offered.
//!
//! ```text
//! receiver ──delivered, opened, asked, chose, imported, dismissed …──▶ sender
//! sender   ──answered, cancel──▶ receiver
//! ```
//!
//! A message travels in a signed message of the network, is kept until the other side has it, and may
//! come twice, late, or in another order: the state machines do not mind.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Most characters of a text that is said.
pub const TEXT: usize = 10_000;
/// Most characters of a reason.
pub const REASON: usize = 500;
/// Most characters of a chosen way out.
pub const OPTION: usize = 1_000;

/// Most bytes of a file.
pub const LARGEST: u64 = 8 << 30;

/// One thing that is said about one handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandoffMessage {
    pub handoff: Uuid,
    /// When it happened, in milliseconds since 1970, by the clock of the one who says it.
    pub at: i64,
    pub said: Body,
}

/// What can be said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what")]
pub enum Body {
    /// It is here, every byte checked.
    Delivered,
    /// It was looked at.
    Opened,
    /// It was written into a file.
    Downloaded,
    /// A session was made of it.
    Imported { platform: String },
    /// That session was taken back.
    ImportUndone,
    /// It is not wanted.
    Dismissed {
        /// Why, if that was said.
        reason: Option<String>,
    },
    /// It will not come.
    Failed { why: String },
    /// It was taken back before anything was done with it.
    Withdrawn {
        /// Because its time was over.
        expired: bool,
    },
    /// Something is not clear.
    Asked {
        /// The number of the question, from 1.
        question: u64,
        text: String,
    },
    /// A way out of what blocked it was chosen.
    Chose {
        /// Which option, in the words of the envelope.
        option: Option<String>,
        /// Anything to add to the choice.
        text: Option<String>,
    },
    /// What was dismissed is brought back under this new task.
    Reopened {
        /// The task that was rejected.
        was: Uuid,
    },
    /// An answer to what was asked.
    Answered {
        /// The last question this answers.
        question: u64,
        text: String,
        /// A file that takes the place of the one before.
        file: Option<FileRef>,
    },
    /// Take it back, please.
    Cancel {
        /// Because its time is over.
        expired: bool,
    },
}

/// A file that can be pulled from whoever names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRef {
    /// The BLAKE3 hash of its bytes, 64 hex digits.
    pub hash: String,
    pub bytes: u64,
    /// How many messages it has.
    pub messages: u64,
}

/// Why something that was said is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSaid {
    /// A text is longer than allowed.
    #[error("a text of {0} characters, where {1} are allowed")]
    TooLong(usize, usize),
    /// A hash is none, or a file is larger than any.
    #[error("what should name a file does not")]
    Hash,
    /// It is no message at all.
    #[error("it is not understood")]
    Unknown,
}

impl HandoffMessage {
    /// Reads what came from outside, within bounds.
    ///
    /// # Errors
    /// When it is not understood or says too much.
    pub fn parse(json: &str) -> Result<Self, NotSaid> {
        let message: Self = serde_json::from_str(json).map_err(|_| NotSaid::Unknown)?;
        message.said.check()?;
        Ok(message)
    }
}

impl Body {
    /// Checks that every text is within its bounds.
    fn check(&self) -> Result<(), NotSaid> {
        let short = |text: &str, most: usize| match text.chars().count() {
            count if count > most => Err(NotSaid::TooLong(count, most)),
            _ => Ok(()),
        };
        match self {
            Self::Delivered
            | Self::Opened
            | Self::Downloaded
            | Self::ImportUndone
            | Self::Withdrawn { .. }
            | Self::Reopened { .. }
            | Self::Cancel { .. } => Ok(()),
            Self::Imported { platform } => short(platform, 50),
            Self::Dismissed { reason } => short(reason.as_deref().unwrap_or_default(), REASON),
            Self::Failed { why } => short(why, REASON),
            Self::Asked { text, .. } => short(text, TEXT),
            Self::Chose { option, text } => {
                short(option.as_deref().unwrap_or_default(), OPTION)?;
                short(text.as_deref().unwrap_or_default(), TEXT)
            }
            Self::Answered { text, file, .. } => {
                short(text, TEXT)?;
                match file {
                    Some(file) if !is_hash(&file.hash) || file.bytes > LARGEST => {
                        Err(NotSaid::Hash)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Checks whether this is for the receiver of a handoff to say, rather than its sender.
    pub fn is_receivers(&self) -> bool {
        !matches!(self, Self::Answered { .. } | Self::Cancel { .. })
    }
}

/// Checks whether a text is a BLAKE3 hash as we write it.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}
