//! The steps of a delta in the making.

use std::io::{self, Write};

use zstd::zstd_safe::{CCtx, CParameter, SafeResult, get_error_name};

use crate::format::{self, PACKED, Step};
use crate::{BLOCK, WINDOW_LOG};

const LEVEL: i32 = 3;
/// Tables that remember all that zstd looks at in a region, every third place of it.
const HASH_LOG: u32 = 20;
const CHAIN_LOG: u32 = 19;

/// The steps, written one by one; consecutive copies become one.
pub(crate) struct Steps<'o, W> {
    out: &'o mut W,
    pending: Option<(u64, u32)>,
    packed: Vec<u8>,
    bytes: u64,
}

impl<'o, W: Write> Steps<'o, W> {
    pub(crate) fn new(out: &'o mut W) -> Self {
        Self {
            out,
            pending: None,
            packed: Vec::with_capacity(PACKED),
            bytes: 0,
        }
    }

    /// Returns how many bytes were written so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a block that is in the base as it is.
    pub(crate) fn copy(&mut self, from: u64) -> io::Result<()> {
        if let Some((first, blocks)) = &mut self.pending
            && *first + u64::from(*blocks) * BLOCK as u64 == from
            && *blocks < u32::MAX
        {
            *blocks += 1;
            return Ok(());
        }
        self.flush()?;
        self.pending = Some((from, 1));
        Ok(())
    }

    /// Adds a block that is packed with a part of the base in front of it.
    pub(crate) fn patch(&mut self, from: u64, near: &[u8], block: &[u8]) -> io::Result<()> {
        self.flush()?;
        self.packed.clear();
        pack(near, block, &mut self.packed).map_err(named)?;
        let step = Step::Patch {
            from,
            region: near.len(),
            packed: self.packed.len(),
        };
        self.bytes += format::write_step(self.out, step)? + self.packed.len() as u64;
        self.out.write_all(&self.packed)
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some((from, blocks)) = self.pending.take() {
            self.bytes += format::write_step(self.out, Step::Copy { from, blocks })?;
        }
        Ok(())
    }

    /// Writes what is left, and returns the bytes of all steps.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        self.out.flush()?;
        Ok(self.bytes)
    }
}

/// Packs a block into one frame, as if a part of the base preceded it.
fn pack(near: &[u8], block: &[u8], packed: &mut Vec<u8>) -> SafeResult {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(LEVEL))?;
    context.set_parameter(CParameter::WindowLog(WINDOW_LOG))?;
    context.set_parameter(CParameter::HashLog(HASH_LOG))?;
    context.set_parameter(CParameter::ChainLog(CHAIN_LOG))?;
    context.ref_prefix(near)?;
    context.compress2(packed, block)
}

fn named(code: usize) -> io::Error {
    io::Error::other(get_error_name(code))
}
