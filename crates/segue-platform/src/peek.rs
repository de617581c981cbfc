//! The first and the last kilobytes of a file, cut at line ends.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::open;

/// How many bytes are looked at, at either end.
pub const REACH: usize = 64 << 10;

/// Both ends of a file.
#[derive(Debug, Default)]
pub struct Ends {
    /// The beginning, without a line that is cut off, unless it is the only one.
    pub head: Vec<u8>,
    /// The end, without the line it begins in the middle of; empty when `head` has everything.
    pub tail: Vec<u8>,
}

impl Ends {
    /// Reads both ends of a file, at most [`REACH`] bytes each.
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut file = open::plain_file(path)?;
        let length = file.metadata()?.len();
        let mut head = vec![0; REACH.min(usize::try_from(length).unwrap_or(REACH))];
        let read = fill(&mut file, &mut head)?;
        head.truncate(read);
        if length <= REACH as u64 {
            return Ok(Self {
                head,
                tail: Vec::new(),
            });
        }
        if let Some(end) = memchr::memrchr(b'\n', &head) {
            head.truncate(end + 1);
        }
        let mut tail = vec![0; REACH];
        file.seek(SeekFrom::Start(
            length.saturating_sub(REACH as u64).max(head.len() as u64),
        ))?;
        let read = fill(&mut file, &mut tail)?;
        tail.truncate(read);
        let whole = memchr::memchr(b'\n', &tail).map_or(tail.len(), |end| end + 1);
        tail.drain(..whole);
        Ok(Self { head, tail })
    }

    /// Returns the lines of the beginning, then those of the end.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        let split = |bytes: &'_ [u8]| -> Vec<(usize, usize)> {
            let mut spans = Vec::new();
            let mut from = 0;
            for end in memchr::memchr_iter(b'\n', bytes) {
                spans.push((from, end));
                from = end + 1;
            }
            spans.push((from, bytes.len()));
            spans
        };
        let cut = |bytes: &'_ [u8], (from, to): (usize, usize)| -> std::ops::Range<usize> {
            from..to.min(bytes.len())
        };
        let head = split(&self.head).into_iter();
        let tail = split(&self.tail).into_iter();
        head.map(move |span| self.head.get(cut(&self.head, span)).unwrap_or_default())
            .chain(tail.map(move |span| self.tail.get(cut(&self.tail, span)).unwrap_or_default()))
            .filter(|line| !line.is_empty())
    }
}

fn fill(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(room) = buffer.get_mut(filled..).filter(|room| !room.is_empty()) {
        match file.read(room) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Returns the first line of a text, cut to what a list can show.
pub fn title_of(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(segue_conversation::truncate(line, 120))
}
