//! Who had a conversation, where it came from and what was done with it: signed records, written
//! once, in one small Automerge document per conversation. What was said in it is never in here.
//!
//! ```text
//!          append (signed)                    message / receive, whole / take_whole
//!                │                                          │
//!                ▼                                          ▼
//!   Ledger: Automerge document ◀── guard: one record a change, written and signed by its author
//!                │                          └──▶ Attempt: refused, and shown
//!                ├──▶ save, save_more / load, rescue
//!                └──▶ Lineage: versions with their handoffs and states; what is not believed
//! ```
//!
//! - A record is named after its own bytes, and its signature covers its place in the history of
//!   its author. It cannot be altered, moved, or replaced; a change that tries is refused.
//! - A change follows changes of its own author only. Somebody who sends two different histories of
//!   their own cannot come between others.
//! - What the records say together is a function of the set of records: nothing depends on the
//!   order in which they came.
//!
//! Not here: files, clocks, chance, and the network. Times, chains and signers are passed in.

mod attempt;
mod bytes;
mod change;
mod file;
mod guard;
mod index;
mod ledger;
pub mod limits;
mod lineage;
mod mermaid;
mod record;
mod seal;
mod store;
mod sync;
#[cfg(test)]
mod tests;
mod whole;

pub use attempt::{Attempt, News, Tried};
pub use file::{Checked, Damaged, Lost, Rescued};
pub use ledger::{AppendError, BadConversation, Ledger, NotTaken};
pub use lineage::{
    ConversationVersion, HandedOff, Lineage, Person, Quarantined, ReceiptShown, TaskState,
    Unreadable, Why, read_versions,
};
pub use mermaid::mermaid;
pub use record::{
    Entry, Handoff, OutOfBounds, PublicKey, Receipt, ReceiptKind, Record, RecordId, Says, Signer,
    Version,
};
pub use sync::{Outgoing, Sync, SyncError};
