//! How large and how deep a JSON value is, without recursion and without writing it.

use serde_json::{Map, Value};

/// What is wrong with a value's size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Excess {
    /// More bytes than allowed.
    Large,
    /// More levels than allowed.
    Deep,
}

/// Measures these members as compact JSON, in bytes. Fails when they exceed either bound; the
/// object they are in is the first level.
pub(crate) fn members<'v>(
    members: impl Iterator<Item = (&'v String, &'v Value)>,
    bytes: usize,
    depth: usize,
) -> Result<usize, Excess> {
    let mut waiting = Vec::new();
    let mut size = object(members, 2, &mut waiting);
    while let Some((value, level)) = waiting.pop() {
        if size > bytes {
            return Err(Excess::Large);
        }
        size += match value {
            Value::Null => 4,
            Value::Bool(true) => 4,
            Value::Bool(false) => 5,
            Value::Number(number) => number.to_string().len(),
            Value::String(text) => quoted(text),
            Value::Array(_) | Value::Object(_) if level > depth => return Err(Excess::Deep),
            Value::Array(entries) => {
                waiting.extend(entries.iter().map(|entry| (entry, level + 1)));
                2 + entries.len().saturating_sub(1)
            }
            Value::Object(map) => object(map.iter(), level + 1, &mut waiting),
        };
    }
    if size > bytes {
        return Err(Excess::Large);
    }
    Ok(size)
}

/// Measures a map as compact JSON, in bytes. Fails when it exceeds either bound.
pub(crate) fn map(map: &Map<String, Value>, bytes: usize, depth: usize) -> Result<usize, Excess> {
    members(map.iter(), bytes, depth)
}

fn object<'v>(
    members: impl Iterator<Item = (&'v String, &'v Value)>,
    level: usize,
    waiting: &mut Vec<(&'v Value, usize)>,
) -> usize {
    let (mut size, mut count) = (2, 0_usize);
    for (name, value) in members {
        size += quoted(name) + 1;
        count += 1;
        waiting.push((value, level));
    }
    size + count.saturating_sub(1)
}

fn quoted(text: &str) -> usize {
    let escapes: usize = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | 0x08 | b'\t' | b'\n' | 0x0c | b'\r' => 1,
            0..0x20 => 5,
            _ => 0,
        })
        .sum();
    text.len() + 2 + escapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_size_is_that_of_the_written_value() {
        let value = json!({"a": [1, -2.5, null, true, false, {}, []], "\u{1}\n\"": "ä\\\t\u{7f}",
            "b": {"c": {"d": []}, "e": 1e300}});
        let Value::Object(object) = &value else {
            panic!("an object")
        };
        let written = value.to_string().len();
        assert_eq!(map(object, written, 4), Ok(written));
        assert_eq!(map(object, written - 1, 4), Err(Excess::Large));
        assert_eq!(map(object, written, 3), Err(Excess::Deep));
        assert_eq!(map(&Map::new(), 2, 1), Ok(2));
    }
}
