//! What is about to leave: what a person chooses, what is found, and what the result is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::envelope::{AttachedDiff, EnvelopeDiagnostic};
use crate::file::{ProjectHint, ReportLine};
use crate::redaction::RedactionReport;

/// How much goes along. What is not said is as the settings have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SendingChoice {
    /// How much of the history: `full`, `summary`, `last:20` or `pointer`.
    #[ts(optional = nullable)]
    pub history: Option<String>,
    /// What tools printed goes along.
    #[ts(optional = nullable)]
    pub tool_output: Option<bool>,
    /// The model's readable reasoning goes along.
    #[ts(optional = nullable)]
    pub reasoning: Option<bool>,
    /// Home folders, names and e-mail addresses are taken out too.
    #[ts(optional = nullable)]
    pub personal: Option<bool>,
}

/// What shall become of a finding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum FindingDecision {
    /// It is taken out where it was found, and elsewhere if its text can mean nothing else.
    #[default]
    Redact,
    /// Its text is taken out wherever it stands.
    RedactEverywhere,
    /// It stays.
    Keep {
        /// Why; needed when the finding is certain.
        #[serde(default)]
        #[ts(optional = nullable)]
        reason: Option<String>,
    },
}

/// Decisions by the ids of findings. What is not named is redacted.
pub type FindingDecisions = BTreeMap<String, FindingDecision>;

/// About how much a choice sends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffFigures {
    /// Messages.
    #[ts(type = "number")]
    pub messages: u64,
    /// Bytes, about.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Tokens of a model, about.
    #[ts(type = "number")]
    pub tokens: u64,
    /// How many messages the conversation has.
    #[ts(type = "number")]
    pub of: u64,
}

/// A file that is ready to leave, and everything there is to know about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Prepared {
    /// The hash of its very bytes: what is sent or exported is named by it.
    pub hash: String,
    /// The conversation it is of.
    pub conversation: String,
    /// Its title.
    pub title: Option<String>,
    /// What a file of it would be called.
    pub file_name: String,
    /// How much it is.
    pub figures: HandoffFigures,
    /// What was chosen.
    pub choice: PreparedChoice,
    /// What was found: the surest first, no more than 200 of them.
    pub findings: Vec<Finding>,
    /// How many there are.
    #[ts(type = "number")]
    pub findings_total: u64,
    /// What was taken out and what was kept, as the file says it.
    pub redaction: RedactionReport,
    /// What was kept, changed and left out of the conversation.
    pub report: Vec<ReportLine>,
    /// The project it names.
    pub project: Option<ProjectHint>,
    /// The name of the sender it carries.
    pub sender: Option<String>,
    /// What the receiver should do.
    pub task: Option<String>,
    /// What the receiver should know.
    pub note: Option<String>,
    /// How many files stand beside the messages.
    #[ts(type = "number")]
    pub artifacts: u64,
    /// The envelope as the receiver will read it.
    #[ts(type = "unknown")]
    pub envelope: Option<serde_json::Value>,
    /// What is odd about the envelope; nothing is sent as long as something is wrong.
    pub diagnostics: Vec<EnvelopeDiagnostic>,
    /// The attached changes of the project.
    pub diff: Option<AttachedDiff>,
    /// The id of this export.
    pub export_id: String,
    /// The hash of its content, the same in every file of the same messages.
    pub content_hash: String,
    /// Whether it is signed with this device's key.
    pub signed: bool,
    /// What the person should know.
    pub notes: Vec<String>,
}

/// A choice with nothing left open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PreparedChoice {
    /// How much of the history: `full`, `summary`, `last:20` or `pointer`.
    pub history: String,
    /// What tools printed goes along.
    pub tool_output: bool,
    /// The model's readable reasoning goes along.
    pub reasoning: bool,
    /// Home folders, names and e-mail addresses are taken out too.
    pub personal: bool,
}

/// One secret, however often it stands there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Finding {
    /// Names it; always the same for the same secret of a conversation.
    pub id: String,
    /// Which rule found it.
    pub rule: String,
    /// What it is, in words.
    pub what: String,
    /// How sure the rule is.
    pub confidence: FindingConfidence,
    /// How it was written: nothing for plain text.
    pub form: Option<FindingForm>,
    /// A sample that gives nothing away.
    pub sample: String,
    /// How often it was found.
    #[ts(type = "number")]
    pub count: u64,
    /// Where, the first few.
    pub places: Vec<FindingPlace>,
    /// What becomes of it.
    pub decision: FindingDecision,
    /// What stands in its place when it is taken out.
    pub placeholder: String,
    /// Whether it may be kept at all: a private key may not.
    pub can_keep: bool,
    /// Whether keeping it needs a reason.
    pub keep_needs_reason: bool,
}

/// How sure a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingConfidence {
    /// It may be something else.
    Possible,
    /// It looks like one, and what stands around it says so.
    Likely,
    /// Nothing else looks like this.
    Certain,
}

/// How a secret was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingForm {
    /// In base64.
    Base64,
    /// With `%` and two digits.
    Percent,
    /// In the description of an image.
    ImageMetadata,
    /// With escapes inside a text, as in JSON within JSON.
    Escaped,
    /// With the marks of a document, such as `&amp;`.
    Markup,
    /// With a terminal's colours in it.
    Terminal,
}

/// A place a secret was found in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FindingPlace {
    /// The message's number in what leaves, from 1; nothing for what is said about all of it.
    #[ts(type = "number | null")]
    pub message: Option<u64>,
    /// What part of it.
    pub spot: FindingSpot,
}

/// Parts of what leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingSpot {
    /// Words of the person or the model.
    Text,
    /// The model's reasoning.
    Reasoning,
    /// A call's arguments.
    ToolInput,
    /// What a tool printed.
    ToolOutput,
    /// A file's name or address.
    FileName,
    /// A file's bytes.
    FileData,
    /// Ids, names, times.
    Detail,
    /// What only its own platform reads.
    Native,
    /// The title.
    Title,
    /// The project's folder, remote, branch.
    Project,
    /// The task and the note.
    Envelope,
}

/// Some of the findings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FindingPage {
    /// The findings.
    pub findings: Vec<Finding>,
    /// What to ask `after` for the next page; nothing when this is the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// Some of the very bytes that leave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PreparedText {
    /// The text.
    pub text: String,
    /// Where the next piece begins; nothing when this is the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// A prepared file that was forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Dropped {
    /// Whether there was one.
    pub was_there: bool,
}

/// What rules make of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TriedRules {
    /// What was found, in order.
    pub hits: Vec<RuleHit>,
    /// The text as it would leave.
    pub text: String,
}

/// Something a rule found in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleHit {
    /// The rule.
    pub rule: String,
    /// What it finds, in words.
    pub what: String,
    /// How sure it is.
    pub confidence: FindingConfidence,
    /// The first character, counted as UTF-16 does.
    #[ts(type = "number")]
    pub start: u64,
    /// The character after the last one.
    #[ts(type = "number")]
    pub end: u64,
}
