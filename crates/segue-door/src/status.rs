//! Who the node is and how it is doing.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::settings::Visibility;

/// The state of the node as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Status {
    /// Version of the program that hosts the node.
    pub version: String,
    /// The person, as others will see them.
    pub you: You,
    /// Where the secret half of the identity key is.
    pub identity: IdentityState,
    /// Whether other people can be reached.
    pub network: Network,
    /// How many people are verified.
    pub people: u32,
    /// The process that hosts the node.
    pub host: Client,
    /// Every other process attached to it.
    pub attached: Vec<Client>,
    /// The folder that holds everything Segue keeps.
    pub profile: String,
    /// What the person should know, most serious first.
    pub notices: Vec<Notice>,
}

/// The person behind this node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct You {
    /// The name others will see.
    pub name: String,
    /// Whether the name was made up because none was set.
    pub name_is_generated: bool,
    /// Sixteen hex digits that the picture is drawn from.
    pub seed: String,
    /// This device's public id, for details pages only.
    pub device_id: String,
}

/// Where the secret half of the identity key is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SecretHome {
    Keyring,
    /// A file that only this user can read.
    File,
}

/// Whether the identity can be used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum IdentityState {
    /// The secret is in memory.
    Ready {
        /// Where it came from.
        home: SecretHome,
        /// Why it is not in the keyring, when it is not.
        why_file: Option<String>,
    },
    /// The recorded place does not give the secret; no other identity is made.
    Unavailable {
        /// Where it is recorded to be.
        home: SecretHome,
        /// What that place answered.
        reason: String,
        /// What to do about it.
        hint: String,
    },
}

/// Whether other people can be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Network {
    /// Nobody can be reached.
    Off {
        reason: NetworkOff,
        /// What is known about the reason.
        detail: Option<String>,
    },
    /// The network is being started.
    Starting,
    /// Other people can be reached.
    On {
        /// Where others reach this computer.
        listening: Vec<String>,
        /// Whether others are looked for.
        discovery: DiscoveryState,
        /// Who may see this computer.
        visibility: Visibility,
        /// How many devices are here.
        nearby: u32,
    },
}

/// Why the network is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NetworkOff {
    /// A short command runs the node, and nothing asked for the network.
    NotNeeded,
    /// Without the identity key others could not recognise this device.
    NoIdentity,
    /// It could not be started.
    Failed,
}

/// Whether others are looked for on this network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DiscoveryState {
    On,
    /// The settings turn it off.
    Off,
    /// It does not work at the moment and is tried again.
    Failing,
}

/// A process that hosts the node or is attached to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Client {
    /// What kind of program it is.
    pub surface: Surface,
    pub pid: u32,
    /// When it started to host the node or was attached to it.
    #[ts(type = "string")]
    pub since: Timestamp,
}

/// The kinds of program that talk to the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    Desktop,
    /// `segue` on the command line.
    Cli,
    /// `segue serve`, which runs without a window.
    Serve,
}

/// Something the person should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Notice {
    /// A stable name, for programs.
    pub id: String,
    pub severity: Severity,
    /// What it is, in at most 60 characters.
    pub title: String,
    /// What is known and what to do.
    pub detail: String,
}

/// How serious a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Something does not work.
    Problem,
    /// It is only good to know.
    Info,
}
