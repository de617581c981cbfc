//! A file that came is what its offer said: whole, unchanged, signed by the one who handed it over, of
//! the conversation it names.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use segue_conversation::file::{HashState, Limits, Reader, SealState};
use segue_network::DeviceId;

use super::OfferBody;

/// What a file turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arrived {
    /// The envelope as the file has it.
    pub(crate) envelope: Option<serde_json::Value>,
    /// How many messages it has.
    pub(crate) messages: u64,
    /// What the conversation is called.
    pub(crate) title: Option<String>,
    /// The hash of its content, and the export's id.
    pub(crate) content_hash: String,
    pub(crate) export_id: String,
}

/// Reads a file to its end and compares it with its offer. A failure is the reason, which is meant
/// for the sender, too.
pub(crate) fn check(path: &Path, facts: &OfferBody, from: &DeviceId) -> Result<Arrived, String> {
    let file = File::open(path).map_err(|error| format!("it can't be read: {error}"))?;
    let mut reader = Reader::new(BufReader::with_capacity(256 << 10, file), Limits::default());
    let unreadable = |error| format!("it is no conversation file: {error}");
    while reader.item().map_err(unreadable)?.is_some() {}
    let opened = reader.finish().map_err(unreadable)?;
    if opened.checked.hash != HashState::Matches {
        return Err("its content is not what it says it is".to_owned());
    }
    match &opened.checked.seal {
        SealState::Signed { public_key } if *public_key == from.public() => {}
        SealState::Signed { .. } => return Err("somebody else signed it".to_owned()),
        SealState::Unsigned => return Err("nobody signed it".to_owned()),
        SealState::Broken(why) => return Err(format!("its signature does not hold: {why}")),
    }
    if opened.context.as_deref() != Some(facts.conversation.as_str()) {
        return Err("it is of another conversation than was said".to_owned());
    }
    if opened.head.delivery.is_some() {
        return Err("it is addressed to somebody already".to_owned());
    }
    let envelope = opened.head.envelope.as_ref();
    if envelope.is_some_and(|json| json.text().len() > segue_handoff::bounds::WHOLE) {
        return Err("its envelope is too large".to_owned());
    }
    let envelope = envelope.map(|json| json.to_serde());
    Ok(Arrived {
        content_hash: segue_conversation::truncate(&opened.content_hash, 100),
        export_id: segue_conversation::truncate(&opened.head.export_id, 100),
        envelope,
        messages: opened.messages,
        title: opened
            .head
            .title
            .as_deref()
            .map(|title| segue_conversation::truncate(title, 300)),
    })
}
