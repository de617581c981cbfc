//! Reading a small file of our own: never one that is no file, and never more than it should be.

use std::io;
use std::path::Path;

/// Larger than anything kept here.
const MAX_BYTES: u64 = 64 * 1024;

/// Reads the text of a small file. Refuses anything that is not a file or is too large.
pub(super) fn read(path: &Path) -> io::Result<String> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() > MAX_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is not a small file",
        ));
    }
    std::fs::read_to_string(path)
}
