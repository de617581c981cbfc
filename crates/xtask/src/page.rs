//! The page in `ui/`: its packages, its checks, its build.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::report::Count;
use crate::shell;

/// Creates an npm command that runs in `ui/`.
pub fn npm(arguments: &[&str]) -> Command {
    let mut command = shell::command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command
        .current_dir(shell::root_path().join("ui"))
        .args(arguments);
    command
}

/// Installs the packages when the lock file is newer than what is installed.
pub fn install() -> Result<()> {
    if shell::find("npm").is_none() && !cfg!(windows) {
        bail!("Node.js 20 or newer with npm is needed for the page; install it and try again");
    }
    let ui = shell::root_path().join("ui");
    let lock = std::fs::read(ui.join("package-lock.json")).context("ui/package-lock.json")?;
    // npm leaves no exact copy of the lock file, so we do.
    let stamp = ui.join("node_modules/.segue-lock");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    shell::run(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    std::fs::write(stamp, lock)?;
    Ok(())
}

/// Builds `ui/dist`. Files that come out unchanged are left untouched, so that programs with the
/// page in them are not rebuilt for nothing.
pub fn build() -> Result<()> {
    install()?;
    let (new, dist) = (
        shell::root_path().join("target/page"),
        shell::root_path().join("ui/dist"),
    );
    let made = new.to_string_lossy();
    let out = ["--outDir", &made, "--emptyOutDir", "--logLevel", "warn"];
    let build = [&["run", "--silent", "build", "--"][..], &out].concat();
    shell::run(&mut npm(&build))?;
    bring(&new, &dist)
}

/// Makes a folder the same as another, changing only what differs.
fn bring(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    let names = |folder: &Path| -> Result<BTreeSet<OsString>> {
        let entries = std::fs::read_dir(folder)?;
        Ok(entries.flatten().map(|entry| entry.file_name()).collect())
    };
    let wanted = names(from)?;
    for name in names(to)?.difference(&wanted) {
        let gone = to.join(name);
        match gone.is_dir() {
            true => std::fs::remove_dir_all(gone)?,
            false => std::fs::remove_file(gone)?,
        }
    }
    for name in wanted {
        let (new, old) = (from.join(&name), to.join(&name));
        if new.is_dir() {
            bring(&new, &old)?;
        } else if std::fs::read(&old).ok() != Some(std::fs::read(&new)?) {
            std::fs::copy(&new, &old)?;
        }
    }
    Ok(())
}

/// Runs one script of `ui/package.json` as one check.
pub fn script(name: &str) -> Result<Count> {
    shell::run(&mut npm(&["run", "--silent", name]))?;
    Ok(Count::pass())
}

/// Runs the unit tests and counts them.
pub fn unit_tests() -> Result<Count> {
    let printed = shell::tee(npm(&["run", "--silent", "test"]).env("NO_COLOR", "1"))?;
    let line = printed
        .text
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with("Tests "))
        .context("vitest printed no count")?;
    counted(
        number_before(line, "passed"),
        number_before(line, "failed"),
        Vec::new(),
        printed.status,
    )
}

/// Runs the browser tests against real nodes and counts them.
pub fn browser_tests(chromium: &str) -> Result<Count> {
    let mut command = npm(&["run", "--silent", "e2e"]);
    command
        .env("SEGUE_CHROMIUM", chromium)
        .env("NO_COLOR", "1")
        .env("CI", "1");
    let printed = shell::tee(&mut command)?;
    let of = |word: &str| {
        printed
            .text
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|line| line.split_once(' '))
            .find(|(_, rest)| rest.split([' ', '(']).next() == Some(word))
            .and_then(|(number, _)| number.parse().ok())
            .unwrap_or(0)
    };
    let skipped = (0..of("skipped"))
        .map(|_| "a browser test skipped itself".to_owned())
        .collect();
    counted(
        of("passed"),
        of("failed") + of("flaky"),
        skipped,
        printed.status,
    )
}

fn counted(
    passed: usize,
    failed: usize,
    skipped: Vec<String>,
    status: std::process::ExitStatus,
) -> Result<Count> {
    if !status.success() && failed == 0 {
        bail!("ended with {status}");
    }
    if passed + failed == 0 {
        bail!("no test ran");
    }
    Ok(Count {
        passed,
        failed,
        skipped,
    })
}

/// Returns the number in front of a word, as in `3 passed (3)`; 0 when there is none.
pub fn number_before(line: &str, word: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    words
        .windows(2)
        .find(|pair| pair[1].trim_end_matches([',', ';']) == word)
        .and_then(|pair| pair[0].parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_closing_lines() {
        assert_eq!(
            number_before("Tests  2 failed | 31 passed (33)", "passed"),
            31
        );
        assert_eq!(
            number_before("Tests  2 failed | 31 passed (33)", "failed"),
            2
        );
        assert_eq!(
            number_before("5 tests run: 4 passed, 1 failed, 0 skipped", "passed"),
            4
        );
        assert_eq!(number_before("nothing here", "passed"), 0);
    }
}
