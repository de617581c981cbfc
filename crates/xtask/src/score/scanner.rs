//! Whoever looks for secrets, as the score sees them.

use std::path::Path;

use anyhow::Result;

use super::corpus::{Corpus, Place, flat_place, raw_session};

/// What someone looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Whatever it looks at by itself.
    Own,
    /// The sessions as they are.
    Raw,
    /// The flat files.
    Flat,
}

/// A line that someone says holds a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The session.
    pub session: String,
    /// The line in it, from 1.
    pub line: usize,
    /// The rule that says so, if it has a name.
    pub rule: String,
    /// What it says is the secret, if it tells.
    pub text: Option<String>,
    /// Where it saw it. Who looked at both gets the better of the two for each line.
    pub look: Look,
}

impl Flag {
    /// The line it is on.
    pub fn place(&self) -> Place {
        (self.session.clone(), self.line)
    }
}

/// Both looks of a scanner that prints paths and lines.
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
    /// The session.
    pub session: String,
    /// All of the file that would leave.
    pub text: String,
}

/// One that looks for secrets.
pub trait Scanner {
    /// Its name and version.
    fn name(&self) -> String;

    /// Whether it is ours: its misses and false alarms are listed one by one.
    fn ours(&self) -> bool {
        false
    }

    /// The lines that it says hold a secret.
    fn scan(&self, corpus: &Corpus) -> Result<Vec<Flag>>;

    /// Every session as it would leave with the secrets taken out, for one that does so: then it
    /// is also counted whose values are really gone.
    fn exported(&self, _corpus: &Corpus) -> Result<Option<Vec<Exported>>> {
        Ok(None)
    }
}
