//! One ledger and its file: appended to as it grows, written anew now and then, never overwritten when
//! it is damaged.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use segue_door::{Code, Failure};
use segue_ledger::{Checked, Ledger};
use segue_private as private;

use segue_store::crash;

/// After how many additions the file is written anew.
const ADDITIONS: u32 = 64;
/// Most damaged files that are kept of one conversation.
const DAMAGED: u32 = 1_000;

/// A ledger that is open.
pub(super) struct Open {
    pub(super) ledger: Ledger,
    /// Names what this device writes into this file.
    pub(super) chain: [u8; 8],
    path: PathBuf,
    additions: u32,
    /// Whether the file is there and as the ledger knows it.
    is_there: bool,
    /// Whether something in memory may not be on disk.
    pub(super) unsaved: bool,
}

/// What is kept beside the file.
pub(super) struct Kept {
    pub(super) chain: [u8; 8],
    pub(super) checked: Option<[u8; 32]>,
}

impl Open {
    /// Loads a ledger or begins one. If something could not be read, also returns what happened,
    /// and keeps the damaged file.
    pub(super) fn load(
        folder: &Path,
        conversation: &str,
        kept: Option<Kept>,
    ) -> Result<(Self, Option<String>), Failure> {
        // A conversation's id is somebody else's text: its file has a name of ours.
        let name = blake3::hash(conversation.as_bytes()).to_hex();
        let path = folder.join(format!("{name}.automerge"));
        let invalid = |_| Failure::invalid("This is no id of a conversation.");
        let open = |ledger, chain, is_there| Self {
            ledger,
            chain,
            path: path.clone(),
            additions: 0,
            is_there,
            unsaved: false,
        };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let problem = kept.is_some_and(|kept| kept.checked.is_some()).then(|| {
                    "The record of this conversation was gone and was begun anew.".to_owned()
                });
                let ledger = Ledger::new(conversation).map_err(invalid)?;
                return Ok((open(ledger, fresh(), false), problem));
            }
            Err(error) => return Err(refused(&path, &error)),
        };
        let checked = kept.as_ref().and_then(|kept| kept.checked).map(Checked);
        match (Ledger::load(conversation, &bytes, checked.as_ref()), kept) {
            (Ok(ledger), Some(kept)) => Ok((open(ledger, kept.chain, true), None)),
            // The database does not know the file: it may be a copy of an earlier one.
            (Ok(ledger), None) => Ok((open(ledger, fresh(), true), None)),
            (Err(damaged), _) => {
                let aside = put_aside(&path)?;
                let rescued = Ledger::rescue(conversation, &bytes).map_err(invalid)?;
                let problem = format!(
                    "The record of this conversation was damaged ({damaged}). {} could be read; the damaged file is {}. \
                     Teammates who have the rest bring it back.",
                    crate::plural::counted(rescued.ledger.len() as u64, "record", "records"),
                    aside.display()
                );
                tracing::error!(%damaged, aside = %aside.display(), "a ledger was rescued");
                let mut open = open(rescued.ledger, fresh(), false);
                open.save()?;
                Ok((open, Some(problem)))
            }
        }
    }

    /// Brings the file up to date, and returns the proof for it.
    pub(super) fn save(&mut self) -> Result<Option<[u8; 32]>, Failure> {
        let at = |error: &io::Error| refused(&self.path, error);
        let more = if self.is_there && self.additions < ADDITIONS {
            self.ledger.save_more()
        } else {
            None
        };
        // Until it is done the file is not what the ledger thinks it is.
        self.is_there = false;
        match more {
            Some(more) => {
                crash::point("before a record is appended");
                let mut file = private::open_options()
                    .append(true)
                    .open(&self.path)
                    .map_err(|error| at(&error))?;
                file.write_all(&more).map_err(|error| at(&error))?;
                file.sync_all().map_err(|error| at(&error))?;
                self.additions += 1;
            }
            None => {
                let bytes = self.ledger.save();
                replace(&self.path, &bytes).map_err(|error| at(&error))?;
                self.additions = 0;
            }
        }
        crash::point("after a record is on disk");
        self.is_there = true;
        Ok(self.ledger.checked().map(|checked| checked.0))
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut draft = tempfile::Builder::new()
        .prefix("draft-")
        .tempfile_in(folder)?;
    draft.write_all(bytes)?;
    draft.as_file().sync_all()?;
    crash::point("before a ledger has its name");
    draft.persist(path).map_err(|error| error.error)?;
    // Not every system lets a folder be synced; the file itself is.
    File::open(folder).and_then(|folder| folder.sync_all()).ok();
    Ok(())
}

/// Gives a damaged file another name, never that of one that is there.
fn put_aside(path: &Path) -> Result<PathBuf, Failure> {
    for number in 1..=DAMAGED {
        let aside = path.with_extension(format!("damaged-{number}"));
        if !aside.exists() {
            std::fs::rename(path, &aside).map_err(|error| refused(path, &error))?;
            return Ok(aside);
        }
    }
    Err(Failure::new(
        Code::Storage,
        format!("Too many damaged copies of {} are there.", path.display()),
    ))
}

fn fresh() -> [u8; 8] {
    let mut chain = [0; 8];
    let random = *uuid::Uuid::new_v4().as_bytes();
    for (to, from) in chain.iter_mut().zip(random) {
        *to = from;
    }
    chain
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        Code::Storage,
        format!("{} can't be used: {error}.", path.display()),
    )
    .hint("Look at the free space on the disk of the profile folder.")
}
