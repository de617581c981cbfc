//! The Automerge document, and the one thing that has to be kept in order about it.
//!
//! Automerge 0.12 keeps all values of a document in pieces, and cuts a piece where something is put
//! in between. Of a cut piece the front keeps the memory of the whole; a document that was just
//! loaded is one single piece. A few thousand records put into one of some megabytes would take
//! gigabytes. So pieces are cut small before, from the back, where it costs nothing; changes are
//! applied in steps; and after some steps a copy, which is as large as it has to be, takes the place of
//! the document.

use std::collections::BTreeMap;

use automerge::{
    Automerge, AutomergeError, Change, ROOT, ReadDoc, ScalarValue,
    sync::{ChunkList, Message, State, SyncDoc},
    transaction::Transactable,
};

use crate::{
    change,
    record::{Record, RecordId},
};

/// The most changes that are applied at once.
const STEP: usize = 512;
/// Records in one piece, once it is cut.
const PIECE: usize = 64;

/// The Automerge document, kept from taking far more memory than it needs.
pub(crate) struct Store {
    doc: Automerge,
    /// Whether it has not been cut since it was loaded.
    whole: bool,
    /// Changes applied since it was last copied.
    churn: usize,
}

impl Store {
    /// Wraps a document that was just made or loaded.
    pub(crate) fn new(doc: Automerge) -> Self {
        Store {
            doc,
            whole: true,
            churn: 0,
        }
    }

    pub(crate) fn doc(&self) -> &Automerge {
        &self.doc
    }

    /// Applies changes whose records are among `records` already.
    pub(crate) fn apply(
        &mut self,
        mut changes: Vec<Change>,
        records: &BTreeMap<RecordId, Record>,
        mut new: Vec<RecordId>,
    ) -> Result<(), AutomergeError> {
        if changes.is_empty() {
            return Ok(());
        }
        if self.whole {
            self.whole = false;
            let cuts = records.keys().rev().step_by(PIECE).copied();
            let cuts: Vec<_> = cuts.collect();
            self.cut(&cuts)?;
            self.copy();
        }
        while !changes.is_empty() {
            let rest = changes.split_off(changes.len().min(STEP));
            let count = changes.len();
            self.doc.apply_changes(changes)?;
            changes = rest;
            let later = new.split_off(new.len().min(count));
            new.sort_unstable();
            let cuts = cuts_within(&new, records);
            new = later;
            self.cut(&cuts)?;
            self.churn += count;
            if self.churn >= STEP {
                self.copy();
            }
        }
        Ok(())
    }

    /// Tells the sync protocol about a message whose changes have been applied.
    pub(crate) fn receive(
        &mut self,
        state: &mut State,
        mut message: Message,
        applied: bool,
    ) -> Result<(), AutomergeError> {
        if applied {
            // It asks only whether there were any; this one everybody has.
            let first = change::genesis().raw_bytes().to_vec();
            message.changes = ChunkList::from(vec![first]);
        }
        self.doc.receive_sync_message(state, message)
    }

    /// Cuts after each of these records, the last one first, by putting something there and rolling
    /// it back.
    fn cut(&mut self, after: &[RecordId]) -> Result<(), AutomergeError> {
        let Some((_, map)) = self.doc.get(ROOT, change::RECORDS)? else {
            return Ok(());
        };
        if after.is_empty() {
            return Ok(());
        }
        let mut transaction = self.doc.transaction();
        for id in after {
            transaction.put(&map, format!("{id}~"), ScalarValue::Bytes(vec![0]))?;
        }
        transaction.rollback();
        Ok(())
    }

    fn copy(&mut self) {
        self.doc = self.doc.clone();
        self.churn = 0;
    }
}

/// Finds where to cut among new records that lie side by side and would make one large piece.
fn cuts_within(new: &[RecordId], records: &BTreeMap<RecordId, Record>) -> Vec<RecordId> {
    let mut cuts = Vec::new();
    let mut run = 0;
    for pair in new.windows(2) {
        let [one, next] = pair else { continue };
        let following = records.range((
            std::ops::Bound::Excluded(one),
            std::ops::Bound::Included(next),
        ));
        run = match following.take(2).count() {
            1 => run + 1,
            _ => 0,
        };
        if run == PIECE {
            cuts.push(*next);
            run = 0;
        }
    }
    cuts.reverse();
    cuts
}
