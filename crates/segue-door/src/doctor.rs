//! What a measurement of this computer found.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Every check in the order it ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorReport {
    pub checks: Vec<Check>,
    /// The same as text to pass on: no home path, no user, host or person's name, no full device
    /// id, no public address.
    pub report: String,
}

/// One thing that was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Check {
    /// A stable name, for programs.
    pub id: String,
    /// What was measured, as a heading.
    pub title: String,
    pub outcome: Outcome,
    /// What was found, in words.
    pub detail: String,
    /// What to do about it, in words, when there is something to do.
    pub action: Option<String>,
    /// The same for programs: where to do it.
    pub act: Option<Act>,
}

/// The place where something can be done about a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Act {
    /// Outside of Segue; measuring again shows whether it helped.
    RunAgain,
    /// By using an invite.
    UseInvitation,
    /// By typing someone's address.
    ConnectByAddress,
    /// In the list of people; at the person asked about, if there was one.
    OpenPeople,
    /// By comparing words with the person asked about.
    Pair,
    /// By trying the identity key again, or moving it.
    MendKey,
    /// In a part of the settings.
    OpenSettings {
        /// The part of the settings to open.
        section: SettingsSection,
    },
    /// By a command for the terminal.
    CopyCommand {
        /// The command line to copy.
        command: String,
    },
}

/// A part of the settings that a check leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SettingsSection {
    /// Where the profile is kept.
    Data,
    /// Where Segue listens and whether it looks for people.
    Network,
    /// Who can see this computer.
    Receiving,
}

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Pass,
    /// Neither good nor bad: something to know, and nothing to do.
    Note,
    /// It works, but there is something to do about it.
    Warn,
    Fail,
}
