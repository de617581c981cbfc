//! What we let others pull: which file, to whom, and how far it went.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Manifest;
use super::protocol::Reply;
use crate::device::DeviceId;
use crate::limits::SERVES_PER_PERSON;

/// How many files are let be pulled at once.
const MOST: usize = 1024;

/// A file that one device may pull.
#[derive(Debug, Clone)]
pub struct Give {
    /// Who may.
    pub to: DeviceId,
    /// The BLAKE3 hash of the file.
    pub hash: [u8; 32],
    /// Its size.
    pub bytes: u64,
    /// Where it is. It must not change as long as it is given.
    pub path: PathBuf,
}

/// How far something we give is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given {
    /// To whom.
    pub to: DeviceId,
    /// Which file.
    pub hash: [u8; 32],
    /// How it stands.
    pub state: GivenState,
}

/// How something we give stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenState {
    /// So much of the file is on its way or there.
    Going {
        /// Bytes of the file.
        done: u64,
        /// The whole file.
        total: u64,
    },
    /// The taker checked all of it and has it on disk.
    Whole,
    /// The taker does not want it any more.
    Stopped,
    /// The connection was lost; the taker may come back.
    Paused,
    /// The file can't be read, or is not what it was.
    Unreadable,
}

/// All that is given.
#[derive(Default)]
pub(crate) struct Gives {
    all: HashMap<(DeviceId, [u8; 32]), Entry>,
    /// What goes to whom at the moment.
    going: Vec<(DeviceId, [u8; 32])>,
}

/// One file that is given.
#[derive(Clone)]
pub(crate) struct Entry {
    pub give: Arc<Give>,
    pub manifest: Arc<tokio::sync::OnceCell<Arc<Manifest>>>,
    pub taken_back: CancellationToken,
}

impl Gives {
    /// Lets one more file be pulled.
    pub fn add(&mut self, give: Give) {
        if self.all.len() >= MOST {
            tracing::warn!("too many files are given at once; the newest is not");
            return;
        }
        self.all
            .entry((give.to, give.hash))
            .or_insert_with(|| Entry {
                give: Arc::new(give),
                manifest: Arc::default(),
                taken_back: CancellationToken::new(),
            });
    }

    /// Takes one back.
    pub fn remove(&mut self, to: DeviceId, hash: &[u8; 32]) {
        if let Some(entry) = self.all.remove(&(to, *hash)) {
            entry.taken_back.cancel();
        }
    }

    /// What this device may pull under this hash, if it does not pull too much already.
    pub(super) fn begin(&mut self, to: DeviceId, hash: &[u8; 32]) -> Result<Entry, Reply> {
        let entry = self.all.get(&(to, *hash)).ok_or(Reply::NotGiven)?;
        let others = self.going.iter().filter(|(device, _)| *device == to);
        if others.count() >= SERVES_PER_PERSON {
            return Err(Reply::Busy);
        }
        self.going.push((to, *hash));
        Ok(entry.clone())
    }

    /// It does not go on any more.
    pub(super) fn end(&mut self, to: DeviceId, hash: &[u8; 32]) {
        if let Some(at) = self.going.iter().position(|known| *known == (to, *hash)) {
            self.going.swap_remove(at);
        }
    }

    /// The entry of a file, to prepare it before anyone asks.
    pub fn find(&self, to: DeviceId, hash: &[u8; 32]) -> Option<Entry> {
        self.all.get(&(to, *hash)).cloned()
    }
}
