//! Handoffs as they are kept: rows, files, peer messages, standing orders.
//!
//! ```text
//! machine + event ──▶ new machine + effects ──one transaction──▶ row · messages to say · records to write
//!                                                                   │
//!                        whatever should be under way is read off the rows again after a restart
//! ```
//!
//! Responsible for: what survives a crash. What is done with it is the loop's business
//! ([`crate::node`]); what it means is decided in `segue-handoff`.

mod auto;
mod check;
mod marks;
mod offer_body;
mod peer_messages;
mod row;
mod rows;
mod tables;
mod uses;

pub(crate) use auto::{Order, Orders};
pub(crate) use check::{Arrived, check};
pub(crate) use offer_body::{DeltaRef, ENVELOPE, OfferBody};
pub(crate) use peer_messages::{Kept, MOST as MAX_MESSAGES, PeerMessages};
pub(crate) use row::{HandoffRow, Machine, NewHandoff, StoredCopy};
pub(crate) use rows::{Rows, Written, decode, kind};
pub(crate) use tables::TABLES;

/// Returns a hash as the network has it.
pub(crate) fn hash_of(hex: &str) -> Option<[u8; 32]> {
    blake3::Hash::from_hex(hex)
        .ok()
        .map(|hash| *hash.as_bytes())
}
