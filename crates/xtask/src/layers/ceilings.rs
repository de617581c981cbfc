//! What is not yet as it should be, with today's size. Every figure may only shrink.
//!
//! A figure that has shrunk is an error too, which says what to write here; so a line is never
//! larger than what it measures. `cargo xtask layers --figures` prints all of them. A crate that
//! has no line has nothing to excuse: no cycle, no read of the clock, at most 9,000 lines.

/// Uses of a library by a crate that will hand it on, with where to.
pub const USES_UNTIL_MOVED: &[(&str, &str, &str)] = &[];

/// Cycles of modules: package, modules, lines rounded up to 500; the largest of a package first.
pub const CYCLES: &[(&str, usize, usize)] = &[
    ("segue-redact", 2, 3_500),
    ("segue-redact", 2, 500),
    ("segue-handoff", 3, 2_000),
    ("segue-ledger", 2, 500),
    ("segue-ledger", 2, 500),
    ("segue-platform", 12, 16_500),
    ("segue-network", 17, 7_000),
    ("segue-node", 3, 15_500),
    ("segue-desktop", 6, 1_000),
];

/// Crates over 9,000 lines: package, lines rounded up to 500.
pub const LONG_CRATES: &[(&str, usize)] = &[
    ("segue-platform", 17_500),
    ("segue-network", 10_000),
    ("segue-node", 23_500),
];

/// Reads of the clock, and waits by it, where none may be: package, places.
pub const CLOCK_READS: &[(&str, usize)] = &[("segue-platform", 6)];

/// Uses of files in crates that have no business with them: package, places.
pub const FILE_READS: &[(&str, usize)] = &[];

/// Files of a surface, besides the program's first, that name `segue_node`: package, files.
pub const FILES_NAMING_NODE: &[(&str, usize)] = &[];

/// Doc comments of types and functions that are missing, or of functions that begin with no verb:
/// package, places.
pub const DOC_COMMENTS: &[(&str, usize)] = &[];
