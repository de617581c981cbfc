//! Who may say what. Signatures are good by now; what is left is whether the author had a part in it.
//!
//! - A version is its author's own.
//! - A handoff is of a version that is here, by somebody who took part: who made a version, or was
//!   handed one by somebody who took part. Of two by one author for one task the earlier counts.
//! - A receipt is by one of the two ends of its handoff, and by the right one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::Serialize;

use super::{
    shown::{HandedOff, Person, ReceiptShown},
    state,
};
use crate::record::{
    Entry, Handoff, PublicKey, Receipt, ReceiptKind, Record, RecordId, Says, Version,
};

/// A record that is not believed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quarantined {
    pub id: RecordId,
    /// Whose key signed it.
    pub by: PublicKey,
    pub why: Why,
}

/// Why a signed record does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It lacks fields, or has some beyond their bounds.
    Malformed,
    /// It hands off a version that is not here. It may still come.
    UnknownVersion,
    /// It hands off something its author had no part in.
    NotAParticipant,
    /// Its author handed off something else under the same task before.
    SecondHandoff,
    /// It speaks of a handoff that is not here. It may still come.
    UnknownHandoff,
    /// It says something about a handoff its author had no part in.
    NoPart,
    /// It says what only the other end of the handoff could say.
    OtherEnd,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "is not a record that can be read",
            Self::UnknownVersion => "hands off a version that is not here",
            Self::NotAParticipant => "hands off a conversation its author had no part in",
            Self::SecondHandoff => "hands off something else under a task that was used before",
            Self::UnknownHandoff => "speaks of a handoff that is not here",
            Self::NoPart => "says something about a handoff its author had no part in",
            Self::OtherEnd => "says what only the other end of a handoff can say",
        })
    }
}

#[derive(Default)]
pub(super) struct Judged<'a> {
    pub(super) versions: BTreeMap<RecordId, (&'a Record, &'a Version)>,
    /// By version; those of each version oldest first.
    pub(super) handoffs: BTreeMap<RecordId, Vec<HandedOff>>,
    pub(super) participants: BTreeSet<PublicKey>,
    pub(super) quarantined: Vec<Quarantined>,
}

type Task<'a> = (PublicKey, &'a str);
type Made<'a> = (&'a Record, &'a Handoff);

pub(super) fn judge<'a>(records: impl Iterator<Item = &'a Record>) -> Judged<'a> {
    let mut judged = Judged::default();
    let (mut handoffs, mut receipts) = (Vec::new(), Vec::new());
    for record in records {
        match &record.says {
            Says::Known(Entry::Version(version)) => {
                judged.participants.insert(record.by);
                judged.versions.insert(record.id, (record, version));
            }
            Says::Known(Entry::Handoff(handoff)) => handoffs.push((record, handoff)),
            Says::Known(Entry::Receipt(receipt)) => receipts.push((record, receipt)),
            Says::Malformed(_) => judged.quarantine(record, Why::Malformed),
            Says::Later(_) => {}
        }
    }
    let tasks = judged.tasks(handoffs);
    let mut said = judged.receipts(&tasks, receipts);
    let mut all: Vec<_> = tasks.into_values().collect();
    all.sort_unstable_by_key(|(record, handoff)| (handoff.at, record.id));
    for (record, handoff) in all {
        let receipts = said.remove(&record.id).unwrap_or_default();
        let of_version = judged.handoffs.entry(handoff.version).or_default();
        of_version.push(joined(record, handoff, receipts));
    }
    judged.quarantined.sort_unstable_by_key(|one| one.id);
    judged
}

impl<'a> Judged<'a> {
    fn quarantine(&mut self, record: &Record, why: Why) {
        self.quarantined.push(Quarantined {
            id: record.id,
            by: record.by,
            why,
        });
    }

