//! What an offer says about the file it offers. From another computer, every word of it is a claim.

use segue_handoff::FileRef;
use segue_handoff::peer_message::{LARGEST, is_hash};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Most characters of a title, and of an id or a name.
const TITLE: usize = 300;
const NAME: usize = 200;
/// Most bytes of an envelope that travels in the offer; a longer one is read from the file.
pub(crate) const ENVELOPE: usize = 24 * 1024;

/// What an offer says about a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OfferBody {
    pub(crate) title: Option<String>,
    /// The conversation's id.
    pub(crate) conversation: String,
    /// How many messages the file has.
    pub(crate) messages: u64,
    /// The agent it comes from.
    pub(crate) platform: String,
    /// How much of the history it has.
    pub(crate) history: String,
    pub(crate) export_id: String,
    pub(crate) content_hash: String,
    /// The version in the ledger.
    pub(crate) version: Uuid,
    /// The envelope, if it is short enough.
    pub(crate) envelope: Option<serde_json::Value>,
    /// What a pointer points to.
    pub(crate) full_copy: Option<FileRef>,
    /// What is new since a file that both have.
    pub(crate) delta: Option<DeltaRef>,
    /// The task this one continues.
    pub(crate) refers_to: Option<Uuid>,
}

/// The difference between two files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeltaRef {
    /// The hash of the file that both have.
    pub(crate) base: String,
    /// The hash of the difference.
    pub(crate) hash: String,
    pub(crate) bytes: u64,
}

impl OfferBody {
    /// Reads what came from outside, within bounds.
    pub(crate) fn parse(json: &str) -> Result<Self, &'static str> {
        let facts: Self = serde_json::from_str(json).map_err(|_| "it is not understood")?;
        let long = |text: &str, most: usize| text.chars().count() > most;
        if facts
            .title
            .as_deref()
            .is_some_and(|title| long(title, TITLE))
        {
            return Err("its title is too long");
        }
        let names = [
            &facts.conversation,
            &facts.platform,
            &facts.history,
            &facts.export_id,
            &facts.content_hash,
        ];
        if names.iter().any(|name| name.is_empty() || long(name, NAME)) {
            return Err("an id in it is too long or missing");
        }
        // A ledger has no room for a longer one.
        let most = segue_ledger::limits::MAX_CONVERSATION;
        if facts.conversation.len() > most || facts.conversation.chars().any(char::is_control) {
            return Err("the id of its conversation is none");
        }
        let full_copy = facts.full_copy.iter().map(|full_copy| &full_copy.hash);
        let delta = facts
            .delta
            .iter()
            .flat_map(|delta| [&delta.base, &delta.hash]);
        if !full_copy.chain(delta).all(|hash| is_hash(hash)) {
            return Err("a hash in it is none");
        }
        let sizes = [
            facts.full_copy.as_ref().map(|full_copy| full_copy.bytes),
            facts.delta.as_ref().map(|delta| delta.bytes),
        ];
        if sizes.into_iter().flatten().any(|bytes| bytes > LARGEST) {
            return Err("it is too large");
        }
        Ok(facts)
    }

    /// Returns a text of the envelope, such as `action_required.task`, cut to 500 characters.
    /// `None` if it is missing or empty.
    pub(crate) fn envelope_text(&self, path: &[&str]) -> Option<String> {
        let mut value = self.envelope.as_ref()?;
        for name in path {
            value = value.get(name)?;
        }
        Some(segue_conversation::truncate(value.as_str()?.trim(), 500))
            .filter(|text| !text.is_empty())
    }

    /// Collects the ways out of what blocks it, over all blockers.
    pub(crate) fn options(&self) -> Vec<String> {
        let blockers = self.envelope.as_ref().and_then(|e| e.get("blockers"));
        let blockers = blockers
            .and_then(|all| all.as_array())
            .into_iter()
            .flatten();
        let options = blockers.filter_map(|blocker| blocker.get("resolution_options")?.as_array());
        options
            .flatten()
            .filter_map(|option| option.as_str())
            .map(|option| segue_conversation::truncate(option, 500))
            .take(50)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn facts() -> serde_json::Value {
        json!({
            "title": "Fix the login form", "conversation": "c-1", "messages": 3,
            "platform": "claude-code", "history": "full", "export_id": "e-1",
            "content_hash": "blake3:00", "version": Uuid::nil(), "envelope": null,
            "full_copy": null, "delta": null, "refers_to": null,
        })
    }

    #[test]
    fn what_an_offer_says_is_bounded() {
        assert!(OfferBody::parse(&facts().to_string()).is_ok());
        let hash = "a".repeat(64);
        for (member, value) in [
            ("title", json!("x".repeat(TITLE + 1))),
            ("conversation", json!("é".repeat(150))),
            ("conversation", json!("a\u{1b}b")),
            ("conversation", json!("")),
            ("platform", json!("x".repeat(NAME + 1))),
            (
                "full_copy",
                json!({"hash": "../../etc", "bytes": 1, "messages": 1}),
            ),
            (
                "full_copy",
                json!({"hash": hash, "bytes": u64::MAX, "messages": 1}),
            ),
            ("delta", json!({"base": hash, "hash": "x", "bytes": 1})),
            (
                "delta",
                json!({"base": hash, "hash": hash, "bytes": u64::MAX}),
            ),
            ("version", json!("none")),
        ] {
            let mut facts = facts();
            facts[member] = value;
            assert!(OfferBody::parse(&facts.to_string()).is_err(), "{member}");
        }
    }

    #[test]
    fn ways_out_are_read_from_whatever_stands_there() {
        let mut value = facts();
        value["envelope"] = json!({"blockers": [
            {"resolution_options": ["Wait", 7, {"a": 1}]}, 5, {"resolution_options": "no list"},
            {"resolution_options": ["x".repeat(5_000)]},
        ]});
        let facts = OfferBody::parse(&value.to_string()).unwrap();
        assert_eq!(facts.options().len(), 2);
        assert!(facts.options()[1].chars().count() <= 501);
    }
}
