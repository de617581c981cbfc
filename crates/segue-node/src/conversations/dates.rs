//! A day or a moment that a person or a page names.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use segue_door::Failure;

/// Converts a day or a time to milliseconds since 1970. A day begins at midnight in the time zone
/// of this computer.
pub(super) fn millis(text: &str) -> Result<i64, Failure> {
    let text = text.trim();
    let here = |at: DateTime| at.to_zoned(TimeZone::system()).ok();
    let moment = text.parse::<Timestamp>().ok();
    let day = || {
        let day: Date = (text.len() == 10).then(|| text.parse().ok()).flatten()?;
        Some(here(day.at(0, 0, 0, 0))?.timestamp())
    };
    moment
        .or_else(day)
        .map(|at| at.as_millisecond())
        .ok_or_else(|| {
            let shown = segue_conversation::truncate(text, 40);
            Failure::invalid(format!("“{shown}” is neither a day nor a time."))
                .hint("Write a day as 2026-01-31, or a time as 2026-01-31T09:00:00Z.")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_read_and_nothing_else() {
        assert_eq!(millis("1970-01-01T00:00:01Z"), Ok(1000));
        assert_eq!(millis("1970-01-01T01:00:01+01:00"), Ok(1000));
        let day = millis("2026-01-31").unwrap();
        let noon = millis("2026-01-31T12:00:00Z").unwrap();
        assert!((noon - day).abs() <= 26 * 3_600_000, "midnight here");
        for text in ["", "yesterday", "2026-13-01", "2026-01", "31.01.2026", "7"] {
            assert!(millis(text).is_err(), "{text}");
        }
    }
}