    /// Picks the handoffs that count and quarantines the rest. Each one that counts may make its
    /// recipient a participant, and then the recipient's handoffs count too.
    fn tasks(&mut self, handoffs: Vec<Made<'a>>) -> BTreeMap<Task<'a>, Made<'a>> {
        let mut by_author: BTreeMap<PublicKey, Vec<Made<'a>>> = BTreeMap::new();
        for (record, handoff) in handoffs {
            if self.versions.contains_key(&handoff.version) {
                by_author
                    .entry(record.by)
                    .or_default()
                    .push((record, handoff));
            } else {
                self.quarantine(record, Why::UnknownVersion);
            }
        }
        let mut tasks = BTreeMap::new();
        let mut authors: Vec<_> = self.participants.iter().copied().collect();
        while let Some(author) = authors.pop() {
            let mut theirs = by_author.remove(&author).unwrap_or_default();
            theirs.sort_unstable_by_key(|(record, handoff)| (handoff.at, record.id));
            for (record, handoff) in theirs {
                let task = (author, handoff.task_id.as_str());
                if tasks.contains_key(&task) {
                    self.quarantine(record, Why::SecondHandoff);
                    continue;
                }
                tasks.insert(task, (record, handoff));
                if self.participants.insert(handoff.to) {
                    authors.push(handoff.to);
                }
            }
        }
        for (record, _) in by_author.into_values().flatten() {
            self.quarantine(record, Why::NotAParticipant);
        }
        tasks
    }

    /// Picks the receipts that count, by the record of their handoff, and quarantines the rest.
    fn receipts(
        &mut self,
        tasks: &BTreeMap<Task<'a>, Made<'a>>,
        receipts: Vec<(&'a Record, &'a Receipt)>,
    ) -> BTreeMap<RecordId, Vec<(&'a Record, &'a Receipt)>> {
        let mut said: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (record, receipt) in receipts {
            match tasks.get(&(receipt.sender, receipt.task_id.as_str())) {
                None => self.quarantine(record, Why::UnknownHandoff),
                Some((made, handoff)) => {
                    match may_say(record.by, made.by, handoff.to, &receipt.kind) {
                        Ok(()) => said.entry(made.id).or_default().push((record, receipt)),
                        Err(why) => self.quarantine(record, why),
                    }
                }
            }
        }
        said
    }
}

/// Checks whether this end of a handoff may say that.
fn may_say(by: PublicKey, sender: PublicKey, to: PublicKey, kind: &ReceiptKind) -> Result<(), Why> {
    let (is_sender, is_recipient) = (by == sender, by == to);
    if !is_sender && !is_recipient {
        return Err(Why::NoPart);
    }
    let fits = match kind {
        ReceiptKind::Offered | ReceiptKind::Withdrawn => is_sender,
        ReceiptKind::Delivered
        | ReceiptKind::Opened
        | ReceiptKind::InputRequired
        | ReceiptKind::AuthRequired
        | ReceiptKind::Downloaded
        | ReceiptKind::Imported
        | ReceiptKind::ImportUndone
        | ReceiptKind::Dismissed => is_recipient,
        ReceiptKind::Answered
        | ReceiptKind::Failed
        | ReceiptKind::Reopened
        | ReceiptKind::Other(_) => true,
    };
    if fits { Ok(()) } else { Err(Why::OtherEnd) }
}

fn joined(record: &Record, handoff: &Handoff, mut said: Vec<(&Record, &Receipt)>) -> HandedOff {
    said.sort_unstable_by_key(|(record, receipt)| (receipt.at, record.id));
    let state = state::of(said.iter().map(|(_, receipt)| &receipt.kind));
    let receipts = said.into_iter().map(|(record, receipt)| ReceiptShown {
        kind: receipt.kind.clone(),
        at: receipt.at,
        by: Person::of(record),
        reason: receipt.reason.clone(),
    });
    HandedOff {
        handed_off_at: handoff.at,
        handed_off_to: Person {
            name: handoff.to_name.clone(),
            key: Some(handoff.to),
        },
        from: Person::of(record),
        a2a_export_id: Some(handoff.export_id.clone()),
        task_id: Some(handoff.task_id.clone()),
        refers_to: handoff.refers_to.clone(),
        state: Some(state),
        receipts: receipts.collect(),
    }
}
