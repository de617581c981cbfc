//! What is new in a file, for someone who has an earlier one.
//!
//! Responsible for: making a small delta out of a base and a new file, and making the new file out
//! of the base and a delta. Not responsible for: which base both sides have, or how it travels.
//!
//! ```text
//! base ──anchors──▶ where its content lies ─┐
//!                                           ▼
//! new ──blocks on a fixed grid──▶ the same bytes in the base?  ──▶ Copy
//!                                 something alike, or nothing? ──▶ Patch: zstd, with that part of
//!                                                                  the base as what came before
//! delta + base ──▶ block by block ──▶ new, and its BLAKE3 hash must be the one expected
//! ```
//!
//! A conversation that comes back from another person has the same messages under new ids: its
//! content is found by samples of it (`anchors`), never by ids, places or the shape of the JSON.
//! Any two files will do.
//!
//! The grid is what keeps a hostile delta harmless: every step makes one whole block or more of
//! the new file, whose size is agreed on beforehand, so there are only so many steps, each of them
//! bounded. Memory is a few of `REGION`, and the samples: at most `anchors::MOST` of them.

mod anchors;
mod apply;
mod error;
mod format;
mod locate;
mod make;
mod steps;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Seek, SeekFrom};

pub use apply::{Expect, apply};
pub use error::DeltaError;
pub use make::{Made, make};

/// The grid of the new file: every block but the last is this long.
const BLOCK: usize = 1 << 20;
/// The longest part of the base that a block is compared with.
const REGION: usize = 3 << 20;
/// How far zstd looks back: a region and a block.
const WINDOW_LOG: u32 = 22;
const _: () = assert!(BLOCK + REGION <= 1 << WINDOW_LOG);

/// Reads until the buffer is full or the file ends, and returns how many bytes there were.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(room) = buffer.get_mut(filled..).filter(|room| !room.is_empty()) {
        match source.read(room) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Reads a part of a file into `buffer`, which then holds exactly that.
fn region(
    file: &mut (impl Read + Seek),
    from: u64,
    length: usize,
    buffer: &mut Vec<u8>,
) -> io::Result<()> {
    buffer.resize(length, 0);
    file.seek(SeekFrom::Start(from))?;
    file.read_exact(buffer)
}
