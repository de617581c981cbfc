//! Collects findings: bounded, one error for one fault, in a fixed order.

use std::collections::BTreeSet;

use super::{Code, Diagnostic, Level};
use crate::bounds;

/// What was found so far.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    faulty: BTreeSet<String>,
    left_out: bool,
}

impl Findings {
    /// Adds a finding.
    pub(crate) fn add(&mut self, one: Diagnostic) {
        let list = match one.level {
            Level::Error => &mut self.errors,
            Level::Warning => &mut self.warnings,
        };
        if list.len() >= bounds::FINDINGS {
            self.left_out = true;
        } else if !list.contains(&one) {
            if one.is_error() {
                self.faulty.insert(one.field.clone());
            }
            list.push(one);
        }
    }

    /// Adds an error.
    pub(crate) fn error(
        &mut self,
        code: Code,
        field: &str,
        message: impl Into<String>,
        hint: &str,
    ) {
        self.add(Diagnostic::new(Level::Error, code, field, message, hint));
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, code: Code, field: &str, message: impl Into<String>, hint: &str) {
        self.add(Diagnostic::new(Level::Warning, code, field, message, hint));
    }

    /// Warns that something is missing, unless what was there instead is an error already.
    pub(crate) fn wish(&mut self, code: Code, field: &str, message: &str, hint: &str) {
        self.missing(Diagnostic::new(Level::Warning, code, field, message, hint));
    }

    /// Adds that something is missing, unless what was there instead is an error already.
    pub(crate) fn missing(&mut self, one: Diagnostic) {
        if !self.is_faulty(&one.field) {
            self.add(one);
        }
    }

    /// Checks whether there is an error at this field, above or below it.
    pub(crate) fn is_faulty(&self, field: &str) -> bool {
        let below = format!("{field}.");
        let mut above = field;
        loop {
            if self.faulty.contains(above) {
                return true;
            }
            match above.rsplit_once('.') {
                Some((parent, _)) => above = parent,
                None => break,
            }
        }
        self.faulty
            .range(below.clone()..)
            .next()
            .is_some_and(|next| next.starts_with(&below))
    }

    /// Returns all findings in order, with a note if some were left out.
    pub(crate) fn into_vec(mut self) -> Vec<Diagnostic> {
        if self.left_out {
            self.warnings.push(Diagnostic::new(
                Level::Warning,
                Code::MoreFindings,
                "",
                "There are more findings than are listed.",
                "Correct these first.",
            ));
        }
        let order = |one: &Diagnostic, other: &Diagnostic| {
            (&one.field, one.code, &one.message).cmp(&(&other.field, other.code, &other.message))
        };
        self.errors.sort_by(order);
        self.warnings.sort_by(order);
        self.errors.append(&mut self.warnings);
        self.errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_first_and_there_is_an_end() {
        let mut findings = Findings::default();
        for at in 0..bounds::FINDINGS + 5 {
            findings.warn(Code::NotKept, &format!("a.{at:03}"), "m", "h");
        }
        findings.error(Code::WrongType, "z", "m", "h");
        findings.error(Code::WrongType, "b.c", "m", "h");
        for (field, faulty) in [
            ("b", true),
            ("b.c", true),
            ("b.c.d", true),
            ("bc", false),
            ("a", false),
        ] {
            assert_eq!(findings.is_faulty(field), faulty, "{field}");
        }
        let all = findings.into_vec();
        assert_eq!(all.len(), bounds::FINDINGS + 3);
        let fields: Vec<_> = all.iter().take(4).map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["b.c", "z", "", "a.000"]);
        assert_eq!(all[2].code, Code::MoreFindings);
    }
}
