//! What is handed over, and what becomes of it.
//!
//! Responsible for: the state of a handoff on both sides as machines without IO, and what the two sides say to each
//! other. Not responsible for: sending, storing, or showing any of it.

pub mod receiver;
pub mod sender;
pub mod task;
pub mod word;

pub use task::{End, Receipt, TaskState};
pub use word::{FileRef, Said, Saying};
