//! One chunk on its way: compressed on its own when that helps, and never larger than it should be.

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};

use super::CHUNK;

/// Fast enough to keep up with a quick network on one core; slower levels gain a few percent.
const LEVEL: i32 = 1;
/// How much is tried before the whole chunk is.
const SAMPLE: usize = 16 * 1024;
/// What comes before each chunk: its number, how it is packed, how long it is.
pub(super) const HEADER: usize = 9;

/// How a chunk is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Zstd,
}

thread_local! {
    static PACK: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static UNPACK: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Packs a chunk: its header, and what follows it.
pub(super) fn pack(index: u32, data: Vec<u8>) -> std::io::Result<([u8; HEADER], Vec<u8>)> {
    let (packing, packed) = match compressed(&data)? {
        Some(packed) => (Packing::Zstd, packed),
        None => (Packing::Plain, data),
    };
    let mut head = [0; HEADER];
    head[..4].copy_from_slice(&index.to_be_bytes());
    head[4] = u8::from(packing == Packing::Zstd);
    let length = u32::try_from(packed.len()).unwrap_or(0);
    head[5..].copy_from_slice(&length.to_be_bytes());
    Ok((head, packed))
}

/// Compresses a chunk; `None` when that is not worth it, which a sample of a large chunk shows
/// first.
fn compressed(data: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    PACK.with_borrow_mut(|pack| {
        let pack = match pack {
            Some(pack) => pack,
            none => none.insert(Compressor::new(LEVEL)?),
        };
        if data.len() > 2 * SAMPLE {
            let middle = data.len() / 2;
            let sample = pack.compress(&data[middle..middle + SAMPLE])?;
            if sample.len() * 100 > SAMPLE * 95 {
                return Ok(None);
            }
        }
        let packed = pack.compress(data)?;
        Ok((packed.len() * 100 < data.len() * 97).then_some(packed))
    })
}

/// Decodes a header: index, packing and length. Returns `None` if it can't be a valid one.
pub(super) fn header(bytes: [u8; HEADER]) -> Option<(u32, Packing, usize)> {
    let [a, b, c, d, packing, rest @ ..] = bytes;
    let packing = match packing {
        0 => Packing::Plain,
        1 => Packing::Zstd,
        _ => return None,
    };
    let length = u32::from_be_bytes(rest) as usize;
    // A packed chunk is smaller than the chunk, or it would not be packed.
    (length <= CHUNK).then_some((u32::from_be_bytes([a, b, c, d]), packing, length))
}

/// Unpacks a chunk that must have exactly this size.
pub(super) fn unpack(packing: Packing, data: Vec<u8>, size: usize) -> Option<Vec<u8>> {
    match packing {
        Packing::Plain => (data.len() == size).then_some(data),
        Packing::Zstd => UNPACK.with_borrow_mut(|unpack| {
            let unpack = match unpack {
                Some(unpack) => unpack,
                none => none.insert(Decompressor::new().ok()?),
            };
            // No more room than the chunk may take, whatever the data promises.
            let plain = unpack.decompress(&data, size).ok()?;
            (plain.len() == size).then_some(plain)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(length: usize) -> Vec<u8> {
        let mut data = vec![0; length];
        blake3::Hasher::new().finalize_xof().fill(&mut data);
        data
    }

    #[test]
    fn a_chunk_comes_back() {
        let words = "conversation and another word ".repeat(10_000).into_bytes();
        for (data, packing) in [
            (words.clone(), Packing::Zstd),
            (random(CHUNK), Packing::Plain),
            (Vec::new(), Packing::Plain),
            (b"ab".to_vec(), Packing::Plain),
        ] {
            let size = data.len();
            let (head, body) = pack(7, data.clone()).unwrap();
            assert_eq!(header(head), Some((7, packing, body.len())));
            assert_eq!(unpack(packing, body, size), Some(data));
        }
    }

    #[test]
    fn a_bomb_does_not_go_off() {
        let bomb = zstd::bulk::compress(&vec![0; 64 << 20], 19).unwrap();
        assert!(bomb.len() < 100_000);
        assert_eq!(unpack(Packing::Zstd, bomb.clone(), CHUNK), None);
        assert_eq!(unpack(Packing::Zstd, bomb, 10), None);
        assert_eq!(unpack(Packing::Zstd, random(1000), CHUNK), None);
        assert_eq!(unpack(Packing::Plain, random(1000), 999), None);
        assert_eq!(header([0, 0, 0, 1, 0, 0xff, 0xff, 0xff, 0xff]), None);
        assert_eq!(header([0, 0, 0, 1, 2, 0, 0, 0, 1]), None);
    }
}
