//! Times as platforms write them, and as we do: RFC 3339 in UTC with milliseconds.

use jiff::Timestamp;

/// Formats milliseconds since 1970 as text. `None` when no calendar reaches that far.
pub fn from_millis(millis: i64) -> Option<String> {
    Some(iso(Timestamp::from_millisecond(millis).ok()?))
}

/// Parses RFC 3339 text to milliseconds since 1970.
pub fn to_millis(text: &str) -> Option<i64> {
    Some(parse(text)?.as_millisecond())
}

/// Rewrites any RFC 3339 text the way we write times. `None` when it is not one.
pub fn normal(text: &str) -> Option<String> {
    parse(text).map(iso)
}

fn parse(text: &str) -> Option<Timestamp> {
    // Longer is no time, whatever else it is.
    if text.len() > 64 {
        return None;
    }
    text.parse().ok()
}

fn iso(time: Timestamp) -> String {
    format!("{time:.3}")
}

/// Keeps times in order: each at least as late as the one before, missing ones filled in.
#[derive(Debug)]
pub struct Clock {
    last: Option<i64>,
    otherwise: i64,
}

impl Clock {
    /// Creates a clock that gives `otherwise` to messages before the first that has a time.
    pub fn new(otherwise: i64) -> Self {
        Self {
            last: None,
            otherwise,
        }
    }

    /// Returns the time to write for a message that says `at`. Times never go back.
    pub fn next(&mut self, at: Option<&str>) -> i64 {
        let own = at.and_then(to_millis);
        let time = match (own, self.last) {
            (Some(own), Some(last)) => own.max(last),
            (Some(own), None) => own,
            (None, Some(last)) => last,
            (None, None) => return self.otherwise,
        };
        self.last = Some(time);
        time
    }
}
