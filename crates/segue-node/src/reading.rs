//! How a message reads: bounded text, what a tool call is about, what it does to files, what can be
//! shown of it. Values in, values out: nothing is opened here.
//!
//! ```text
//! Message ──▶ message: pieces ──▶ ShownMessage ──▶ outline: weight, what the person said
//!                 │    │    └── picture: may it be shown?
//!                 │    └── edit: patch, lines ──▶ what becomes of files, line by line
//!                 └── summary: a call on one line
//! Message ──▶ whole: all of one piece          ShownMessage, Message ──▶ find: where a text stands
//! ```

mod budget;
mod edit;
mod find;
mod input;
mod lines;
mod message;
mod outline;
mod patch;
mod picture;
mod summary;
mod tool_duration;
mod unified;
mod whole;

pub(crate) use find::Find;
pub(crate) use message::{PIECE, PIECES, shown, sized};
pub(crate) use outline::{Outline, OutlineEntry};
pub(crate) use tool_duration::Took;
pub(crate) use unified::unified;
pub(crate) use whole::{Whole, whole};

#[cfg(test)]
mod tests;
