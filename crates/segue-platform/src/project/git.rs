//! Running git so that it says the same everywhere and changes nothing.
//!
//! ```text
//! Git::at(folder) ──asks once what of the person's configuration counts──▶ Git
//! Git ──run(arguments, input)──▶ child in a group of its own ──▶ bounded output, or killed in time
//! ```
//!
//! Of the person's configuration only what says how files become content is kept (line ends,
//! ignored files, trusted folders). Hooks, helpers, pagers, monitors and filters never run.

mod child;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use self::child::GitOutput;
use super::changes::ChangesError;

/// How long all runs of git together may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most bytes of one list of names.
pub(super) const NAMES: u64 = 64 << 20;

/// The settings of the person and the system that are kept.
const KEPT: &str =
    r"^(safe\.directory|core\.(excludesfile|attributesfile|autocrlf|eol|longpaths))$";
/// The settings that hold whatever anyone configured.
const FIXED: &[(&str, &str)] = &[
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.untrackedCache", "false"),
    ("core.splitIndex", "false"),
    ("core.safecrlf", "false"),
    ("core.looseCompression", "0"),
    ("core.fsync", "none"),
    ("core.pager", "cat"),
    ("credential.helper", ""),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
];

/// Git in one folder.
pub(super) struct Git {
    program: OsString,
    folder: PathBuf,
    until: Instant,
    configured: Vec<(String, String)>,
    filters: BTreeSet<String>,
    environment: Vec<(&'static str, OsString)>,
}

impl Git {
    /// Prepares git in this folder, with the usual time limit.
    pub(super) fn at(folder: &Path) -> Result<Self, ChangesError> {
        Self::with("git".into(), folder, PATIENCE)
    }

    /// Prepares another program as git, with another time limit.
    pub(super) fn with(
        program: OsString,
        folder: &Path,
        patience: Duration,
    ) -> Result<Self, ChangesError> {
        let mut git = Self {
            program,
            folder: folder.to_owned(),
            until: Instant::now() + patience,
            configured: Vec::new(),
            filters: BTreeSet::new(),
            environment: Vec::new(),
        };
        let kept = git.run_as_they_do(&["config", "--null", "--get-regexp", KEPT])?;
        let filters = git.run_as_they_do(&["config", "--null", "--get-regexp", r"^filter\."])?;
        git.configured = pairs(kept.begun());
        if std::str::from_utf8(filters.begun()).is_err() {
            let told = "a filter in its configuration has a name that can't be read";
            return Err(ChangesError::Git(told.to_owned()));
        }
        for (key, _) in pairs(filters.begun()) {
            let name = key
                .strip_prefix("filter.")
                .and_then(|rest| rest.rsplit_once('.'));
            git.filters.extend(name.map(|(name, _)| name.to_owned()));
        }
        for filter in &git.filters {
            for (key, value) in [
                ("clean", ""),
                ("smudge", ""),
                ("process", ""),
                ("required", "false"),
            ] {
                let off = (format!("filter.{filter}.{key}"), value.to_owned());
                git.configured.push(off);
            }
        }
        let fixed = FIXED.iter().map(|(key, value)| (*key, *value));
        git.configured
            .extend(fixed.map(|(key, value)| (key.to_owned(), value.to_owned())));
        Ok(git)
    }

    /// Checks whether files with this `filter` attribute go through a program.
    pub(super) fn filters(&self, name: &[u8]) -> bool {
        std::str::from_utf8(name).is_ok_and(|name| self.filters.contains(name))
    }

    /// Sets the folder in which git runs from now on.
    pub(super) fn move_to(&mut self, folder: PathBuf) {
        self.folder = folder;
    }

    /// Sets a variable in git's environment from now on.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<OsString>) {
        self.environment.retain(|(known, _)| *known != name);
        self.environment.push((name, value.into()));
    }

    /// Runs git; keeps at most `most` bytes of its output and counts the rest.
    pub(super) fn run(
        &self,
        arguments: &[&str],
        input: &[u8],
        most: u64,
    ) -> Result<GitOutput, ChangesError> {
        let mut command = self.command(arguments);
        command
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_COUNT", self.configured.len().to_string());
        for (at, (key, value)) in self.configured.iter().enumerate() {
            command.env(format!("GIT_CONFIG_KEY_{at}"), key);
            command.env(format!("GIT_CONFIG_VALUE_{at}"), value);
        }
        self.wait(command, input, most)
    }

    /// Runs git and returns its answer of one line.
    pub(super) fn line(&self, arguments: &[&str]) -> Result<Vec<u8>, ChangesError> {
        let mut out = self.run(arguments, b"", NAMES)?.all()?;
        if out.last() == Some(&b'\n') {
            out.pop();
        }
        Ok(out)
    }

    /// Runs git with the person's own configuration; only for asking about that configuration.
    fn run_as_they_do(&self, arguments: &[&str]) -> Result<GitOutput, ChangesError> {
        self.wait(self.command(arguments), b"", NAMES)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).args(arguments);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GIT_") {
                command.env_remove(&name);
            }
        }
        command
            .env_remove("LANGUAGE")
            .env("LC_ALL", "C")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_ASKPASS", "")
            .env("SSH_ASKPASS", "")
            .env("GIT_PAGER", "cat")
            .env("GIT_LITERAL_PATHSPECS", "1")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_ALLOW_PROTOCOL", "none");
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }

    fn wait(
        &self,
        mut command: Command,
        input: &[u8],
        most: u64,
    ) -> Result<GitOutput, ChangesError> {
        child::wait(&mut command, input, most, self.until).map_err(|error| match error {
            ChangesError::Io(error) => self.not_started(error),
            other => other,
        })
    }

    fn not_started(&self, error: io::Error) -> ChangesError {
        // A folder that is not there gives the same error as a program that is not.
        match error.kind() {
            io::ErrorKind::NotFound if self.folder.is_dir() => ChangesError::NoGit,
            _ => error.into(),
        }
    }
}

/// Parses `key\nvalue\0`, as `git config --null` writes it. A key alone means that it is on.
fn pairs(out: &[u8]) -> Vec<(String, String)> {
    let entries = out.split(|byte| *byte == 0).filter(|one| !one.is_empty());
    entries
        .filter_map(|entry| {
            let entry = std::str::from_utf8(entry).ok()?;
            let (key, value) = entry.split_once('\n').unwrap_or((entry, "true"));
            Some((key.to_owned(), value.to_owned()))
        })
        .collect()
}

/// Converts a path as git writes it; `None` if this system can't have such a path.
pub(super) fn path(bytes: &[u8]) -> Option<PathBuf> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        Some(PathBuf::from(OsStr::from_bytes(bytes)))
    }
    #[cfg(not(unix))]
    {
        Some(PathBuf::from(OsStr::new(std::str::from_utf8(bytes).ok()?)))
    }
}
