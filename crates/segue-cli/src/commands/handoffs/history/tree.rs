//! Versions as the node tells them, read tolerantly, each with how far it stands in: a version
//! stands below what it came from, and further in where that had another before it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

/// Deeper versions are indented no further than this.
const DEEPEST: usize = 8;

/// A version of a conversation, as the history shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub who: String,
    pub at: Option<String>,
    pub platform: String,
    pub messages: u64,
    pub handed: Vec<Handed>,
    pub signed: bool,
    pub depth: usize,
}

/// To whom a version went, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handed {
    pub to: String,
    pub state: Option<String>,
}

/// Reads versions, parents first.
pub fn read(all: &[Value]) -> Vec<Version> {
    // For every version how far it stands in, and how many came from it so far.
    let mut known: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut versions = Vec::with_capacity(all.len());
    for value in all {
        let parents = value.get("parentVersionIds").and_then(Value::as_array);
        let parents = parents.into_iter().flatten().filter_map(Value::as_str);
        let mut depth = 0;
        for (at, parent) in parents.enumerate() {
            if let Some((deep, children)) = known.get_mut(parent) {
                // Where several came together, it goes on as the first of them.
                if at == 0 {
                    depth = (*deep + *children).min(DEEPEST);
                }
                *children += 1;
            }
        }
        if let Some(id) = value.get("versionId").and_then(Value::as_str) {
            known.entry(id).or_insert((depth, 0));
        }
        versions.push(version(value, depth));
    }
    versions
}

fn version(value: &Value, depth: usize) -> Version {
    let handoffs = value.get("handoffs").and_then(Value::as_array);
    let mut handed: Vec<Handed> = handoffs.into_iter().flatten().filter_map(one).collect();
    if handed.is_empty() {
        handed.extend(one(value));
    }
    Version {
        who: value
            .get("creator")
            .and_then(name)
            .unwrap_or_else(|| "someone".to_owned()),
        at: value.get("createdAt").and_then(time),
        platform: text(value, "platform").unwrap_or_default(),
        messages: value
            .get("messageCount")
            .and_then(Value::as_u64)
            .unwrap_or(0),
        handed,
        signed: value.get("signed").and_then(Value::as_bool) == Some(true),
        depth,
    }
}

fn one(value: &Value) -> Option<Handed> {
    Some(Handed {
        to: value.get("handedOffTo").and_then(name)?,
        state: text(value, "state"),
    })
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

/// Reads a name that is a text by itself or the `name` of an object; `None` when it is empty.
fn name(value: &Value) -> Option<String> {
    let name = value.as_str().or_else(|| value.get("name")?.as_str())?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Reads a time that is a text or milliseconds since 1970.
fn time(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let time = Timestamp::from_millisecond(value.as_i64()?).ok()?;
    Some(time.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn depths(all: &[(&str, &[&str])]) -> Vec<usize> {
        let all: Vec<Value> = all
            .iter()
            .map(|(id, parents)| json!({ "versionId": id, "parentVersionIds": parents }))
            .collect();
        read(&all)
            .into_iter()
            .map(|version| version.depth)
            .collect()
    }

    #[test]
    fn a_line_stands_straight_and_forks_stand_in() {
        assert_eq!(
            depths(&[("a", &[]), ("b", &["a"]), ("c", &["b"])]),
            [0, 0, 0]
        );
        let fork = [
            ("a", &[][..]),
            ("b", &["a"]),
            ("c", &["a"]),
            ("d", &["c"]),
            ("e", &["a"]),
        ];
        assert_eq!(depths(&fork), [0, 0, 1, 1, 2]);
        let merge = [
            ("a", &[][..]),
            ("b", &["a"]),
            ("c", &["a"]),
            ("d", &["b", "c"]),
        ];
        assert_eq!(depths(&merge), [0, 0, 1, 0]);
    }

    #[test]
    fn nothing_a_record_says_makes_it_endless() {
        assert_eq!(
            depths(&[("a", &["a"]), ("b", &["x"]), ("a", &["b"])]),
            [0, 0, 0]
        );
        let wide: Vec<(String, Vec<&str>)> =
            (0..50).map(|at| (at.to_string(), vec!["root"])).collect();
        let mut all = vec![json!({ "versionId": "root" })];
        all.extend(
            wide.iter()
                .map(|(id, parents)| json!({ "versionId": id, "parentVersionIds": parents })),
        );
        all.extend([
            json!(null),
            json!(7),
            json!({ "creator": 3, "createdAt": -1e300 }),
        ]);
        let read = read(&all);
        assert_eq!(read.len(), 54);
        assert!(read.iter().all(|version| version.depth <= DEEPEST));
    }

    #[test]
    fn older_shapes_are_read_too() {
        let older = json!({
            "versionId": "v1", "creator": "Sam", "createdAt": 1_604_224_800_000_u64,
            "messageCount": 3, "handedOffTo": { "name": "Mia" },
        });
        let [version] = read(&[older]).try_into().unwrap();
        assert_eq!(version.who, "Sam");
        assert_eq!(version.at.as_deref(), Some("2020-11-01T10:00:00Z"));
        assert_eq!(version.handed[0].to, "Mia");
        assert!(!version.signed);
    }
}
