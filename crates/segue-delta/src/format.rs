//! The bytes of a delta.
//!
//! ```text
//! "segue-delta-1\n"   hash of the base, 32 bytes   then steps until the new file is whole:
//!   1  Copy    base offset u64   blocks u32
//!   2  Patch   base offset u64   region u32   packed u32   one zstd frame of that length
//! ```
//!
//! Numbers are little-endian. Nothing follows the last step.

use std::io::{self, Read, Write};

use crate::error::DeltaError;
use crate::{BLOCK, REGION};

const MAGIC: &[u8; 14] = b"segue-delta-1\n";
const COPY: u8 = 1;
const PATCH: u8 = 2;
/// The most that zstd makes of a block, and some more.
pub(crate) const PACKED: usize = BLOCK + BLOCK / 128;

/// Bytes before the first step.
pub(crate) const HEADER: u64 = MAGIC.len() as u64 + 32;

/// A step of making the new file out of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// These blocks are in the base as they are.
    Copy { from: u64, blocks: u32 },
    /// One block, made of a frame with a part of the base before it.
    Patch {
        from: u64,
        region: usize,
        packed: usize,
    },
}

pub(crate) fn write_header(out: &mut impl Write, base: &[u8; 32]) -> io::Result<()> {
    out.write_all(MAGIC)?;
    out.write_all(base)
}

/// Writes a step, but for the frame of a patch, and returns its length.
pub(crate) fn write_step(out: &mut impl Write, step: Step) -> io::Result<u64> {
    let mut bytes = Vec::with_capacity(17);
    match step {
        Step::Copy { from, blocks } => {
            bytes.push(COPY);
            bytes.extend_from_slice(&from.to_le_bytes());
            bytes.extend_from_slice(&blocks.to_le_bytes());
        }
        Step::Patch {
            from,
            region,
            packed,
        } => {
            bytes.push(PATCH);
            bytes.extend_from_slice(&from.to_le_bytes());
            for size in [region, packed] {
                let size = u32::try_from(size).map_err(io::Error::other)?;
                bytes.extend_from_slice(&size.to_le_bytes());
            }
        }
    }
    out.write_all(&bytes)?;
    Ok(bytes.len() as u64)
}

/// Reads the beginning of a delta, and returns the hash of the base that it is for.
pub(crate) fn read_header(delta: &mut impl Read) -> Result<[u8; 32], DeltaError> {
    if array::<14>(delta)? != *MAGIC {
        return Err(DeltaError::Malformed("it does not begin like a delta"));
    }
    array(delta)
}

/// Reads a step. Its sizes are checked against their bounds; its place in the base is not.
pub(crate) fn read_step(delta: &mut impl Read) -> Result<Step, DeltaError> {
    let [kind] = array(delta)?;
    let from = u64::from_le_bytes(array(delta)?);
    match kind {
        COPY => Ok(Step::Copy {
            from,
            blocks: u32::from_le_bytes(array(delta)?),
        }),
        PATCH => Ok(Step::Patch {
            from,
            region: size(delta, REGION)?,
            packed: size(delta, PACKED)?,
        }),
        _ => Err(DeltaError::Malformed("it has a step of an unknown kind")),
    }
}

fn size(delta: &mut impl Read, most: usize) -> Result<usize, DeltaError> {
    usize::try_from(u32::from_le_bytes(array(delta)?))
        .ok()
        .filter(|size| *size <= most)
        .ok_or(DeltaError::Malformed("a step is too large"))
}

fn array<const N: usize>(delta: &mut impl Read) -> Result<[u8; N], DeltaError> {
    let mut bytes = [0; N];
    delta.read_exact(&mut bytes).map_err(DeltaError::reading)?;
    Ok(bytes)
}
