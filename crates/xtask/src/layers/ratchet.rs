//! A figure that may only shrink: more is an error, and so is a ceiling that hangs too high.
//!
//! ```text
//! measured > ceiling ─▶ "… has 7, 6 are allowed"
//! measured < ceiling ─▶ "… has 5 now: lower the ceiling to 5"
//! ```
//!
//! Figures of lines are rounded up to the next 500, so that not every commit moves a ceiling.

/// The step that figures of lines are rounded up to.
const LINES_STEP: usize = 500;

/// Rounds a figure of lines up to the next step.
pub fn rounded_up(lines: usize) -> usize {
    lines.next_multiple_of(LINES_STEP)
}

/// The limit that something may not exceed today.
pub struct Ceiling {
    table: &'static str,
    what: String,
    allowed: usize,
}

impl Ceiling {
    /// Makes the ceiling of what is held in a table of [`super::ceilings`].
    pub fn new(table: &'static str, what: &str, allowed: usize) -> Self {
        Self {
            table,
            what: what.to_owned(),
            allowed,
        }
    }

    /// Looks up what a table allows a package; nothing, if it has no line.
    pub fn of(table: &'static str, rows: &[(&str, usize)], package: &str, what: &str) -> Self {
        let allowed = rows
            .iter()
            .find(|(name, _)| *name == package)
            .map_or(0, |(_, allowed)| *allowed);
        Self::new(table, &format!("{package} ({what})"), allowed)
    }

    /// Checks whether a figure is within the limit.
    pub fn allows(&self, measured: usize) -> bool {
        measured <= self.allowed
    }

    /// Returns what is wrong with the figure that was measured.
    pub fn judge(&self, measured: usize) -> Option<String> {
        let Self {
            table,
            what,
            allowed,
        } = self;
        match measured.cmp(allowed) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => {
                Some(format!("{what}: {measured}, but {table} allows {allowed}"))
            }
            std::cmp::Ordering::Less if measured == 0 => Some(format!(
                "{what}: none is left: take the line out of {table}"
            )),
            std::cmp::Ordering::Less => Some(format!(
                "{what}: {measured} now, {allowed} allowed: lower the ceiling to {measured} in {table}"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ceiling_that_is_too_high_is_lowered() {
        let ceiling = Ceiling::of("CLOCK_READS", &[("a", 7)], "a", "reads of the clock");
        assert_eq!(ceiling.judge(7), None);
        assert_eq!(
            ceiling.judge(5).expect("too high"),
            "a (reads of the clock): 5 now, 7 allowed: lower the ceiling to 5 in CLOCK_READS"
        );
        assert!(
            ceiling
                .judge(0)
                .is_some_and(|text| text.contains("take the line out"))
        );
        assert!(
            ceiling
                .judge(8)
                .is_some_and(|text| text.contains("allows 7"))
        );
    }

    #[test]
    fn what_no_table_allows_may_not_be() {
        let ceiling = Ceiling::of("CLOCK_READS", &[("a", 7)], "b", "reads of the clock");
        assert_eq!(ceiling.judge(0), None);
        assert!(ceiling.judge(1).is_some());
    }

    #[test]
    fn lines_are_rounded_up() {
        assert_eq!([1, 500, 501].map(rounded_up), [500, 500, 1000]);
    }
}
