//! What a record says, and the bounds of saying it.
//!
//! ```text
//! Entry ── by, name ──▶ body (compact JSON) ──▶ id = hash of conversation and body
//! body ──▶ Record: a known entry, a kind of the future (kept, ignored), or malformed
//! ```

mod entry;
mod identity;

pub use entry::{Entry, Handoff, Receipt, ReceiptKind, Version};
pub use identity::{PublicKey, RecordId, Signer};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::{MAX_BODY, MAX_KIND, MAX_NAME};

/// One signed record as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its identifier, which for a version is also the version's.
    pub id: RecordId,
    /// Whose key signed it.
    pub by: PublicKey,
    /// What the author calls themselves: a claim.
    pub name: String,
    pub says: Says,
}

/// What could be read from a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Says {
    /// Something this version of Segue knows.
    Known(Entry),
    /// A kind from a later version of Segue: kept and passed on, not shown.
    Later(String),
    /// Signed, but not a valid record: kept apart.
    Malformed(OutOfBounds),
}

/// Why a record cannot be written or is not believed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OutOfBounds {
    /// A field is longer, larger or other than it may be.
    #[error("{0} is out of bounds")]
    Field(&'static str),
    /// The whole is longer than a record may be.
    #[error("a record has at most {MAX_BODY} bytes")]
    Long,
    /// Fields are missing or of another type.
    #[error("it has not the fields of its kind")]
    Form,
}

#[derive(Serialize)]
struct Written<'a> {
    kind: &'static str,
    by: PublicKey,
    name: &'a str,
    #[serde(flatten)]
    entry: &'a Entry,
}

#[derive(Deserialize)]
struct Head {
    kind: String,
    by: PublicKey,
    #[serde(default)]
    name: String,
}

/// Writes the body of an entry. Fails if a part of it or the whole is out of bounds.
pub(crate) fn write(by: PublicKey, name: &str, entry: &Entry) -> Result<Vec<u8>, OutOfBounds> {
    entry.check()?;
    check_name(name)?;
    let kind = entry.kind();
    let body = serde_json::to_vec(&Written {
        kind,
        by,
        name,
        entry,
    })
    .map_err(|_| OutOfBounds::Form)?;
    if body.len() > MAX_BODY {
        return Err(OutOfBounds::Long);
    }
    Ok(body)
}

/// Reads what a body says. `None` if it does not even name its author.
pub(crate) fn read(id: RecordId, body: &[u8]) -> Option<Record> {
    let head: Head = serde_json::from_slice(body).ok()?;
    let says = says(&head, body).unwrap_or_else(Says::Malformed);
    Some(Record {
        id,
        by: head.by,
        name: head.name.chars().take(MAX_NAME).collect(),
        says,
    })
}

fn says(head: &Head, body: &[u8]) -> Result<Says, OutOfBounds> {
    if head.kind.len() > MAX_KIND {
        return Err(OutOfBounds::Field("kind"));
    }
    check_name(&head.name)?;
    let Some(entry) = Entry::read(&head.kind, body)? else {
        return Ok(Says::Later(head.kind.clone()));
    };
    entry.check()?;
    Ok(Says::Known(entry))
}

fn check_name(name: &str) -> Result<(), OutOfBounds> {
    if name.chars().count() > MAX_NAME {
        return Err(OutOfBounds::Field("name"));
    }
    Ok(())
}
