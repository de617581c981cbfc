//! Hostile input is harmless: mutated sessions and files, evil names, links, pipes, races, poison.
//!
//! Plain tests on a fixed budget: `SEGUE_FUZZ_CASES` raises the number of cases per target (300),
//! `SEGUE_FUZZ_SEED` moves to other ones. The same two numbers give the same cases.
//!
//! ```text
//! scene ──▶ native files ──Mutator──▶ find, glance, count, open … export     (readers)
//! scene ──▶ .a2a.json    ──Mutator──▶ import ──▶ Judge: in, whole, quiet     (imports)
//! ```
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::expect_used,
    reason = "a test stops at the first surprise"
)]
#![cfg(unix)]

mod fuzz {
    mod counts;
    mod found;
    mod home;
    mod imports;
    mod judge;
    mod limits;
    mod links;
    mod mutate;
    mod names;
    mod poison;
    mod race;
    mod readers;
    mod store;
}
