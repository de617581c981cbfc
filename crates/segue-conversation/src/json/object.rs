//! Owned canonical JSON, and the small builder that writes it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{JsonError, JsonLimits, Tape, Value, escape_into};

/// So many brackets are not worth telling levels from neighbours.
const FEW: usize = 8;

/// A JSON value as canonical text. Two equal values have equal text.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Json(String);

impl Json {
    /// The value at a place, canonical; of equal keys the last one.
    pub fn of(value: Value<'_>) -> Self {
        let mut out = String::with_capacity(value.raw().len());
        value.canonical_last_wins(&mut out);
        Self(out)
    }

    /// An object of these members, canonical; of equal keys the last one.
    pub fn object<'v>(members: impl IntoIterator<Item = (&'v str, Value<'v>)>) -> Self {
        let mut members: Vec<_> = members.into_iter().collect();
        super::canonical::sort(&mut members, |(key, _)| key);
        let size = members.iter().map(|(_, value)| value.raw().len()).sum();
        let mut out = String::with_capacity(size);
        let mut object = Object::begin(&mut out);
        for (key, value) in members {
            value.canonical_last_wins(object.key(key));
        }
        object.end();
        Self(out)
    }

    /// Text that is canonical already, from a writer that sorts its keys.
    pub fn from_canonical(text: String) -> Self {
        debug_assert_eq!(
            Self::parse(&text).as_ref().map(Self::text),
            Ok(text.as_str()),
            "not canonical"
        );
        Self(text)
    }

    /// Parses any JSON text.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let mut tape = Tape::default();
        let value = tape.parse(text.as_bytes(), &JsonLimits::default())?;
        Ok(Self::of(value))
    }

    /// `null`.
    pub fn null() -> Self {
        Self("null".to_owned())
    }

    /// `{}`.
    pub fn empty_object() -> Self {
        Self("{}".to_owned())
    }

    /// A string.
    pub fn string(text: &str) -> Self {
        let mut out = String::with_capacity(text.len() + 2);
        escape_into(&mut out, text);
        Self(out)
    }

    /// Anything serde can write.
    pub fn from_serde<T: Serialize>(value: &T) -> Result<Self, serde_json::Error> {
        let text = serde_json::to_string(value)?;
        Self::parse(&text).map_err(serde::ser::Error::custom)
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Looks inside; `tape` is scratch space.
    pub fn open<'t>(&'t self, tape: &'t mut Tape) -> Result<Value<'t>, JsonError> {
        let limits = JsonLimits {
            depth: usize::MAX,
            nodes: usize::MAX,
        };
        tape.parse(self.0.as_bytes(), &limits)
    }

    /// As serde's own tree, for code that is not on the way of much data.
    pub fn to_serde(&self) -> serde_json::Value {
        serde_json::from_str(&self.0).unwrap_or(serde_json::Value::Null)
    }

    /// How many arrays and objects stand inside each other; up to eight it may say too many.
    pub fn depth(&self) -> usize {
        let bytes = self.0.as_bytes();
        // Few brackets anywhere are few levels, and that is the usual case.
        let few = memchr::memchr2_iter(b'{', b'[', bytes)
            .take(FEW + 1)
            .count();
        if few <= FEW {
            return few;
        }
        let (mut depth, mut deepest, mut at) = (0_usize, 0, 0);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at += 1;
                    loop {
                        at = super::tape::next_special(bytes, at);
                        match bytes.get(at) {
                            Some(b'\\') => at += 2,
                            _ => break,
                        }
                    }
                }
                b'{' | b'[' => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        deepest
    }

    /// Whether it is an object without members.
    pub fn is_empty_object(&self) -> bool {
        self.0 == "{}"
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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

    /// A member that is a string.
    pub fn string(&mut self, key: &str, text: &str) -> &mut Self {
        escape_into(self.key(key), text);
        self
    }

    /// A member that is JSON already.
    pub fn raw(&mut self, key: &str, json: &str) -> &mut Self {
        self.key(key).push_str(json);
        self
    }

    /// A member that is a string, if there is one.
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
