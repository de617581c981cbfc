//! One file into a slightly different one: by bytes, by lines, by JSON values. Seeded.

use serde_json::{Value, json};

/// A small generator of numbers; the same seed gives the same cases.
pub struct Dice(u64);

impl Dice {
    pub fn new(target: &str, case: u64) -> Self {
        let seed = std::env::var("SEGUE_FUZZ_SEED").unwrap_or_default();
        let hash = blake3::hash(format!("{seed}/{target}/{case}").as_bytes());
        Self(u64::from_le_bytes(*hash.as_bytes().first_chunk().unwrap()))
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % sides.max(1) as u64) as usize
    }

    pub fn pick<'p, T>(&mut self, from: &'p [T]) -> &'p T {
        &from[self.roll(from.len())]
    }
}

/// How many cases a target gets.
pub fn cases() -> u64 {
    let asked = std::env::var("SEGUE_FUZZ_CASES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(300)
}

/// Stands for text that serde could not write; put in raw afterwards.
const RAW: [(&str, &str); 8] = [
    ("@raw0@", "1e999999"),
    ("@raw1@", "-99999999999999999999999999999999999999"),
    ("@raw2@", r#""\ud800""#),
    ("@raw3@", r#""\udfff\ud800x""#),
    ("@raw4@", r#"{"a":1,"a":2}"#),
    ("@raw5@", "[[[[[[[["),
    ("@raw6@", "0.1e-400"),
    ("@raw7@", "\"\u{1}\""),
];

fn evil(dice: &mut Dice) -> Value {
    let raw = RAW[dice.roll(RAW.len())].0;
    let choices = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e300),
        json!(""),
        json!("\0"),
        json!("a\0b"),
        json!("\u{202e}\u{200b}\u{e0041}"),
        json!("../../../../etc/passwd"),
        json!("/etc/passwd"),
        json!([]),
        json!({}),
        json!([[[[[[]]]]]]),
        json!("x".repeat(70_000)),
        json!("9999-99-99T99:99:99Z"),
        json!("2026-11-16T00:00:00.000Z"),
        json!(raw),
        json!(raw),
    ];
    if dice.roll(40) == 0 {
        let mut deep = json!(1);
        for _ in 0..200 {
            deep = if dice.roll(2) == 0 {
                json!([deep])
            } else {
                json!({ "input": deep })
            };
        }
        return deep;
    }
    dice.pick(&choices).clone()
}

/// Every place in a value, as a path of steps.
fn places(value: &Value, here: &mut Vec<String>, found: &mut Vec<String>) {
    found.push(here.iter().map(|step| format!("/{step}")).collect());
    let mut inside = |step: String, value: &Value| {
        here.push(step.replace('~', "~0").replace('/', "~1"));
        places(value, here, found);
        here.pop();
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(k, v)| inside(k.clone(), v)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(i, v)| inside(i.to_string(), v)),
        _ => {}
    }
}

fn paths(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    places(value, &mut Vec::new(), &mut found);
    found
}

/// Changes one value somewhere inside.
pub fn value(dice: &mut Dice, whole: &mut Value) {
    let all = paths(whole);
    let one = dice.pick(&all).clone();
    let from = dice.pick(&all).clone();
    let other = whole.pointer(&from).cloned().unwrap_or_default();
    let kind = dice.roll(8);
    let fresh = evil(dice);
    let turn = dice.roll(64);
    let Some(place) = whole.pointer_mut(&one) else {
        return;
    };
    match (kind, place) {
        (0..=2, place) => *place = fresh,
        (3 | 4, place) => *place = other,
        (5, Value::Array(items)) if !items.is_empty() => {
            let at = turn % items.len();
            let item = items[at].clone();
            items.insert(turn / 2 % items.len(), item);
        }
        (6, Value::Array(items)) if !items.is_empty() => {
            items.remove(turn % items.len());
        }
        (5, Value::Object(members)) if !members.is_empty() => {
            let key = members.keys().nth(turn % members.len()).unwrap().clone();
            let moved = members.remove(&key).unwrap();
            members.insert(format!("{key}2"), moved);
        }
        (_, Value::Object(members)) if !members.is_empty() => {
            let key = members.keys().nth(turn % members.len()).unwrap().clone();
            if kind == 6 {
                members.remove(&key);
            } else {
                members.insert(key, fresh);
            }
        }
        (_, Value::String(text)) => {
            let at = (0..=text.len())
                .filter(|at| text.is_char_boundary(*at))
                .nth(turn % (text.len() + 1));
            text.insert_str(at.unwrap_or(0), "\u{0}\u{feff}😀");
        }
        (_, place) => *place = fresh,
    }
}

/// JSON text with the raw pieces in it.
pub fn written(value: &Value) -> String {
    let mut text = value.to_string();
    for (mark, raw) in RAW {
        text = text.replace(&format!("\"{mark}\""), raw);
    }
    text
}

fn by_bytes(dice: &mut Dice, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return bytes.extend(b"{}");
    }
    let (at, to) = (dice.roll(bytes.len()), dice.roll(bytes.len()));
    let (from, end) = (at.min(to), at.max(to));
    let end = end.min(from + 300);
    match dice.roll(9) {
        0 => bytes[at] ^= 1 << dice.roll(8),
        1 => bytes[at] = *dice.pick(b"\0\n\r\"\\{}[],:\xff\x80\xed\xa0"),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(from..end)),
        4 => {
            let piece = bytes[from..end].to_vec();
            bytes.splice(to..to, piece);
        }
        5 => {
            let bad: &[&[u8]] = &[
                b"\xff\xfe",
                b"\0\0\0\0",
                b"\\ud800",
                b"\r\n\r\n",
                b"\"",
                b"{\"",
                b"1e9999",
            ];
            let piece = dice.pick(bad).to_vec();
            bytes.splice(at..at, piece);
        }
        6 => {
            let deep = vec![*dice.pick(b"[{"); 3000];
            bytes.splice(at..at, deep);
        }
        7 => {
            let zeros = dice.roll(5000);
            bytes.splice(at..at, vec![0; zeros]);
        }
        _ => bytes.rotate_left(at),
    }
}

fn by_lines(dice: &mut Dice, bytes: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    let (at, to) = (dice.roll(lines.len()), dice.roll(lines.len()));
    match dice.roll(5) {
        0 => drop(lines.remove(at)),
        1 => {
            let line = lines[at].clone();
            lines.insert(to, line);
        }
        2 => lines.swap(at, to),
        3 => lines.insert(at, Vec::new()),
        _ => {
            if let Ok(mut line) = serde_json::from_slice(&lines[at]) {
                value(dice, &mut line);
                lines[at] = written(&line).into_bytes();
            }
        }
    }
    *bytes = lines.join(&b'\n');
}

/// One to four changes to a file of lines.
pub fn lines(dice: &mut Dice, bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=dice.roll(4) {
        match dice.roll(3) {
            0 => by_bytes(dice, &mut out),
            _ => by_lines(dice, &mut out),
        }
    }
    out
}

/// One to four changes to a file that is one JSON value; now and then to its bytes.
pub fn whole(dice: &mut Dice, bytes: &[u8]) -> Vec<u8> {
    let Ok(mut json) = serde_json::from_slice::<Value>(bytes) else {
        return lines(dice, bytes);
    };
    for _ in 0..=dice.roll(6) {
        value(dice, &mut json);
    }
    let mut out = written(&json).into_bytes();
    if dice.roll(6) == 0 {
        by_bytes(dice, &mut out);
    }
    out
}
