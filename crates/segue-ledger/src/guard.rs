//! The one way in for changes from outside: sync messages, parcels and files.
//!
//! ```text
//! chunk ──▶ bounded, inflated ──▶ one record put once? ──▶ same bytes as ours? ──▶ known? skip
//!   ──▶ id, chain, signature ──▶ follows its author's history? ──▶ taken │ waits │ Attempt
//! ```
//!
//! Whether a change is refused depends on the change and what it follows, not on who brings it or
//! when, but for two histories of one author, of which the one that came first stays.

use std::collections::{BTreeMap, HashMap, HashSet};

use automerge::{Change, ChangeHash};

use crate::{
    attempt::{Attempt, News, Tried},
    bytes::Chunk,
    change::{self, Put},
    index::{Entrance, Index},
    limits::MAX_WAITING,
    record::Record,
    seal,
};

/// A change that is well formed and signed.
pub(crate) struct Candidate {
    pub(crate) change: Change,
    put: Put,
    record: Record,
}

/// The changes from one source that have not been taken: those waiting and those refused.
#[derive(Default)]
pub(crate) struct Anteroom {
    pub(crate) waiting: BTreeMap<ChangeHash, Candidate>,
    refused: HashSet<ChangeHash>,
}

impl Anteroom {
    /// Lists the changes that would have to come before those waiting, sorted.
    pub(crate) fn missing(&self, index: &Index) -> Vec<ChangeHash> {
        let deps = self.waiting.values().flat_map(|one| one.change.deps());
        let mut missing: Vec<_> = deps
            .filter(|dep| !index.knows(dep) && !self.waiting.contains_key(*dep))
            .copied()
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }
}

/// Examines chunks, enters those that may enter into the index, and returns them for the document.
pub(crate) fn admit<'a>(
    conversation: &str,
    index: &mut Index,
    anteroom: &mut Anteroom,
    from: &str,
    chunks: impl Iterator<Item = Chunk<'a>>,
    news: &mut News,
) -> Vec<Change> {
    let mut taken = Vec::new();
    for chunk in chunks {
        match examine(conversation, index, &chunk) {
            Ok(None) => {}
            Ok(Some(candidate)) => {
                let mut step = Step {
                    index,
                    anteroom,
                    from,
                    news,
                };
                step.offer(candidate, &mut taken);
            }
            Err(refusal) => {
                anteroom.refused.extend(refusal.hash);
                news.refuse(refusal.attempt(from));
            }
        }
    }
    let mut step = Step {
        index,
        anteroom,
        from,
        news,
    };
    step.settle(&mut taken);
    taken
}

struct Step<'a> {
    index: &'a mut Index,
    anteroom: &'a mut Anteroom,
    from: &'a str,
    news: &'a mut News,
}

impl Step<'_> {
    fn offer(&mut self, candidate: Candidate, taken: &mut Vec<Change>) {
        let Candidate {
            change,
            put,
            record,
        } = &candidate;
        let hash = change.hash();
        if self.index.knows(&hash) {
            return;
        }
        let refused = &self.anteroom.refused;
        let entrance = if put.position.deps.iter().any(|dep| refused.contains(dep)) {
            Entrance::Closed(Tried::FollowsRefused)
        } else {
            self.index.entrance(&put.position, record.by)
        };
        let waiting = &mut self.anteroom.waiting;
        match entrance {
            Entrance::Open => {
                let Candidate {
                    change,
                    put,
                    record,
                } = candidate;
                let id = record.id;
                if self.index.enter(hash, &put.position, record) {
                    self.news.new_records.push(id);
                }
                taken.push(change);
            }
            Entrance::Wait if waiting.len() < MAX_WAITING => {
                waiting.insert(hash, candidate);
            }
            Entrance::Wait => self.refuse(hash, &candidate, Tried::Full),
            Entrance::Closed(tried) => self.refuse(hash, &candidate, tried),
        }
    }

    fn refuse(&mut self, hash: ChangeHash, candidate: &Candidate, tried: Tried) {
        self.anteroom.refused.insert(hash);
        self.news.refuse(Attempt {
            from: self.from.to_owned(),
            tried,
            record: Some(candidate.record.id),
            claims: Some(candidate.record.by),
        });
    }

    /// Lets in waiting changes, each as soon as everything it follows has been decided.
    fn settle(&mut self, taken: &mut Vec<Change>) {
        let mut followers: HashMap<ChangeHash, Vec<ChangeHash>> = HashMap::new();
        for (hash, candidate) in &self.anteroom.waiting {
            for dep in candidate.change.deps() {
                followers.entry(*dep).or_default().push(*hash);
            }
        }
        let settled = |step: &Self, dep: &ChangeHash| {
            step.index.knows(dep) || step.anteroom.refused.contains(dep)
        };
        let mut decided: Vec<_> = followers.keys().copied().collect();
        decided.retain(|dep| settled(self, dep));
        while let Some(dep) = decided.pop() {
            for hash in followers.remove(&dep).unwrap_or_default() {
                let Some(candidate) = self.anteroom.waiting.remove(&hash) else {
                    continue;
                };
                self.offer(candidate, taken);
                if settled(self, &hash) {
                    decided.push(hash);
                }
            }
        }
    }
}

