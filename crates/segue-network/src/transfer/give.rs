//! What we let others pull: which file, to whom, and how far it went.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Manifest;
use super::protocol::Reply;
use crate::device::DeviceId;
use crate::limits::SERVES_PER_PERSON;

/// How many files are let be pulled at once, and how many are remembered that are not any more.
const MOST: usize = 1024;

/// A file that one device may pull.
#[derive(Debug, Clone)]
pub struct Give {
    /// The device that may pull it.
    pub to: DeviceId,
    /// The BLAKE3 hash of the file.
    pub hash: [u8; 32],
    pub bytes: u64,
    /// The path of the file, which must not change as long as it is given.
    pub path: PathBuf,
}

/// How far something we give is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given {
    pub to: DeviceId,
    pub hash: [u8; 32],
    pub state: GivenState,
}

/// The state of a file that we give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenState {
    /// So much of the file is on its way or there.
    Going {
        /// Bytes of the file.
        done: u64,
        /// The size of the whole file.
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
    /// What was withdrawn lately, oldest first.
    taken_back: VecDeque<(DeviceId, [u8; 32])>,
}

/// One file that is given.
#[derive(Clone)]
pub(crate) struct Entry {
    pub give: Arc<Give>,
    pub manifest: Arc<tokio::sync::OnceCell<Arc<Manifest>>>,
    pub taken_back: CancellationToken,
}

impl Gives {
    /// Lets one more file be pulled; none when there are too many.
    pub fn add(&mut self, give: Give) -> Option<Entry> {
        let which = (give.to, give.hash);
        if self.all.len() >= MOST && !self.all.contains_key(&which) {
            return None;
        }
        self.taken_back.retain(|known| *known != which);
        let entry = self.all.entry(which).or_insert_with(|| Entry {
            give: Arc::new(give),
            manifest: Arc::default(),
            taken_back: CancellationToken::new(),
        });
        Some(entry.clone())
    }

    /// Takes one back.
    pub fn remove(&mut self, to: DeviceId, hash: &[u8; 32]) {
        if let Some(entry) = self.all.remove(&(to, *hash)) {
            entry.taken_back.cancel();
            self.taken_back.push_back((to, *hash));
            self.taken_back
                .drain(..self.taken_back.len().saturating_sub(MOST));
        }
    }

    /// Begins a pull by this device of the file with this hash. Fails with the reply to send when
    /// it may not pull it or pulls too much already.
    pub(super) fn begin(&mut self, to: DeviceId, hash: &[u8; 32]) -> Result<Entry, Reply> {
        let which = (to, *hash);
        let entry = self.all.get(&which).ok_or_else(|| {
            if self.taken_back.contains(&which) {
                Reply::TakenBack
            } else {
                Reply::NotGiven
            }
        })?;
        let others = self.going.iter().filter(|(device, _)| *device == to);
        if others.count() >= SERVES_PER_PERSON {
            return Err(Reply::Busy);
        }
        self.going.push((to, *hash));
        Ok(entry.clone())
    }

    /// Ends a pull that [`Gives::begin`] began.
    pub(super) fn end(&mut self, to: DeviceId, hash: &[u8; 32]) {
        if let Some(at) = self.going.iter().position(|known| *known == (to, *hash)) {
            self.going.swap_remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::IdentityKey;

    fn give(to: DeviceId, number: usize) -> Give {
        let mut hash = [0; 32];
        hash[..8].copy_from_slice(&number.to_be_bytes());
        Give {
            to,
            hash,
            bytes: 1,
            path: PathBuf::new(),
        }
    }

    #[test]
    fn too_many_are_refused_and_what_was_taken_back_is_said_to_be() {
        let to = DeviceId::of(&IdentityKey::generate().public()).unwrap();
        let mut gives = Gives::default();
        assert!((0..MOST).all(|number| gives.add(give(to, number)).is_some()));
        assert!(gives.add(give(to, MOST)).is_none());
        assert!(gives.add(give(to, 0)).is_some(), "it is given already");
        let (first, never) = (give(to, 0).hash, give(to, MOST).hash);
        gives.remove(to, &first);
        let reply = |gives: &mut Gives, hash| gives.begin(to, hash).err();
        assert_eq!(reply(&mut gives, &first), Some(Reply::TakenBack));
        assert_eq!(reply(&mut gives, &never), Some(Reply::NotGiven));
        gives.add(give(to, 0)).unwrap();
        assert_eq!(reply(&mut gives, &first), None);
        for number in 0..2 * MOST {
            gives.add(give(to, number));
            gives.remove(to, &give(to, number).hash);
        }
        assert!(gives.taken_back.len() <= MOST);
    }
}
