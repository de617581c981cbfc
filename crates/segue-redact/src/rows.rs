//! Lists of texts that are the lines of one text: an edit as an agent stores it, a cell of a
//! notebook. A key that goes over several lines is in none of them, only in all together.
//!
//! ```text
//! ["+-----BEGIN …", "+MIIE…", …] ──joined──▶ one text ──▶ hits over several lines ──▶ a piece of
//!                                                         the hit for each of the lines
//! ```

use std::collections::HashMap;
use std::ops::Range;

use segue_conversation::Json;
use segue_conversation::json::Tape;

use crate::finding::{Hit, Secret};

/// Pieces of hits, by the number of the leaf they are in.
pub(crate) type Pieces = HashMap<usize, Vec<Hit>>;

/// Longest text that is put together.
const LONGEST: usize = 4 << 20;

/// Finds what can be found in lists of texts only when they are read as one.
pub(crate) fn across(json: &Json, find: impl Fn(&str) -> Vec<Hit>) -> Pieces {
    let mut pieces = Pieces::new();
    // Most values have no list that begins with a text.
    if !json.text().contains("[\"") {
        return pieces;
    }
    let mut rows: HashMap<usize, Row> = HashMap::new();
    let mut tape = Tape::default();
    let mut number = 0;
    json.changed(&mut tape, |leaf| {
        if let Some(list) = leaf.list {
            let row = rows.entry(list).or_default();
            if row.text.len() + leaf.text.len() < LONGEST {
                row.add(number, &leaf.text);
            }
        }
        number += 1;
        None
    });
    for row in rows.values().filter(|row| row.lines.len() > 1) {
        for hit in find(&row.text) {
            row.cut(&hit, &mut pieces);
        }
    }
    pieces
}

/// The lines of a list, one below the other.
#[derive(Default)]
struct Row {
    text: String,
    /// Each leaf with its place in the text.
    lines: Vec<(usize, Range<usize>)>,
}

impl Row {
    fn add(&mut self, leaf: usize, line: &str) {
        let from = self.text.len();
        self.text.push_str(line);
        self.lines.push((leaf, from..self.text.len()));
        if !line.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Splits a hit over several lines into one hit in each.
    fn cut(&self, hit: &Hit, pieces: &mut Pieces) {
        let over = |(_, line): &&(usize, Range<usize>)| {
            line.start < hit.span.end && hit.span.start < line.end
        };
        let lines: Vec<_> = self.lines.iter().filter(over).collect();
        if lines.len() < 2 {
            return;
        }
        let whole = self.text.get(hit.span.clone()).unwrap_or_default();
        for (leaf, line) in lines {
            let from = hit.span.start.max(line.start) - line.start;
            let to = hit.span.end.min(line.end) - line.start;
            pieces.entry(*leaf).or_default().push(Hit {
                span: from..to,
                inside: vec![Secret::new(whole)],
                ..hit.clone()
            });
        }
    }
}
