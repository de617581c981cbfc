//! Looking at a prepared file: its findings, its very bytes.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use segue_conversation::Message;
use segue_conversation::file::{Item, Limits, Reader};
use segue_door::{Failure, FindingPage, PreparedText};
use segue_platform::open::plain_file;

use super::failure;
use super::prepare::FINDINGS;
use super::prepared_files::PreparedFile;
use super::reader::Messages;

/// Bytes of one piece of the file.
const PIECE: u64 = 256 << 10;

/// Returns a page of the findings.
pub(super) fn findings(staged: &PreparedFile, after: u64, limit: u32) -> FindingPage {
    let after = usize::try_from(after).unwrap_or(usize::MAX);
    let most = FINDINGS.min(limit.max(1) as usize);
    let findings: Vec<_> = staged
        .findings
        .iter()
        .skip(after)
        .take(most)
        .cloned()
        .collect();
    let end = after.saturating_add(findings.len());
    FindingPage {
        next: (end < staged.findings.len()).then_some(end as u64),
        findings,
    }
}

/// Reads a piece of the file that begins and ends between characters. Fails if no character begins
/// at `from`.
pub(super) fn piece(staged: &PreparedFile, from: u64) -> Result<PreparedText, Failure> {
    let at = |error: std::io::Error| failure::io(&staged.file, &error);
    let mut file = File::open(&staged.file).map_err(at)?;
    file.seek(SeekFrom::Start(from)).map_err(at)?;
    let mut bytes = Vec::new();
    file.take(PIECE).read_to_end(&mut bytes).map_err(at)?;
    let whole = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => {
            let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(good).unwrap_or_default()
        }
    };
    if whole.is_empty() && !bytes.is_empty() {
        return Err(Failure::invalid("No character of the file begins there."));
    }
    let end = from.saturating_add(whole.len() as u64);
    Ok(PreparedText {
        text: whole.to_owned(),
        next: (end < staged.cleared.bytes()).then_some(end),
    })
}

/// A conversation file being read; that it is gone meanwhile does not matter.
struct Opened {
    reader: Reader<BufReader<File>>,
}

/// Begins to read a file of ours.
pub(super) fn open(path: &Path) -> Result<Box<dyn Messages>, Failure> {
    let file = File::open(path).map_err(|error| failure::io(path, &error))?;
    Ok(opened(file))
}

/// Begins to read a file of a person's, which may be anything.
pub(super) fn open_foreign(path: &Path) -> Result<Box<dyn Messages>, Failure> {
    let file = plain_file(path).map_err(|error| failure::io(path, &error))?;
    Ok(opened(file))
}

fn opened(file: File) -> Box<dyn Messages> {
    Box::new(Opened {
        reader: Reader::new(BufReader::new(file), Limits::default()),
    })
}

impl Messages for Opened {
    fn message(&mut self) -> Result<Option<Message>, Failure> {
        loop {
            match self.reader.item().map_err(|error| failure::file(&error))? {
                Some(Item::Message(message)) => return Ok(Some(*message)),
                Some(Item::Artifact(_)) => {}
                None => return Ok(None),
            }
        }
    }
}
