//! Owned canonical JSON, and the small builder that writes it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{JsonError, JsonLimits, Tape, Value, escape_into};

/// Deeper values travel as text: other readers of A2A stop at about a hundred levels of their own.
pub const DEEP: usize = 20;

/// A JSON value as canonical text. Two equal values have equal text.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Json {
    text: String,
    deep: bool,
}

impl Json {
    /// Copies a value in canonical form; the last of equal keys wins.
    pub fn of(value: Value<'_>) -> Self {
        let mut out = String::with_capacity(value.raw().len());
        value.canonical_last_wins(&mut out);
        Self {
            text: out,
            deep: value.is_deeper_than(DEEP),
        }
    }

    /// Builds a canonical object from these members; the last of equal keys wins.
    pub fn object<'v>(members: impl IntoIterator<Item = (&'v str, Value<'v>)>) -> Self {
        let mut members: Vec<_> = members.into_iter().collect();
        super::canonical::sort(&mut members, |(key, _)| key);
        let size = members.iter().map(|(_, value)| value.raw().len()).sum();
        let deep = members
            .iter()
            .any(|(_, value)| value.is_deeper_than(DEEP - 1));
        let mut out = String::with_capacity(size);
        let mut object = Object::begin(&mut out);
        for (key, value) in members {
            value.canonical_last_wins(object.key(key));
        }
        object.end();
        Self { text: out, deep }
    }

    /// Wraps text that is canonical already, from a writer that sorts its keys; `parts` are the
    /// larger values in it.
    pub fn from_canonical(text: String, parts: &[&Json]) -> Self {
        debug_assert_eq!(
            Self::parse(&text).as_ref().map(Self::text),
            Ok(text.as_str()),
            "not canonical"
        );
        Self {
            deep: parts.iter().any(|part| part.deep),
            text,
        }
    }

    /// Parses any JSON text.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let mut tape = Tape::default();
        let value = tape.parse(text.as_bytes(), &JsonLimits::default())?;
        Ok(Self::of(value))
    }

    /// Parses text of our own, however deep it is.
    pub(super) fn parse_any(text: &str) -> Option<Self> {
        let limits = JsonLimits {
            depth: usize::MAX,
            nodes: usize::MAX,
        };
        let mut tape = Tape::default();
        tape.parse(text.as_bytes(), &limits).ok().map(Self::of)
    }

    /// Creates a `null`.
    pub fn null() -> Self {
        Self {
            text: "null".to_owned(),
            deep: false,
        }
    }

    /// Creates a `{}`.
    pub fn empty_object() -> Self {
        Self {
            text: "{}".to_owned(),
            deep: false,
        }
    }

    /// Creates a JSON string from a text.
    pub fn string(text: &str) -> Self {
        let mut out = String::with_capacity(text.len() + 2);
        escape_into(&mut out, text);
        Self {
            text: out,
            deep: false,
        }
    }

    /// Converts anything serde can write to canonical JSON.
    pub fn from_serde<T: Serialize>(value: &T) -> Result<Self, serde_json::Error> {
        let text = serde_json::to_string(value)?;
        Self::parse(&text).map_err(serde::ser::Error::custom)
    }

    /// Returns the canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Indexes the value for reading; `tape` is scratch space.
    pub fn open<'t>(&'t self, tape: &'t mut Tape) -> Result<Value<'t>, JsonError> {
        let limits = JsonLimits {
            depth: usize::MAX,
            nodes: usize::MAX,
        };
        tape.parse(self.text.as_bytes(), &limits)
    }

    /// Converts to serde's own tree, for code that does not handle much data.
    pub fn to_serde(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or(serde_json::Value::Null)
    }

    /// Checks whether it is nested deeper than other readers of A2A may accept; see [`DEEP`].
    pub fn is_deep(&self) -> bool {
        self.deep
    }

    /// Checks whether it is an object without members.
    pub fn is_empty_object(&self) -> bool {
        self.text == "{}"
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_serde().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        Self::from_serde(&value).map_err(serde::de::Error::custom)
    }
}

/// Writes one JSON object. Sorted keys are the caller's duty where the result must be canonical.
#[derive(Debug)]
pub struct Object<'o> {
    out: &'o mut String,
    some: bool,
}

impl<'o> Object<'o> {
    /// Opens the object.
    pub fn begin(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, some: false }
    }

    /// Writes a key and gives the place for its value.
    pub fn key(&mut self, key: &str) -> &mut String {
        if std::mem::replace(&mut self.some, true) {
            self.out.push(',');
        }
        escape_into(self.out, key);
        self.out.push(':');
        self.out
    }

    /// Adds a member that is a string.
    pub fn string(&mut self, key: &str, text: &str) -> &mut Self {
        escape_into(self.key(key), text);
        self
    }

    /// Adds a member whose value is JSON already.
    pub fn raw(&mut self, key: &str, json: &str) -> &mut Self {
        self.key(key).push_str(json);
        self
    }

    /// Adds a member that is a string, if there is one.
    pub fn maybe(&mut self, key: &str, text: Option<&str>) -> &mut Self {
        if let Some(text) = text {
            self.string(key, text);
        }
        self
    }

    /// Closes the object.
    pub fn end(self) {
        self.out.push('}');
    }
}
