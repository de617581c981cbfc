//! One pass over JSON text that remembers where everything is.

use super::Value;
use super::ends::{End, Ends};

/// What one JSON text may cost.
#[derive(Clone, Copy, Debug)]
pub struct JsonLimits {
    /// Arrays and objects inside each other.
    pub depth: usize,
    /// How many values the text may hold altogether.
    pub nodes: usize,
}

impl Default for JsonLimits {
    fn default() -> Self {
        Self {
            depth: 128,
            nodes: 4_000_000,
        }
    }
}

/// Why a text is not JSON we take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// The text stops in the middle: a line still being written, or cut off.
    #[error("the JSON stops in the middle")]
    Torn,
    /// Something that JSON does not have, at this byte.
    #[error("not JSON at byte {0}")]
    Syntax(usize),
    /// Bytes that are no text.
    #[error("not UTF-8 at byte {0}")]
    Encoding(usize),
    /// Arrays or objects inside each other beyond the limit.
    #[error("nested deeper than {0} levels")]
    TooDeep(usize),
    /// More values than the limit.
    #[error("more than {0} values in one piece")]
    TooMany(usize),
    /// The same key twice in one object.
    #[error("a key appears twice in one object")]
    DuplicateKey,
}

/// A value's place: its bytes, and where the next sibling is in the tape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Index of the node after this one and everything inside it.
    pub(super) next: u32,
    /// Whether it is a string with an escape in it.
    pub(super) escaped: bool,
}

/// The reusable index of one JSON text.
#[derive(Debug, Default)]
pub struct Tape {
    pub(super) nodes: Vec<Node>,
    open: Vec<u32>,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Value,
    /// A value, or the end of an array that just began.
    ValueOrEnd,
    Key,
    /// A key, or the end of an object that just began.
    KeyOrEnd,
    CommaOrEnd,
}

