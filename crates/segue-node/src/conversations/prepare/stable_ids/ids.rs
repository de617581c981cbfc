//! Which id of the session stands for which of the file.
//!
//! Learned where both say the same, and only from what can't be anything but an id: a message's
//! own, its parent's, its answer's, and UUIDs that an import made, at the same place of two records
//! that differ in nothing else (but the folder, which an import sets).

use std::collections::{HashMap, HashSet};

use segue_conversation::json::{Copied, Tape, Value};
use segue_conversation::{Body, Json, Part};

/// Most ids that are known; later ones stay as the session has them.
const MOST: usize = 1 << 20;
/// The longest id that is taken from a file.
const LONGEST: usize = 128;
/// The length of a UUID.
const UUID: usize = 36;

#[derive(Default)]
pub(super) struct Ids {
    /// The file's, by the session's.
    known: HashMap<Box<str>, Box<str>>,
    /// Answers apart: a platform may call one as it calls a message, and several answers of a
    /// session may have been one.
    groups: HashMap<Box<str>, Box<str>>,
    /// Hashes of the file's ids that already replace one of the session.
    taken: HashSet<u128>,
    /// Hashes of what messages were called so far.
    called: HashSet<u128>,
}

impl Ids {
    /// Learns that `ours` is what the file calls `theirs`, unless one of them is known as something
    /// else.
    pub(super) fn learn(&mut self, ours: &str, theirs: &str) {
        let free = self.known.len() < MOST && !self.known.contains_key(ours);
        if free && fits(ours) && fits(theirs) && self.taken.insert(short(theirs)) {
            self.known.insert(ours.into(), theirs.into());
        }
    }

    pub(super) fn learn_group(&mut self, ours: &str, theirs: &str) {
        if self.groups.len() < MOST && fits(ours) && fits(theirs) {
            self.groups
                .entry(ours.into())
                .or_insert_with(|| theirs.into());
        }
    }

    pub(super) fn learn_part(&mut self, theirs: &Part, ours: &Part) {
        if let (Some(theirs), Some(ours)) = (&theirs.native, &ours.native) {
            self.learn_json(theirs, ours);
        }
        match (&theirs.body, &ours.body) {
            (Body::Other(theirs), Body::Other(ours)) => self.learn_json(theirs, ours),
            (Body::Call(theirs), Body::Call(ours)) => self.learn(&ours.id, &theirs.id),
            (Body::Result(theirs), Body::Result(ours)) => self.learn(&ours.call, &theirs.call),
            _ => {}
        }
    }

    /// Learns from two records, if they are the same but for ids.
    pub(super) fn learn_json(&mut self, theirs: &Json, ours: &Json) {
        if theirs == ours {
            return;
        }
        let (mut one, mut other) = (Tape::default(), Tape::default());
        if let (Ok(theirs), Ok(ours)) = (theirs.open(&mut one), ours.open(&mut other))
            && let Some(pairs) = pairs(theirs, ours)
        {
            for (theirs, ours) in pairs {
                self.learn(&ours, &theirs);
            }
        }
    }

    /// Replaces an id with what the file calls it, if that is known.
    pub(super) fn rename_id(&self, id: &mut String) {
        if let Some(theirs) = self.known.get(id.as_str()) {
            theirs.as_ref().clone_into(id);
        }
    }

    pub(super) fn rename_group(&self, id: &mut String) {
        if let Some(theirs) = self.groups.get(id.as_str()) {
            theirs.as_ref().clone_into(id);
        }
    }

    /// Chooses what a message is called from here on: as in the file, or as in the session, but
    /// never like another message. Some platforms number their messages, so one of the file may
    /// have the same number.
    pub(super) fn unique(&mut self, own: &str) -> String {
        let mut id = own.to_owned();
        self.rename_id(&mut id);
        let mut count = 1_u64;
        while !self.called.insert(short(&id)) {
            id = match count {
                1 => own.to_owned(),
                _ => format!("{own}-{count}"),
            };
            count += 1;
        }
        if count > 1 && self.known.len() < MOST {
            self.known.insert(own.into(), id.as_str().into());
        }
        id
    }

    /// Renames every known UUID inside. Other ids might be somebody's words.
    pub(super) fn rename(&self, json: &mut Json) {
        let mut tape = Tape::default();
        let mut text = String::new();
        let mut renamed = false;
        if let Ok(value) = json.open(&mut tape) {
            text.reserve(json.text().len());
            value.copy(&mut text, &mut |_, member| {
                let id = Some(member).filter(|member| member.raw().len() == UUID + 2);
                let id = id.and_then(|id| id.str()).filter(|id| is_uuid(id));
                match id.and_then(|id| self.known.get(id.as_ref())) {
                    Some(theirs) => {
                        renamed = true;
                        Copied::Text(theirs.to_string())
                    }
                    None => Copied::Inside,
                }
            });
        }
        if renamed && let Ok(new) = Json::parse(&text) {
            *json = new;
        }
    }

    pub(super) fn rename_maybe(&self, json: &mut Option<Json>) {
        if let Some(json) = json {
            self.rename(json);
        }
    }
}

/// Checks whether a text can serve as an id: short, and nothing that needs a look.
pub(super) fn fits(id: &str) -> bool {
    (1..=LONGEST).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
}

fn short(id: &str) -> u128 {
    let hash = blake3::hash(id.as_bytes());
    let first = hash.as_bytes().first_chunk();
    u128::from_le_bytes(first.copied().unwrap_or_default())
}

/// Returns the ids in which two values differ, theirs first; `None` if they differ in anything
/// else.
fn pairs(theirs: Value<'_>, ours: Value<'_>) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut left = vec![(theirs, ours)];
    while let Some((theirs, ours)) = left.pop() {
        if theirs.is_object() && ours.is_object() {
            let (mut one, mut other) = (theirs.entries(), ours.entries());
            loop {
                match (one.next(), other.next()) {
                    (None, None) => break,
                    (Some((key, theirs)), Some((same, ours))) if key == same => {
                        // Every import says where the conversation goes on.
                        if key != "cwd" {
                            left.push((theirs, ours));
                        }
                    }
                    _ => return None,
                }
            }
        } else if theirs.is_array() && ours.is_array() {
            let (mut one, mut other) = (theirs.items(), ours.items());
            loop {
                match (one.next(), other.next()) {
                    (None, None) => break,
                    (Some(theirs), Some(ours)) => left.push((theirs, ours)),
                    _ => return None,
                }
            }
        } else if theirs.raw() != ours.raw() {
            let theirs = theirs.str().filter(|id| fits(id))?;
            let ours = ours.str().filter(|id| is_uuid(id))?;
            found.push((theirs.into_owned(), ours.into_owned()));
        }
    }
    Some(found)
}

fn is_uuid(text: &str) -> bool {
    text.len() == UUID && uuid::Uuid::try_parse(text).is_ok()
}
