//! What a surface can ask of the node.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Failure, SecretHome};

/// A question or a command for the node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "method", content = "params", rename_all = "snake_case")]
pub enum Request {
    /// Who this node is and how it is doing.
    Status,
    /// The settings in force, and which of them the person changed.
    Settings,
    /// Change settings by dotted name; `null` puts one back to its default. All or none apply.
    ChangeSettings {
        /// New values by dotted name, for example `appearance.theme`.
        #[ts(type = "{ [key in string]?: string | boolean | number | null }")]
        changes: BTreeMap<String, serde_json::Value>,
    },
    /// Measure what can go wrong on this computer.
    Doctor,
    /// What happened on this node, newest first.
    Journal {
        /// Only entries older than this one.
        #[ts(type = "number | null")]
        before: Option<i64>,
        /// How many at most; the node returns no more than 500.
        limit: u32,
    },
    /// Try again to reach the place where the identity key is kept.
    RetryIdentity,
    /// Move the secret half of the identity key to another place.
    MoveIdentity {
        /// Where it should live from now on.
        to: SecretHome,
    },
    /// Ask to be the one window of this profile.
    ClaimWindow,
}

impl Request {
    /// Reads a request that came as JSON from outside, or says what is wrong with it.
    pub fn parse(json: serde_json::Value) -> Result<Self, Failure> {
        serde_json::from_value(json).map_err(|error| {
            let why: String = error.to_string().chars().take(300).collect();
            Failure::invalid(format!("The request is not understood: {why}."))
        })
    }

    /// Whether asking twice is the same as asking once, so that it may be repeated by itself when
    /// the host went away in between.
    pub fn only_reads(&self) -> bool {
        match self {
            Self::Status | Self::Settings | Self::Doctor | Self::Journal { .. } => true,
            Self::ChangeSettings { .. }
            | Self::RetryIdentity
            | Self::MoveIdentity { .. }
            | Self::ClaimWindow => false,
        }
    }
}
