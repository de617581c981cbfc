//! A temporary home with a profile in it, and the real `segue` run there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Running;

/// A place on disk that goes when it is dropped.
pub struct World {
    folder: tempfile::TempDir,
    programs: PathBuf,
    environment: Vec<(String, String)>,
}

/// How a command ended and what it printed.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code.
    pub code: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl World {
    /// A fresh place, with the programs built beside the running test.
    pub fn new() -> Self {
        let test = std::env::current_exe().expect("a test knows its own path");
        let programs = test
            .ancestors()
            .find(|folder| folder.join("segue").is_file());
        Self::with_programs(programs.expect("build first: cargo build --workspace"))
    }

    /// A fresh place, with the programs of this folder.
    pub fn with_programs(programs: &Path) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("segue-")
            .tempdir()
            .expect("a temporary folder");
        Self {
            folder,
            programs: programs.to_path_buf(),
            environment: Vec::new(),
        }
    }

    /// From now on programs also have this variable.
    pub fn set(&mut self, name: &str, value: &str) {
        self.environment.retain(|(known, _)| known != name);
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    /// The home folder.
    pub fn home(&self) -> &Path {
        self.folder.path()
    }

    /// The profile folder.
    pub fn profile(&self) -> PathBuf {
        self.home().join("profile")
    }

    /// How many identity keys are in files of the profile.
    pub fn key_files(&self) -> usize {
        let folder = std::fs::read_dir(self.profile()).expect("the profile is there");
        let is_key = |path: PathBuf| path.extension().is_some_and(|end| end == "key");
        folder
            .flatten()
            .filter(|entry| is_key(entry.path()))
            .count()
    }

    /// A program in this world: nothing of the developer's own environment, discovery off.
    pub fn program(&self, name: &str) -> Command {
        self.dress(Command::new(self.programs.join(name)))
    }

    /// Gives any command this world's environment.
    pub fn dress(&self, mut command: Command) -> Command {
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.home())
            .env("XDG_RUNTIME_DIR", self.home())
            .env("TZ", "UTC")
            .env("RUST_BACKTRACE", "1")
            .env("SEGUE_PROFILE", self.profile())
            .env("SEGUE_DISCOVERY", "off")
            .envs(self.environment.iter().cloned())
            .stdin(Stdio::null());
        command
    }

    /// Runs `segue` with these arguments to its end.
    pub fn segue(&self, arguments: &[&str]) -> Ended {
        let output = self
            .program("segue")
            .args(arguments)
            .output()
            .expect("segue can be started");
        Ended {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The JSON that `segue` answers these arguments with.
    pub fn ask(&self, arguments: &[&str]) -> Value {
        let ended = self.segue(&[arguments, &["--json"]].concat());
        serde_json::from_str(&ended.out)
            .unwrap_or_else(|error| panic!("segue {arguments:?}: {error}: {ended:?}"))
    }

    /// Starts a `segue` that keeps running.
    pub fn start(&self, arguments: &[&str]) -> Running {
        Running::start(self.program("segue").args(arguments))
    }
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}
