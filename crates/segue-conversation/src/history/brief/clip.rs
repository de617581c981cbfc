//! Long texts cut to what fits, at a character's border.

/// Shortens a text to about `most` bytes by keeping its beginning and its end. What people paste is
/// in the middle, and what they ask is before or after it; what an agent asks comes last.
pub(super) fn ends(text: &str, most: usize) -> String {
    let text = text.trim();
    if text.len() <= most {
        return text.to_owned();
    }
    let head = text.get(..text.floor_char_boundary(most * 2 / 3));
    let from = text.ceil_char_boundary(text.len() - most / 3);
    let (head, tail) = (
        head.unwrap_or_default(),
        text.get(from..).unwrap_or_default(),
    );
    let out = text.len() - head.len() - tail.len();
    format!(
        "{}\n[… {out} bytes left out …]\n{}",
        head.trim_end(),
        tail.trim_start()
    )
}

/// Shortens a text to one line of at most `most` bytes, with white space joined and an ellipsis
/// where it was cut.
pub(super) fn line(text: &str, most: usize) -> String {
    let near = text.floor_char_boundary((most * 4).min(text.len()));
    let mut out = String::new();
    for word in text.get(..near).unwrap_or_default().split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
        if out.len() > most {
            break;
        }
    }
    if out.len() > most || near < text.trim_end().len() {
        out.truncate(out.floor_char_boundary(most));
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_stay() {
        assert_eq!(ends(" short ", 100), "short");
        let text = format!("first {} last", "ж".repeat(5_000));
        let cut = ends(&text, 90);
        assert!(cut.starts_with("first") && cut.ends_with("last"), "{cut}");
        assert!(cut.len() < 160, "{cut}");
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(line("a\n  b\tc", 10), "a b c");
        assert_eq!(line("日本語日本語", 7), "日本…");
        assert_eq!(line(&"x ".repeat(9_000), 5), "x x x…");
    }
}
