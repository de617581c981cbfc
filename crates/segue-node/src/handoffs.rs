//! Handoffs as they are kept: rows, files, words, standing orders.
//!
//! ```text
//! machine + event ──▶ new machine + effects ──one transaction──▶ row · words to say · records to write
//!                                                                   │
//!                        whatever should be under way is read off the rows again after a restart
//! ```
//!
//! Responsible for: what survives a crash. What is done with it is the loop's business
//! ([`crate::node`]); what it means is decided in `segue-handoff`.

mod auto;
mod blobs;
mod check;
mod facts;
mod rows;
mod uses;
mod words;

pub(crate) use auto::{Order, Orders};
pub(crate) use blobs::{Blobs, hash_of};
pub(crate) use check::{Arrived, check};
pub(crate) use facts::{DeltaRef, ENVELOPE, Facts};
pub(crate) use rows::{Machine, New, Rest, Row, Rows, Written};
pub(crate) use words::{Kept, MOST as MOST_WORDS, Words};
