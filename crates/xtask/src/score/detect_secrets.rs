//! detect-secrets: gives a JSON object with a list of findings for each file.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use segue_testkit::installed::DETECT_SECRETS;
use serde_json::Value;

use super::corpus::{Corpus, Place};
use super::scanner::{Flag, Look, Scanner, both};
use crate::{clients, shell};

/// The package from the Python index, with the plugins it has on its own.
pub struct DetectSecrets;

impl Scanner for DetectSecrets {
    fn name(&self) -> String {
        format!("detect-secrets {}", DETECT_SECRETS.version)
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
    let program = clients::found(&DETECT_SECRETS)?;
    let mut command = shell::command(&program.to_string_lossy());
    // Without `-n` it would ask the vendors whether what it found is valid.
    command
        .current_dir(folder)
        .args(["-m", "detect_secrets", "scan", "--all-files", "-n", "."]);
    let output = command.output()?;
    ensure!(
        output.status.success(),
        "detect-secrets ended with {}",
        output.status
    );
    let found: Value = serde_json::from_slice(&output.stdout)?;
    let files = found["results"].as_object().context("no results")?;
    let mut flags = Vec::new();
    for (path, findings) in files {
        for finding in findings.as_array().into_iter().flatten() {
            let line = finding["line_number"].as_u64().unwrap_or(0) as usize;
            let rule = finding["type"].as_str().unwrap_or_default().to_owned();
            if let Some((session, line)) = place(path, line) {
                flags.push(Flag {
                    session,
                    line,
                    rule,
                    text: None,
                    look,
                });
            }
        }
    }
    Ok(flags)
}
