//! About the one window of a profile, and what it is asked to show.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::PathRef;

/// Ask to be the one window of this profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ClaimWindow {}

/// Give a file or folder that a person chose a name that a page may use. What is not there yet
/// can be named for writing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OpenPath {
    pub path: String,
    /// Also show the file, wherever there is a page for it.
    #[serde(default)]
    pub show: bool,
}

/// Take the files that wait to be shown; after that they no longer wait.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TakeFiles {}

/// Find the path behind a handle. Not for a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResolveHandle {
    pub handle: PathRef,
}

/// Ask the window to show something. Not for a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OpenInWindow {
    pub target: crate::OpenTarget,
}

/// Take what waits to be shown; after that it no longer waits. Only the program that has the window
/// gets anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TakeOpens {}
