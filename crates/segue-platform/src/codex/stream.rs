//! The bytes of a session in order: plain or packed, and before them the beginning of a fork.
//!
//! ```text
//! file ──(zstd)──▶ bounded bytes ──▶ lines      history_base ──▶ the lines before it, in another file
//! ```

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use segue_conversation::json::Tape;

use crate::lines::Lines;
use crate::open;
use crate::platform::{Limits, PlatformError, Session};

use super::places;

/// How many bytes a packed file may unpack to, and the memory it may ask for (as a power of two).
const MOST_UNPACKED: u64 = 4 << 30;
const WINDOW: u32 = 27;

/// How many files a chain of forks may have.
const LONGEST_CHAIN: usize = 64;

/// One file of a conversation, or the beginning of one.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) path: PathBuf,
    /// Where it ends for us, if a fork took only its beginning.
    pub(super) end: Option<End>,
}

/// The first record that is not taken, by its number and by its offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) ordinal: u64,
    pub(super) offset: u64,
}

/// A file's text while it is read, up to a bound.
pub(super) struct Text {
    inner: Box<dyn Read>,
    left: u64,
    cut: Rc<Cell<bool>>,
}

impl Read for Text {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        if most == 0 {
            self.cut.set(true);
            return Ok(0);
        }
        let fit = room.len().min(most);
        let count = self.inner.read(room.get_mut(..fit).unwrap_or_default())?;
        self.left -= count as u64;
        Ok(count)
    }
}

struct Counted {
    file: File,
    count: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(room)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}

/// Checks whether a file is compressed.
pub(super) fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "zst")
}

/// Opens a session's text. `count` grows by every byte read from the disk; `cut` becomes true when
/// a packed file is larger than the bound.
pub(super) fn text(
    path: &Path,
    count: &Rc<Cell<u64>>,
    cut: &Rc<Cell<bool>>,
) -> Result<Text, PlatformError> {
    let file = open::plain_file(path).map_err(PlatformError::at(path))?;
    let counted = Counted {
        file,
        count: count.clone(),
    };
    if !is_packed(path) {
        return Ok(Text {
            inner: Box::new(counted),
            left: u64::MAX,
            cut: cut.clone(),
        });
    }
    let unpacked = || -> io::Result<Box<dyn Read>> {
        let mut decoder = zstd::stream::read::Decoder::new(counted)?;
        decoder.window_log_max(WINDOW)?;
        Ok(Box::new(decoder))
    };
    Ok(Text {
        inner: unpacked().map_err(PlatformError::at(path))?,
        left: MOST_UNPACKED,
        cut: cut.clone(),
    })
}

/// Opens a session's text without counting, for those who only look.
pub(super) fn plain_text(path: &Path) -> Result<Text, PlatformError> {
    text(path, &Rc::default(), &Rc::default())
}

/// Lists the files of a conversation, oldest first, and says what is missing of it.
pub(super) fn segments(
    session: &Session,
    limits: &Limits,
) -> Result<(Vec<Segment>, Option<&'static str>), PlatformError> {
    let mut chain = vec![Segment {
        path: session.path.clone(),
        end: None,
    }];
    let mut missing = None;
    while let Some((id, end)) = base(&chain, limits)? {
        let found = match places::root_of(&session.path) {
            Some(root) => places::rollout(root, &id)?,
            None => None,
        };
        let Some(path) = found else {
            missing = Some("it begins in another session that is not here");
            break;
        };
        if chain.len() >= LONGEST_CHAIN || chain.iter().any(|known| known.path == path) {
            missing = Some("the sessions it begins in name each other in a circle");
            break;
        }
        chain.push(Segment {
            path,
            end: Some(end),
        });
    }
    chain.reverse();
    Ok((chain, missing))
}

