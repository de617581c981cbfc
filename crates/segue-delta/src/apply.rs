//! Making the new file out of the base and a delta that anyone may have written.

use std::io::{Read, Seek, SeekFrom, Write};

use blake3::Hasher;
use zstd::zstd_safe::{self, DCtx};

use crate::error::DeltaError;
use crate::format::{self, PACKED, Step};
use crate::{BLOCK, fill, region};

/// The beginning of every frame; older kinds of zstd are not taken.
const FRAME: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The hashes and size that both sides agreed on before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expect {
    /// The BLAKE3 hash of the base.
    pub base_hash: [u8; 32],
    /// The BLAKE3 hash of the new file.
    pub new_hash: [u8; 32],
    /// Bytes of the new file; not one more is ever written.
    pub new_bytes: u64,
}

/// Writes the new file. Fails unless it is exactly the one that was announced.
pub fn apply(
    base: &mut (impl Read + Seek),
    delta: &mut impl Read,
    out: &mut impl Write,
    expect: Expect,
    stop: impl Fn() -> bool,
) -> Result<(), DeltaError> {
    let go_on = || {
        if stop() {
            return Err(DeltaError::Stopped);
        }
        Ok(())
    };
    if format::read_header(delta)? != expect.base_hash {
        return Err(DeltaError::OtherBase);
    }
    let mut near = vec![0; BLOCK];
    let base_bytes = check(base, &mut near, &expect.base_hash, go_on)?;
    let mut hasher = Hasher::new();
    let mut block = Vec::with_capacity(BLOCK);
    let mut packed = Vec::with_capacity(PACKED);
    let mut left = expect.new_bytes;
    while left > 0 {
        go_on()?;
        let length = usize::try_from(left).unwrap_or(BLOCK).min(BLOCK);
        match format::read_step(delta)? {
            Step::Copy { from, blocks } => {
                // The last block may be a short one, there is none after it.
                let before = u64::from(blocks).checked_sub(1).map(|n| n * BLOCK as u64);
                if before.is_none_or(|before| before >= left) {
                    return Err(DeltaError::Malformed("it makes more than was announced"));
                }
                let total = left.min(u64::from(blocks) * BLOCK as u64);
                within(from, total, base_bytes)?;
                base.seek(SeekFrom::Start(from))?;
                let mut copied = 0;
                while copied < total {
                    go_on()?;
                    let size = usize::try_from(total - copied).unwrap_or(BLOCK).min(BLOCK);
                    near.resize(size, 0);
                    base.read_exact(&mut near)?;
                    hasher.update(&near);
                    out.write_all(&near)?;
                    copied += size as u64;
                }
                left -= total;
            }
            Step::Patch {
                from,
                region: size,
                packed: frame,
            } => {
                within(from, size as u64, base_bytes)?;
                region(base, from, size, &mut near)?;
                packed.resize(frame, 0);
                delta.read_exact(&mut packed).map_err(DeltaError::reading)?;
                unpack(&near, &packed, length, &mut block)?;
                hasher.update(&block);
                out.write_all(&block)?;
                left -= length as u64;
            }
        }
    }
    if fill(delta, &mut [0])? > 0 {
        return Err(DeltaError::Malformed("something follows its end"));
    }
    if hasher.finalize() != expect.new_hash {
        return Err(DeltaError::OtherResult);
    }
    out.flush()?;
    Ok(())
}

/// Hashes the base and returns its size. Fails when it is not the base that the delta is for.
fn check(
    base: &mut (impl Read + Seek),
    piece: &mut [u8],
    hash: &[u8; 32],
    go_on: impl Fn() -> Result<(), DeltaError>,
) -> Result<u64, DeltaError> {
    base.rewind()?;
    let mut hasher = Hasher::new();
    let mut bytes = 0;
    loop {
        go_on()?;
        let length = fill(base, piece)?;
        if length == 0 {
            break;
        }
        hasher.update(piece.get(..length).unwrap_or_default());
        bytes += length as u64;
    }
    if hasher.finalize() != *hash {
        return Err(DeltaError::OtherBase);
    }
    Ok(bytes)
}

fn within(from: u64, length: u64, base_bytes: u64) -> Result<(), DeltaError> {
    match from.checked_add(length) {
        Some(end) if end <= base_bytes => Ok(()),
        _ => Err(DeltaError::Malformed("it points outside the earlier file")),
    }
}

/// Unpacks one frame of exactly this length, into memory that is not enlarged for it.
fn unpack(
    near: &[u8],
    packed: &[u8],
    length: usize,
    block: &mut Vec<u8>,
) -> Result<(), DeltaError> {
    let honest = packed.starts_with(&FRAME)
        && zstd_safe::find_frame_compressed_size(packed) == Ok(packed.len())
        && zstd_safe::get_frame_content_size(packed).ok().flatten() == Some(length as u64);
    if !honest {
        return Err(DeltaError::Malformed("a block is not of its size"));
    }
    block.clear();
    block.reserve_exact(length);
    let mut context = DCtx::create();
    let done = context
        .ref_prefix(near)
        .and_then(|_| context.decompress(block, packed));
    if done != Ok(length) || block.len() != length {
        return Err(DeltaError::Malformed("a block can't be unpacked"));
    }
    Ok(())
}
