//! What a handoff says beside the conversation, and how it goes from one person to the other.
//!
//! Responsible for: the envelope (who hands over, how far it came, what the other should do), its
//! reading and its review, what a person may say about a handoff, what the resumed agent is told,
//! and the state of a handoff on both sides as machines without IO. Not responsible for: the conversation itself (`segue_conversation`), files, clocks, ids:
//! they are passed in. No panics on anything a file or a peer says.
//!
//! ```text
//! a person's flags ──Draft::finish──▶ Envelope ──▶ in the file, for all who get it
//!                                        │
//!                                        └─Addressed (id, recipient)──▶ the whole JSON object
//! foreign JSON ──read──▶ Envelope + Vec<Diagnostic> ──closing──▶ the last words to the agent
//! event ──Sender | Receiver──▶ effects: say, record, tell
//! ```
//!
//! ```
//! use segue_handoff::{Draft, DraftBlocker, EnvelopeContext, Status};
//!
//! let known = EnvelopeContext {
//!     from_agent: "Sam".into(),
//!     timestamp: "2026-03-01T09:30:00Z".into(),
//!     conversation_id: "c-1".into(),
//!     step: Some(1),
//!     made_up_summary: "A conversation of 84 messages".into(),
//! };
//! let mut draft = Draft { status: Some(Status::Blocked), ..Draft::default() };
//! draft.blockers.push(DraftBlocker { text: "No access to staging".into(), ..Default::default() });
//! let errors = draft.clone().finish(known.clone()).unwrap_err();
//! assert!(errors[0].hint.contains("--option"));
//!
//! draft.blockers[0].options.push("Ask Kim for the key".into());
//! let envelope = draft.finish(known).unwrap();
//! assert_eq!(envelope.outcome.status(), Status::Blocked);
//! ```

pub mod bounds;
mod choice;
mod closing;
mod diagnostic;
mod draft;
mod envelope;
mod list;
mod measure;
pub mod peer_message;
mod read;
pub mod receiver;
mod review;
mod schema;
pub mod sender;
pub mod task;
mod text;
mod times;

pub use choice::UnknownWord;
pub use closing::Closing;
pub use diagnostic::{Code, Diagnostic, Level};
pub use draft::{Draft, DraftArtifact, DraftBlocker, DraftDecision, EnvelopeContext};
pub use envelope::{
    Action, Addressed, Artifact, ArtifactKind, Attempt, Blocker, BlockerKind, ChainPosition,
    Context, Decidable, Decision, Envelope, Metadata, Outcome, Output, Priority, Results, Scope,
    Status, Verification,
};
pub use list::{NoEntry, OneOrMore};
pub use peer_message::{Body, FileRef, HandoffMessage};
pub use read::{Address, Expect, Read, read};
pub use review::Presence;
pub use schema::schema;
pub use task::{End, Receipt, TaskState};
pub use text::{Long, PathText, Short, Text, TextError};
