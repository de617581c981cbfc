//! Whether a text is a time as RFC 3339 writes it. The clock itself is elsewhere.

/// The longest such text that is looked at: nine digits of a second fit well.
const LONGEST: usize = 64;

/// Checks whether a text is a date and a time with its offset, such as `2026-01-15T10:30:00Z`.
pub(crate) fn is_rfc3339(text: &str) -> bool {
    text.len() <= LONGEST && parse(text.as_bytes()).is_some()
}

fn parse(text: &[u8]) -> Option<()> {
    let (year, text) = digits(text, 4)?;
    let (month, text) = digits(byte(text, b"-")?, 2)?;
    let (day, text) = digits(byte(text, b"-")?, 2)?;
    let (hour, text) = digits(byte(text, b"Tt")?, 2)?;
    let (minute, text) = digits(byte(text, b":")?, 2)?;
    let (second, text) = digits(byte(text, b":")?, 2)?;
    let text = match byte(text, b".") {
        None => text,
        Some(rest) => {
            let after = rest.iter().position(|byte| !byte.is_ascii_digit())?;
            if after == 0 {
                return None;
            }
            rest.get(after..)?
        }
    };
    let offset = match byte(text, b"Zz") {
        Some(rest) => rest.is_empty(),
        None => {
            let (hours, text) = digits(byte(text, b"+-")?, 2)?;
            let (minutes, text) = digits(byte(text, b":")?, 2)?;
            hours < 24 && minutes < 60 && text.is_empty()
        }
    };
    let date = day >= 1 && day <= days(year, month)?;
    // A leap second is the sixty-first of its minute.
    (offset && date && hour < 24 && minute < 60 && second <= 60).then_some(())
}

fn byte<'t>(text: &'t [u8], allowed: &[u8]) -> Option<&'t [u8]> {
    let (first, rest) = text.split_first()?;
    allowed.contains(first).then_some(rest)
}

fn digits(text: &[u8], count: usize) -> Option<(u32, &[u8])> {
    let (number, rest) = text.split_at_checked(count)?;
    if !number.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = number
        .iter()
        .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    Some((number, rest))
}

fn days(year: u32, month: u32) -> Option<u32> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_from_what_is_none() {
        for time in [
            "2026-01-15T10:30:00Z",
            "2026-01-15t10:30:00.123456z",
            "2024-02-29T23:59:60+14:00",
            "2000-02-29T00:00:00-00:00",
        ] {
            assert!(is_rfc3339(time), "{time}");
        }
        for other in [
            "",
            "today",
            "2026-01-15",
            "2026-01-15T10:30:00",
            "2026-01-15 10:30:00Z",
            "2026-1-15T10:30:00Z",
            "2026-02-29T10:30:00Z",
            "1900-02-29T10:30:00Z",
            "2026-13-01T10:30:00Z",
            "2026-00-01T10:30:00Z",
            "2026-01-00T10:30:00Z",
            "2026-01-15T24:00:00Z",
            "2026-01-15T10:60:00Z",
            "2026-01-15T10:30:61Z",
            "2026-01-15T10:30:00.Z",
            "2026-01-15T10:30:00.5",
            "2026-01-15T10:30:00+0100",
            "2026-01-15T10:30:00+24:00",
            "2026-01-15T10:30:00Zulu",
            "１026-01-15T10:30:00Z",
        ] {
            assert!(!is_rfc3339(other), "{other}");
        }
        assert!(!is_rfc3339(&format!(
            "2026-01-15T10:30:00.{}Z",
            "0".repeat(99)
        )));
    }
}