/// Reads what the oldest file so far names as its own beginning.
fn base(chain: &[Segment], limits: &Limits) -> Result<Option<(String, End)>, PlatformError> {
    let Some(oldest) = chain.last() else {
        return Ok(None);
    };
    let at = || PlatformError::at(&oldest.path);
    let mut lines = Lines::new(plain_text(&oldest.path)?, limits.record_bytes);
    let Some(first) = lines.line().map_err(at())? else {
        return Ok(None);
    };
    let mut tape = Tape::default();
    let Ok(line) = tape.parse(first.bytes, &limits.json) else {
        return Ok(None);
    };
    let base = line
        .get("payload")
        .and_then(|meta| meta.get("history_base"))
        .filter(|base| base.is_object());
    Ok(base.and_then(|base| {
        let number = |key: &str| base.get(key).and_then(|n| u64::try_from(n.integer()?).ok());
        let end = End {
            ordinal: number("end_ordinal_exclusive")?,
            offset: number("end_byte_offset").unwrap_or(u64::MAX),
        };
        Some((base.string_of("thread_id")?, end))
    }))
}

/// One line of a conversation.
pub(super) struct Met<'w> {
    /// Its number in the whole conversation, forks' beginnings included.
    pub(super) index: u64,
    /// Its bytes; empty when it is too long.
    pub(super) bytes: &'w [u8],
    /// Whether a line end follows.
    pub(super) ended: bool,
    /// Whether it is longer than the limit.
    pub(super) oversize: bool,
    /// Whether it is in the file of another session.
    pub(super) before_fork: bool,
}

/// The lines of all files of a conversation, one after another.
pub(super) struct Walk {
    segments: std::vec::IntoIter<Segment>,
    lines: Option<(Lines<Text>, Segment)>,
    held: Vec<u8>,
    index: u64,
    limit: usize,
    count: Rc<Cell<u64>>,
    cut: Rc<Cell<bool>>,
}

impl Walk {
    pub(super) fn new(segments: Vec<Segment>, limits: &Limits) -> Self {
        Self {
            segments: segments.into_iter(),
            lines: None,
            held: Vec::new(),
            index: 0,
            limit: limits.record_bytes,
            count: Rc::default(),
            cut: Rc::default(),
        }
    }

    /// Returns how many bytes were read from the disk so far.
    pub(super) fn taken(&self) -> u64 {
        self.count.get()
    }

    /// Checks whether a packed file was larger than the bound.
    pub(super) fn was_cut(&self) -> bool {
        self.cut.get()
    }

    /// Reads the next line; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Met<'_>>, PlatformError> {
        loop {
            let Some((lines, segment)) = &mut self.lines else {
                let Some(segment) = self.segments.next() else {
                    return Ok(None);
                };
                let text = text(&segment.path, &self.count, &self.cut)?;
                self.lines = Some((Lines::new(text, self.limit), segment));
                continue;
            };
            let found = lines.line().map_err(PlatformError::at(&segment.path))?;
            let end = segment.end;
            let Some(line) = found.filter(|line| !is_past(line.span.offset, line.bytes, end))
            else {
                self.lines = None;
                continue;
            };
            self.held.clear();
            self.held.extend_from_slice(line.bytes);
            let (ended, oversize) = (line.ended, line.oversize);
            let index = self.index;
            self.index += 1;
            return Ok(Some(Met {
                index,
                bytes: &self.held,
                ended,
                oversize,
                before_fork: end.is_some(),
            }));
        }
    }
}

fn is_past(offset: u64, bytes: &[u8], end: Option<End>) -> bool {
    end.is_some_and(|end| {
        offset >= end.offset || ordinal(bytes).is_some_and(|ordinal| ordinal >= end.ordinal)
    })
}

/// Reads the number of a record, which is near the beginning of its line.
fn ordinal(bytes: &[u8]) -> Option<u64> {
    const KEY: &[u8] = b"\"ordinal\":";
    let head = bytes.get(..bytes.len().min(200))?;
    let at = memchr::memmem::find(head, KEY)?;
    let digits: String = head
        .get(at + KEY.len()..)?
        .iter()
        .skip_while(|byte| **byte == b' ')
        .take_while(|byte| byte.is_ascii_digit())
        .map(|byte| char::from(*byte))
        .collect();
    digits.parse().ok()
}
