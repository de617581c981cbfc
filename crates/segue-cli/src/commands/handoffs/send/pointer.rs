//! A pointer: only the facts travel now, and the messages stay here until they are fetched. Both
//! are looked at before anything leaves, with one set of decisions.

use std::collections::BTreeSet;

use segue_door::{Failure, ask};
use segue_link::Link;

use super::super::super::leaving::{self, Draft, ids};
use super::Ready;
use crate::say::{Say, complain};

/// Checks whether only the facts are to be sent, by what was typed or else by the settings.
pub async fn is_chosen(link: &Link, draft: &Draft) -> Result<bool, Failure> {
    if let Some(history) = &draft.choice.history {
        return Ok(history == "pointer");
    }
    let view = link.call(ask::Settings {}).await?;
    Ok(view.values.sending.history == "pointer")
}

/// Prepares the messages and the facts; `None` when the person stops.
pub async fn ready(link: &Link, say: &Say, draft: Draft) -> Result<Option<Ready>, Failure> {
    let mut whole = draft.clone();
    whole.choice.history = Some("full".to_owned());
    let full_copy = whole.prepare(link, say).await?;
    leaving::is_right(&full_copy)?;
    if whole.asks(say) && !full_copy.findings.is_empty() {
        complain(
            "The messages stay on this computer until they're fetched. These were found in them:\n",
        );
    }
    let Some(full_copy) = whole.settle(link, say, full_copy).await? else {
        return Ok(None);
    };
    let mut facts = draft;
    facts.choice.history = Some("pointer".to_owned());
    facts.decisions.clear();
    let mut prepared = facts.prepare(link, say).await?;
    leaving::is_right(&prepared)?;
    // The facts hold few of the secrets, and the node takes no decision about what is not there.
    let there: BTreeSet<&str> = ids(&prepared).collect();
    let decided = whole.decisions.iter();
    facts.decisions = decided
        .filter(|(id, _)| there.contains(id.as_str()))
        .map(|(id, decision)| (id.clone(), decision.clone()))
        .collect();
    if !facts.decisions.is_empty() {
        prepared = facts.prepare(link, say).await?;
    }
    let seen: BTreeSet<&str> = ids(&full_copy).collect();
    if ids(&prepared).any(|id| !seen.contains(id)) {
        match facts.settle(link, say, prepared).await? {
            Some(settled) => prepared = settled,
            None => return Ok(None),
        }
    }
    Ok(Some(Ready {
        prepared,
        full_copy: Some(full_copy),
    }))
}
