//! Reading versions that others wrote down as plain JSON, in the shape shown here or an older one:
//! with `handedOff` as `true` or `false`, or just with `handedOffAt` and `handedOffTo` where there are
//! any. None of that is signed, and it says so.

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use super::{ConversationVersion, HandedOff, Person, TaskState};
use crate::limits::{MAX_ID, MAX_NAME, MAX_NUMBER, MAX_OLDER, MAX_PARENTS};

/// The platforms that are known by name; any other becomes `unknown`.
const PLATFORMS: [&str; 13] = [
    "aider",
    "browser",
    "claude-code",
    "cline",
    "codex",
    "continue",
    "cursor",
    "devin",
    "gemini-cli",
    "opencode",
    "vscode",
    "windsurf",
    "zed",
];

/// Why something is not a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// Fields are missing or of another type.
    #[error("this is not a version of a conversation")]
    Form,
    /// A field that is longer or larger than it may be.
    #[error("{0} is out of bounds")]
    Field(&'static str),
    /// A list of more versions than are read.
    #[error("there are more than {MAX_OLDER} versions")]
    TooMany,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Loose {
    version_id: String,
    conversation_id: Option<String>,
    #[serde(default)]
    parent_version_ids: Vec<String>,
    creator: LoosePerson,
    platform: Option<String>,
    session_id: Option<String>,
    message_count: u64,
    created_at: u64,
    content_hash: Option<String>,
    handed_off: Option<bool>,
    #[serde(flatten)]
    handoff: LooseHandoff,
    #[serde(default)]
    handoffs: Vec<LooseHandoff>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LooseHandoff {
    handed_off_at: Option<u64>,
    handed_off_to: Option<LoosePerson>,
    from: Option<LoosePerson>,
    a2a_export_id: Option<String>,
    task_id: Option<String>,
    refers_to: Option<String>,
    state: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LoosePerson {
    Name(String),
    Person { name: String },
}

impl ConversationVersion {
    /// Reads one version, in the present shape or an older one. Whatever keys and signatures it
    /// names, none of it is proven.
    pub fn read(value: &Value) -> Result<Self, Unreadable> {
        let loose = Loose::deserialize(value).map_err(|_| Unreadable::Form)?;
        let number = |number: u64, field| {
            let fits = number <= MAX_NUMBER;
            fits.then_some(number).ok_or(Unreadable::Field(field))
        };
        if loose.parent_version_ids.len() > MAX_PARENTS {
            return Err(Unreadable::Field("parentVersionIds"));
        }
        let creator = person(Some(loose.creator))?;
        let mut handoffs = Vec::new();
        if loose.handed_off != Some(false) {
            let all = loose.handoffs.into_iter().chain([loose.handoff]);
            for handoff in all.take(MAX_OLDER) {
                handoffs.extend(handed_off(handoff, &creator)?);
            }
        }
        let parents = loose.parent_version_ids.into_iter().map(identifier);
        Ok(ConversationVersion {
            version_id: identifier(loose.version_id)?,
            conversation_id: loose.conversation_id.map(identifier).transpose()?,
            parent_version_ids: parents.collect::<Result<_, _>>()?,
            creator,
            platform: platform(loose.platform.as_deref()),
            session_id: loose.session_id.map(identifier).transpose()?,
            message_count: number(loose.message_count, "messageCount")?,
            created_at: number(loose.created_at, "createdAt")?,
            content_hash: loose.content_hash.map(identifier).transpose()?,
            handoffs,
            signed: false,
        })
    }
}

/// Reads a list of versions. Returns those that could be read, and for each of the rest its
/// position and why it could not be.
#[expect(clippy::type_complexity, reason = "two lists, each plain")]
pub fn read_versions(
    value: &Value,
) -> Result<(Vec<ConversationVersion>, Vec<(usize, Unreadable)>), Unreadable> {
    let list = value.as_array().ok_or(Unreadable::Form)?;
    if list.len() > MAX_OLDER {
        return Err(Unreadable::TooMany);
    }
    let (mut versions, mut skipped) = (Vec::new(), Vec::new());
    for (at, value) in list.iter().enumerate() {
        match ConversationVersion::read(value) {
            Ok(version) => versions.push(version),
            Err(why) => skipped.push((at, why)),
        }
    }
    Ok((versions, skipped))
}

fn handed_off(loose: LooseHandoff, creator: &Person) -> Result<Option<HandedOff>, Unreadable> {
    let (Some(at), Some(to)) = (loose.handed_off_at, loose.handed_off_to) else {
        return Ok(None);
    };
    if at > MAX_NUMBER {
        return Err(Unreadable::Field("handedOffAt"));
    }
    let from = match loose.from {
        Some(from) => person(Some(from))?,
        None => Person {
            name: creator.name.clone(),
            key: None,
        },
    };
    let state = loose.state.and_then(|text| {
        let value = Value::String(text);
        TaskState::deserialize(value).ok()
    });
    Ok(Some(HandedOff {
        handed_off_at: at,
        handed_off_to: person(Some(to))?,
        from,
        a2a_export_id: loose.a2a_export_id.map(identifier).transpose()?,
        task_id: loose.task_id.map(identifier).transpose()?,
        refers_to: loose.refers_to.map(identifier).transpose()?,
        state,
        receipts: Vec::new(),
    }))
}

fn person(loose: Option<LoosePerson>) -> Result<Person, Unreadable> {
    let name = match loose {
        Some(LoosePerson::Name(name) | LoosePerson::Person { name }) => name,
        None => String::new(),
    };
    if name.chars().count() > MAX_NAME {
        return Err(Unreadable::Field("name"));
    }
    Ok(Person { name, key: None })
}

fn identifier(text: String) -> Result<String, Unreadable> {
    if text.len() > MAX_ID {
        return Err(Unreadable::Field("an identifier"));
    }
    Ok(text)
}

fn platform(named: Option<&str>) -> String {
    let known = PLATFORMS.iter().find(|known| Some(**known) == named);
    known.copied().unwrap_or("unknown").to_owned()
}
