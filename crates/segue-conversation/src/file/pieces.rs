//! Cutting one large JSON object into its members, and two of its lists into their items.
//!
//! Only brackets and strings are followed here, in constant memory but for the piece at hand; each
//! piece is checked as JSON by whoever takes it.

use std::io::Read;

use crate::json::{self, JsonError, Special};

use super::{FileError, Limits};

/// One piece cut out of the file, not yet checked as JSON.
#[derive(Debug)]
pub enum Piece<'p> {
    /// A member of the object that is not one of the lists.
    Member {
        key: String,
        /// The raw value.
        bytes: &'p [u8],
    },
    /// An item of one of the lists.
    Item {
        list: &'static str,
        /// Its place in the list, from 0.
        index: u64,
        /// The raw value.
        bytes: &'p [u8],
    },
}

#[derive(Clone, Copy)]
enum Inside {
    Start,
    Object { some: bool },
    List { name: &'static str, index: u64 },
    End,
}

/// Reads a JSON object piece by piece.
pub struct Pieces<R> {
    source: R,
    lists: &'static [&'static str],
    limits: Limits,
    buffer: Vec<u8>,
    at: usize,
    taken: u64,
    over: bool,
    inside: Inside,
    seen: Vec<String>,
}

const STEP: usize = 256 << 10;
/// Members of the outermost object, which A2A gives six.
const MOST_MEMBERS: usize = 256;

