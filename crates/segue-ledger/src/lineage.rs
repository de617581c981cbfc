//! What the records say together: versions in order, their handoffs and what became of them, and what
//! is not believed. A function of the set of records alone.
//!
//! ```text
//! records ─▶ judge: versions, handoffs by people who took part, receipts by the two ends
//!               ├─▶ Quarantined { id, by, why }
//!               └─▶ state of every task ─▶ ConversationVersion, oldest first
//! ```

mod judge;
mod older;
mod order;
mod shown;
mod state;

pub use judge::{Quarantined, Why};
pub use older::{Unreadable, read_versions};
pub use shown::{ConversationVersion, HandedOff, Person, ReceiptShown};
pub use state::TaskState;

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{PublicKey, Record, RecordId};

/// What the records of a conversation say together: its versions in order, the people who took
/// part, and what is not believed.
#[derive(Debug, Clone)]
pub struct Lineage {
    versions: Vec<ConversationVersion>,
    ids: Vec<RecordId>,
    places: BTreeMap<RecordId, usize>,
    participants: BTreeSet<PublicKey>,
    quarantined: Vec<Quarantined>,
}

impl Lineage {
    pub(crate) fn of<'a>(conversation: &str, records: impl Iterator<Item = &'a Record>) -> Self {
        let mut judged = judge::judge(records);
        let ids = order::oldest_first(&judged.versions);
        let mut versions = Vec::with_capacity(ids.len());
        for id in &ids {
            if let Some((record, version)) = judged.versions.get(id) {
                let handoffs = judged.handoffs.remove(id).unwrap_or_default();
                versions.push(shown::join(conversation, record, version, handoffs));
            }
        }
        let places = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        Lineage {
            versions,
            ids,
            places,
            participants: judged.participants,
            quarantined: judged.quarantined,
        }
    }

    /// Returns all versions: parents before children, then by time, then by identifier.
    pub fn versions(&self) -> &[ConversationVersion] {
        &self.versions
    }

    /// Converts into the list of all versions, in the order of [`Self::versions`].
    pub fn into_versions(self) -> Vec<ConversationVersion> {
        self.versions
    }

    /// Returns a version by its record's identifier.
    pub fn version(&self, id: RecordId) -> Option<&ConversationVersion> {
        self.versions.get(*self.places.get(&id)?)
    }

    /// Finds a handoff by its sender and its task.
    pub fn handoff(&self, sender: PublicKey, task_id: &str) -> Option<&HandedOff> {
        let mut handoffs = self.versions.iter().flat_map(|version| &version.handoffs);
        handoffs.find(|one| one.from.key == Some(sender) && one.task_id.as_deref() == Some(task_id))
    }

    /// Returns everybody who made a version or was handed one.
    pub fn participants(&self) -> &BTreeSet<PublicKey> {
        &self.participants
    }

    /// Returns the records that are signed but not believed, and why.
    pub fn quarantined(&self) -> &[Quarantined] {
        &self.quarantined
    }

    /// Lists the versions that no other version came from.
    pub fn heads(&self) -> Vec<RecordId> {
        let parents: BTreeSet<_> = self.versions.iter().flat_map(parents_of).collect();
        let heads = self.ids.iter().filter(|id| !parents.contains(id));
        heads.copied().collect()
    }

    /// Finds the last version that this person made in this session.
    pub fn latest_by(
        &self,
        key: PublicKey,
        platform: &str,
        session: Option<&str>,
    ) -> Option<RecordId> {
        let all = self.ids.iter().zip(&self.versions).rev();
        let mut theirs = all.filter(|(_, version)| {
            version.creator.key == Some(key)
                && version.platform == platform
                && version.session_id.as_deref() == session
        });
        theirs.next().map(|(id, _)| *id)
    }

    /// Counts the handoffs that lead to this version, along the longest way if there are several; a
    /// handoff of it is the next step. `None` if the version is not here.
    pub fn step_of(&self, version: RecordId) -> Option<usize> {
        let at = *self.places.get(&version)?;
        let mut steps = Vec::with_capacity(at + 1);
        for version in self.versions.iter().take(at + 1) {
            let step = |parent: RecordId| {
                let place = *self.places.get(&parent)?;
                let mut handoffs = self.versions.get(place)?.handoffs.iter();
                let handed = handoffs.any(|one| one.handed_off_to.key == version.creator.key);
                let before: &usize = steps.get(place)?;
                Some(before + usize::from(handed))
            };
            steps.push(parents_of(version).filter_map(step).max().unwrap_or(0));
        }
        steps.pop()
    }
}

fn parents_of(version: &ConversationVersion) -> impl Iterator<Item = RecordId> {
    let parents = version.parent_version_ids.iter();
    parents.filter_map(|parent| parent.parse().ok())
}
