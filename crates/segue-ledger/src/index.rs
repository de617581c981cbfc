//! What the document holds, by our own account: every change's author and place, every record once.
//!
//! A change is admitted if it follows its author's own changes and nobody else's. So whoever sends
//! two histories of their own harms only those: nothing of another device ever depends on them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use automerge::ChangeHash;

use crate::{
    attempt::Tried,
    change::{Chain, Position},
    limits::{MAX_CHAINS, MAX_DEPS, MAX_RECORDS},
    record::{PublicKey, Record, RecordId},
};

/// Whether a change may enter.
pub(crate) enum Entrance {
    Open,
    /// Something it follows is not here.
    Wait,
    Closed(Tried),
}

#[derive(Clone, Copy)]
struct Place {
    /// `None` for the first change of all.
    author: Option<u32>,
    op: u64,
}

struct Tip {
    seq: u64,
    last: ChangeHash,
}

/// Our own account of what the document holds: the place of every change, and every record once.
pub(crate) struct Index {
    genesis: ChangeHash,
    known: HashMap<ChangeHash, Place>,
    chains: HashMap<Chain, Tip>,
    authors: HashMap<PublicKey, u32>,
    /// By author: their changes that no other change of theirs follows yet.
    heads: Vec<BTreeSet<ChangeHash>>,
    records: BTreeMap<RecordId, Record>,
}

impl Index {
    pub(crate) fn new(genesis: ChangeHash) -> Self {
        let place = Place {
            author: None,
            op: 1,
        };
        Index {
            genesis,
            known: HashMap::from([(genesis, place)]),
            chains: HashMap::new(),
            authors: HashMap::new(),
            heads: Vec::new(),
            records: BTreeMap::new(),
        }
    }

    pub(crate) fn records(&self) -> &BTreeMap<RecordId, Record> {
        &self.records
    }

    pub(crate) fn knows(&self, hash: &ChangeHash) -> bool {
        self.known.contains_key(hash)
    }

    /// Computes the position of this author's next change. `None` if it would have no valid number.
    pub(crate) fn next(&self, chain: Chain, by: PublicKey) -> Option<Position> {
        let tip = self.chains.get(&chain);
        let heads = self.heads_of(by);
        let own = tip.map(|tip| tip.last);
        let others = heads.into_iter().flatten().copied();
        let mut deps: Vec<_> = own
            .into_iter()
            .chain(others.filter(|hash| Some(*hash) != own))
            .take(MAX_DEPS)
            .collect();
        if deps.is_empty() {
            deps.push(self.genesis);
        }
        deps.sort_unstable();
        let op = self.op_after(&deps)?;
        Some(Position {
            chain,
            seq: tip.map_or(0, |tip| tip.seq).checked_add(1)?,
            deps,
            op: op.try_into().ok()?,
        })
    }

    /// Decides whether a change of this author may enter, given what is here.
    pub(crate) fn entrance(&self, position: &Position, by: PublicKey) -> Entrance {
        let Position {
            chain,
            seq,
            deps,
            op,
        } = position;
        if deps.iter().any(|dep| !self.knows(dep)) {
            return Entrance::Wait;
        }
        let author = self.authors.get(&by).copied();
        let own = |dep| {
            let place: Option<&Place> = self.known.get(dep);
            author.is_some() && place.is_some_and(|place| place.author == author)
        };
        let first = deps.as_slice() == [self.genesis];
        if !first && (deps.is_empty() || !deps.iter().all(own)) {
            return Entrance::Closed(Tried::OthersHistory);
        }
        let tip = self.chains.get(chain);
        let follows = match tip {
            None => *seq == 1,
            Some(tip) => tip.seq.checked_add(1) == Some(*seq) && deps.contains(&tip.last),
        };
        if !follows {
            return Entrance::Closed(Tried::Contradiction);
        }
        if self.op_after(deps) != Some(op.get()) {
            return Entrance::Closed(Tried::OtherForm);
        }
        let crowded = tip.is_none() && self.chains.len() >= MAX_CHAINS;
        if crowded || self.known.len() > MAX_RECORDS {
            return Entrance::Closed(Tried::Full);
        }
        Entrance::Open
    }

    /// Takes a change in, and returns whether its record is new.
    pub(crate) fn enter(&mut self, hash: ChangeHash, position: &Position, record: Record) -> bool {
        let next = u32::try_from(self.heads.len()).unwrap_or(u32::MAX);
        let author = *self.authors.entry(record.by).or_insert(next);
        if author == next {
            self.heads.push(BTreeSet::new());
        }
        if let Some(heads) = usize::try_from(author)
            .ok()
            .and_then(|author| self.heads.get_mut(author))
        {
            position.deps.iter().for_each(|dep| {
                heads.remove(dep);
            });
            heads.insert(hash);
        }
        let place = Place {
            author: Some(author),
            op: position.op.get(),
        };
        self.known.insert(hash, place);
        let tip = Tip {
            seq: position.seq,
            last: hash,
        };
        self.chains.insert(position.chain, tip);
        self.records.insert(record.id, record).is_none()
    }

    fn heads_of(&self, by: PublicKey) -> Option<&BTreeSet<ChangeHash>> {
        let author = usize::try_from(*self.authors.get(&by)?).ok()?;
        self.heads.get(author)
    }

    fn op_after(&self, deps: &[ChangeHash]) -> Option<u64> {
        let ops = deps
            .iter()
            .map(|dep| self.known.get(dep).map(|place| place.op));
        let last = ops.collect::<Option<Vec<_>>>()?.into_iter().max()?;
        last.checked_add(1).filter(|op| u32::try_from(*op).is_ok())
    }
}
