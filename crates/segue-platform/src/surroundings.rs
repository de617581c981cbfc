//! Where a person's agents live: home, environment, operating system, all passed in.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variables that platforms look at. Whoever fills [`AgentEnv`] passes these on.
pub const VARIABLES: &[&str] = &[
    "PATH",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "CODEX_SQLITE_HOME",
    "GEMINI_CLI_HOME",
    "OPENCODE_DB",
    "OPENCODE_CHANNEL",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "APPDATA",
    "LOCALAPPDATA",
];

/// The rules of an operating system, as far as platforms differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Os {
    /// Linux and its relatives.
    Linux,
    MacOs,
    Windows,
}

impl Os {
    /// Returns the one this program runs on.
    pub fn here() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            Self::Linux
        }
    }
}

/// What a platform's paths depend on.
#[derive(Clone, Debug)]
pub struct AgentEnv {
    /// The person's home folder.
    pub home: PathBuf,
    /// The environment variables that may matter.
    pub vars: BTreeMap<String, OsString>,
    /// Whose rules apply to paths and programs.
    pub os: Os,
}

impl AgentEnv {
    /// Creates a home with an empty environment, on this operating system.
    pub fn new(home: impl Into<PathBuf>) -> Self {
        Self {
            home: home.into(),
            vars: BTreeMap::new(),
            os: Os::here(),
        }
    }

    /// Returns a variable that is set and not empty.
    pub fn var(&self, name: &str) -> Option<&OsString> {
        self.vars.get(name).filter(|value| !value.is_empty())
    }

    /// Returns the folder a variable names, if it is absolute.
    pub fn folder(&self, name: &str) -> Option<PathBuf> {
        let path = PathBuf::from(self.var(name)?);
        path.is_absolute().then_some(path)
    }

    /// Finds a program on the PATH.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let path = self.var("PATH")?;
        std::env::split_paths(path)
            .filter(|folder| folder.is_absolute())
            .flat_map(|folder| self.spellings(name).map(move |file| folder.join(file)))
            .find(|file| is_program(file))
    }

    fn spellings(&self, name: &str) -> impl Iterator<Item = String> + use<> {
        let endings: &[&str] = match self.os {
            Os::Windows => &[".exe", ".cmd", ".bat"],
            _ => &[""],
        };
        let name = name.to_owned();
        endings.iter().map(move |ending| format!("{name}{ending}"))
    }
}

/// Finds the folder that holds one of this name: the parent of `folder` if it is called so, or
/// `folder` itself if it has one.
pub(crate) fn holder(folder: &Path, name: &str) -> Option<PathBuf> {
    if folder.file_name().is_some_and(|own| own == name) {
        return folder.parent().map(Path::to_owned);
    }
    folder.join(name).is_dir().then(|| folder.to_owned())
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
