//! Where the asking program sees the person's agents.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The surroundings of the one who asks: another process may host the node and have others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Place {
    /// The home folder.
    pub home: String,
    /// The environment variables that agents read, as far as they are set.
    #[serde(default)]
    pub vars: BTreeMap<String, String>,
    /// The folder the asking program is in.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub folder: Option<String>,
}

/// The environment variables that say where agents keep their things.
pub const AGENT_VARIABLES: &[&str] = &[
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

/// The agents this program knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlatformList {
    /// In the order people see them.
    pub platforms: Vec<PlatformInfo>,
}

/// One agent, and whether it is here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlatformInfo {
    /// Its name in commands and files.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The program, if it is on the PATH.
    pub program: Option<String>,
    /// Its version, if that can be told without running it.
    pub version: Option<String>,
    /// Where its conversations are or would be.
    pub folder: String,
    /// Whether that folder is there.
    pub used: bool,
    /// How many conversations it has.
    #[ts(type = "number")]
    pub conversations: u64,
    /// Why they can't be listed, when they can't.
    pub problem: Option<String>,
    /// Whether it is left out, by a setting.
    pub off: bool,
    /// Whether nothing is written to it, by a setting.
    pub read_only: bool,
    /// Whether the folder is one that the person chose.
    pub custom_folder: bool,
    /// Why nothing can be imported to it, when nothing can.
    pub importable: Option<String>,
}
