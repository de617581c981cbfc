//! Going on with a session that we wrote: where it is, and whether it is still ours alone.

use std::path::{Path, PathBuf};

use segue_conversation::Json;
use segue_conversation::json::{Object, Tape, escape_into};

use super::place;
use crate::delivery::{Delivery, Draft};
use crate::open;
use crate::platform::{ImportReceipt, PlatformError};

/// Writes what a receipt keeps for later.
pub(super) fn tail(path: &Path, taken: &[String]) -> Option<Json> {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    let list = object.key("artifacts");
    list.push('[');
    for (index, id) in taken.iter().enumerate() {
        if index > 0 {
            list.push(',');
        }
        escape_into(list, id);
    }
    list.push(']');
    object.string("file", path.to_str()?);
    object.end();
    Json::parse(&out).ok()
}

/// A session we wrote.
pub(super) struct Earlier {
    pub(super) path: PathBuf,
    /// Artifacts it has already.
    pub(super) taken: Vec<String>,
    bytes: u64,
    hash: String,
}

/// Returns the session's file, if the receipt names one.
pub(super) fn file(receipt: &ImportReceipt) -> Option<PathBuf> {
    let mut tape = Tape::default();
    let tail = receipt.tail.as_ref()?.open(&mut tape).ok()?;
    Some(PathBuf::from(tail.string_of("file")?))
}

/// Finds the session of a receipt. Fails if somebody used it since.
pub(super) fn find(receipt: &ImportReceipt) -> Result<Earlier, PlatformError> {
    let gone = || PlatformError::NotFound("The earlier import is not known any more.".to_owned());
    let path = file(receipt).ok_or_else(gone)?;
    let written = receipt.left_as(&path);
    let (bytes, hash) = written.ok_or_else(gone)?;
    unused(receipt)?;
    open::refuse_held(&path)?;
    let mut tape = Tape::default();
    let tail = receipt
        .tail
        .as_ref()
        .and_then(|tail| tail.open(&mut tape).ok());
    let taken = tail
        .and_then(|tail| tail.get("artifacts"))
        .into_iter()
        .flat_map(|list| list.items())
        .filter_map(|id| id.string())
        .collect();
    Ok(Earlier {
        path,
        taken,
        bytes,
        hash,
    })
}

/// Fails if the client continued the session, which it does in another file.
pub(super) fn unused(receipt: &ImportReceipt) -> Result<(), PlatformError> {
    let Some(path) = file(receipt) else {
        return Ok(());
    };
    let own = path.file_name().unwrap_or_default();
    let Some(short) = own.to_str().and_then(place::short_id) else {
        return Ok(());
    };
    let others = path
        .parent()
        .and_then(|folder| std::fs::read_dir(folder).ok());
    let used = others.into_iter().flatten().flatten().any(|file| {
        let name = file.file_name();
        name != own && name.to_str().and_then(place::short_id) == Some(short)
    });
    if used {
        return Err(PlatformError::Changed(
            "Gemini CLI went on with the session since it was imported, so it is left as it is. \
             Delete it there if you no longer want it."
                .to_owned(),
        ));
    }
    Ok(())
}

impl Earlier {
    /// Begins the longer form of the file.
    pub(super) fn grow(
        &self,
        dry_run: bool,
        owner: &str,
    ) -> Result<(Delivery, Draft), PlatformError> {
        let gone = || PlatformError::NotFound(format!("{} is gone.", self.path.display()));
        // …/.gemini/tmp/<slug>/chats/<file>
        let folder = self.path.ancestors().nth(4).ok_or_else(gone)?;
        let relative = self.path.strip_prefix(folder).map_err(|_| gone())?;
        let mut delivery = Delivery::new(folder, dry_run, owner)?;
        let draft = delivery.grow(relative, self.bytes, &self.hash)?;
        Ok((delivery, draft))
    }
}
