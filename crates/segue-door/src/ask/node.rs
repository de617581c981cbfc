//! About the node itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PathRef, SecretHome};

/// Who this node is and how it is doing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Status {}

/// The settings in force, and which of them the person changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Settings {}

/// Change settings by dotted name; `null` puts one back to its default. All or none apply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ChangeSettings {
    /// New values by dotted name, for example `appearance.theme`.
    #[ts(type = "{ [key in string]?: string | boolean | number | null | unknown[] }")]
    pub changes: BTreeMap<String, serde_json::Value>,
}

/// Measure what can go wrong on this computer and between it and others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Doctor {
    /// Whom to try to reach as well.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub person: Option<String>,
}

/// What happened on this node, newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    /// Only entries older than this one.
    #[ts(type = "number | null")]
    pub before: Option<i64>,
    /// How many at most; the node returns no more than 500.
    pub limit: u32,
}

/// Try again to reach the place where the identity key is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RetryIdentity {}

/// Move the secret half of the identity key to another place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MoveIdentity {
    /// Where it should live from now on.
    pub to: SecretHome,
}

/// Whether a package of Segue is the one that was released, by the key in this program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CheckPackage {
    /// The package; `SHA256SUMS` and its signature lie beside it.
    pub path: PathRef,
}
