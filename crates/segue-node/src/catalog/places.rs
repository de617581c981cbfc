//! Where searched words stand in a session: a few places, the searched words marked in them.

use segue_door::{Snippet, SnippetPiece};
use segue_store::sql::{Connection, OptionalExtension};

use super::fulltext::{MESSAGE, SESSION, asked, is_mark};

/// Most places of one session.
const PLACES: usize = 3;

/// Most messages that are weighed against each other.
const WEIGHED: usize = 40;

/// Bytes before the first searched word of a place.
const BEFORE: usize = 40;

/// Bytes from that word on.
const AFTER: usize = 120;

/// Returns a few places in a session where the searched words occur, in the order of the session.
pub(super) fn snippets(
    connection: &Connection,
    id: i64,
    search: &str,
) -> segue_store::sql::Result<Vec<Snippet>> {
    let packed: Option<Vec<u8>> = connection
        .prepare_cached("SELECT text FROM said WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    let text = packed
        .and_then(|packed| zstd::bulk::decompress(&packed, 2 * SESSION).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(text.map_or_else(Vec::new, |text| places(&text, &asked(search))))
}

/// A message with searched words in it.
struct Weighed<'a> {
    number: u64,
    text: &'a str,
    /// The byte at which the first of them begins.
    at: usize,
    /// How many of them occur.
    words: usize,
}

/// Picks the messages in which most of the words occur.
fn places(text: &str, words: &[String]) -> Vec<Snippet> {
    let words: Vec<Vec<char>> = words
        .iter()
        .map(|word| word.chars().flat_map(char::to_lowercase).collect())
        .collect();
    let mut found: Vec<Weighed<'_>> = text
        .split(MESSAGE)
        .enumerate()
        .filter_map(|(number, text)| {
            let hits: Vec<usize> = words
                .iter()
                .filter_map(|word| hits(text, word).next().map(|(at, _)| at))
                .collect();
            Some(Weighed {
                number: number as u64,
                text,
                at: *hits.iter().min()?,
                words: hits.len(),
            })
        })
        .take(WEIGHED)
        .collect();
    found.sort_by_key(|one| (std::cmp::Reverse(one.words), one.number));
    found.truncate(PLACES);
    found.sort_by_key(|one| one.number);
    found
        .iter()
        .map(|one| Snippet {
            number: (one.number > 0).then_some(one.number),
            pieces: around(one.text, one.at, &words),
        })
        .collect()
}

/// Finds where words begin like this one, whatever their capitals. Gives the first byte and the end
/// of each match.
fn hits<'a>(text: &'a str, word: &'a [char]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let first = word.first().copied().unwrap_or_default();
    let upper = first.to_uppercase().next().unwrap_or(first);
    let is_word = |c: char| c.is_alphanumeric() || is_mark(c);
    text.match_indices([first, upper])
        .filter_map(move |(at, _)| {
            let (before, rest) = text.split_at_checked(at)?;
            if before.chars().next_back().is_some_and(is_word) {
                return None;
            }
            let mut wanted = word.iter();
            let mut end = at;
            for c in rest.chars() {
                if wanted.as_slice().is_empty() {
                    break;
                }
                if !c.to_lowercase().all(|c| wanted.next() == Some(&c)) {
                    return None;
                }
                end += c.len_utf8();
            }
            wanted.as_slice().is_empty().then_some((at, end))
        })
}

/// Cuts a line of text around a place, with the words in it marked.
fn around(text: &str, at: usize, words: &[Vec<char>]) -> Vec<SnippetPiece> {
    let from = text.floor_char_boundary(at.saturating_sub(BEFORE));
    let to = text.floor_char_boundary(at.saturating_add(AFTER).min(text.len()));
    let line = text.get(from..to).unwrap_or_default();
    let plain: Vec<&str> = line.split_whitespace().collect();
    let line = format!(
        "{}{}{}",
        if from > 0 { "…" } else { "" },
        plain.join(" "),
        if to < text.trim_end().len() {
            "…"
        } else {
            ""
        },
    );
    let mut marked: Vec<(usize, usize)> = words
        .iter()
        .flat_map(|word| hits(&line, word).collect::<Vec<_>>())
        .collect();
    marked.sort_unstable();
    let mut pieces = Vec::new();
    let mut piece = |text: Option<&str>, hit| {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let text = text.to_owned();
            pieces.push(SnippetPiece { text, hit });
        }
    };
    let mut done = 0;
    for (begin, end) in marked {
        if begin >= done {
            piece(line.get(done..begin), false);
            piece(line.get(begin..end), true);
            done = end;
        }
    }
    piece(line.get(done..), false);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, search: &str) -> Vec<(Option<u64>, String)> {
        let mark = |piece: &SnippetPiece| match piece.hit {
            true => format!("[{}]", piece.text),
            false => piece.text.clone(),
        };
        places(text, &asked(search))
            .iter()
            .map(|place| (place.number, place.pieces.iter().map(mark).collect()))
            .collect()
    }

    #[test]
    fn places_have_numbers_and_the_words_are_marked_whatever_the_capitals() {
        let text = "\u{1e}first line\n\u{1e}\u{1e}then ÜBER the bridge,\nover Über all\n";
        assert_eq!(
            shown(text, "über BRIDGE"),
            [(
                Some(3),
                "then [ÜBER] the [bridge], over [Über] all".to_owned()
            )]
        );
        assert_eq!(shown(text, "ridge"), [], "no word begins so");
        assert_eq!(shown(text, "unter"), []);
    }

    #[test]
    fn the_places_with_most_of_the_words_are_shown_in_their_order_and_cut() {
        let one = format!("\u{1e}{} apple {}", "x ".repeat(300), "y ".repeat(300));
        let text = format!("{}\u{1e}apple pie\u{1e}pie", one.repeat(5));
        let places = shown(&text, "apple pie");
        let numbers: Vec<_> = places.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(6)]);
        assert!(places.iter().all(|(_, text)| text.len() < 250));
        assert!(places[0].1.starts_with('…') && places[0].1.ends_with('…'));
        assert!(places[0].1.contains("[apple]"));
    }

    #[test]
    fn no_text_makes_it_fail() {
        for text in ["", "\u{1e}", "İ", "ß\u{1e}ß", "\u{301}a\u{301}"] {
            for search in ["i", "ss", "a", "İ", "ß"] {
                shown(text, search);
            }
        }
    }
}
