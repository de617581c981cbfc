//! Whether a summary or a task says nothing in particular.
//!
//! Judged only by what is certain: a text is empty of meaning if every word of it is one of a list
//! of English filler words, if it has no word at all, or if it is too short to be a sentence in
//! any language written in Latin letters. One other word (a name, a file, a figure, any word of
//! another language) is enough to leave it alone.

mod words;

/// Latin letters and digits below which nothing can be said.
const SHORTEST: usize = 4;

/// Checks whether a summary does not say what was done.
pub(super) fn summary(text: &str) -> bool {
    says_nothing(text, words::DONE)
}

/// Checks whether a task does not say what to do.
pub(super) fn task(text: &str) -> bool {
    says_nothing(text, words::TO_DO)
}

fn says_nothing(text: &str, filler: &[&str]) -> bool {
    let count = text
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .count();
    if count == 0 || (text.is_ascii() && count < SHORTEST) {
        return true;
    }
    let plain = text.to_lowercase().replace(['\'', '’'], "");
    plain
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| filler.binary_search(&word).is_ok())
}

#[cfg(test)]
mod tests;
