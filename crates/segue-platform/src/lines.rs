//! Files of one record per line: in order within bounded memory, or by place.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Where a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub offset: u64,
    /// Its length without the line end.
    pub length: usize,
}

/// One line as it is met.
#[derive(Debug)]
pub struct Line<'l> {
    pub span: Span,
    /// Its bytes; empty when it is longer than the limit.
    pub bytes: &'l [u8],
    /// Whether a line end follows. Without one it may still be in the middle of being written.
    pub ended: bool,
    /// Whether it is longer than the limit.
    pub oversize: bool,
}

/// A reader of lines in order. A line longer than the limit is passed over without being kept.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    limit: usize,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    offset: u64,
    over: bool,
}

const STEP: usize = 256 << 10;

impl<R: Read> Lines<R> {
    /// Creates a reader of `source` that keeps at most `limit` bytes of a line.
    pub fn new(source: R, limit: usize) -> Self {
        Self {
            source,
            limit,
            buffer: vec![0; STEP],
            at: 0,
            end: 0,
            offset: 0,
            over: false,
        }
    }

    /// Reads the next line; `None` at the end.
    pub fn line(&mut self) -> io::Result<Option<Line<'_>>> {
        let mut searched = 0;
        let mut skipped: u64 = 0;
        let start = self.offset;
        loop {
            let rest = self
                .buffer
                .get(self.at + searched..self.end)
                .unwrap_or_default();
            if let Some(found) = find_newline(rest) {
                let length = searched + found;
                let from = self.at;
                self.at += length + 1;
                self.offset = start + skipped + length as u64 + 1;
                return Ok(Some(self.met(start, from, length, skipped, true)));
            }
            searched = self.end - self.at;
            if searched > self.limit || skipped > 0 {
                // Too long to keep: forget what is there, go on looking for its end.
                skipped += searched as u64;
                self.at = self.end;
                searched = 0;
            }
            if !self.more()? {
                if searched == 0 && skipped == 0 {
                    return Ok(None);
                }
                let from = self.at;
                self.at = self.end;
                self.offset = start + skipped + searched as u64;
                return Ok(Some(self.met(start, from, searched, skipped, false)));
            }
        }
    }

    /// Returns how far it has read, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn met(&self, start: u64, from: usize, length: usize, skipped: u64, ended: bool) -> Line<'_> {
        let oversize = skipped > 0 || length > self.limit;
        let bytes = self.buffer.get(from..from + length).unwrap_or_default();
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Line {
            span: Span {
                offset: start,
                length: bytes.len(),
            },
            bytes: if oversize { &[] } else { bytes },
            ended,
            oversize,
        }
    }

    fn more(&mut self) -> io::Result<bool> {
        if self.over {
            return Ok(false);
        }
        if self.at > 0 {
            self.buffer.copy_within(self.at..self.end, 0);
            self.end -= self.at;
            self.at = 0;
        }
        if self.end == self.buffer.len() {
            let larger = (self.buffer.len() * 2).min(self.limit + STEP);
            self.buffer.resize(larger.max(self.end + STEP), 0);
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        let count = loop {
            match self.source.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.end += count;
        self.over = count == 0;
        Ok(!self.over)
    }
}

fn find_newline(bytes: &[u8]) -> Option<usize> {
    memchr::memchr(b'\n', bytes)
}

/// A reader of lines by place, which reads ahead since the next place is usually the next line.
#[derive(Debug)]
pub struct Window {
    file: File,
    start: u64,
    buffer: Vec<u8>,
    filled: usize,
}

impl Window {
    /// Creates a reader of an open file.
    pub fn new(file: File) -> Self {
        Self {
            file,
            start: 0,
            buffer: Vec::new(),
            filled: 0,
        }
    }

    /// Reads the bytes of a line; fewer than asked when the file has become shorter.
    pub fn take(&mut self, span: Span) -> io::Result<&[u8]> {
        let inside = span
            .offset
            .checked_sub(self.start)
            .filter(|from| from.saturating_add(span.length as u64) <= self.filled as u64);
        let from = match inside {
            Some(from) => from as usize,
            None => {
                self.file.seek(SeekFrom::Start(span.offset))?;
                self.buffer.resize(span.length.max(STEP), 0);
                self.start = span.offset;
                self.filled = 0;
                while self.filled < self.buffer.len() {
                    let room = self.buffer.get_mut(self.filled..).unwrap_or_default();
                    match self.file.read(room) {
                        Ok(0) => break,
                        Ok(count) => self.filled += count,
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        Err(error) => return Err(error),
                    }
                }
                0
            }
        };
        let to = (from + span.length).min(self.filled);
        Ok(self.buffer.get(from..to).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], limit: usize) -> Vec<(u64, usize, Vec<u8>, bool, bool)> {
        let mut lines = Lines::new(text, limit);
        let mut found = Vec::new();
        while let Some(line) = lines.line().unwrap() {
            found.push((
                line.span.offset,
                line.span.length,
                line.bytes.to_vec(),
                line.ended,
                line.oversize,
            ));
        }
        found
    }

    #[test]
    fn lines_come_with_their_places_and_a_torn_end_is_seen() {
        assert_eq!(
            all(b"ab\r\n\ncd", 10),
            [
                (0, 2, b"ab".to_vec(), true, false),
                (4, 0, vec![], true, false),
                (5, 2, b"cd".to_vec(), false, false),
            ]
        );
    }

    #[test]
    fn a_line_over_the_limit_is_passed_over_in_small_memory() {
        let mut text = b"x\n".to_vec();
        text.extend(vec![b'y'; 5 * STEP]);
        text.extend(b"\nz\n");
        let found = all(&text, 100);
        assert_eq!(found.len(), 3);
        assert!(found[1].4 && found[1].2.is_empty());
        assert_eq!(found[2].2, b"z");
        assert_eq!(found[2].0, 3 + 5 * STEP as u64);
        let mut lines = Lines::new(text.as_slice(), 100);
        while lines.line().unwrap().is_some() {}
        assert!(lines.buffer.len() <= 2 * STEP + 100);
    }
}
