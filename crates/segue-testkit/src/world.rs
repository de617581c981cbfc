//! A temporary home with a profile in it, and the real `segue` run there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Running;
use crate::guard;

/// What keeps a program to itself: it looks for nobody and only this computer can reach it.
const KEPT_IN: [(&str, &str); 2] = [("SEGUE_DISCOVERY", "off"), ("SEGUE_LISTEN", "127.0.0.1:0")];

/// A place on disk that goes when it is dropped.
pub struct World {
    folder: tempfile::TempDir,
    programs: Option<PathBuf>,
    /// Words before every program, which put it where it belongs.
    before: Vec<String>,
    environment: Vec<(String, String)>,
}

/// How a command ended and what it printed.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl World {
    /// Creates a fresh place, with the programs built beside the running test.
    pub fn new() -> Self {
        Self::with_programs(&built().expect(BUILD_FIRST))
    }

    /// Creates a fresh place, with the programs of this folder.
    pub fn with_programs(programs: &Path) -> Self {
        Self::made(Some(programs.to_path_buf()), KEPT_IN.map(owned).into())
    }

    /// Creates a fresh place on a computer of a LAN, whose programs start behind the words
    /// `before`.
    #[cfg(target_os = "linux")]
    pub(crate) fn on_lan(before: &[&str]) -> Self {
        guard::assert_in_lan();
        let lan = std::env::var(guard::LAN).unwrap_or_default();
        let mut world = Self::made(built(), vec![(guard::LAN.to_owned(), lan)]);
        world.before = before.iter().map(|&word| word.to_owned()).collect();
        world
    }

    fn made(programs: Option<PathBuf>, environment: Vec<(String, String)>) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("segue-")
            .tempdir()
            .expect("a temporary folder");
        Self {
            folder,
            programs,
            before: Vec::new(),
            environment,
        }
    }

    /// Sets a variable for programs started from now on.
    ///
    /// # Panics
    /// When it would let them reach the machine's own network.
    pub fn set(&mut self, name: &str, value: &str) {
        guard::assert_harmless(name, value);
        self.environment.retain(|(known, _)| known != name);
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    /// Returns the home folder.
    pub fn home(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the profile folder.
    pub fn profile(&self) -> PathBuf {
        self.home().join("profile")
    }

    /// Counts the identity keys in files of the profile.
    pub fn key_files(&self) -> usize {
        let folder = std::fs::read_dir(self.profile()).expect("the profile is there");
        let is_key = |path: PathBuf| path.extension().is_some_and(|end| end == "key");
        folder
            .flatten()
            .filter(|entry| is_key(entry.path()))
            .count()
    }

    /// Builds a command for a program in this world: with nothing of the developer's own
    /// environment and, outside a LAN, with discovery off.
    pub fn program(&self, name: &str) -> Command {
        self.tool(self.programs.as_ref().expect(BUILD_FIRST).join(name))
    }

    /// Builds a command for any other program in this world.
    pub fn tool(&self, path: impl AsRef<OsStr>) -> Command {
        let Some((first, rest)) = self.before.split_first() else {
            return self.dress(Command::new(path));
        };
        let mut command = Command::new(first);
        command.args(rest).arg(path);
        self.dress(command)
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

    /// Runs `segue` with these arguments and returns the JSON it answers.
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

/// What to do when there are no programs.
const BUILD_FIRST: &str = "build first: cargo build --workspace";

/// Finds the folder with the programs built beside the running test.
fn built() -> Option<PathBuf> {
    let test = std::env::current_exe().expect("a test knows its own path");
    test.ancestors()
        .find(|folder| folder.join("segue").is_file())
        .map(Path::to_path_buf)
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}
