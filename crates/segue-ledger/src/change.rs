//! One change of the document: exactly one record, put once under a new key.
//!
//! ```text
//! body of a chunk ──look──▶ Seen: what it would do ──▶ refused, or
//!                                └─▶ build: the change as we would have written it
//!                                     └─ same bytes? ──▶ Automerge is given ours
//! ```
//!
//! Automerge never reads bytes of a peer: its own reader trusts run lengths and indexes, and a
//! change written in an unusual way could not be loaded again after saving.

use std::num::NonZeroU64;

use automerge::{
    ActorId, Change, ChangeHash, ExpandedChange, ObjType, ScalarValue,
    legacy::{Key, ObjectId, Op, OpId, OpType, SortedVec},
};

use crate::{
    attempt::Tried,
    bytes::Bytes,
    limits::MAX_DEPS,
    record::{PublicKey, RecordId},
};

/// The actor of the first change: nobody. The same on every device, and so is the map of records.
const GENESIS_ACTOR: [u8; 16] = *b"segue-ledger-map";
/// The key of the map of records, in the document's root.
pub(crate) const RECORDS: &str = "records";

const OBJECT_ACTOR: u64 = 0x01;
const OBJECT_COUNTER: u64 = 0x02;
const KEY_TEXT: u64 = 0x15;
const ACTION: u64 = 0x42;
const VALUE_KIND: u64 = 0x56;
const VALUE: u64 = 0x57;
const PREDECESSORS: u64 = 0x70;
const MAX_COLUMNS: usize = 32;
const PUT: u64 = 1;
const BYTES: u64 = 7;

/// The chain of a device: its changes in one file, each following the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Chain(pub(crate) [u8; 24]);

impl Chain {
    /// Derives a chain from its author's key and a number, which keeps anybody from beginning a
    /// chain that belongs to someone else.
    pub(crate) fn new(conversation: &str, by: PublicKey, number: [u8; 8]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("segue ledger chain v1");
        hasher.update(conversation.as_bytes()).update(&[0]);
        let hash = hasher.update(&by.0).update(&number).finalize();
        let mut chain = [0; 24];
        let both = number.iter().chain(hash.as_bytes());
        chain
            .iter_mut()
            .zip(both)
            .for_each(|(to, from)| *to = *from);
        Chain(chain)
    }

    pub(crate) fn belongs_to(self, conversation: &str, by: PublicKey) -> bool {
        let mut number = [0; 8];
        number
            .iter_mut()
            .zip(self.0)
            .for_each(|(to, from)| *to = from);
        Self::new(conversation, by, number) == self
    }
}

/// Where a change stands in its author's history. Part of what is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) chain: Chain,
    pub(crate) seq: u64,
    /// Sorted, no hash twice.
    pub(crate) deps: Vec<ChangeHash>,
    pub(crate) op: NonZeroU64,
}

/// A change whose shape is as it should be.
pub(crate) struct Put {
    pub(crate) position: Position,
    pub(crate) key: RecordId,
    pub(crate) value: Vec<u8>,
}

/// Builds the first change of every document, which makes the map of records.
pub(crate) fn genesis() -> Change {
    expanded(
        ActorId::from(&GENESIS_ACTOR),
        1,
        NonZeroU64::MIN,
        Vec::new(),
        Op {
            action: OpType::Make(ObjType::Map),
            obj: ObjectId::Root,
            key: Key::Map(RECORDS.into()),
            pred: SortedVec::new(),
            insert: false,
        },
    )
}

/// Builds the change that puts this value under its key.
pub(crate) fn build(put: &Put) -> Change {
    let position = &put.position;
    expanded(
        ActorId::from(&position.chain.0),
        position.seq,
        position.op,
        position.deps.clone(),
        Op {
            action: OpType::Put(ScalarValue::Bytes(put.value.clone())),
            obj: ObjectId::Id(OpId::new(1, &ActorId::from(&GENESIS_ACTOR))),
            key: Key::Map(put.key.to_string().into()),
            pred: SortedVec::new(),
            insert: false,
        },
    )
}

fn expanded(actor_id: ActorId, seq: u64, op: NonZeroU64, deps: Vec<ChangeHash>, put: Op) -> Change {
    Change::from(ExpandedChange {
        operations: vec![put],
        actor_id,
        author: None,
        hash: None,
        seq,
        start_op: op,
        time: 0,
        message: None,
        deps,
        extra_bytes: Vec::new(),
    })
}

