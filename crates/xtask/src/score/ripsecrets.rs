//! ripsecrets: prints `path:line:text` for each line it objects to.

use std::path::Path;

use anyhow::{Result, ensure};
use segue_testkit::installed::RIPSECRETS;

use super::corpus::{Corpus, Place};
use super::scanner::{Flag, Look, Scanner, both};
use crate::{clients, shell};

/// The program from crates.io, as it is.
pub struct Ripsecrets;

impl Scanner for Ripsecrets {
    fn name(&self) -> String {
        format!("ripsecrets {}", RIPSECRETS.version)
    }

    fn scan(&self, corpus: &Corpus) -> Result<Vec<Flag>> {
        both(corpus, look)
    }
}

fn look(
    folder: &Path,
    look: Look,
    place: &dyn Fn(&str, usize) -> Option<Place>,
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
