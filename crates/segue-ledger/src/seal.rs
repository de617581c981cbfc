//! The signature on a record: over the conversation, the record, and its place in the history of its
//! author, so that it can be moved nowhere and no other change can stand where it stands.
//!
//! ```text
//! value in the document = signature (64 bytes) + body (compact JSON)
//! signed = "segue-record-v1\0" conversation "\0" id "\0" chain seq count deps… body
//! ```

use ed25519_dalek::{Signature, VerifyingKey};

use crate::{
    attempt::Tried,
    change::{Position, Put},
    limits::MAX_BODY,
    record::{self, Record, RecordId, Signer},
};

const PREFIX: &[u8] = b"segue-record-v1\0";
const SIGNATURE: usize = 64;

/// Signs a body for its place in its author's history.
pub(crate) fn seal(
    conversation: &str,
    position: Position,
    body: &[u8],
    signer: &dyn Signer,
) -> Put {
    let key = RecordId::of(conversation, body);
    let mut value = signer
        .sign(&signed(conversation, key, &position, body))
        .to_vec();
    value.extend_from_slice(body);
    Put {
        position,
        key,
        value,
    }
}

/// Reads the record in a change, whether or not it belongs there.
pub(crate) fn read(put: &Put) -> Result<Record, Tried> {
    let body = put.value.get(SIGNATURE..).ok_or(Tried::OtherForm)?;
    if body.len() > MAX_BODY {
        return Err(Tried::TooLarge);
    }
    record::read(put.key, body).ok_or(Tried::OtherForm)
}

/// Reads the record in a change and checks that it belongs to this conversation and place. The
/// signature is checked separately, being the slow part.
pub(crate) fn open(conversation: &str, put: &Put) -> Result<Record, Tried> {
    let record = read(put)?;
    let body = put.value.get(SIGNATURE..).unwrap_or_default();
    if RecordId::of(conversation, body) != put.key {
        return Err(Tried::Misplaced);
    }
    if !put.position.chain.belongs_to(conversation, record.by) {
        return Err(Tried::OthersHistory);
    }
    Ok(record)
}

/// Checks whether the author signed the record for this very place.
pub(crate) fn verify(conversation: &str, put: &Put, record: &Record) -> Result<(), Tried> {
    let forged = |_| Tried::Forged;
    let (signature, body) = put
        .value
        .split_at_checked(SIGNATURE)
        .ok_or(Tried::OtherForm)?;
    let signature = Signature::from_slice(signature).map_err(forged)?;
    let key = VerifyingKey::from_bytes(&record.by.0).map_err(forged)?;
    let signed = signed(conversation, put.key, &put.position, body);
    key.verify_strict(&signed, &signature).map_err(forged)
}

fn signed(conversation: &str, key: RecordId, position: &Position, body: &[u8]) -> Vec<u8> {
    let mut bytes = PREFIX.to_vec();
    bytes.extend_from_slice(conversation.as_bytes());
    bytes.push(0);
    bytes.extend_from_slice(key.to_string().as_bytes());
    bytes.push(0);
    bytes.extend_from_slice(&position.chain.0);
    bytes.extend_from_slice(&position.seq.to_le_bytes());
    let count = u64::try_from(position.deps.len()).unwrap_or(u64::MAX);
    bytes.extend_from_slice(&count.to_le_bytes());
    for dep in &position.deps {
        bytes.extend_from_slice(&dep.0);
    }
    bytes.extend_from_slice(body);
    bytes
}
