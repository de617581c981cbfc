//! A set of sessions by their whole ids. Some agents list a session by the beginning of its id.

use std::collections::BTreeSet;

/// Fewest letters of an id that an agent lists its sessions by.
const SHORT: usize = 8;

/// A set of sessions, each by its platform and whole id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sessions(BTreeSet<(String, String)>);

impl Sessions {
    pub(crate) fn insert(&mut self, platform: String, session: String) {
        self.0.insert((platform, session));
    }

    /// Finds the session that is listed under this id, which may be just a long beginning of the
    /// whole one.
    pub(crate) fn find(&self, platform: &str, id: &str) -> Option<&(String, String)> {
        let from = (platform.to_owned(), id.to_owned());
        let first = self.0.range(from..).next()?;
        let same = first.0 == platform
            && (first.1 == id || (id.len() >= SHORT && first.1.starts_with(id)));
        same.then_some(first)
    }
}

impl FromIterator<(String, String)> for Sessions {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(pairs: T) -> Self {
        Self(pairs.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_found_by_its_id_or_a_long_beginning_of_it() {
        let pairs = [("a", "12345678-1"), ("b", "short")];
        let own = |(platform, id): (&str, &str)| (platform.to_owned(), id.to_owned());
        let sessions: Sessions = pairs.map(own).into_iter().collect();
        for (platform, id, found) in [
            ("a", "12345678-1", true),
            ("a", "12345678", true),
            ("a", "1234567", false),
            ("a", "12345678-2", false),
            ("b", "12345678-1", false),
            ("b", "short", true),
            ("b", "shor", false),
        ] {
            assert_eq!(
                sessions.find(platform, id).is_some(),
                found,
                "{platform}:{id}"
            );
        }
    }
}
