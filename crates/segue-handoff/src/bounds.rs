//! How much an envelope may hold. Whatever is longer is refused by name, never cut.

/// Characters of a text: a summary, an instruction, a note.
pub const TEXT: usize = 20_000;
/// Characters of a short text: a name, an id, a deadline.
pub const SHORT: usize = 500;
/// Characters of an artifact's path.
pub const PATH: usize = 1_024;
/// Entries of a list.
pub const LIST: usize = 200;
/// Bytes of `results.metrics` as JSON, and of all members Segue does not know.
pub const FREE: usize = 16 * 1024;
/// Top-level members Segue does not know.
pub const MORE: usize = 50;
/// Bytes of an envelope as JSON, without its id and recipient.
pub const WHOLE: usize = 128 * 1024;
/// How deep an envelope may be nested: itself is the first level.
pub const DEPTH: usize = 24;
/// The largest count: the last whole number every JSON reader keeps exactly.
pub const COUNT: u64 = (1 << 53) - 1;
/// Diagnostics of one level that are reported.
pub const FINDINGS: usize = 100;
/// Characters of foreign text quoted in a message or a field's path.
pub const QUOTE: usize = 60;
