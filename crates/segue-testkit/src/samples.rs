//! Sessions as agents write them, made up here: for tests that need some in a home folder.
//!
//! One module per agent. What they say is invented; their shape is what the agent writes.

pub mod claude;
