//! Whoever looks for secrets, as the score sees them.

use std::path::Path;

use anyhow::Result;

use super::corpus::{Corpus, Place, flat_place, raw_session};

/// What someone looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Whatever it looks at without being asked.
    Own,
    /// The sessions as they are.
    Raw,
    Flat,
}

/// A line that a scanner says contains a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    pub session: String,
    /// The line in it, from 1.
    pub line: usize,
    /// The rule that flagged it, if it has a name.
    pub rule: String,
    /// The text that it says is the secret, if it tells.
    pub text: Option<String>,
    /// Which files it looked at. A scanner that looked at both gets the better of the two for each
    /// line.
    pub look: Look,
}

impl Flag {
    /// Returns the session and the line that it is on.
    pub fn place(&self) -> Place {
        (self.session.clone(), self.line)
    }
}

/// Runs both looks, raw and flat, of a scanner that prints paths and lines.
pub fn both(
    corpus: &Corpus,
    look: impl Fn(&Path, Look, &dyn Fn(&str, usize) -> Option<Place>) -> Result<Vec<Flag>>,
) -> Result<Vec<Flag>> {
    let mut flags = look(&corpus.raw, Look::Raw, &|path, line| {
        Some((raw_session(path)?, line))
    })?;
    flags.extend(look(&corpus.flat, Look::Flat, &|path, _| flat_place(path))?);
    Ok(flags)
}

/// A session as it would leave this machine.
pub struct Exported {
    pub session: String,
    /// All of the file that would leave.
    pub text: String,
}

/// One that looks for secrets.
pub trait Scanner {
    /// Returns its name and version.
    fn name(&self) -> String;

    /// Checks whether it is our own: then its misses and false alarms are listed one by one.
    fn ours(&self) -> bool {
        false
    }

    /// Finds the lines that it says contain a secret.
    fn scan(&self, corpus: &Corpus) -> Result<Vec<Flag>>;

    /// Exports every session without its secrets, if the scanner can do that: then secrets that are
    /// still there are counted too.
    fn exported(&self, _corpus: &Corpus) -> Result<Option<Vec<Exported>>> {
        Ok(None)
    }
}
