//! What makes a file tamper-evident: the content hash and the signature.
//!
//! ```text
//! history   = BLAKE3("segue-history-v1\n" then each canonical message and "\n")
//! artifacts = BLAKE3("segue-artifacts-v1\n" then each canonical artifact and "\n")
//! content   = BLAKE3("segue-content-v1\n", history, artifacts)
//! seal      = "segue-file-v1\0", BLAKE3(canonical {contextId, id, metadata: {extension}})
//!             where the extension has the content hash, and lacks `signature` and `delivery`
//! signature = Ed25519(seal)
//! ```
//!
//! The content hash names the conversation's content, whoever exports it and whenever. The
//! signature covers everything else too, but for what belongs to a single recipient.

use data_encoding::BASE64;
use ed25519_dalek::{Signature as Ed25519, VerifyingKey};

use crate::head::{EXTENSION, Signature};
use crate::json::{Canon, JsonError, Object, Value, escape_into};

/// A key that can sign. The key itself stays with whoever holds it.
pub trait Signer {
    /// Returns the public key, 32 bytes.
    fn public_key(&self) -> [u8; 32];
    /// Signs these bytes.
    fn sign(&self, bytes: &[u8]) -> [u8; 64];
}

/// The hash of a history that grows: after any number of messages it can be asked.
#[derive(Clone, Debug)]
pub struct History {
    hasher: blake3::Hasher,
    /// What was not hashed yet: many short pieces are hashed faster as one long one.
    waiting: Vec<u8>,
    count: u64,
}

/// Bytes that are hashed together; a power of two, so that the hash's own tree is filled evenly.
const TOGETHER: usize = 64 << 10;

impl Default for History {
    fn default() -> Self {
        Self {
            hasher: blake3::Hasher::new(),
            waiting: b"segue-history-v1\n".to_vec(),
            count: 0,
        }
    }
}

impl History {
    pub(super) fn add(&mut self, canonical: &str) {
        for mut bytes in [canonical.as_bytes(), b"\n"] {
            while let Some((now, later)) = bytes.split_at_checked(TOGETHER - self.waiting.len()) {
                self.waiting.extend_from_slice(now);
                self.hasher.update(&self.waiting);
                self.waiting.clear();
                bytes = later;
            }
            self.waiting.extend_from_slice(bytes);
        }
        self.count += 1;
    }

    fn finalize(&self) -> blake3::Hash {
        self.hasher.clone().update(&self.waiting).finalize()
    }

    /// Returns how many messages the hash covers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the hash up to here, as 64 hex digits.
    pub fn hash(&self) -> String {
        self.finalize().to_hex().to_string()
    }
}

/// The hashes of a whole file while it is written or read.
#[derive(Debug)]
pub(super) struct Seal {
    pub(super) history: History,
    artifacts: blake3::Hasher,
}

impl Default for Seal {
    fn default() -> Self {
        Self {
            history: History::default(),
            artifacts: started("segue-artifacts-v1\n"),
        }
    }
}

impl Seal {
    pub(super) fn artifact(&mut self, canonical: &str) {
        self.artifacts.update(canonical.as_bytes());
        self.artifacts.update(b"\n");
    }

    pub(super) fn content_hash(&self) -> String {
        let mut content = started("segue-content-v1\n");
        content.update(self.history.finalize().as_bytes());
        content.update(self.artifacts.finalize().as_bytes());
        format!("blake3:{}", content.finalize().to_hex())
    }
}

fn started(domain: &str) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    hasher.update(domain.as_bytes());
    hasher
}

/// Builds the bytes that are signed, in which neither `signature` nor `delivery` is included.
/// `extension` may be any JSON text of the extension object; duplicate keys in it are an error.
pub(super) fn statement(
    context: &str,
    id: &str,
    extension: Value<'_>,
) -> Result<Vec<u8>, JsonError> {
    let mut members: Vec<_> = extension
        .entries()
        .filter(|(key, _)| key != "signature" && key != "delivery")
        .collect();
    members.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
    let repeated =
        |pair: &[(std::borrow::Cow<'_, str>, Value<'_>)]| matches!(pair, [a, b] if a.0 == b.0);
    if members.windows(2).any(repeated) {
        return Err(JsonError::DuplicateKey);
    }
    let mut text = String::new();
    let mut task = Object::begin(&mut text);
    task.string("contextId", context).string("id", id);
    let out = task.key("metadata");
    out.push('{');
    escape_into(out, EXTENSION);
    out.push(':');
    let mut inner = Object::begin(out);
    for (key, value) in members {
        value.canonical_into(inner.key(&key), Canon::Strict)?;
    }
    inner.end();
    out.push('}');
    task.end();
    let mut bytes = b"segue-file-v1\0".to_vec();
    bytes.extend_from_slice(blake3::hash(text.as_bytes()).as_bytes());
    Ok(bytes)
}

pub(super) fn sign(signer: &dyn Signer, statement: &[u8]) -> Signature {
    Signature {
        algorithm: "Ed25519".to_owned(),
        public_key: BASE64.encode(&signer.public_key()),
        value: BASE64.encode(&signer.sign(statement)),
    }
}

/// Whether the content is what the file says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashState {
    /// The file names no hash.
    Absent,
    /// The content has the hash the file names.
    Matches,
    /// It has another one: the file was changed after it was made.
    Differs,
}

/// Whether the signature holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SealState {
    Unsigned,
    /// The holder of this key signed it.
    Signed {
        /// The public half, 32 bytes.
        public_key: [u8; 32],
    },
    /// There is a signature, and it does not hold.
    Broken(&'static str),
}

/// The results of checking a file's content hash and its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub hash: HashState,
    pub seal: SealState,
}

pub(super) fn check(signature: Option<&Signature>, hash: HashState, statement: &[u8]) -> SealState {
    let Some(signature) = signature else {
        return SealState::Unsigned;
    };
    if signature.algorithm != "Ed25519" {
        return SealState::Broken("the signature is of a kind this program does not know");
    }
    let (Some(key), Some(value)) = (
        bytes::<32>(&signature.public_key),
        bytes::<64>(&signature.value),
    ) else {
        return SealState::Broken("the signature is not written the way it should be");
    };
    if hash != HashState::Matches {
        return SealState::Broken("the content was changed after it was signed");
    }
    let holds = VerifyingKey::from_bytes(&key)
        .and_then(|verifier| verifier.verify_strict(statement, &Ed25519::from_bytes(&value)));
    match holds {
        Ok(()) => SealState::Signed { public_key: key },
        Err(_) => SealState::Broken("the signature does not fit the file"),
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64.decode(text.as_bytes()).ok()?.try_into().ok()
}
