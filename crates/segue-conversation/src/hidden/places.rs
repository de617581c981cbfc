//! Where a character without a shape of its own belongs: in emoji, and in scripts that are not
//! written right without it.

/// The tags of the flags that are written with tags: England, Scotland, Wales.
const FLAGS: [&str; 3] = [
    "\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// Counts the bytes after a black flag that make it a country's flag; 0 when it is none.
pub(super) fn flag(c: char, after: &str) -> usize {
    if c != '\u{1f3f4}' {
        return 0;
    }
    let known = FLAGS.iter().find(|tags| after.starts_with(**tags));
    known.map_or(0, |tags| tags.len())
}

/// Checks whether a hidden character is needed between the characters around it.
pub(super) fn belongs(before: Option<char>, c: char, after: &str) -> bool {
    let Some(before) = before else { return false };
    let next = after.chars().next();
    match c {
        '\u{200d}' if ends_emoji(before) => next.is_some_and(is_emoji),
        '\u{200c}' | '\u{200d}' => is_joined(before),
        '\u{200b}' => is_unspaced(before) && next.is_some_and(is_unspaced),
        // The square of a keycap comes after the digit's variant.
        '\u{fe0e}' | '\u{fe0f}' if is_key(before) => c == '\u{fe0e}' || next == Some('\u{20e3}'),
        '\u{fe0e}' | '\u{fe0f}' => is_emoji(before),
        '\u{180b}'..='\u{180f}' => matches!(before, '\u{1820}'..='\u{18aa}'),
        _ => false,
    }
}

/// Checks whether an emoji before a joiner may end with this: the emoji itself, its variant
/// selector or a skin tone.
fn ends_emoji(c: char) -> bool {
    c == '\u{fe0f}' || is_emoji(c)
}

/// Checks whether a character can be a picture.
fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2460}'..='\u{24ff}'
        | '\u{25a0}'..='\u{27bf}' | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}'
        | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// Checks whether this is a key of a telephone, which has an emoji form.
fn is_key(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '#' | '*')
}

/// Checks for letters and marks of scripts in which a character of its own joins letters or keeps
/// them apart: Arabic, Syriac, N'Ko, those of India, Burmese, Khmer, Mongolian.
fn is_joined(c: char) -> bool {
    matches!(c,
        '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f40}'..='\u{fbc}'
        | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17d3}'
        | '\u{1820}'..='\u{18aa}' | '\u{1b00}'..='\u{1baf}' | '\u{a840}'..='\u{a8ff}'
        | '\u{a980}'..='\u{a9df}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{11000}'..='\u{1135f}')
}

/// Checks for scripts that put no space between words, and may say where one ends.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{edf}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17f9}')
}