struct Refusal {
    tried: Tried,
    hash: Option<ChangeHash>,
    record: Option<crate::RecordId>,
    claims: Option<crate::PublicKey>,
}

impl Refusal {
    fn new(tried: Tried) -> Self {
        Refusal {
            tried,
            hash: None,
            record: None,
            claims: None,
        }
    }

    fn attempt(self, from: &str) -> Attempt {
        Attempt {
            from: from.to_owned(),
            tried: self.tried,
            record: self.record,
            claims: self.claims,
        }
    }
}

/// Checks everything about a change that can be checked without its history. `None` if it is here
/// already.
fn examine(
    conversation: &str,
    index: &Index,
    chunk: &Chunk<'_>,
) -> Result<Option<Candidate>, Refusal> {
    let body = chunk.change().map_err(Refusal::new)?;
    let put = match change::look(&body) {
        Ok(put) => put,
        Err(_) if is_genesis(&body) => return Ok(None),
        Err((tried, record)) => {
            return Err(Refusal {
                record,
                ..Refusal::new(tried)
            });
        }
    };
    let change = change::build(&put);
    let hash = change.hash();
    let same =
        body_of(&change) == Some(body.as_slice()) && hash.0.first_chunk() == Some(&chunk.checksum);
    let refuse = |tried, record: Option<&Record>| Refusal {
        tried,
        hash: same.then_some(hash),
        record: Some(put.key),
        claims: record.map(|record| record.by),
    };
    if !same {
        return Err(refuse(Tried::OtherForm, None));
    }
    if index.knows(&hash) {
        return Ok(None);
    }
    let record = seal::open(conversation, &put).map_err(|tried| refuse(tried, None))?;
    seal::verify(conversation, &put, &record).map_err(|tried| refuse(tried, Some(&record)))?;
    Ok(Some(Candidate {
        change,
        put,
        record,
    }))
}

/// Checks whether these bytes are a change exactly as it was written, whether or not it may enter.
pub(crate) fn sound(chunk: &Chunk<'_>) -> bool {
    let Ok(body) = chunk.change() else {
        return false;
    };
    is_genesis(&body)
        || change::look(&body).is_ok_and(|put| {
            let change = change::build(&put);
            body_of(&change) == Some(body.as_slice())
                && change.hash().0.first_chunk() == Some(&chunk.checksum)
        })
}

fn is_genesis(body: &[u8]) -> bool {
    body_of(&change::genesis()) == Some(body)
}

fn body_of(change: &Change) -> Option<&[u8]> {
    let chunk = crate::bytes::Bytes(change.raw_bytes()).chunk()?;
    Some(chunk.body)
}

/// Enters a change that is in the document already, from a file, into the index. Whether it belongs
/// there and is signed is checked unless `checked` says that was done before.
pub(crate) fn account(
    conversation: &str,
    index: &mut Index,
    change: &Change,
    checked: bool,
) -> Result<(), Tried> {
    let body = body_of(change).ok_or(Tried::Unreadable)?;
    let put = change::look(body).map_err(|(tried, _)| tried)?;
    let record = if checked {
        seal::read(&put)?
    } else {
        let record = seal::open(conversation, &put)?;
        seal::verify(conversation, &put, &record)?;
        record
    };
    match index.entrance(&put.position, record.by) {
        Entrance::Open => {
            index.enter(change.hash(), &put.position, record);
            Ok(())
        }
        Entrance::Wait => Err(Tried::Unreadable),
        Entrance::Closed(tried) => Err(tried),
    }
}
