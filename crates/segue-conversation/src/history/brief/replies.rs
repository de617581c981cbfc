//! What the agent asked, and what the person answered.
//!
//! ```text
//! agent's words ──▶ questions, points to choose from ─┬─ "yes"  ──▶ settled: yes, to that question
//!                                                     ├─ "2"    ──▶ settled: that point
//!                                                     └─ no words after it ──▶ still open
//! a question tool ──▶ questions ──its result──▶ settled: each with its answer
//! ```

use crate::json::{Json, Tape, Value};

use super::clip;
use super::cues::Sense;
use super::sentences::lowered;

/// What is asked and not answered.
#[derive(Debug, Default)]
pub(super) struct Replies {
    open: Vec<String>,
    options: Vec<(String, String)>,
}

const LINE: usize = 300;
/// A bare answer is shorter.
const BARE: usize = 60;
const QUESTIONS: usize = 8;

const YES: &[&str] = &[
    "yes",
    "y",
    "yep",
    "yeah",
    "ok",
    "okay",
    "sure",
    "go",
    "proceed",
    "do it",
    "continue",
    "please do",
    "go on",
    "go ahead",
    "sounds good",
    "ja",
    "gerne",
    "mach das",
    "oui",
    "sí",
    "sim",
    "да",
    "давай",
    "是",
    "好",
    "好的",
    "可以",
    "はい",
    "お願いします",
    "네",
];
const NO: &[&str] = &[
    "no",
    "n",
    "nope",
    "nein",
    "non",
    "não",
    "нет",
    "不",
    "不要",
    "いいえ",
    "아니요",
];

impl Replies {
    /// Notes the questions the agent asks now and the options it offers, in place of earlier ones.
    pub(super) fn asks(&mut self, asked: Vec<String>, options: Vec<(String, String)>) {
        self.open = asked;
        self.options = options;
    }

    /// Forgets open questions, because the agent went on without waiting for an answer.
    pub(super) fn goes_on(&mut self) {
        self.open.clear();
        self.options.clear();
    }

    /// Forgets open questions when the agent calls a tool, unless that tool asks the person too: it
    /// did not wait for an answer.
    pub(super) fn keep_only_if(&mut self, asks: bool) {
        if !asks {
            self.goes_on();
        }
    }

    /// Returns the questions that are still open.
    pub(super) fn open(&self) -> &[String] {
        &self.open
    }

    /// Closes the open questions, because the person answered or moved on. Returns what their few
    /// words settle, if anything.
    pub(super) fn answered(&mut self, words: &str) -> Option<(Sense, String)> {
        let open = std::mem::take(&mut self.open);
        let options = std::mem::take(&mut self.options);
        if words.len() > BARE {
            return None;
        }
        let low = lowered(words);
        let bare = low.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some((point, text)) = chosen(bare, &options) {
            return Some((Sense::Decides, format!("chose {point}: {text}")));
        }
        if open.is_empty() {
            return None;
        }
        let is = |list: &[&str]| {
            list.iter().any(|word| {
                let rest = bare.strip_prefix(word);
                rest.is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with([',', ' ', '.', '!', '，', '、'])
                })
            })
        };
        let sense = if is(NO) {
            Sense::Rejects
        } else if is(YES) {
            Sense::Decides
        } else {
            return None;
        };
        let last = open.len().saturating_sub(2);
        let asked = open.get(last..).unwrap_or_default().join(" ");
        Some((sense, format!("“{}”, to: {asked}", words.trim())))
    }
}

/// Finds the option somebody names by its number or letter.
fn chosen<'o>(bare: &str, options: &'o [(String, String)]) -> Option<&'o (String, String)> {
    let starts = [
        "option ",
        "number ",
        "let's do ",
        "go with ",
        "take ",
        "variante ",
        "#",
        "",
    ];
    starts.iter().find_map(|start| {
        let rest = bare.strip_prefix(start)?;
        let rest = rest.strip_prefix("option ").unwrap_or(rest);
        let end = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let (point, after) = rest.split_at_checked(end)?;
        // "a small one" names no point.
        let sure = point.bytes().all(|byte| byte.is_ascii_digit()) || !start.is_empty();
        let alone = after.is_empty() || after.starts_with([',', '.', ':', ')', ' ']);
        let named = options.iter().find(|(known, _)| known == point);
        named.filter(|_| alone && (sure || after.is_empty()))
    })
}

/// Reads the questions of a tool that asks the person, each with its id.
pub(super) fn questions(input: Value<'_>) -> Vec<(String, String)> {
    let list = input.get("questions");
    let many = list.iter().flat_map(Value::items).take(QUESTIONS);
    let one = |value: &Value<'_>| {
        let text = value.str_of("question")?;
        let id = value.str_of("id").unwrap_or_default();
        Some((clip::line(&id, 80), clip::line(&text, LINE)))
    };
    let found: Vec<_> = many.filter_map(|value| one(&value)).collect();
    match found.is_empty() {
        true => one(&input).into_iter().collect(),
        false => found,
    }
}

/// Pairs each question with its answer, from the result of such a tool. Unanswered ones are left
/// out.
pub(super) fn answers(questions: &[(String, String)], text: &str) -> Vec<String> {
    let near = text.get(..text.floor_char_boundary(20_000)).unwrap_or(text);
    let said = Json::parse(near).ok();
    let mut tape = Tape::default();
    let given = said.as_ref().and_then(|json| json.open(&mut tape).ok());
    let given = given.and_then(|json| json.get("answers"));
    let with = questions
        .iter()
        .enumerate()
        .filter_map(|(at, (id, question))| {
            let place = at.to_string();
            let by_key = given.and_then(|given| {
                given
                    .get(id)
                    .or_else(|| given.get(&place))
                    .or_else(|| given.get(question))
            });
            let answer = match by_key {
                Some(value) => words(value),
                // `"Which one?"="The second", "And then?"="Nothing"`.
                None => near
                    .split_once(&format!("\"{question}\"=\""))
                    .and_then(|(_, rest)| rest.split_once('"'))
                    .map(|(answer, _)| answer.to_owned()),
            };
            let answer = answer.filter(|answer| !answer.is_empty() && answer != "Unanswered")?;
            Some(format!("{question} → {}", clip::line(&answer, LINE)))
        });
    let with: Vec<String> = with.collect();
    match (with.is_empty(), questions) {
        (true, [(_, question)]) if !near.trim().is_empty() && given.is_none() => {
            vec![format!("{question} → {}", clip::line(near, LINE))]
        }
        _ => with,
    }
}

fn words(value: Value<'_>) -> Option<String> {
    let value = value.get("answers").unwrap_or(value);
    value.string().or_else(|| {
        let many: Vec<String> = value.items().filter_map(|item| item.string()).collect();
        (!many.is_empty()).then(|| many.join(", "))
    })
}
