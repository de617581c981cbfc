//! The real programs that tests drive, and where they are installed: one table for whoever
//! installs them (`cargo xtask clients`) and whoever starts them.
//!
//! ```text
//! $SEGUE_CLIENTS, else <cache>/segue-tools/clients ── <name>/node_modules/.bin/<program>
//!                                                 └── <name>/.segue-version   (what is there)
//! ```

use std::path::{Path, PathBuf};

/// One package of npm, in a folder of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// The name of its folder.
    pub name: &'static str,
    /// What npm calls it.
    pub package: &'static str,
    pub version: &'static str,
    /// The file that must be there afterwards, below its folder.
    pub program: &'static str,
}

/// Everything that comes from npm.
pub const PACKAGES: &[Package] = &[NODE, CLAUDE, CLAUDE_SDK, CODEX, GEMINI, OPENCODE];

/// Some clients need Node 22, and all run alike with it.
pub const NODE: Package = Package {
    name: "node",
    package: "node",
    version: "22.23.3",
    program: "node_modules/.bin/node",
};
pub const CLAUDE: Package = Package {
    name: "claude",
    package: "@anthropic-ai/claude-code",
    version: "2.1.325",
    program: "node_modules/.bin/claude",
};
/// Claude's agent SDK: its `listSessions` shows what the picker would.
pub const CLAUDE_SDK: Package = Package {
    name: "claude-agent-sdk",
    package: "@anthropic-ai/claude-agent-sdk",
    version: "0.3.325",
    program: "node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs",
};
pub const CODEX: Package = Package {
    name: "codex",
    package: "@openai/codex",
    version: "0.166.0",
    program: "node_modules/.bin/codex",
};
pub const GEMINI: Package = Package {
    name: "gemini",
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "node_modules/.bin/gemini",
};
pub const OPENCODE: Package = Package {
    name: "opencode",
    package: "opencode-ai",
    version: "1.18.33",
    program: "node_modules/.bin/opencode",
};

/// The Python package that judges A2A files, in a virtual environment of its own.
pub const JUDGE: Package = Package {
    name: "a2a-judge",
    package: "a2a-sdk",
    version: "1.3.0",
    program: "bin/python",
};

/// Other converters, for comparison by `cargo xtask bench`.
pub const PEERS: &[Package] = &[SESSION_MIGRATE, PATH_CLI];

/// Converts sessions between many agents; from the Python package index.
pub const SESSION_MIGRATE: Package = Package {
    name: "session-migrate",
    package: "session-migrate",
    version: "0.12.0",
    program: "bin/python",
};
/// Converts sessions by way of a document of its own; from crates.io.
pub const PATH_CLI: Package = Package {
    name: "path-cli",
    package: "path-cli",
    version: "0.26.0",
    program: "bin/path",
};

/// Others that look for secrets, for comparison by `cargo xtask score`.
pub const SCANNERS: &[Package] = &[RIPSECRETS, DETECT_SECRETS];

/// Looks for secrets in files; from crates.io.
pub const RIPSECRETS: Package = Package {
    name: "ripsecrets",
    package: "ripsecrets",
    version: "0.1.11",
    program: "bin/ripsecrets",
};
/// Looks for secrets in files; from the Python package index.
pub const DETECT_SECRETS: Package = Package {
    name: "detect-secrets",
    package: "detect-secrets",
    version: "1.5.0",
    program: "bin/python",
};

/// Others that move files between computers, for comparison by `cargo xtask bench transfer`.
pub const MOVERS: &[Package] = &[SENDME, WORMHOLE, MAILBOX];

/// Moves files over QUIC, verified by BLAKE3; from crates.io.
pub const SENDME: Package = Package {
    name: "sendme",
    package: "sendme",
    version: "0.37.1",
    program: "bin/sendme",
};
/// Moves files between two who know the same few words; from the Python package index.
pub const WORMHOLE: Package = Package {
    name: "magic-wormhole",
    package: "magic-wormhole",
    version: "0.24.0",
    program: "bin/python",
};
/// Where the two ends of a wormhole meet, so that none of it leaves the namespace.
pub const MAILBOX: Package = Package {
    name: "magic-wormhole-mailbox-server",
    package: "magic-wormhole-mailbox-server",
    version: "0.8.0",
    program: "bin/python",
};

/// The file in a package's folder that says what was installed there.
pub const STAMP: &str = ".segue-version";

impl Package {
    /// Returns what the stamp says when this exact version is installed.
    pub fn stamp(&self) -> String {
        format!("{}@{}", self.package, self.version)
    }

    /// Returns its folder below the one for all clients.
    pub fn folder(&self, clients: &Path) -> PathBuf {
        clients.join(self.name)
    }

    /// Checks whether this exact version is there and complete.
    pub fn is_installed(&self, clients: &Path) -> bool {
        let folder = self.folder(clients);
        folder.join(self.program).is_file()
            && std::fs::read_to_string(folder.join(STAMP)).is_ok_and(|text| text == self.stamp())
    }

    /// Returns its program; a test that needs it fails rather than passing unseen.
    ///
    /// # Panics
    /// When it is not installed, with the command that installs it.
    pub fn needed(&self) -> PathBuf {
        let clients = clients_folder().expect("no home folder to look for clients in");
        assert!(
            self.is_installed(&clients),
            "{} is not in {}: `cargo xtask clients` installs it",
            self.stamp(),
            clients.display()
        );
        self.folder(&clients).join(self.program)
    }
}

/// Returns where development tools are kept, outside the repository. `None` without a home folder.
pub fn cache_folder() -> Option<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))?;
    Some(base.join("segue-tools"))
}

/// Returns where the clients are: `SEGUE_CLIENTS`, or a folder of the cache.
pub fn clients_folder() -> Option<PathBuf> {
    std::env::var_os("SEGUE_CLIENTS")
        .map(PathBuf::from)
        .or_else(|| cache_folder().map(|cache| cache.join("clients")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_or_old_is_not_installed() {
        let clients = tempfile::tempdir().unwrap();
        let folder = CODEX.folder(clients.path());
        let program = folder.join(CODEX.program);
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        std::fs::write(&program, "").unwrap();
        assert!(!CODEX.is_installed(clients.path()), "no stamp yet");
        std::fs::write(folder.join(STAMP), "@openai/codex@0.165.0").unwrap();
        assert!(!CODEX.is_installed(clients.path()), "another version");
        std::fs::write(folder.join(STAMP), CODEX.stamp()).unwrap();
        assert!(CODEX.is_installed(clients.path()));
        std::fs::remove_file(program).unwrap();
        assert!(!CODEX.is_installed(clients.path()), "the program is gone");
    }
}
