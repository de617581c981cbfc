//! What other scanners test themselves with, fetched into the cache folder and never kept in the
//! repository: an evaluation that we did not write.
//!
//! - ripsecrets: its source package has `test/one_per_line` (each line is a secret),
//!   `test/one_per_file` (each file is one) and `test/none` (no line is one), and its tests demand
//!   exactly that.
//! - detect-secrets: its source distribution comes without tests; should one come with them, it is
//!   said, and they are not counted.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use segue_testkit::installed::{DETECT_SECRETS, RIPSECRETS, cache_folder};
use segue_testkit::planted;
use serde_json::{Value, json};

use super::corpus::Corpus;
use super::figures;
use super::report;
use super::scanner::Scanner;
use super::shown::Shown;
use super::tally::Tally;
use crate::{clients, shell};

const RIPSECRETS_TESTS: &str = "ripsecrets' own tests";

/// Scores everybody on what others test themselves with.
pub fn run(folder: &Path, scanners: &[Box<dyn Scanner>]) -> Result<Value> {
    println!("\nWhat other scanners test themselves with");
    match detect_secrets_tests() {
        Ok(0) => println!(
            "  {}: the source distribution holds no tests, so nothing can be derived",
            DETECT_SECRETS.stamp()
        ),
        Ok(count) => println!(
            "  {}: {count} test files, not counted",
            DETECT_SECRETS.stamp()
        ),
        Err(error) => println!("  {} was not fetched: {error:#}", DETECT_SECRETS.stamp()),
    }
    let texts = match ripsecrets_tests() {
        Ok(texts) => texts,
        Err(error) => {
            println!("  {} was not fetched: {error:#}", RIPSECRETS.stamp());
            return Ok(Value::Null);
        }
    };
    let corpus = Corpus::lay(planted::Corpus::of_texts(RIPSECRETS_TESTS, &texts), folder)?;
    let tally = Tally::of(&corpus, scanners);
    report::table("Recall", &corpus, &tally, |secret| secret.kind.to_owned());
    for (column, found) in tally.found() {
        let near = &corpus.planted.near_misses;
        let alarms = near
            .iter()
            .filter(|near| !found.alarms(near).is_empty())
            .count();
        println!(
            "  {:<24} flags {alarms} of {} lines that are said to be none",
            column.name,
            near.len()
        );
        for secret in corpus
            .planted
            .secrets
            .iter()
            .filter(|secret| column.ours && !found.has(secret))
        {
            println!("    missed line {} of the session", secret.line);
        }
    }
    Ok(json!({"ripsecrets": figures::of(&corpus, &tally, Shown::All)}))
}

/// Reads the texts of the ripsecrets tests, each with whether the tests call it a secret.
fn ripsecrets_tests() -> Result<Vec<(String, bool)>> {
    let source = fetched()?.join("test");
    let mut texts = Vec::new();
    for (folder, by_line) in [("one_per_line", true), ("one_per_file", false)] {
        let entries =
            std::fs::read_dir(source.join(folder)).with_context(|| format!("no {folder}"))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(&file)?;
            if by_line {
                texts.extend(text.lines().map(|line| (line.to_owned(), true)));
            } else {
                texts.push((text, true));
            }
        }
    }
    let none = std::fs::read_to_string(source.join("none"))?;
    texts.extend(
        none.lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| (line.to_owned(), false)),
    );
    Ok(texts)
}

/// Fetches the source package of ripsecrets, unless it is here already, by way of a project that
/// depends on it.
fn fetched() -> Result<PathBuf> {
    let cache = cache_folder()
        .context("no home folder")?
        .join("scanner-tests");
    let source = cache.join(format!("ripsecrets-{}", RIPSECRETS.version));
    if source.join("vendor/ripsecrets/test").is_dir() {
        return Ok(source.join("vendor/ripsecrets"));
    }
    std::fs::create_dir_all(source.join("src"))?;
    std::fs::write(source.join("src/lib.rs"), "")?;
    let manifest = format!(
        "[package]\nname = \"wanted\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nripsecrets = \"={}\"\n\n[workspace]\n",
        RIPSECRETS.version
    );
    std::fs::write(source.join("Cargo.toml"), manifest)?;
    let done = shell::cargo()
        .current_dir(&source)
        .args(["vendor", "--quiet", "vendor"])
        .output()?;
    ensure!(
        done.status.success(),
        "cargo vendor: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    Ok(source.join("vendor/ripsecrets"))
}

/// Counts the test files in the source distribution of detect-secrets, which is downloaded first if
/// need be.
fn detect_secrets_tests() -> Result<usize> {
    let cache = cache_folder()
        .context("no home folder")?
        .join("scanner-tests");
    let archive = cache.join(format!("detect_secrets-{}.tar.gz", DETECT_SECRETS.version));
    let python = clients::found(&DETECT_SECRETS)?
        .to_string_lossy()
        .into_owned();
    if !archive.is_file() {
        let mut fetch = shell::command(&python);
        fetch.args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--no-binary",
            ":all:",
            "--dest",
        ]);
        fetch.arg(&cache).arg(format!(
            "{}=={}",
            DETECT_SECRETS.package, DETECT_SECRETS.version
        ));
        let done = fetch.output()?;
        ensure!(
            done.status.success(),
            "pip download: {}",
            String::from_utf8_lossy(&done.stderr)
        );
    }
    let listed = shell::read(
        shell::command(&python)
            .args(["-m", "tarfile", "-l"])
            .arg(&archive),
    );
    let listed = listed.context("the archive can't be listed")?;
    let is_test = |path: &&str| path.split('/').any(|part| part.starts_with("test"));
    Ok(listed.lines().filter(is_test).count())
}
