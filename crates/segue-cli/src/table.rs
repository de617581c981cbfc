//! Columns that fit the terminal; 80 columns where there is none.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Where a column's text is aligned.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Left,
    Right,
}

/// Returns how wide lines may be: the width of the terminal within bounds, or 80.
pub fn width() -> usize {
    let size = console::Term::stdout().size_checked();
    size.map_or(80, |(_, columns)| usize::from(columns).clamp(40, 200))
}

/// Formats rows under their headings. The last column takes what is left and is cut to fit.
pub fn table(headings: &[(&str, Side)], rows: &[Vec<String>], width: usize) -> Vec<String> {
    let last = headings.len().saturating_sub(1);
    let widths: Vec<usize> = headings
        .iter()
        .enumerate()
        .map(|(index, (heading, _))| {
            let cells = rows.iter().filter_map(|row| row.get(index));
            let widest = cells.map(|cell| cell.width()).max().unwrap_or(0);
            widest.max(heading.width())
        })
        .collect();
    let taken: usize = widths.iter().take(last).map(|width| width + 2).sum();
    let room = width.saturating_sub(taken).max(10);
    let line = |cells: &[String]| {
        let mut text = String::new();
        for (index, cell) in cells.iter().enumerate() {
            if index == last {
                text.push_str(&fit(cell, room));
                break;
            }
            let space = " ".repeat(widths[index].saturating_sub(cell.width()));
            if headings[index].1 == Side::Right {
                text.push_str(&space);
                text.push_str(cell);
            } else {
                text.push_str(cell);
                text.push_str(&space);
            }
            text.push_str("  ");
        }
        text.trim_end().to_owned()
    };
    let titles: Vec<String> = headings
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    std::iter::once(line(&titles))
        .chain(rows.iter().map(|row| line(row)))
        .collect()
}

/// Cuts a text to a width, ending it with an ellipsis if anything was cut.
pub fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used + 1 > width {
            break;
        }
        out.push(c);
    }
    format!("{}…", out.trim_end())
}

/// Cuts the beginning of a path so that its end fits a width.
pub fn fit_end(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let kept = text
        .char_indices()
        .rev()
        .take_while(|(_, c)| {
            used += c.width().unwrap_or(0);
            used <= width
        })
        .last()
        .map_or(text.len(), |(at, _)| at);
    format!("…{}", &text[kept..])
}

/// Breaks a text between words into lines of a width.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let wide = word.width();
        if used > 0 && used + 1 + wide > width {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += wide;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_count_double() {
        assert_eq!(fit("日本語の題", 6), "日本…");
        assert_eq!(fit("short", 6), "short");
        assert_eq!(fit_end("/home/me/work/app", 9), "…work/app");
    }

    #[test]
    fn columns_line_up_and_fit() {
        let rows = vec![
            vec!["a".to_owned(), "12".to_owned(), "x".repeat(50)],
            vec!["bbbb".to_owned(), "3".to_owned(), "y".to_owned()],
        ];
        let headings = [
            ("id", Side::Left),
            ("n", Side::Right),
            ("title", Side::Left),
        ];
        let lines = table(&headings, &rows, 30);
        assert_eq!(lines[0], "id     n  title");
        assert_eq!(lines[2], "bbbb   3  y");
        assert!(lines.iter().all(|line| line.width() <= 30));
    }
}
