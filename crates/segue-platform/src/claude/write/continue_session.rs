//! Going on with a session that an earlier import wrote, if nobody used it since.

use std::path::Path;

use segue_conversation::json::Tape;

use crate::delivery::{Delivery, Draft};
use crate::open;
use crate::platform::{ImportReceipt, PlatformError};

/// Opens the file of an earlier import to continue it.
pub(super) fn onto(
    delivery: &mut Delivery,
    root: &Path,
    file: &Path,
    receipt: &ImportReceipt,
) -> Result<(Draft, Option<String>, u64), PlatformError> {
    let path = root.join(file);
    open::refuse_held(&path)?;
    let known = receipt.left_as(&path);
    let Some((bytes, hash)) = known else {
        return Err(PlatformError::NotFound(
            "The earlier import did not write this session.".to_owned(),
        ));
    };
    let mut tape = Tape::default();
    let tail = receipt
        .tail
        .as_ref()
        .and_then(|tail| tail.open(&mut tape).ok());
    let last = tail.and_then(|tail| tail.string_of("last"));
    let run = tail
        .and_then(|tail| tail.get("run"))
        .and_then(|run| u64::try_from(run.integer()?).ok())
        .unwrap_or(0);
    Ok((delivery.grow(file, bytes, &hash)?, last, run))
}
