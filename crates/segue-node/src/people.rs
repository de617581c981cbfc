//! The people of this profile: whom it knows, how it stands with them, and who was invited.
//!
//! ```text
//!  requests ──┐                      ┌── book     (table people: one row per device, the pins)
//!             ├──▶ the node's loop ──┤
//!  network ───┘   one change at a    └── invites  (table invites: marks, never the capability)
//!                 time                        │
//!                                             ▼
//!               lookup (whom does a text mean?) · show (rows and what is here, for the door)
//! ```
//!
//! A pin is a row in state `verified`. It is made in two ways only: someone showed the capability
//! of an invite, or both people said that the codes match. Our own half is written before the other
//! side is told (`waiting`), and the other half is learnt now or at the next contact. Nothing that
//! a device says changes a pin, and another key is another person.

mod book;
mod invites;
mod lookup;
mod show;

#[cfg(test)]
mod tests;

pub(crate) use book::{Book, Row, Standing};
pub(crate) use invites::{Invites, Use};
pub(crate) use lookup::{Candidate, Whom, find};
pub(crate) use show::{device, look_alike, moments, over, pairing, person, refused, stranger};
