//! What a person says about a handoff, all of it optional, and the envelope it becomes.
//!
//! ```text
//! flags ─┐
//! file  ─┼─merge (flags win over the file, what is known over both)──▶ JSON ──read──▶ Envelope
//! known ─┘
//! ```
//!
//! The merged object goes through the reader every foreign envelope goes through, so what is
//! written is always what can be read.

mod hints;
mod merge;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bounds;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::envelope::{ArtifactKind, BlockerKind, Envelope, Priority, Status, Verification};
use crate::measure;
use crate::read::{Expect, bounded, read};

/// Everything a person may say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Draft {
    /// How far the work came; done, if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What the work is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// What belongs to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_scope: Vec<String>,
    /// What does not belong to the work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out_of_scope: Vec<String>,
    /// What must be respected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    /// What was decided on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prior_decisions: Vec<DraftDecision>,
    /// What the other should do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// How, in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<String>,
    /// What should come out of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_output: Option<String>,
    /// How urgent it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
    /// What stands in the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blockers: Vec<DraftBlocker>,
    /// Files that were made or changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<DraftArtifact>,
    /// Figures, free of form.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub metrics: Map<String, Value>,
    /// Whether and how it was checked.
    #[serde(skip_serializing_if = "Verification::is_empty")]
    pub verification: Verification,
    /// What the receiver should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A whole envelope to start from: see [`Draft::over`] and [`Draft::over_file`].
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub envelope: Map<String, Value>,
}

/// Something that stands in the way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftBlocker {
    pub text: String,
    /// What kind it is; unknown, if nothing is said.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<BlockerKind>,
    /// What could be done about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// A file that was made or changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftArtifact {
    /// Where it is, from the root of the project.
    pub path: String,
    /// What it is called; the last part of its path, if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is; by the ending of its name, if nothing is said.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<ArtifactKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// What was decided, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DraftDecision {
    pub decision: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// What else was possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives_considered: Vec<String>,
}

/// What Segue knows without asking. It stands above what a person or a file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnvelopeContext {
    pub from_agent: String,
    /// When, as RFC 3339.
    pub timestamp: String,
    pub conversation_id: String,
    /// Which handoff of the conversation this is, from 1.
    pub step: Option<u64>,
    /// What to say was done if a success says nothing.
    pub made_up_summary: String,
}

impl Draft {
    /// Starts from an envelope: what the draft says wins, the rest is as it is there.
    pub fn over(mut self, base: Envelope) -> Self {
        // An envelope is always an object, so nothing is lost here.
        if let Ok(Value::Object(map)) = serde_json::to_value(base) {
            self.envelope = map;
        }
        self
    }

    /// Starts from an envelope somebody wrote. It may leave out whatever the flags or Segue say.
    /// With it come warnings; an error means that it is no envelope at all.
    pub fn over_file(mut self, file: &Value) -> Result<(Self, Vec<Diagnostic>), Vec<Diagnostic>> {
        let mut findings = Findings::default();
        let Some(map) = bounded(file, &mut findings) else {
            return Err(findings.into_vec());
        };
        // Later it is too late to say what has no place in an envelope.
        for one in read(file, Expect::Shared).diagnostics {
            if one.code == Code::NotKept {
                findings.add(one);
            }
        }
        self.envelope = map.clone();
        for name in ["handoff_id", "to_agent"] {
            if self.envelope.remove(name).is_some() {
                findings.warn(
                    Code::AddressIgnored,
                    name,
                    "It is not taken from the file.",
                    "Leave it out: Segue makes the id, and --to says who gets it.",
                );
            }
        }
        Ok((self, findings.into_vec()))
    }

    /// Builds the envelope, or returns all errors: what is missing, and which flag adds it. For
    /// warnings there is [`Envelope::review`], which can also look up the artifacts.
    pub fn finish(self, known: EnvelopeContext) -> Result<Envelope, Vec<Diagnostic>> {
        let merged = merge::merge(self, known);
        let mut findings = Findings::default();
        merge::blockers_on_success(&merged, &mut findings);
        let read = read(&Value::Object(merged), Expect::Shared);
        for one in read.diagnostics {
            if one.is_error() {
                findings.add(one);
            }
        }
        if let Some(envelope) = &read.envelope
            && !fits(envelope)
        {
            findings.error(
                Code::TooLarge,
                "",
                format!("The envelope has more than {} bytes.", bounds::WHOLE),
                "Keep long material in files and name their paths as artifacts.",
            );
        }
        let mut errors = findings.into_vec();
        errors.iter_mut().for_each(hints::name_the_flag);
        match read.envelope {
            Some(envelope) if errors.is_empty() => Ok(envelope),
            _ => Err(errors),
        }
    }
}

/// Checks whether it is still small enough as it will be written: `1` may have become `1.0`.
fn fits(envelope: &Envelope) -> bool {
    match serde_json::to_value(envelope) {
        Ok(Value::Object(map)) => measure::map(&map, bounds::WHOLE, bounds::DEPTH).is_ok(),
        _ => false,
    }
}
