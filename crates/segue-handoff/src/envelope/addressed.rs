//! The envelope of one recipient: the whole JSON object.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use uuid::{Uuid, Variant};

use super::{Envelope, wire};
use crate::diagnostic::{Code, Diagnostic, Level};
use crate::read::{Expect, read};
use crate::text::Short;

/// An envelope with its id and recipient. Its id is always a UUID of version 4.
#[derive(Debug, Clone, PartialEq)]
pub struct Addressed {
    handoff_id: Uuid,
    to_agent: Short,
    envelope: Envelope,
}

impl Addressed {
    /// Adds id and recipient to an envelope. The id must be a UUID of version 4.
    pub fn new(handoff_id: Uuid, to_agent: &str, envelope: Envelope) -> Result<Self, Diagnostic> {
        if !is_v4(handoff_id) {
            return Err(Diagnostic::new(
                Level::Error,
                Code::HandoffIdNotUuid4,
                "handoff_id",
                "The handoff's id is no UUID of version 4.",
                "Make a new random id.",
            ));
        }
        let to_agent = Short::of(to_agent).map_err(|error| {
            Diagnostic::new(
                Level::Error,
                Code::MissingField,
                "to_agent",
                format!("The recipient cannot be named: {error}."),
                "Give the recipient a short name.",
            )
        })?;
        Ok(Self {
            handoff_id,
            to_agent,
            envelope,
        })
    }

    /// Returns the handoff's id.
    pub fn handoff_id(&self) -> Uuid {
        self.handoff_id
    }

    /// Returns the name of the agent that takes over.
    pub fn to_agent(&self) -> &str {
        &self.to_agent
    }

    /// Returns the envelope without its address.
    pub fn envelope(&self) -> &Envelope {
        &self.envelope
    }

    /// Removes id and recipient.
    pub fn into_envelope(self) -> Envelope {
        self.envelope
    }
}

/// Checks whether a text is a UUID of version 4, written the usual way.
pub(crate) fn is_uuid4(text: &str) -> bool {
    text.len() == 36 && Uuid::try_parse(text).is_ok_and(is_v4)
}

fn is_v4(id: Uuid) -> bool {
    id.get_version_num() == 4 && id.get_variant() == Variant::RFC4122
}

impl Serialize for Addressed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = wire::object(&self.envelope).map_err(serde::ser::Error::custom)?;
        object.insert(
            "handoff_id".to_owned(),
            Value::String(self.handoff_id.to_string()),
        );
        object.insert(
            "to_agent".to_owned(),
            Value::String(self.to_agent.to_string()),
        );
        object.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Addressed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let read = read(&Value::deserialize(deserializer)?, Expect::Addressed);
        if let Some(first) = read.diagnostics.first().filter(|one| one.is_error()) {
            return Err(Error::custom(first));
        }
        let (Some(envelope), Some(address)) = (read.envelope, read.address) else {
            return Err(Error::custom("it is no envelope"));
        };
        let id = Uuid::try_parse(&address.handoff_id).map_err(Error::custom)?;
        Self::new(id, &address.to_agent, envelope).map_err(Error::custom)
    }
}
