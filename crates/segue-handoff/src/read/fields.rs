//! One field at a time, of an object somebody else wrote.
//!
//! `null` is the same as not there, and so is a blank text: neither says anything. Everything else
//! that does not fit is an error that names its field.

use serde_json::{Map, Value};

use super::faults;
use crate::bounds;
use crate::choice::Choice;
use crate::diagnostic::{Code, Diagnostic, Findings, Level};
use crate::envelope::Status;
use crate::measure;
use crate::text::{Text, TextError, quote};

/// An object and where it stands.
pub(super) struct At<'v> {
    map: &'v Map<String, Value>,
    path: String,
}

impl<'v> At<'v> {
    /// Starts at the envelope itself.
    pub(super) fn top(map: &'v Map<String, Value>) -> Self {
        Self {
            map,
            path: String::new(),
        }
    }

    /// Returns the dotted path of a member.
    pub(super) fn path(&self, name: &str) -> String {
        if self.path.is_empty() {
            quote(name)
        } else {
            format!("{}.{}", self.path, quote(name))
        }
    }

    /// Checks whether a member is there and not `null`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn get(&self, name: &str) -> Option<&'v Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// Returns a member with its name, unchecked.
    pub(super) fn raw(&self, name: &str) -> Option<(String, Value)> {
        self.map
            .get(name)
            .map(|value| (name.to_owned(), value.clone()))
    }

