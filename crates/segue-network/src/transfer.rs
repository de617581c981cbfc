//! Moving a file: a small signed offer, then the receiver pulls.
//!
//! ```text
//!  giver                                       taker
//!  offer (id, hash, size, body, signature) ──▶ answered by the application
//!                          ◀────────── want (hash, which chunks are missing)
//!  manifest: one chaining value per chunk ───▶ checked against the hash, kept beside the part
//!  chunks, each zstd or plain ───────────────▶ checked one by one, written in place
//!                          ◀────────── whole | stop (why)
//! ```
//!
//! The hash is the BLAKE3 hash of the file, whose tree has a value for each mebibyte. So every chunk
//! is checked on its own, the order does not matter, and after any interruption only what is missing
//! travels again. Nothing has its final name before all of it is there.

mod chunk;
mod claims;
mod give;
mod manifest;
mod offer;
mod part;
mod protocol;
mod pull;
mod serve;
mod take;

pub use give::{Give, Given, GivenState};
pub use manifest::{CHUNK, Manifest};
pub use offer::{BODY, Offer, OfferAnswer, OfferDraft, OfferError};
pub use take::{Progress, Take, TakeError, Taken, Taking};

pub(crate) use claims::Claims;
pub(crate) use give::Gives;
pub(crate) use serve::{prepare, serve};
