//! The list of parts: one value of the file's BLAKE3 tree for each mebibyte.
//!
//! BLAKE3 hashes a file as a tree. The values of whole mebibytes are inner nodes of it, so from the
//! list alone the hash of the file follows, and each chunk can be checked without the others.

use std::io::Read;

use blake3::hazmat::{
    ChainingValue, HasherExt, Mode, left_subtree_len, merge_subtrees_non_root, merge_subtrees_root,
};

/// How much of a file is one chunk.
pub const CHUNK: usize = 1 << 20;

/// The values of all chunks of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    bytes: u64,
    values: Vec<ChainingValue>,
}

impl Manifest {
    /// Reads a file and lists its chunks.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn of(mut file: impl Read) -> std::io::Result<Self> {
        let mut buffer = vec![0; CHUNK];
        let mut values = Vec::new();
        let mut bytes = 0;
        let mut first = *blake3::hash(&[]).as_bytes();
        loop {
            let filled = fill(&mut file, &mut buffer)?;
            // Whether a chunk is the only one shows when the next one is not there.
            if filled == 0 {
                break;
            }
            if bytes == 0 {
                first = *blake3::hash(&buffer[..filled]).as_bytes();
            }
            values.push(value(values.len() as u64, &buffer[..filled]));
            bytes += filled as u64;
        }
        if values.len() < 2 {
            values = vec![first];
        }
        Ok(Self { bytes, values })
    }

    /// Accepts a list from another device only if it results in the hash of the file.
    pub(crate) fn checked(bytes: u64, hash: &[u8; 32], list: &[u8]) -> Option<Self> {
        let (values, rest) = list.as_chunks::<32>();
        let manifest = Self {
            bytes,
            values: values.to_vec(),
        };
        let fits = rest.is_empty() && manifest.values.len() as u64 == count(bytes);
        (fits && manifest.hash() == *hash).then_some(manifest)
    }

    /// Encodes the list as it is sent.
    pub(crate) fn list(&self) -> Vec<u8> {
        self.values.concat()
    }

    /// Computes the BLAKE3 hash of the file.
    pub fn hash(&self) -> [u8; 32] {
        if let [only] = self.values.as_slice() {
            return *only;
        }
        let (left, right) = self.halves(&self.values, self.bytes);
        *merge_subtrees_root(&left, &right, Mode::Hash).as_bytes()
    }

    /// Returns the size of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns how many chunks there are.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.values.len()).unwrap_or(u32::MAX)
    }

    /// Returns the offset and the length of a chunk.
    pub(crate) fn span(&self, index: u32) -> (u64, usize) {
        span(self.bytes, index)
    }

    /// Checks whether these bytes are that chunk.
    pub(crate) fn is(&self, index: u32, data: &[u8]) -> bool {
        let Some(known) = self.values.get(index as usize) else {
            return false;
        };
        if data.len() != self.span(index).1 {
            return false;
        }
        if self.values.len() == 1 {
            return blake3::hash(data) == *known;
        }
        value(u64::from(index), data) == *known
    }

    fn halves(&self, values: &[ChainingValue], bytes: u64) -> (ChainingValue, ChainingValue) {
        let left = left_subtree_len(bytes);
        let at = usize::try_from(left / CHUNK as u64).unwrap_or(0);
        let (first, second) = values.split_at(at);
        (self.node(first, left), self.node(second, bytes - left))
    }

    /// Computes the value of a subtree. Recurses as deep as the tree: a few dozen levels at most.
    fn node(&self, values: &[ChainingValue], bytes: u64) -> ChainingValue {
        if let [only] = values {
            return *only;
        }
        let (left, right) = self.halves(values, bytes);
        merge_subtrees_non_root(&left, &right, Mode::Hash)
    }
}

/// Returns how many chunks a file of this size has.
pub(crate) fn count(bytes: u64) -> u64 {
    bytes.div_ceil(CHUNK as u64).max(1)
}

/// Returns the offset and the length of a chunk of a file of this size.
pub(crate) fn span(bytes: u64, index: u32) -> (u64, usize) {
    let from = u64::from(index) * CHUNK as u64;
    let length = bytes.saturating_sub(from).min(CHUNK as u64);
    (from, usize::try_from(length).unwrap_or(CHUNK))
}

fn value(index: u64, data: &[u8]) -> ChainingValue {
    blake3::Hasher::new()
        .set_input_offset(index * CHUNK as u64)
        .update(data)
        .finalize_non_root()
}

/// Reads until the buffer is full or the file ends.
pub(crate) fn fill(file: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(length: usize) -> Vec<u8> {
        let mut data = vec![0; length];
        blake3::Hasher::new().finalize_xof().fill(&mut data);
        data
    }

    #[test]
    fn the_list_adds_up_to_the_hash_of_the_file() {
        for length in [
            0,
            1,
            1024,
            CHUNK - 1,
            CHUNK,
            CHUNK + 1,
            2 * CHUNK,
            2 * CHUNK + 1,
            3 * CHUNK,
            5 * CHUNK + 17,
            8 * CHUNK,
            13 * CHUNK + 1023,
        ] {
            let data = bytes(length);
            let manifest = Manifest::of(data.as_slice()).unwrap();
            assert_eq!(manifest.hash(), *blake3::hash(&data).as_bytes(), "{length}");
            assert_eq!(manifest.bytes(), length as u64);
            assert_eq!(u64::from(manifest.count()), count(length as u64));
            let again = Manifest::checked(length as u64, &manifest.hash(), &manifest.list());
            assert_eq!(again, Some(manifest.clone()));
            for index in 0..manifest.count() {
                let (from, size) = manifest.span(index);
                let from = usize::try_from(from).unwrap();
                let chunk = &data[from..from + size];
                assert!(manifest.is(index, chunk), "{length} {index}");
                if size > 0 {
                    let mut other = chunk.to_vec();
                    other[size / 2] ^= 1;
                    assert!(!manifest.is(index, &other));
                    assert!(!manifest.is(index, &chunk[..size - 1]));
                }
            }
        }
    }

    #[test]
    fn a_list_that_lies_is_none() {
        let data = bytes(3 * CHUNK + 5);
        let manifest = Manifest::of(data.as_slice()).unwrap();
        let (size, hash, list) = (manifest.bytes(), manifest.hash(), manifest.list());
        for at in 0..list.len() {
            let mut other = list.clone();
            other[at] ^= 1;
            assert_eq!(Manifest::checked(size, &hash, &other), None);
        }
        assert_eq!(Manifest::checked(size + CHUNK as u64, &hash, &list), None);
        // Within its last chunk a wrong size shows when that chunk comes.
        let longer = Manifest::checked(size + 1, &hash, &list).unwrap();
        assert!(!longer.is(3, &data[3 * CHUNK..]));
        assert_eq!(Manifest::checked(size, &hash, &list[..64]), None);
        assert_eq!(Manifest::checked(size, &hash, &[]), None);
        assert_eq!(Manifest::checked(u64::MAX, &hash, &list), None);
    }
}
