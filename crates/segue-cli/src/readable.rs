//! Sizes, times and counts as people read them.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use segue_clock::system as clock;

/// Formats a size with a unit.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    if value < 9.95 {
        format!("{value:.1} {}", UNITS[unit])
    } else {
        format!("{value:.0} {}", UNITS[unit])
    }
}

/// Formats a count with its noun in the singular or the plural.
pub fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

/// Formats a count of things of a kind that a report names in the singular, such as "tool call".
pub fn things(number: u64, kind: &str) -> String {
    // The noun stands before whatever says more about it.
    let more = [
        " of ", " beside ", " taken ", " and ", " or ", " in ", " from ",
    ];
    let end = more.iter().filter_map(|word| kind.find(word)).min();
    let (noun, rest) = kind.split_at(end.unwrap_or(kind.len()));
    let last = noun.rsplit(' ').next().unwrap_or_default();
    match last {
        "text" | "reasoning" | "memory" | "context" | "content" | "output" => {
            format!("{} of {kind}", count(number, "piece", "pieces"))
        }
        "other" => count(number, "other thing", "other things"),
        _ if number == 1 || last.ends_with('s') => format!("{number} {kind}"),
        _ => format!("{number} {noun}s{rest}"),
    }
}

/// Formats a time of today as the hour, one of this year as the day, and any other as the date;
/// empty when it can't be read.
pub fn short_time(text: &str) -> String {
    let Some((time, now)) = local(text) else {
        return String::new();
    };
    if time.date() == now.date() {
        time.strftime("%H:%M").to_string()
    } else if time.year() == now.year() {
        time.strftime("%-d %b").to_string()
    } else {
        time.strftime("%Y-%m-%d").to_string()
    }
}

/// Formats how long ago something was, or its date when that is more than a week.
pub fn age(text: &str) -> String {
    age_at(text, clock::now())
}

fn age_at(text: &str, now: Timestamp) -> String {
    let Ok(time) = text.parse::<Timestamp>() else {
        return String::new();
    };
    match now.duration_since(time).as_secs() {
        // Clocks of two computers differ.
        ..60 => "now".to_owned(),
        seconds @ 60..3_600 => format!("{} min", seconds / 60),
        seconds @ 3_600..86_400 => format!("{} h", seconds / 3_600),
        seconds @ 86_400..604_800 => count(seconds.unsigned_abs() / 86_400, "day", "days"),
        _ => time
            .to_zoned(TimeZone::system())
            .strftime("%Y-%m-%d")
            .to_string(),
    }
}

/// Formats a time to the minute; empty when it can't be read.
pub fn time(text: &str) -> String {
    local(text).map_or_else(String::new, |(time, _)| {
        time.strftime("%Y-%m-%d %H:%M").to_string()
    })
}

fn local(text: &str) -> Option<(Zoned, Zoned)> {
    let time: Timestamp = text.parse().ok()?;
    let zone = TimeZone::system();
    Some((time.to_zoned(zone.clone()), clock::now().to_zoned(zone)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_two_or_three_digits() {
        for (bytes, expected) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (12_345, "12 kB"),
            (999_600, "1.0 MB"),
            (5_300_000_000, "5.3 GB"),
        ] {
            assert_eq!(size(bytes), expected);
        }
    }

    #[test]
    fn things_have_their_number() {
        for (number, kind, expected) in [
            (1, "tool call", "1 tool call"),
            (2, "tool call", "2 tool calls"),
            (1, "text", "1 piece of text"),
            (6, "text", "6 pieces of text"),
            (2, "encrypted reasoning", "2 pieces of encrypted reasoning"),
            (3, "record beside a message", "3 records beside a message"),
            (2, "message taken back", "2 messages taken back"),
            (2, "workspace folders", "2 workspace folders"),
            (1, "other", "1 other thing"),
            (0, "image", "0 images"),
            (
                1,
                "task and note of the handoff",
                "1 task and note of the handoff",
            ),
        ] {
            assert_eq!(things(number, kind), expected);
        }
    }

    #[test]
    fn an_age_gets_coarser() {
        let now: Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
        for (at, expected) in [
            ("2026-01-31T12:00:30Z", "now"),
            ("2026-01-31T11:59:30Z", "now"),
            ("2026-01-31T11:01:00Z", "59 min"),
            ("2026-01-30T12:00:01Z", "23 h"),
            ("2026-01-30T12:00:00Z", "1 day"),
            ("2026-01-25T12:00:00Z", "6 days"),
            ("2026-01-20T12:00:00Z", "2026-01-20"),
            ("once", ""),
        ] {
            assert_eq!(age_at(at, now), expected, "{at}");
        }
    }

    #[test]
    fn a_time_that_is_none_shows_nothing() {
        assert_eq!(short_time("soon"), "");
        assert_eq!(short_time("2020-11-01T10:00:00Z").len(), 10);
    }
}