impl<R: Read> Pieces<R> {
    /// Cuts `source`; members named in `lists` come item by item.
    pub fn new(source: R, lists: &'static [&'static str], limits: Limits) -> Self {
        Self {
            source,
            lists,
            limits,
            buffer: Vec::new(),
            at: 0,
            taken: 0,
            over: false,
            inside: Inside::Start,
            seen: Vec::new(),
        }
    }

    /// Returns how many bytes have been read so far.
    pub fn bytes(&self) -> u64 {
        self.taken
    }

    /// Reads the next piece. Returns `None` after the last.
    pub fn cut(&mut self) -> Result<Option<Piece<'_>>, FileError> {
        loop {
            match self.inside {
                Inside::End => return Ok(None),
                Inside::Start => {
                    self.skip_mark()?;
                    match self.token()? {
                        Some(b'{') => self.step(Inside::Object { some: false }),
                        Some(_) => {
                            return Err(FileError::NotAConversation(
                                "This is not a conversation file: it does not begin with an object."
                                    .to_owned(),
                            ));
                        }
                        None => return Err(FileError::Torn(self.taken)),
                    }
                }
                Inside::Object { some } => match self.token()? {
                    Some(b'}') => {
                        self.step(Inside::End);
                        if self.token()?.is_some() {
                            return Err(self.syntax());
                        }
                    }
                    Some(b',') if some => self.step(Inside::Object { some: false }),
                    Some(b'"') if !some => {
                        let key = self.member_key()?;
                        let list = self.lists.iter().find(|name| **name == key);
                        let first = self.token()?;
                        if let (Some(name), Some(b'[')) = (list, first) {
                            self.step(Inside::List { name, index: 0 });
                            continue;
                        }
                        self.inside = Inside::Object { some: true };
                        let range = self.value(&key)?;
                        return Ok(Some(Piece::Member {
                            key,
                            bytes: self.buffer.get(range).unwrap_or_default(),
                        }));
                    }
                    Some(_) => return Err(self.syntax()),
                    None => return Err(FileError::Torn(self.taken)),
                },
                Inside::List { name, index } => match self.token()? {
                    Some(b']') => self.step(Inside::Object { some: true }),
                    None => return Err(FileError::Torn(self.taken)),
                    Some(byte) => {
                        if index > 0 {
                            if byte != b',' {
                                return Err(self.syntax());
                            }
                            self.at += 1;
                            self.token()?;
                        }
                        self.inside = Inside::List {
                            name,
                            index: index + 1,
                        };
                        let range = self.value(name)?;
                        return Ok(Some(Piece::Item {
                            list: name,
                            index,
                            bytes: self.buffer.get(range).unwrap_or_default(),
                        }));
                    }
                },
            }
        }
    }

    fn step(&mut self, inside: Inside) {
        self.at += 1;
        self.inside = inside;
    }

    fn syntax(&self) -> FileError {
        let place = self.taken - (self.buffer.len() - self.at) as u64;
        FileError::Json {
            place: "the file".to_owned(),
            error: JsonError::Syntax(usize::try_from(place).unwrap_or(usize::MAX)),
        }
    }

    /// Skips the byte-order mark that some editors write first.
    fn skip_mark(&mut self) -> Result<(), FileError> {
        while self.buffer.len() < 3 && self.more()? {}
        if self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        Ok(())
    }

    fn member_key(&mut self) -> Result<String, FileError> {
        let range = self.value("a key")?;
        let raw = self.buffer.get(range).unwrap_or_default();
        let key: String = serde_json::from_slice(raw).map_err(|_| self.syntax())?;
        if self.seen.contains(&key) {
            return Err(FileError::Json {
                place: "the file".to_owned(),
                error: JsonError::DuplicateKey,
            });
        }
        if self.seen.len() >= MOST_MEMBERS {
            return Err(FileError::TooLarge(format!(
                "The file has more than {MOST_MEMBERS} members."
            )));
        }
        self.seen.push(key.clone());
        if self.token()? != Some(b':') {
            return Err(self.syntax());
        }
        self.at += 1;
        Ok(key)
    }

    /// Returns the next byte that is not white space without consuming it, or `None` at the end of
    /// the file.
    fn token(&mut self) -> Result<Option<u8>, FileError> {
        loop {
            while let Some(byte) = self.buffer.get(self.at) {
                if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                    return Ok(Some(*byte));
                }
                self.at += 1;
            }
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// Moves past the value that begins at `at` and returns where it is in the buffer. Fails when
    /// it is larger than one piece may be, or when the file ends within it.
    fn value(&mut self, what: &str) -> Result<std::ops::Range<usize>, FileError> {
        let mut scan = Scan::default();
        let mut length = 0;
        loop {
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            length = scan.run(rest, length);
            if length > self.limits.piece_bytes {
                return Err(FileError::TooLarge(format!(
                    "One piece of “{}” is larger than {} bytes.",
                    crate::truncate(what, 40),
                    self.limits.piece_bytes
                )));
            }
            if scan.done || (self.over && scan.is_scalar() && length > 0) {
                let range = self.at..self.at + length;
                if range.is_empty() {
                    return Err(self.syntax());
                }
                self.at = range.end;
                return Ok(range);
            }
            if !self.more()? {
                if scan.is_scalar() && length > 0 {
                    continue;
                }
                return Err(FileError::Torn(self.taken));
            }
        }
    }

    /// Reads more, dropping what is done with; false at the end.
    fn more(&mut self) -> Result<bool, FileError> {
        if self.over {
            return Ok(false);
        }
        self.buffer.drain(..self.at);
        self.at = 0;
        let before = self.buffer.len();
        self.buffer.resize(before + STEP.max(before), 0);
        let room = self.buffer.get_mut(before..).unwrap_or_default();
        let count = loop {
            match self.source.read(room) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.buffer.truncate(before + count);
        self.taken += count as u64;
        self.over = count == 0;
        if self.taken > self.limits.file_bytes {
            return Err(FileError::TooLarge(format!(
                "The file is larger than {} bytes.",
                self.limits.file_bytes
            )));
        }
        Ok(!self.over)
    }
}

/// Follows brackets and strings to the end of one value, stopping and going on at any byte.
#[derive(Default)]
struct Scan {
    depth: usize,
    string: bool,
    escaped: bool,
    done: bool,
    began: bool,
}

impl Scan {
    fn is_scalar(&self) -> bool {
        self.began && self.depth == 0 && !self.string
    }

    /// Continues from `at` and returns the length of the value so far.
    fn run(&mut self, bytes: &[u8], mut at: usize) -> usize {
        let mut specials = json::Scan::<Special>::new(bytes);
        while let Some(&byte) = bytes.get(at) {
            if self.string {
                if self.escaped {
                    self.escaped = false;
                } else if !matches!(byte, b'"' | b'\\') {
                    // A control character is left to whoever reads the piece.
                    at = specials.find(at + 1);
                    continue;
                } else if byte == b'\\' {
                    self.escaped = true;
                } else if byte == b'"' {
                    self.string = false;
                    self.done = self.depth == 0;
                }
                at += 1;
            } else {
                match byte {
                    b'"' if !self.began || self.depth > 0 => self.string = true,
                    b'{' | b'[' if !self.began || self.depth > 0 => self.depth += 1,
                    b'}' | b']' if self.depth > 0 => {
                        self.depth -= 1;
                        self.done = self.depth == 0;
                    }
                    b',' | b'}' | b']' | b':' | b'"' | b'{' | b'[' | b' ' | b'\t' | b'\n'
                    | b'\r'
                        if self.depth == 0 =>
                    {
                        self.done = true;
                        return at;
                    }
                    _ => {}
                }
                self.began = true;
                at += 1;
            }
            if self.done {
                return at;
            }
        }
        at
    }
}
