//! How much of a conversation goes along, and what is left out of it.
//!
//! ```text
//! first pass   message ──Outline::see──▶ a row per message, and what a brief needs
//! between      Outline + Choice ──▶ Figures (for a person) and a Cut (for the second pass)
//! second pass  message ──Cut::take──▶ the message, less what was chosen away, or nothing
//! ```
//!
//! Every strategy only takes away. Whatever is chosen, the last words of the person stay, no tool
//! result stays without its call, and ids and order hold.

mod brief;
mod cut;
mod outline;
mod row;
mod spoken;
mod tokens;

use std::fmt;
use std::str::FromStr;

pub use brief::Brief;
pub use cut::{BRIEF, Cut};
pub use outline::Outline;
pub use spoken::asked;
pub use tokens::estimate as estimated_tokens;

/// How much of the history goes along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The whole conversation.
    #[default]
    Full,
    /// A brief made from the conversation itself, and the last exchange.
    Summary,
    /// The last messages, as many as this.
    LastK(u32),
    /// The facts about it; the messages stay with the sender.
    Pointer,
}

impl Strategy {
    /// Returns the name this strategy has in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Summary => "summary",
            Self::LastK(_) => "last_k",
            Self::Pointer => "pointer",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LastK(k) => write!(f, "last:{k}"),
            other => f.write_str(other.name()),
        }
    }
}

/// A word that names no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the history is one of: full, summary, last:20 (any number from 1), pointer")]
pub struct NoStrategy;

impl FromStr for Strategy {
    type Err = NoStrategy;

    fn from_str(text: &str) -> Result<Self, NoStrategy> {
        match text {
            "full" => Ok(Self::Full),
            "summary" => Ok(Self::Summary),
            "pointer" => Ok(Self::Pointer),
            _ => {
                let (name, number) = text.split_once(':').ok_or(NoStrategy)?;
                let k = number.parse().ok().filter(|k| *k > 0);
                match (name, k) {
                    ("last" | "last_k", Some(k)) => Ok(Self::LastK(k)),
                    _ => Err(NoStrategy),
                }
            }
        }
    }
}

/// What a person chose to send along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How much of the history.
    pub strategy: Strategy,
    /// What tools printed goes along.
    pub tool_output: bool,
    /// The model's readable reasoning goes along.
    pub reasoning: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            strategy: Strategy::Full,
            tool_output: true,
            reasoning: true,
        }
    }
}

impl Choice {
    /// Checks whether nothing is left out. Only then does what a platform stores beside its
    /// messages go along, because it may repeat what was left out.
    pub fn is_whole(&self) -> bool {
        *self == Self::default()
    }
}

/// About how much a choice sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub messages: u64,
    /// An estimate.
    pub bytes: u64,
    /// Tokens of a model, about.
    pub tokens: u64,
}

#[cfg(test)]
mod tests;
