//! About people.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::TicketText;

/// Everyone this profile knows, pairings that wait, and invites.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct People {
    /// Look for devices nearby as well, which may take a moment.
    #[serde(default)]
    pub nearby: bool,
}

/// Make a one-time invite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// For how long; a day by default, at most a week.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub minutes: Option<u32>,
}

/// Revoke an invite that nobody has used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RevokeInvite {
    /// The short name of the invite.
    pub id: String,
}

/// Use someone's invite, which verifies both sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The whole text of the invite.
    #[ts(type = "string")]
    pub ticket: TicketText,
}

/// Ask someone nearby to pair, or go on with a pairing that waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Their name, the letters of their id, or where they are (`host:port`).
    pub person: String,
}

/// Say whether both screens show the same code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DecidePairing {
    /// Its id, or the person it is with.
    pub pairing: String,
    /// Whether both screens show the same code.
    pub matches: bool,
}

/// Say which code the other screen shows; a wrong one changes nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ConfirmPairing {
    /// The person, or the id of the pairing.
    pub person: String,
    /// The words or the digits that the other screen shows.
    pub code: String,
}

/// Leave a pairing without saying that the codes differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LeavePairing {
    /// Its id, or the person it is with.
    pub pairing: String,
}

/// Connect to the device that answers at an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Connect {
    /// `host:port`, an IP address, or a multiaddr.
    pub address: String,
}

/// Let nothing come from or go to someone, from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Who: a name, or letters of the id.
    pub person: String,
}

/// Stop blocking someone who was blocked before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Unblock {
    /// Who: a name, or letters of the id.
    pub person: String,
}

/// Make someone a stranger again; also takes back what an invite did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Forget {
    /// Who: a name, or letters of the id.
    pub person: String,
}

/// Call someone by a name of your own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Nickname {
    /// Who: a name, or letters of the id.
    pub person: String,
    /// The name; empty for their own.
    pub name: String,
}
