//! JSON at the speed of the files we read, and in one canonical shape.
//!
//! Session files are mostly long strings that travel unchanged, so a line is indexed once and its
//! pieces are taken by place instead of being built into a tree:
//!
//! ```text
//! bytes ──Tape::parse──▶ Value (a place in the tape) ──get / items / str──▶ pieces
//!                                   └──canonical──▶ Json (sorted keys, shortest escapes)
//! ```
//!
//! Everything is bounded by [`JsonLimits`]; nothing recurses on the depth of the input.

mod canonical;
mod ends;
mod leaves;
mod object;
mod rewrite;
mod scan;
mod tape;
mod text;
mod value;

pub use canonical::{Canon, canonical_number};
pub use leaves::Leaf;
pub use object::{DEEP, Json, Object};
pub use rewrite::Copied;
pub(crate) use scan::{Scan, Special};
pub use tape::{JsonError, JsonLimits, Tape};
pub use text::{escape_into, is_plain};
pub use value::{Kind, Value};

#[cfg(test)]
mod tests;
