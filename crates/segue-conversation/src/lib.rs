//! The platform-neutral conversation and the `.a2a.json` file that carries it.
//!
//! Responsible for: messages and their parts, what a conversion kept or lost ([`Report`]), making
//! every tool call answered ([`turns`]), and the file: written as A2A 1.0, read in every dialect
//! we know, hashed and signed. Not responsible for: any platform's storage (`segue-platform`),
//! secrets (`segue-redact`), or what a handoff means (`segue-handoff`). No filesystem, no clock,
//! no keys of its own: bytes, times and signers are passed in.
//!
//! ```text
//! messages ──file::Writer──▶ bytes of a Task ──file::Reader──▶ messages
//!                │                                   │
//!            content hash, signature        checked again, message by message
//! ```
//!
//! One message is in memory at a time, in both directions.

pub mod file;
pub mod head;
pub mod hidden;
pub mod history;
pub mod json;
pub mod message;
pub mod part;
pub mod report;
pub mod times;
pub mod turns;
pub mod walk;

pub use head::{CHOSEN_BY_SENDER, EXTENSION, Extent, FORMAT, Head, Project, Sender, Source};
pub use hidden::Hidden;
pub use json::Json;
pub use message::{Message, Role};
pub use part::{Body, Call, Content, Data, File, Part, ToolResult};
pub use report::{Fate, Report};

/// Truncates foreign text to `most` characters and an ellipsis, so that it fits into a sentence.
pub fn truncate(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(most).collect();
    cut.push('…');
    cut
}
