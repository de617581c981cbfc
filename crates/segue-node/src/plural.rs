//! Numbers with their words.

/// Formats a number with its noun in the singular or the plural.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
