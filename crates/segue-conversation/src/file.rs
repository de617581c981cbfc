//! The `.a2a.json` file: an A2A 1.0 `Task` with our extension.
//!
//! ```text
//! Writer: artifacts, then messages ──encode──▶ canonical bytes ──▶ out
//!                                                  └─▶ Seal ──▶ content hash, signature
//! Reader: in ──Pieces (one message at a time)──▶ Tape ──decode──▶ Message
//!                                                  └─▶ Seal ──▶ compared with what the file says
//! ```
//!
//! We write 1.0 only. We read 1.0, 0.3 and the older `{meta, messages}` dialect, and say what was
//! skipped. [`Limits`] bound every piece before it is taken into memory.

mod artifact;
mod decode;
mod dialect;
mod encode;
mod pieces;
mod read;
mod seal;
mod write;

pub use artifact::Artifact;
pub use dialect::Dialect;
pub use pieces::{Piece, Pieces};
pub use read::{Item, Opened, Reader, inspect};
pub use seal::{Checked, HashState, History, SealState, Signer};
pub use write::{Finished, Writer};

use crate::json::{JsonError, JsonLimits};

/// Media type of a part that is a tool call.
pub const CALL: &str = "application/vnd.segue.tool-call+json";
/// Media type of a part that is a tool result.
pub const RESULT: &str = "application/vnd.segue.tool-result+json";
/// Media type of a part that is a model's reasoning.
pub const REASONING: &str = "application/vnd.segue.reasoning+json";

/// What one file may cost its reader.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bounds of one message as JSON.
    pub json: JsonLimits,
    /// Bytes of one message, artifact or member.
    pub piece_bytes: usize,
    pub messages: u64,
    pub artifacts: u64,
    /// Size of the whole file.
    pub file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            json: JsonLimits::default(),
            piece_bytes: 64 << 20,
            messages: 2_000_000,
            artifacts: 200_000,
            file_bytes: 8 << 30,
        }
    }
}

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Reading or writing failed at the operating system.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Not the JSON it should be; the place says where in the file.
    #[error("{place}: {error}")]
    Json {
        /// Such as "message 12".
        place: String,
        error: JsonError,
    },
    /// The file ends too early.
    #[error("the file stops in the middle (after {0} bytes)")]
    Torn(u64),
    /// Bigger than a limit.
    #[error("{0}")]
    TooLarge(String),
    /// JSON, but no conversation.
    #[error("{0}")]
    NotAConversation(String),
    /// Made by a newer program.
    #[error("{0}")]
    Newer(String),
}
