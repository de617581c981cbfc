//! The platform a person means: its id, its name, or a beginning that no other has.

use segue_door::Failure;
use segue_platform::Platform;

use super::Platforms;

/// Shorter beginnings are too easily mistyped.
const LEAST: usize = 3;

/// Finds the platform by its id, its name, or a beginning that no other has. Fails with the nearest
/// one and those there are if none fits.
pub(super) fn named(known: Platforms, typed: &str) -> Result<&'static dyn Platform, Failure> {
    if let Some(exact) = known.iter().find(|platform| platform.id() == typed) {
        return Ok(*exact);
    }
    let wanted = plain(typed);
    let length = wanted.chars().count();
    let words = |platform: &dyn Platform| [plain(platform.id()), plain(platform.name())];
    let by = |fits: &dyn Fn(&str) -> bool| {
        let fits = |platform: &&&dyn Platform| words(**platform).iter().any(|word| fits(word));
        let mut found = known.iter().filter(fits);
        found.next().filter(|_| found.next().is_none()).copied()
    };
    if let Some(same) = by(&|word| word == wanted) {
        return Ok(same);
    }
    if length >= LEAST
        && let Some(only) = by(&|word| word.starts_with(&wanted))
    {
        return Ok(only);
    }
    let shown = segue_conversation::truncate(typed, 40);
    let mut failure = Failure::invalid(format!("There is no platform “{shown}”."));
    // The beginning of a longer id counts as well: most people type no more of it.
    let distance = |platform: &dyn Platform| {
        let id = plain(platform.id());
        let begins: String = id.chars().take(length).collect();
        apart(&wanted, &id).min(apart(&wanted, &begins))
    };
    let near = known
        .iter()
        .map(|platform| (distance(*platform), platform.id()));
    if let Some((apart, id)) = near.min()
        && length >= LEAST
        && apart <= length / 3
    {
        failure = failure.hint(format!("Did you mean {id}?"));
    }
    let ids: Vec<_> = known.iter().map(|platform| platform.id()).collect();
    Err(failure.hint(format!("Known here: {}.", ids.join(", "))))
}

/// Reduces a text to lower-case letters and digits, no more of them than a name has.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).take(40).collect()
}

/// Counts how many letters have to be changed, added, left out or swapped with the next to get from
/// one text to the other.
fn apart(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(x != y))
                .min(above[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use segue_platform::PLATFORMS;

    use super::*;

    #[test]
    fn what_people_type_is_understood() {
        for (typed, id) in [
            ("claude-code", "claude-code"),
            ("claude", "claude-code"),
            ("Claude Code", "claude-code"),
            ("claude_code", "claude-code"),
            ("CODEX", "codex"),
            ("gemini", "gemini-cli"),
            ("open", "opencode"),
        ] {
            assert_eq!(
                named(PLATFORMS, typed).map(|found| found.id()).ok(),
                Some(id),
                "{typed}"
            );
        }
    }

    #[test]
    fn what_is_unclear_is_asked_back() {
        for (typed, meant) in [
            ("cluade", Some("claude-code")),
            ("claudecoed", Some("claude-code")),
            ("codeks", Some("codex")),
            ("opencoder", Some("opencode")),
            ("nonsense", None),
            ("c", None),
            ("co", None),
            ("", None),
            ("-", None),
            (&*"x".repeat(100_000), None),
        ] {
            let failure = named(PLATFORMS, typed).err().expect(typed);
            let hint = meant.map(|id| format!("Did you mean {id}?"));
            assert_eq!(
                failure.hints.len(),
                1 + usize::from(hint.is_some()),
                "{failure:?}"
            );
            assert!(
                hint.is_none_or(|hint| failure.hints.contains(&hint)),
                "{failure:?}"
            );
        }
    }
}
