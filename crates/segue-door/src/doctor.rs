//! What a measurement of this computer found.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Every check in the order it ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DoctorReport {
    /// The checks.
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
    /// What was measured.
    pub title: String,
    /// How it went.
    pub outcome: Outcome,
    /// What was found, in words.
    pub detail: String,
    /// The one thing to do about it, in words, when there is one.
    pub action: Option<String>,
    /// The same for programs: where it is done.
    pub act: Option<Act>,
}

/// Where something is done about a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Act {
    /// Outside of Segue; measuring again shows whether it helped.
    RunAgain,
    /// By an invitation.
    UseInvitation,
    /// By typing where someone is.
    ConnectByAddress,
    /// Where people are; the one that was asked about, if there was one.
    OpenPeople,
    /// By comparing words with the one that was asked about.
    Pair,
    /// By trying the identity key again, or moving it.
    MendKey,
    /// In a part of the settings.
    OpenSettings {
        /// Which.
        section: SettingsSection,
    },
    /// By a command for the terminal.
    CopyCommand {
        /// Which.
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
    /// As it should be.
    Pass,
    /// Neither good nor bad: something to know, and nothing to do.
    Note,
    /// Works, with something to do about it.
    Warn,
    /// Does not work.
    Fail,
}
