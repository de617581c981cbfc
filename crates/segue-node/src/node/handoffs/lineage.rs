//! Where conversations were and what became of them, out of their ledgers.

use std::collections::HashMap;
use std::io::Read;

use segue_door::{
    CallerEnv, Code, ConversationLineage, ConversationRef, Failure, Lineage, QuarantinedRecord,
    Reply,
};
use segue_ledger::{PublicKey, Why, mermaid, read_versions};
use segue_network::DeviceId;

use super::super::state::State;
use super::super::{Answer, Background};
use super::reply;
use crate::conversations::{Conversations, Progress, run_blocking};
use crate::ledgers::Ledgers;

/// The most conversations in one answer.
const MOST: usize = 50;
/// The most bytes of a file of older records.
const FILE: u64 = 16 << 20;

/// Answers with the versions of one conversation, or of those that changed last.
pub(super) fn lineage(
    state: &mut State,
    background: &mut Background,
    conversation: Option<ConversationRef>,
    place: Option<CallerEnv>,
    mut answer: Answer,
) {
    let named = match &conversation {
        Some(ConversationRef::Named(name)) => Some(state.mailbox.named(name)),
        Some(ConversationRef::File { .. }) | None => None,
    };
    let of_handoff = named.and_then(Result::ok).map(|row| row.facts.conversation);
    let me = PublicKey(state.public());
    let own = state.own_name();
    let names: HashMap<PublicKey, String> = state
        .contacts
        .rows()
        .map(|row| (PublicKey(row.device.public()), row.display_name()))
        .chain([(me, format!("{own} (you)"))])
        .collect();
    let (here, ledgers) = (state.conversations.clone(), state.mailbox.ledgers.clone());
    background.spawn(async move {
        let conversations = here.clone();
        let work = move |_: &Progress| -> Result<Lineage, Failure> {
            let asked = Asked {
                here: &conversations,
                ledgers: &ledgers,
                names: &names,
            };
            asked.answer(conversation, of_handoff, place)
        };
        let found = run_blocking(here, None, &mut answer, work).await;
        reply(answer, found.map(|found| Reply::Lineage(Box::new(found))));
        None
    });
}

struct Asked<'a> {
    here: &'a Conversations,
    ledgers: &'a Ledgers,
    names: &'a HashMap<PublicKey, String>,
}

impl Asked<'_> {
    fn answer(
        &self,
        conversation: Option<ConversationRef>,
        of_handoff: Option<String>,
        place: Option<CallerEnv>,
    ) -> Result<Lineage, Failure> {
        let known = self.ledgers.conversations()?;
        let which = match (conversation, of_handoff) {
            (None, _) => known,
            (Some(_), Some(of_handoff)) => vec![of_handoff],
            (Some(ConversationRef::File { file }), None) => return self.older(file.path()?),
            (Some(ConversationRef::Named(name)), None) if known.contains(&name) => vec![name],
            (Some(ConversationRef::Named(name)), None) => {
                let of_session = self.here.context_named(&name, place)?;
                let of_session = Some(of_session).filter(|id| known.contains(id));
                vec![of_session.ok_or_else(|| {
                    Failure::new(
                        Code::NotFound,
                        "This conversation was never handed over, so there is nothing to trace.",
                    )
                    .hint("segue history lists the conversations that were.")
                })?]
            }
        };
        let mut conversations = Vec::new();
        for conversation in which.into_iter().take(MOST) {
            let one = self.one(conversation)?;
            if !one.versions.is_empty() || !one.quarantined.is_empty() || one.problem.is_some() {
                conversations.push(one);
            }
        }
        Ok(Lineage { conversations })
    }

    fn one(&self, conversation: String) -> Result<ConversationLineage, Failure> {
        let lineage = self.ledgers.lineage(&conversation)?;
        let about = self.ledgers.about(&conversation)?;
        let mut quarantined: Vec<QuarantinedRecord> = lineage
            .quarantined()
            .iter()
            // What speaks of something that has not come yet only waits.
            .filter(|record| !matches!(record.why, Why::UnknownVersion | Why::UnknownHandoff))
            .map(|record| QuarantinedRecord {
                id: record.id.to_string(),
                from: Some(self.name(record.by)),
                why: record.why.to_string(),
            })
            .collect();
        quarantined.extend(about.attempts.into_iter().map(|(from, why)| {
            let device = from.parse::<DeviceId>().ok();
            let name = device.map(|device| self.name(PublicKey(device.public())));
            QuarantinedRecord {
                id: String::new(),
                from: name.or(Some(from)),
                why,
            }
        }));
        let graph = mermaid(lineage.versions(), |key| self.name(key));
        let versions = lineage.versions().iter().map(|version| {
            let mut value = serde_json::to_value(version).unwrap_or_default();
            self.call(&mut value);
            value
        });
        Ok(ConversationLineage {
            versions: versions.collect(),
            conversation,
            title: about.title,
            quarantined,
            mermaid: graph,
            problem: about.problem,
        })
    }

    /// Returns what we call someone, or the letters of their id when we do not know them.
    fn name(&self, key: PublicKey) -> String {
        match self.names.get(&key) {
            Some(name) => name.clone(),
            None => DeviceId::of(&key.0)
                .map(|device| format!("…{}", device.short()))
                .unwrap_or_default(),
        }
    }

    /// Adds to every person of a version what we call them, beside what they were called there.
    fn call(&self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(members) => {
                let key = members.get("key").cloned();
                let key = key.and_then(|key| serde_json::from_value::<PublicKey>(key).ok());
                if let Some(key) = key
                    && members.contains_key("name")
                {
                    let known = self.names.get(&key).cloned();
                    let device = DeviceId::of(&key.0).map(|device| device.to_string());
                    members.insert("known".to_owned(), known.is_some().into());
                    members.insert("calledHere".to_owned(), self.name(key).into());
                    members.insert("deviceId".to_owned(), device.into());
                }
                members.values_mut().for_each(|value| self.call(value));
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(|value| self.call(value)),
            _ => {}
        }
    }

    /// Reads a file of older records, which nobody signed.
    fn older(&self, path: &str) -> Result<Lineage, Failure> {
        let unreadable = |why: String| {
            Failure::new(Code::Unreadable, format!("This file can't be read: {why}."))
                .hint("It should be a JSON list of ConversationVersion records.")
        };
        let file = segue_platform::open::plain_file(std::path::Path::new(path))
            .map_err(|error| unreadable(error.to_string()))?;
        let mut text = String::new();
        std::io::Read::take(file, FILE + 1)
            .read_to_string(&mut text)
            .map_err(|error| unreadable(error.to_string()))?;
        if text.len() as u64 > FILE {
            return Err(unreadable("it is too large".to_owned()));
        }
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        let list = match value.get("versions") {
            Some(list) => list.clone(),
            None => value,
        };
        let (versions, skipped) =
            read_versions(&list).map_err(|error| unreadable(error.to_string()))?;
        Ok(Lineage {
            conversations: vec![ConversationLineage {
                conversation: String::new(),
                title: std::path::Path::new(path)
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned()),
                mermaid: mermaid(&versions, |key| self.name(key)),
                versions: versions
                    .iter()
                    .map(|version| serde_json::to_value(version).unwrap_or_default())
                    .collect(),
                quarantined: skipped
                    .iter()
                    .map(|(at, why)| QuarantinedRecord {
                        id: (at + 1).to_string(),
                        from: None,
                        why: why.to_string(),
                    })
                    .collect(),
                problem: Some(
                    "Nobody signed these records: they are only what the file says.".to_owned(),
                ),
            }],
        })
    }
}