/// Reads what the body of a change would do. The error says what is wrong with it, and which record
/// it is about if that can be told.
pub(crate) fn look(body: &[u8]) -> Result<Put, (Tried, Option<RecordId>)> {
    let seen = Seen::read(body).ok_or((Tried::Unreadable, None))?;
    let key = seen.key.and_then(RecordId::from_key);
    let wrong = |tried| Err((tried, key));
    if seen.ops != 1 {
        return wrong(Tried::Many);
    }
    match seen.action {
        Some(PUT) => {}
        Some(0 | 2 | 4 | 6) => return wrong(Tried::MakeObject),
        Some(3) => return wrong(Tried::Delete),
        Some(5) => return wrong(Tried::Increment),
        _ => return wrong(Tried::Unreadable),
    }
    if !seen.in_records {
        return wrong(Tried::Elsewhere);
    }
    if seen.replaces {
        return wrong(Tried::Overwrite);
    }
    let (Some(key), Some(value), Ok(chain)) = (key, seen.value, seen.actor.try_into()) else {
        return wrong(Tried::OtherForm);
    };
    let sorted = seen.deps.is_sorted_by(|one, next| one < next);
    let (true, Some(op)) = (sorted, NonZeroU64::new(seen.op)) else {
        return wrong(Tried::OtherForm);
    };
    Ok(Put {
        position: Position {
            chain: Chain(chain),
            seq: seen.seq,
            deps: seen.deps,
            op,
        },
        key,
        value: value.to_vec(),
    })
}

/// A change as far as it has to be understood: its first operation, and how many there are.
struct Seen<'a> {
    deps: Vec<ChangeHash>,
    actor: &'a [u8],
    seq: u64,
    op: u64,
    ops: u64,
    action: Option<u64>,
    in_records: bool,
    key: Option<&'a str>,
    value: Option<&'a [u8]>,
    replaces: bool,
}

impl<'a> Seen<'a> {
    fn read(body: &'a [u8]) -> Option<Self> {
        let mut bytes = Bytes(body);
        let deps = (0..bytes.count(MAX_DEPS)?)
            .map(|_| bytes.array().map(ChangeHash))
            .collect::<Option<Vec<_>>>()?;
        let actor = bytes.prefixed()?;
        let (seq, op) = (bytes.number()?, bytes.number()?);
        bytes.signed()?;
        bytes.prefixed()?;
        let others = (0..bytes.count(MAX_COLUMNS)?)
            .map(|_| bytes.prefixed())
            .collect::<Option<Vec<_>>>()?;
        let described = (0..bytes.count(MAX_COLUMNS)?)
            .map(|_| Some((bytes.number()?, usize::try_from(bytes.number()?).ok()?)))
            .collect::<Option<Vec<_>>>()?;
        let columns = described
            .into_iter()
            .map(|(kind, length)| Some((kind, bytes.take(length)?)))
            .collect::<Option<Vec<_>>>()?;
        let column = |wanted| {
            let found = columns.iter().find(|(kind, _)| *kind == wanted);
            Bytes(found.map_or(&[], |(_, bytes)| *bytes))
        };
        let actor_of = |index: u64| match index.checked_sub(1) {
            None => Some(actor),
            Some(index) => others.get(usize::try_from(index).ok()?).copied(),
        };
        let object = first_number(column(OBJECT_ACTOR)).and_then(actor_of);
        let in_records =
            object == Some(&GENESIS_ACTOR) && first_number(column(OBJECT_COUNTER)) == Some(1);
        let kind = first_number(column(VALUE_KIND)).unwrap_or_default();
        let value = (kind & 0xf == BYTES)
            .then(|| column(VALUE).take(usize::try_from(kind >> 4).ok()?))
            .flatten();
        Some(Seen {
            deps,
            actor,
            seq,
            op,
            ops: count_numbers(column(ACTION))?,
            action: first_number(column(ACTION)),
            in_records,
            key: first_text(column(KEY_TEXT)),
            value,
            replaces: first_number(column(PREDECESSORS)) != Some(0),
        })
    }
}

/// Counts the numbers in a run-length column. Runs are added up, never expanded.
fn count_numbers(mut column: Bytes<'_>) -> Option<u64> {
    let mut total = 0_u64;
    while !column.0.is_empty() {
        let run = column.signed()?;
        let (length, values) = match run {
            0 => (column.number()?, 0),
            1.. => (run.unsigned_abs(), 1),
            _ => (run.unsigned_abs(), run.unsigned_abs()),
        };
        for _ in 0..values {
            column.number()?;
        }
        total = total.saturating_add(length);
    }
    Some(total)
}

/// Reads the first value of a run-length column; `None` if there is none.
fn first<'a, T>(mut column: Bytes<'a>, read: impl Fn(&mut Bytes<'a>) -> Option<T>) -> Option<T> {
    match column.signed()? {
        0 => None,
        _ => read(&mut column),
    }
}

fn first_number(column: Bytes<'_>) -> Option<u64> {
    first(column, Bytes::number)
}

fn first_text(column: Bytes<'_>) -> Option<&str> {
    first(column, |bytes| std::str::from_utf8(bytes.prefixed()?).ok())
}
