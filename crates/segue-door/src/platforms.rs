//! The agents this program knows, and whether they are here.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
