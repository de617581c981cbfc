//! The history of one conversation: an Automerge document, and what we know it to hold.
//!
//! ```text
//! append ──▶ seal ──▶ change ──┐
//! receive, take_whole ─▶ guard ┴─▶ Automerge document ──▶ save, message
//!                                └▶ Index ──▶ Lineage (versions, handoffs, receipts)
//! ```

use automerge::{Automerge, AutomergeError};
use thiserror::Error;

use crate::{
    attempt::News,
    bytes::Chunk,
    change::{self, Chain},
    file::Written,
    guard::{self, Anteroom},
    index::{Entrance, Index},
    limits::MAX_CONVERSATION,
    lineage::Lineage,
    record::{self, Entry, OutOfBounds, PublicKey, Record, RecordId, Signer},
    seal,
    store::Store,
};

/// The history of one conversation.
///
/// ```
/// use segue_ledger::{Entry, Ledger, Version};
///
/// let me = ed25519_dalek::SigningKey::from_bytes(&[7; 32]);
/// let mut ledger = Ledger::new("conversation-1")?;
/// let version = Entry::Version(Version {
///     parents: Vec::new(),
///     platform: "claude-code".into(),
///     session_id: None,
///     message_count: 84,
///     created_at: 1_790_000_000_000,
///     content_hash: "5f1c".into(),
/// });
/// let id = ledger.append(&me, [1; 8], "Dana", &version)?;
/// assert_eq!(ledger.lineage().heads(), [id]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ledger {
    pub(crate) conversation: String,
    pub(crate) store: Store,
    pub(crate) index: Index,
    pub(crate) written: Written,
}

/// Why a record was not written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AppendError {
    /// It says something that a record may not say.
    #[error("this cannot be recorded: {0}")]
    OutOfBounds(#[from] OutOfBounds),
    /// The signer's signature does not fit its own key, or the document did not take the change.
    #[error("this cannot be recorded: the signature does not fit the key")]
    Signature,
    /// The history has as many changes or chains as it may.
    #[error("this history is full")]
    Full,
}

/// The error for an identifier that no conversation can have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a conversation's identifier has 1 to {MAX_CONVERSATION} bytes, none of them NUL")]
pub struct BadConversation;

impl Ledger {
    /// Creates an empty history. Fails if the identifier is empty, too long or contains NUL.
    pub fn new(conversation: &str) -> Result<Self, BadConversation> {
        let fits = (1..=MAX_CONVERSATION).contains(&conversation.len());
        if !fits || conversation.contains('\0') {
            return Err(BadConversation);
        }
        let genesis = change::genesis();
        let index = Index::new(genesis.hash());
        let mut doc = Automerge::new().with_actor(genesis.actor_id().clone());
        doc.apply_changes([genesis]).map_err(|_| BadConversation)?;
        Ok(Ledger {
            conversation: conversation.to_owned(),
            store: Store::new(doc),
            index,
            written: Written::default(),
        })
    }

    /// Returns the identifier of the conversation.
    pub fn conversation(&self) -> &str {
        &self.conversation
    }

    /// Signs and writes a record, and returns its identifier.
    ///
    /// `chain` identifies this device's writing into this very file: random when the file is begun,
    /// kept beside it, and a new one when the file was lost, rescued or restored from a backup. The
    /// same entry written twice is one record.
    pub fn append(
        &mut self,
        signer: &dyn Signer,
        chain: [u8; 8],
        name: &str,
        entry: &Entry,
    ) -> Result<RecordId, AppendError> {
        let by = PublicKey(signer.public_key());
        let body = record::write(by, name, entry)?;
        let id = RecordId::of(&self.conversation, &body);
        if self.record(id).is_some() {
            return Ok(id);
        }
        let chain = Chain::new(&self.conversation, by, chain);
        let position = self.index.next(chain, by).ok_or(AppendError::Full)?;
        if !matches!(self.index.entrance(&position, by), Entrance::Open) {
            return Err(AppendError::Full);
        }
        let put = seal::seal(&self.conversation, position, &body, signer);
        let wrong = |_| AppendError::Signature;
        let record = seal::open(&self.conversation, &put).map_err(wrong)?;
        seal::verify(&self.conversation, &put, &record).map_err(wrong)?;
        let change = change::build(&put);
        let hash = change.hash();
        let applied = self
            .store
            .apply(vec![change], self.index.records(), Vec::new());
        applied.map_err(|_| AppendError::Signature)?;
        self.index.enter(hash, &put.position, record);
        Ok(id)
    }

    /// Computes the identifier an entry will have once it is written.
    pub fn id_of(&self, by: PublicKey, name: &str, entry: &Entry) -> Result<RecordId, OutOfBounds> {
        let body = record::write(by, name, entry)?;
        Ok(RecordId::of(&self.conversation, &body))
    }

    /// Returns a record by its identifier.
    pub fn record(&self, id: RecordId) -> Option<&Record> {
        self.index.records().get(&id)
    }

    /// Returns all records, ordered by identifier.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &Record> {
        self.index.records().values()
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.index.records().len()
    }

    /// Checks whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.index.records().is_empty()
    }

    /// Works out what the records say together.
    pub fn lineage(&self) -> Lineage {
        Lineage::of(&self.conversation, self.records())
    }

    /// Examines changes from outside, takes those that may enter, and returns how many it took.
    pub(crate) fn admit<'a>(
        &mut self,
        anteroom: &mut Anteroom,
        from: &str,
        chunks: impl Iterator<Item = Chunk<'a>>,
        news: &mut News,
    ) -> Result<usize, NotTaken> {
        let Self {
            conversation,
            index,
            store,
            ..
        } = self;
        let before = news.new_records.len();
        let taken = guard::admit(conversation, index, anteroom, from, chunks, news);
        let count = taken.len();
        let new = news.new_records.iter().skip(before).copied().collect();
        let result = store.apply(taken, index.records(), new);
        self.applied(result)?;
        Ok(count)
    }

    /// Rebuilds the index from the document if the document did not take what the index has.
    pub(crate) fn applied(&mut self, result: Result<(), AutomergeError>) -> Result<(), NotTaken> {
        if result.is_ok() {
            return Ok(());
        }
        let mut index = Index::new(change::genesis().hash());
        for change in self.store.doc().get_changes(&[]).iter().skip(1) {
            guard::account(&self.conversation, &mut index, change, true).map_err(|_| NotTaken)?;
        }
        self.index = index;
        Err(NotTaken)
    }
}

impl std::fmt::Debug for Ledger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ledger({}, {} records)", self.conversation, self.len())
    }
}

/// The error for changes that had been found good but that the document did not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the document did not take the changes; some of them may have been kept")]
pub struct NotTaken;