impl Tape {
    /// Indexes one JSON value that fills `bytes` but for space around it.
    pub fn parse<'t>(
        &'t mut self,
        bytes: &'t [u8],
        limits: &JsonLimits,
    ) -> Result<Value<'t>, JsonError> {
        let Ok(text) = simdutf8::basic::from_utf8(bytes) else {
            // Slower, and says where.
            let bad = simdutf8::compat::from_utf8(bytes).err();
            return Err(JsonError::Encoding(bad.map_or(0, |bad| bad.valid_up_to())));
        };
        if bytes.len() >= u32::MAX as usize {
            return Err(JsonError::TooMany(u32::MAX as usize));
        }
        self.nodes.clear();
        self.open.clear();
        self.index(bytes, limits)?;
        Ok(Value::new(&self.nodes, text, 0))
    }

    fn index(&mut self, bytes: &[u8], limits: &JsonLimits) -> Result<(), JsonError> {
        let mut ends = Ends::new(bytes);
        let mut at = 0;
        let mut expect = Expect::Value;
        loop {
            at = skip_space(bytes, at);
            let Some(&byte) = bytes.get(at) else {
                return Err(JsonError::Torn);
            };
            match (expect, byte) {
                (Expect::ValueOrEnd, b']') | (Expect::KeyOrEnd, b'}') => {
                    at += 1;
                    self.close(at);
                }
                (Expect::CommaOrEnd, b',') => {
                    at += 1;
                    expect = if self.in_object(bytes) {
                        Expect::Key
                    } else {
                        Expect::Value
                    };
                    continue;
                }
                (Expect::CommaOrEnd, b'}') if self.in_object(bytes) => {
                    at += 1;
                    self.close(at);
                }
                (Expect::CommaOrEnd, b']') if !self.in_object(bytes) => {
                    at += 1;
                    self.close(at);
                }
                (Expect::Key | Expect::KeyOrEnd, b'"') => {
                    let end = ends.of(at)?;
                    self.push(at, end, limits)?;
                    at = skip_space(bytes, end.place);
                    match bytes.get(at) {
                        Some(b':') => at += 1,
                        Some(_) => return Err(JsonError::Syntax(at)),
                        None => return Err(JsonError::Torn),
                    }
                    expect = Expect::Value;
                    continue;
                }
                (Expect::Value | Expect::ValueOrEnd, b'{' | b'[') => {
                    if self.open.len() >= limits.depth {
                        return Err(JsonError::TooDeep(limits.depth));
                    }
                    let index = self.push(at, End::plain(at), limits)?;
                    self.open.push(index);
                    at += 1;
                    expect = if byte == b'{' {
                        Expect::KeyOrEnd
                    } else {
                        Expect::ValueOrEnd
                    };
                    continue;
                }
                (Expect::Value | Expect::ValueOrEnd, _) => {
                    let end = scalar_end(bytes, at, &mut ends)?;
                    self.push(at, end, limits)?;
                    at = end.place;
                }
                _ => return Err(JsonError::Syntax(at)),
            }
            // A value has just ended.
            if self.open.is_empty() {
                let rest = skip_space(bytes, at);
                return if rest == bytes.len() {
                    Ok(())
                } else {
                    Err(JsonError::Syntax(rest))
                };
            }
            expect = Expect::CommaOrEnd;
        }
    }

    fn push(&mut self, start: usize, end: End, limits: &JsonLimits) -> Result<u32, JsonError> {
        let index = self.nodes.len();
        if index >= limits.nodes {
            return Err(JsonError::TooMany(limits.nodes));
        }
        self.nodes.push(Node {
            start: start as u32,
            end: end.place as u32,
            next: index as u32 + 1,
            escaped: end.escaped,
        });
        Ok(index as u32)
    }

    fn close(&mut self, end: usize) {
        let next = self.nodes.len() as u32;
        if let Some(index) = self.open.pop()
            && let Some(node) = self.nodes.get_mut(index as usize)
        {
            node.end = end as u32;
            node.next = next;
        }
    }

    fn in_object(&self, bytes: &[u8]) -> bool {
        self.open
            .last()
            .and_then(|index| self.nodes.get(*index as usize))
            .is_some_and(|node| bytes.get(node.start as usize) == Some(&b'{'))
    }
}

pub(super) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
        at += 1;
    }
    at
}

fn scalar_end(bytes: &[u8], at: usize, ends: &mut Ends<'_>) -> Result<End, JsonError> {
    let rest = bytes.get(at..).unwrap_or_default();
    let end = match rest.first() {
        Some(b'"') => return ends.of(at),
        Some(b't') => word(rest, b"true", at),
        Some(b'f') => word(rest, b"false", at),
        Some(b'n') => word(rest, b"null", at),
        Some(b'-' | b'0'..=b'9') => number_end(bytes, at),
        Some(_) => Err(JsonError::Syntax(at)),
        None => Err(JsonError::Torn),
    };
    end.map(End::plain)
}

fn word(rest: &[u8], word: &[u8], at: usize) -> Result<usize, JsonError> {
    if rest.starts_with(word) {
        Ok(at + word.len())
    } else if word.starts_with(rest) {
        Err(JsonError::Torn)
    } else {
        Err(JsonError::Syntax(at))
    }
}

fn number_end(bytes: &[u8], at: usize) -> Result<usize, JsonError> {
    let digits = |from: usize| {
        let mut at = from;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if at > from {
            Ok(at)
        } else if from >= bytes.len() {
            Err(JsonError::Torn)
        } else {
            Err(JsonError::Syntax(from))
        }
    };
    let first = at + usize::from(bytes.get(at) == Some(&b'-'));
    let mut end = digits(first)?;
    if bytes.get(first) == Some(&b'0') && end > first + 1 {
        return Err(JsonError::Syntax(first + 1));
    }
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        end += 1;
        if let Some(b'+' | b'-') = bytes.get(end) {
            end += 1;
        }
        end = digits(end)?;
    }
    Ok(end)
}
