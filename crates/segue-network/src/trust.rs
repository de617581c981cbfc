//! The two doors to trust, without any IO.
//!
//! ```text
//! invite   ticket (key, addresses, one-time capability, expiry, signature) ──▶ join
//! nearby   commit ─▶ nonce ─▶ reveal ─▶ the same code on both screens ─▶ both confirm
//! ```
//!
//! A pin is made only when both sides agreed. Each side writes down its own half before it sends
//! it; whoever was cut off in between learns the other half on the next contact (`knows_you` of the
//! hello), so two people never stay half paired.

mod ceremony;
mod code;
mod ticket;

pub use ceremony::{Ceremony, Ended, Message, Step};
pub use code::Code;
pub use ticket::{Capability, Ticket, TicketError};
