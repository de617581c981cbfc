//! Full-text search: which words are taken from a session, and how a question is asked.
//!
//! The full-text index keeps no text of its own and no places: only which words stand in which
//! session, a fraction of the size and of the time. Beginnings of one and two letters, with which a
//! thousand words begin, are words of their own in it: so every key that is typed is answered at
//! once. What was said is kept compressed beside it, for showing the place.

use segue_conversation::{Body, Message};
use segue_platform::{Limits, Platform, PlatformError, Session};
use segue_store::sql::{Connection, params};

use segue_door::Failure;

/// Bytes of words kept of one session.
pub(super) const SESSION: usize = 256 << 10;

/// Bytes of words kept of one piece of a message.
const PIECE: usize = 16 << 10;

/// Words in one question.
const ASKED: usize = 16;

/// Precedes every message in the text that is kept, which gives each place a number. It never
/// occurs in a word.
pub(super) const MESSAGE: char = '\u{1e}';

/// Collects the words of a session: what the person and the agent said, and which tools were used.
/// Also returns how many messages it has, if all of them were read.
pub(super) fn gather(
    platform: &dyn Platform,
    session: &Session,
    limits: &Limits,
    stop: impl Fn() -> bool,
) -> Result<(String, Option<u64>), PlatformError> {
    let mut reading = platform.open(session, limits)?;
    let mut text = String::new();
    let mut tools: Vec<String> = Vec::new();
    let (mut messages, mut all) = (0, true);
    while let Some(message) = reading.message()? {
        messages += 1;
        text.push(MESSAGE);
        add(&message, &mut text, &mut tools);
        if text.len() >= SESSION || stop() {
            all = false;
            break;
        }
    }
    text.push_str(&tools.join(" "));
    Ok((text, all.then_some(messages)))
}

fn add(message: &Message, text: &mut String, tools: &mut Vec<String>) {
    if message.injected {
        return;
    }
    for part in &message.parts {
        match &part.body {
            Body::Text(said) => {
                let most = PIECE.min(SESSION.saturating_sub(text.len()));
                let said = beginning(said, most);
                // The mark is ours alone.
                text.extend(said.split(MESSAGE));
                text.push('\n');
            }
            Body::Call(call) if tools.len() < 200 && !tools.contains(&call.name) => {
                tools.push(beginning(&call.name, 100).to_owned());
            }
            _ => {}
        }
    }
}

/// Truncates a text to at most `most` bytes, cutting between characters.
pub(crate) fn beginning(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// Puts the words of a session into the index.
pub(super) fn write(
    connection: &Connection,
    id: i64,
    title: Option<&str>,
    text: &str,
) -> segue_store::sql::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO words (rowid, title, text) VALUES (?1, ?2, ?3)")?
        .execute(params![id, title, text])?;
    let packed = zstd::bulk::compress(text.as_bytes(), 1).unwrap_or_default();
    connection
        .prepare_cached("INSERT OR REPLACE INTO said (id, text) VALUES (?1, ?2)")?
        .execute(params![id, packed])?;
    Ok(())
}

/// Takes the words of a session out of the index again.
pub(super) fn forget(connection: &Connection, id: i64) -> segue_store::sql::Result<()> {
    connection
        .prepare_cached("DELETE FROM words WHERE rowid = ?1")?
        .execute([id])?;
    connection
        .prepare_cached("DELETE FROM said WHERE id = ?1")?
        .execute([id])?;
    Ok(())
}

/// Turns a search text into a query for the index: every word must occur, and the last may be only
/// the beginning of one.
///
/// Everything is quoted, so nothing a person types is an operator. Fails if there is no word in it.
pub(super) fn question(text: &str) -> Result<String, Failure> {
    let words: Vec<String> = asked(text)
        .iter()
        .map(|word| format!("\"{word}\""))
        .collect();
    if words.is_empty() {
        return Err(Failure::invalid("There is nothing to search for.")
            .hint("Search for at least one letter or digit."));
    }
    Ok(format!("{}*", words.join(" AND ")))
}

/// Signs that belong to the letter before them without being letters, such as the virama of
/// Hindi. A block that also holds a few others does no harm: see [`found`].
const MARKS: &[std::ops::RangeInclusive<char>] = &[
    '\u{300}'..='\u{36f}',   // accents
    '\u{483}'..='\u{489}',   // Cyrillic
    '\u{591}'..='\u{5bd}',   // Hebrew
    '\u{610}'..='\u{61a}',   // Arabic
    '\u{64b}'..='\u{65f}',   // Arabic
    '\u{6d6}'..='\u{6ed}',   // Arabic
    '\u{900}'..='\u{963}',   // Devanagari, up to its full stops
    '\u{980}'..='\u{dff}',   // Bengali to Sinhala
    '\u{e31}'..='\u{e3a}',   // Thai
    '\u{e47}'..='\u{e4e}',   // Thai
    '\u{eb1}'..='\u{ecd}',   // Lao
    '\u{f71}'..='\u{f84}',   // Tibetan
    '\u{102b}'..='\u{103e}', // Burmese
    '\u{17b4}'..='\u{17d3}', // Khmer
    '\u{1ab0}'..='\u{1aff}', // accents
    '\u{1dc0}'..='\u{1dff}', // accents
    '\u{20d0}'..='\u{20ff}', // around symbols
    '\u{3099}'..='\u{309a}', // Japanese
    '\u{fe00}'..='\u{fe0f}', // variants
    '\u{fe20}'..='\u{fe2f}', // accents
];

pub(super) fn is_mark(c: char) -> bool {
    !c.is_ascii() && MARKS.iter().any(|block| block.contains(&c))
}

/// Splits a search text into its words. As in the index, a word has only letters, their marks and
/// digits; the index can't look for several words in a row.
pub(super) fn asked(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && !is_mark(c))
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .take(ASKED)
        .map(|word| word.chars().take(100).collect())
        .collect()
}

/// Returns the ids of the sessions in which all words of a query occur.
///
/// A letter so new that the index takes it for a gap splits a word into several; such a word is
/// left out rather than refused.
pub(super) fn found(connection: &Connection, question: &str) -> segue_store::sql::Result<Vec<i64>> {
    let mut find = connection.prepare_cached("SELECT rowid FROM words WHERE words MATCH ?1")?;
    let mut ids = |question: &str| -> segue_store::sql::Result<Vec<i64>> {
        let rows = find.query_map([question], |row| row.get(0))?;
        rows.collect()
    };
    match ids(question) {
        Err(error) if error.to_string().contains("phrase queries") => {
            let words: Vec<&str> = question.split(" AND ").collect();
            let known: Vec<&str> = words.into_iter().filter(|word| ids(word).is_ok()).collect();
            if known.is_empty() {
                return Ok(Vec::new());
            }
            ids(&known.join(" AND "))
        }
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_typed_is_an_operator() {
        assert_eq!(
            question(r#"say "hi" OR NEAR(x) a* -b"#).unwrap(),
            r#""say" AND "hi" AND "OR" AND "NEAR" AND "x" AND "a" AND "b"*"#
        );
        assert!(question("  -- \" * ").is_err());
        assert!(question(&"a ".repeat(1000)).unwrap().len() < 200);
    }
}
