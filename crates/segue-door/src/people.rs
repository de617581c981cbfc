//! The people of this profile, devices nearby, pairings and invites.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Network;

/// Everyone there is to see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PeopleList {
    /// Those this profile knows, by name.
    pub people: Vec<Person>,
    /// Devices that are here and are not verified.
    pub nearby: Vec<NearbyDevice>,
    /// Pairings that wait for a word.
    pub requests: Vec<PairingView>,
    /// Invites of the last days, newest first.
    pub invites: Vec<InviteView>,
    /// Whether others can be reached.
    pub network: Network,
}

/// How this profile stands with a device.
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

/// By which door someone became verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum VerifiedBy {
    /// A one-time invite.
    Invite,
    /// Both compared the same code.
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
    /// Its last letters, to tell two of one name apart.
    pub short: String,
    /// Sixteen hex digits that the picture is drawn from.
    pub seed: String,
    /// How you stand with them.
    pub standing: PersonStanding,
    /// By which door.
    pub how: Option<VerifiedBy>,
    /// Since when.
    #[ts(type = "string")]
    pub since: Timestamp,
    /// Agents they can import to.
    pub platforms: Vec<String>,
    /// Whether they are here now.
    pub nearby: bool,
    /// When they were here last.
    #[ts(type = "string | null")]
    pub last_seen: Option<Timestamp>,
    /// How long an answer took last, in milliseconds, while they are here.
    pub round_trip_ms: Option<u32>,
    /// Where they were reached, most recent first.
    pub addresses: Vec<String>,
    /// Whether they said that they know you; nothing when they did not say.
    pub knows_you: Option<bool>,
    /// What is wrong, if something is.
    pub warning: Option<String>,
}

/// A device that is here: connected, and it said hello.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NearbyDevice {
    /// What to call it: your name for it, or its own.
    pub name: String,
    /// Its public id, for details pages only.
    pub device_id: String,
    /// Its last letters, to tell two of one name apart.
    pub short: String,
    /// Sixteen hex digits that the picture is drawn from.
    pub seed: String,
    /// How you stand with it.
    pub standing: PersonStanding,
    /// Agents it can import to.
    pub platforms: Vec<String>,
    /// The version of Segue it runs.
    pub version: String,
    /// Where it is.
    pub address: String,
    /// How long an answer took last, in milliseconds.
    pub round_trip_ms: Option<u32>,
    /// Whether it says that it knows you.
    pub knows_you: bool,
    /// What is wrong, if something is.
    pub warning: Option<String>,
}

/// One attempt to pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PairingView {
    /// Which attempt.
    pub id: String,
    /// With whom: your name for them, or their own.
    pub name: String,
    /// The public id of their device.
    pub device_id: String,
    /// Its last letters.
    pub short: String,
    /// Sixteen hex digits that the picture is drawn from.
    pub seed: String,
    /// Whether you asked.
    pub ours: bool,
    /// How it stands.
    pub stage: PairingStage,
    /// What is wrong, if something is.
    pub warning: Option<String>,
}

impl PairingView {
    /// Whether somebody else asks, and nobody said anything yet.
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

/// How an attempt to pair stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum PairingStage {
    /// Both screens show the same code, if nobody stands in between.
    Comparing {
        /// The code in words.
        words: Vec<String>,
        /// The same code in digits.
        digits: String,
        /// You said that it matches.
        we_match: bool,
        /// They did.
        they_match: bool,
    },
    /// Both said so.
    Paired,
    /// It came to nothing.
    Ended {
        /// Why, for programs.
        why: PairingOver,
        /// Why, in words.
        message: String,
    },
}

/// Why a pairing came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PairingOver {
    /// The codes differ: someone may stand in between.
    Differ,
    /// The other side left or ignored it.
    Left,
    /// The other side broke the rules.
    Broken,
    /// Nobody decided in time.
    Expired,
    /// The connection was lost.
    Lost,
    /// The other side takes no requests now.
    Refused,
    /// You took it back.
    Withdrawn,
}

/// An invite as its maker sees it; the ticket itself is shown once and never kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct InviteView {
    /// A short name for it.
    pub id: String,
    /// When it was made.
    #[ts(type = "string")]
    pub created: Timestamp,
    /// Until when it holds.
    #[ts(type = "string")]
    pub expires: Timestamp,
    /// How it stands.
    pub state: InviteState,
    /// Who used it.
    pub used_by: Option<String>,
    /// When.
    #[ts(type = "string | null")]
    pub used_at: Option<Timestamp>,
}

/// How an invite stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum InviteState {
    /// It can be used.
    Open,
    /// Someone used it.
    Used,
    /// Its time is over.
    Expired,
    /// You took it back.
    Revoked,
}

/// A new invite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Invited {
    /// A short name for it.
    pub id: String,
    /// What to pass on; whoever shows it first is in.
    #[ts(type = "string")]
    pub ticket: TicketText,
    /// Until when it holds.
    #[ts(type = "string")]
    pub expires: Timestamp,
    /// Where it leads to.
    pub addresses: Vec<String>,
}

/// The text of an invite. It is a key to this profile: it does not print itself.
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