    /// Iterates over all members.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'v String, &'v Value)> {
        self.map.iter()
    }

    /// Reads a text, if there is one.
    pub(super) fn text<const MAX: usize>(
        &self,
        name: &str,
        findings: &mut Findings,
    ) -> Option<Text<MAX>> {
        text(self.get(name)?, &self.path(name), findings)
    }

    /// Reads a text and reports it as missing if it is not there.
    pub(super) fn needed<const MAX: usize>(
        &self,
        name: &str,
        findings: &mut Findings,
    ) -> Option<Text<MAX>> {
        let text = self.text(name, findings);
        if text.is_none() {
            self.missing(name, findings);
        }
        text
    }

    fn missing(&self, name: &str, findings: &mut Findings) {
        findings.missing(Diagnostic::new(
            Level::Error,
            Code::MissingField,
            self.path(name),
            format!("`{name}` is missing or empty."),
            format!("Add `{name}`."),
        ));
    }

    /// Reads a list of texts; blank ones say nothing and are left out.
    pub(super) fn texts<const MAX: usize>(
        &self,
        name: &str,
        findings: &mut Findings,
    ) -> Vec<Text<MAX>> {
        self.list(name, findings, |value, path, findings| {
            text(value, path, findings)
        })
    }

    /// Reads a list of objects.
    pub(super) fn objects<T>(
        &self,
        name: &str,
        findings: &mut Findings,
        one: impl Fn(&At<'v>, &mut Findings) -> Option<T>,
    ) -> Vec<T> {
        self.list(name, findings, |value, path, findings| {
            one(&inside(value, path, findings)?, findings)
        })
    }

    fn list<T>(
        &self,
        name: &str,
        findings: &mut Findings,
        one: impl Fn(&'v Value, &str, &mut Findings) -> Option<T>,
    ) -> Vec<T> {
        let path = self.path(name);
        match self.get(name) {
            None => Vec::new(),
            Some(Value::Array(entries)) if entries.len() > bounds::LIST => {
                faults::too_many(&path, bounds::LIST, findings);
                Vec::new()
            }
            Some(Value::Array(entries)) => entries
                .iter()
                .enumerate()
                .filter_map(|(at, entry)| one(entry, &format!("{path}.{at}"), findings))
                .collect(),
            Some(other) => {
                faults::wrong(&path, "a list", other, findings);
                Vec::new()
            }
        }
    }

    /// Reads an object, if there is one.
    pub(super) fn object(&self, name: &str, findings: &mut Findings) -> Option<At<'v>> {
        inside(self.get(name)?, &self.path(name), findings)
    }

    /// Reads a free-form object within [`bounds::FREE`]; a larger one is reported and left out.
    pub(super) fn free(&self, name: &str, findings: &mut Findings) -> Map<String, Value> {
        let Some(at) = self.object(name, findings) else {
            return Map::new();
        };
        if measure::map(at.map, bounds::FREE, bounds::DEPTH).is_err() {
            faults::too_large(&at.path, findings);
            return Map::new();
        }
        at.map.clone()
    }

    /// Reads one of a few words.
    pub(super) fn choice<T: Choice>(&self, name: &str, findings: &mut Findings) -> Option<T> {
        let (value, path) = (self.get(name)?, self.path(name));
        let Value::String(word) = value else {
            faults::wrong(&path, "a text", value, findings);
            return None;
        };
        let found = T::of(word);
        if found.is_none() {
            let hint = format!("Use one of: {}.", T::words());
            let message = format!("\"{}\" is not a word this field knows.", quote(word));
            findings.error(Code::UnknownValue, &path, message, &hint);
        }
        found
    }

    /// Reads one of a few words and reports it as missing if it is not there.
    pub(super) fn needed_choice<T: Choice>(
        &self,
        name: &str,
        findings: &mut Findings,
    ) -> Option<T> {
        let found = self.choice(name, findings);
        if found.is_none() {
            self.missing(name, findings);
        }
        found
    }

    /// Reads the status, whose words have an error code of their own.
    pub(super) fn status(&self, findings: &mut Findings) -> Option<Status> {
        match self.get("status") {
            Some(Value::String(word)) if Status::of(word).is_none() => {
                findings.error(
                    Code::StatusUnknown,
                    "status",
                    format!("\"{}\" is no status.", quote(word)),
                    &format!("Use one of: {}.", Status::words()),
                );
                None
            }
            _ => self.needed_choice("status", findings),
        }
    }

    /// Reads a whole number that is not negative.
    pub(super) fn count(&self, name: &str, findings: &mut Findings) -> Option<u64> {
        let (value, path) = (self.get(name)?, self.path(name));
        let count = value.as_u64().or_else(|| whole(value.as_f64()?));
        let count = count.filter(|count| *count <= bounds::COUNT);
        if count.is_none() {
            faults::wrong(
                &path,
                "a whole number that is not negative",
                value,
                findings,
            );
        }
        count
    }

    /// Reads a finite number.
    pub(super) fn number(&self, name: &str, findings: &mut Findings) -> Option<f64> {
        let (value, path) = (self.get(name)?, self.path(name));
        let number = value.as_f64().filter(|number| number.is_finite());
        if number.is_none() {
            faults::wrong(&path, "a number", value, findings);
        }
        number
    }

    /// Reads a boolean.
    pub(super) fn flag(&self, name: &str, findings: &mut Findings) -> Option<bool> {
        let (value, path) = (self.get(name)?, self.path(name));
        if !value.is_boolean() {
            faults::wrong(&path, "true or false", value, findings);
        }
        value.as_bool()
    }

    /// Warns about every member that is not in `known`.
    pub(super) fn only(&self, known: &[&str], findings: &mut Findings) {
        for (name, _) in self.map {
            if !known.contains(&name.as_str()) {
                findings.warn(
                    Code::NotKept,
                    &self.path(name),
                    "This member is not known here and is left out.",
                    "Put what it says into a known field, or at the top of the envelope.",
                );
            }
        }
    }
}

fn inside<'v>(value: &'v Value, path: &str, findings: &mut Findings) -> Option<At<'v>> {
    match value {
        Value::Object(map) => Some(At {
            map,
            path: path.to_owned(),
        }),
        other => {
            faults::wrong(path, "an object", other, findings);
            None
        }
    }
}

fn text<const MAX: usize>(value: &Value, path: &str, findings: &mut Findings) -> Option<Text<MAX>> {
    let Value::String(text) = value else {
        faults::wrong(path, "a text", value, findings);
        return None;
    };
    match Text::of(text) {
        Ok(text) => Some(text),
        Err(TextError::Blank) => None,
        Err(TextError::TooLong(most)) => {
            faults::too_long(path, most, findings);
            None
        }
    }
}

fn whole(number: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "whole, not negative and small enough to be exact"
    )]
    (number.fract() == 0.0 && (0.0..=bounds::COUNT as f64).contains(&number))
        .then_some(number as u64)
}
