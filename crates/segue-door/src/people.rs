//! The people of this profile, devices nearby, pairings and invites.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Network;

/// The people, devices, pairings and invites there are to see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PeopleList {
    /// Those this profile knows, by name.
    pub people: Vec<Person>,
    /// Devices that are here and not verified.
    pub nearby: Vec<NearbyDevice>,
    /// Pairings that wait for a decision.
    pub requests: Vec<PairingView>,
    /// Invites of the last days, newest first.
    pub invites: Vec<InviteView>,
    /// Whether others can be reached.
    pub network: Network,
}

/// The relation between this profile and a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PersonStanding {
    /// Both sides agreed: they may hand you something.
    Verified,
    /// You agreed, and whether they did is not known yet.
    Waiting,
    /// Nothing is known: they may only say hello and ask to pair.
    Stranger,
    /// Nothing comes from or goes to them.
    Blocked,
}

/// The way someone became verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum VerifiedBy {
    /// By a one-time invite.
    Invite,
    /// By comparing the same code on both screens.
    Code,
}

/// Someone this profile knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Person {
    /// What to call them: your name for them, or their own.
    pub name: String,
    /// What they call themselves.
    pub own_name: String,
    /// What you call them.
    pub nickname: Option<String>,
    /// The public id of their device, for details pages only.
    pub device_id: String,
    /// The last letters of that id, to tell two people of the same name apart.
    pub short: String,
    /// Sixteen hex digits that the picture is drawn from.
    pub seed: String,
    pub standing: PersonStanding,
    /// How they became verified; nothing when they are not.
    pub how: Option<VerifiedBy>,
    #[ts(type = "string")]
    pub since: Timestamp,
    /// Agents they can import to.
    pub platforms: Vec<String>,
    /// Whether they are here now.
    pub nearby: bool,
    /// When they were last here.
    #[ts(type = "string | null")]
    pub last_seen: Option<Timestamp>,
    /// How long their latest answer took, in milliseconds, while they are here.
    pub round_trip_ms: Option<u32>,
    /// The addresses where they were reached, most recent first.
    pub addresses: Vec<String>,
    /// Whether they said that they know you; nothing if they have not said.
    pub knows_you: Option<bool>,
    /// What is wrong, if anything.
    pub warning: Option<String>,
}

/// A device that is here: it is connected and has said hello.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NearbyDevice {
    /// What to call it: your name for it, or its own.
    pub name: String,
    /// Its public id, for details pages only.
    pub device_id: String,
    /// The last letters of that id, to tell two people of the same name apart.
    pub short: String,
    /// Sixteen hex digits that the picture is drawn from.
    pub seed: String,
    pub standing: PersonStanding,
    /// Agents it can import to.
    pub platforms: Vec<String>,
    /// The version of Segue it runs.
    pub version: String,
    /// The address it is connected from.
    pub address: String,
    /// How long its latest answer took, in milliseconds.
    pub round_trip_ms: Option<u32>,
    /// Whether it says that it knows you.
    pub knows_you: bool,
    /// What is wrong, if anything.
    pub warning: Option<String>,
}

/// An attempt to pair with someone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PairingView {
    /// The id of this attempt.
    pub id: String,
    /// Your name for the other person, or their own.
    pub name: String,
    /// The public id of their device.
    pub device_id: String,
    /// The last letters of that id.
    pub short: String,
    /// Sixteen hex digits that the picture is drawn from.
    pub seed: String,
    /// Whether you started it.
    pub ours: bool,
    pub stage: PairingStage,
    /// What is wrong, if anything.
    pub warning: Option<String>,
}

impl PairingView {
    /// Checks whether the other side started it and neither side has confirmed the code yet.
    pub fn asks(&self) -> bool {
        let silent = matches!(
            self.stage,
            PairingStage::Comparing {
                we_match: false,
                they_match: false,
                ..
            }
        );
        !self.ours && silent
    }
}

/// The stage that an attempt to pair has reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum PairingStage {
    /// Both screens show the same code, unless someone intercepts the connection.
    Comparing {
        /// The code in words.
        words: Vec<String>,
        /// The same code in digits.
        digits: String,
        /// Whether you said that the codes match.
        we_match: bool,
        /// Whether they said that the codes match.
        they_match: bool,
    },
    /// Both sides said that the codes match.
    Paired,
    /// It failed or was given up.
    Ended {
        /// The reason, for programs.
        why: PairingOver,
        /// The reason, in words.
        message: String,
    },
}

/// The reason why a pairing failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PairingOver {
    /// The codes differ: someone may intercept the connection.
    Differ,
    /// The other side left or ignored it.
    Left,
    /// The other side broke the rules.
    Broken,
    /// Nobody decided in time.
    Expired,
    /// The connection was lost.
    Lost,
    /// The other side accepts no requests now.
    Refused,
    /// You cancelled it.
    Withdrawn,
}

/// An invite as its maker sees it. Its text is shown once and never kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct InviteView {
    /// The short name that requests use.
    pub id: String,
    /// When it was made.
    #[ts(type = "string")]
    pub created: Timestamp,
    /// Until when it is valid.
    #[ts(type = "string")]
    pub expires: Timestamp,
    pub state: InviteState,
    /// The name of the person who used it.
    pub used_by: Option<String>,
    #[ts(type = "string | null")]
    pub used_at: Option<Timestamp>,
}

/// The state of an invite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum InviteState {
    Open,
    Used,
    Expired,
    Revoked,
}

/// A new invite, with the text to pass on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Invited {
    /// The short name that requests use.
    pub id: String,
    /// The text to pass on; the first person to use it is verified.
    #[ts(type = "string")]
    pub ticket: TicketText,
    /// Until when it is valid.
    #[ts(type = "string")]
    pub expires: Timestamp,
    /// The addresses that the invite contains.
    pub addresses: Vec<String>,
}

/// The text of an invite. It is a key to this profile, so its debug output hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TicketText(pub String);

impl std::fmt::Debug for TicketText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TicketText(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Request;

    #[test]
    fn a_ticket_does_not_print_itself() {
        let ticket = TicketText("segue:invite/abc".to_owned());
        let request = Request::from(crate::ask::Join { ticket });
        assert!(!format!("{request:?}").contains("abc"));
        assert!(serde_json::to_string(&request).unwrap().contains("abc"));
    }
}
