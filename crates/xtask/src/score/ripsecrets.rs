//! ripsecrets: prints `path:line:text` for each line it objects to.

use std::path::Path;

use anyhow::{Result, ensure};
use segue_testkit::installed::RIPSECRETS;

use super::corpus::{Corpus, flat_place, raw_session};
use super::scanner::{Flag, Look, Scanner};
use crate::{clients, shell};

/// The program from crates.io, as it is.
pub struct Ripsecrets;

impl Scanner for Ripsecrets {
    fn name(&self) -> String {
        format!("ripsecrets {}", RIPSECRETS.version)
    }

    fn scan(&self, corpus: &Corpus) -> Result<Vec<Flag>> {
        let mut flags = look(&corpus.raw, Look::Raw, |path, line| {
            Some((raw_session(path)?, line))
        })?;
        flags.extend(look(&corpus.flat, Look::Flat, |path, _| flat_place(path))?);
        Ok(flags)
    }
}

fn look(
    folder: &Path,
    look: Look,
    place: impl Fn(&str, usize) -> Option<(String, usize)>,
) -> Result<Vec<Flag>> {
    let program = clients::found(&RIPSECRETS)?;
    let mut command = shell::command(&program.to_string_lossy());
    let output = command.current_dir(folder).arg(".").output()?;
    // One means that there are secrets.
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "ripsecrets ended with {}",
        output.status
    );
    let text = String::from_utf8_lossy(&output.stdout);
    let flag = |printed: &str| {
        let (path, rest) = printed.split_once(':')?;
        let (line, _) = rest.split_once(':')?;
        let (session, line) = place(path, line.parse().ok()?)?;
        Some(Flag {
            session,
            line,
            rule: String::new(),
            text: None,
            look,
        })
    };
    Ok(text.lines().filter_map(flag).collect())
}
