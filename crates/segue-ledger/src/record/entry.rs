//! The three things a record can say, and how long each part may be.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{OutOfBounds, PublicKey, RecordId};
use crate::limits::{
    MAX_ID, MAX_KIND, MAX_NAME, MAX_NUMBER, MAX_PARENTS, MAX_PLATFORM, MAX_REASON,
};

/// What a record says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// Somebody holds a state of the conversation.
    Version(Version),
    /// Somebody handed it to somebody.
    Handoff(Handoff),
    /// What became of a handoff.
    Receipt(Receipt),
}

/// A state of the conversation, by whoever first held it. Its record's identifier is its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// The versions it came from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parents: Vec<RecordId>,
    /// The agent it is in, such as `claude-code`.
    pub platform: String,
    /// The session there, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// How many messages it has.
    pub message_count: u64,
    /// When, in milliseconds since 1970, by the author's clock.
    pub created_at: u64,
    /// The hash of its content, which is not here.
    pub content_hash: String,
}

/// A version handed to somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Handoff {
    pub version: RecordId,
    /// The device it went to.
    pub to: PublicKey,
    /// What the sender calls that person.
    pub to_name: String,
    /// When, in milliseconds since 1970, by the sender's clock.
    pub at: u64,
    /// The export that was sent.
    pub export_id: String,
    /// The handoff's own identifier, which is the A2A task.
    pub task_id: String,
    /// An earlier task that this one continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refers_to: Option<String>,
}

/// What became of a handoff, by one of its two ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub task_id: String,
    /// Who made that handoff: a task of the same name by somebody else is a different one.
    pub sender: PublicKey,
    /// What became of it.
    #[serde(rename = "state")]
    pub kind: ReceiptKind,
    /// When, in milliseconds since 1970, by the author's clock.
    pub at: u64,
    /// Why, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $text:literal,)*) => {
        /// What a receipt says.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub enum ReceiptKind {
            $($(#[$doc])* $kind,)*
            /// A kind from a later version of Segue: kept and shown by name, without effect.
            Other(String),
        }

        impl ReceiptKind {
            /// Returns the kind as it is written in a record.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$kind => $text,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl From<String> for ReceiptKind {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($text => Self::$kind,)*
                    _ => Self::Other(text),
                }
            }
        }
    };
}

kinds! {
    /// The sender offered it.
    Offered = "offered",
    /// It arrived whole and was checked.
    Delivered = "delivered",
    /// The recipient looked at it.
    Opened = "opened",
    /// The recipient asked something.
    InputRequired = "input-required",
    /// The question was answered.
    Answered = "answered",
    /// The recipient needs a permission.
    AuthRequired = "auth-required",
    /// The recipient saved it as a file.
    Downloaded = "downloaded",
    /// The recipient imported it into an agent.
    Imported = "imported",
    /// That import was undone.
    ImportUndone = "import-undone",
    /// The recipient does not want it.
    Dismissed = "dismissed",
    /// It did not work out.
    Failed = "failed",
    /// The sender took it back.
    Withdrawn = "withdrawn",
    /// Somebody took it up again.
    Reopened = "reopened",
}

impl Serialize for ReceiptKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ReceiptKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(ReceiptKind::from)
    }
}

impl Entry {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Version(_) => "version",
            Self::Handoff(_) => "handoff",
            Self::Receipt(_) => "receipt",
        }
    }

    /// Reads an entry of this kind; `None` for a kind that is not known here.
    pub(crate) fn read(kind: &str, body: &[u8]) -> Result<Option<Self>, OutOfBounds> {
        let read = match kind {
            "version" => serde_json::from_slice(body).map(Self::Version),
            "handoff" => serde_json::from_slice(body).map(Self::Handoff),
            "receipt" => serde_json::from_slice(body).map(Self::Receipt),
            _ => return Ok(None),
        };
        read.map(Some).map_err(|_| OutOfBounds::Form)
    }

    pub(crate) fn check(&self) -> Result<(), OutOfBounds> {
        match self {
            Self::Version(version) => version.check(),
            Self::Handoff(handoff) => handoff.check(),
            Self::Receipt(receipt) => receipt.check(),
        }
    }
}

impl Version {
    fn check(&self) -> Result<(), OutOfBounds> {
        within(self.parents.len() <= MAX_PARENTS, "parents")?;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let length = self.platform.len();
        within(
            length > 0 && length <= MAX_PLATFORM && self.platform.bytes().all(plain),
            "platform",
        )?;
        identifier(self.session_id.as_deref(), "sessionId")?;
        within(self.message_count <= MAX_NUMBER, "messageCount")?;
        within(self.created_at <= MAX_NUMBER, "createdAt")?;
        identifier(Some(&self.content_hash), "contentHash")
    }
}

impl Handoff {
    fn check(&self) -> Result<(), OutOfBounds> {
        within(self.to_name.chars().count() <= MAX_NAME, "toName")?;
        within(self.at <= MAX_NUMBER, "at")?;
        identifier(Some(&self.export_id), "exportId")?;
        identifier(Some(&self.task_id), "taskId")?;
        identifier(self.refers_to.as_deref(), "refersTo")
    }
}

impl Receipt {
    fn check(&self) -> Result<(), OutOfBounds> {
        identifier(Some(&self.task_id), "taskId")?;
        let kind = self.kind.as_str().len();
        within(kind > 0 && kind <= MAX_KIND, "state")?;
        within(self.at <= MAX_NUMBER, "at")?;
        let reason = self.reason.as_deref().unwrap_or_default();
        within(reason.chars().count() <= MAX_REASON, "reason")
    }
}

fn identifier(text: Option<&str>, field: &'static str) -> Result<(), OutOfBounds> {
    let fits = |text: &str| !text.is_empty() && text.len() <= MAX_ID;
    within(text.is_none_or(fits), field)
}

fn within(fits: bool, field: &'static str) -> Result<(), OutOfBounds> {
    if fits {
        Ok(())
    } else {
        Err(OutOfBounds::Field(field))
    }
}
