//! What is about to leave: what a person chooses, what is found, and what the result is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::envelope::{AttachedDiff, EnvelopeDiagnostic};
use crate::file::{ProjectHint, ReportLine};
use crate::redaction::RedactionReport;

/// How much of a conversation is sent. What is left open is as the settings have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SendingChoice {
    /// How much of the history: `full`, `summary`, `last:20` or `pointer`.
    #[ts(optional = nullable)]
    pub history: Option<String>,
    /// Whether to send what tools printed.
    #[ts(optional = nullable)]
    pub tool_output: Option<bool>,
    /// Whether to send the model's readable reasoning.
    #[ts(optional = nullable)]
    pub reasoning: Option<bool>,
    /// Whether to remove home folders, names and e-mail addresses too.
    #[ts(optional = nullable)]
    pub personal: Option<bool>,
}

/// What to do with a finding.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum FindingDecision {
    /// Remove it where it was found, and elsewhere if its text can mean nothing else.
    #[default]
    Redact,
    /// Remove its text wherever it occurs.
    RedactEverywhere,
    /// Leave it in on purpose.
    Keep {
        /// The reason; required when the finding is certain.
        #[serde(default)]
        #[ts(optional = nullable)]
        reason: Option<String>,
    },
}

/// Decisions by the ids of findings. Findings that are not named are removed.
pub type FindingDecisions = BTreeMap<String, FindingDecision>;

/// Roughly how much a choice would send.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandoffFigures {
    #[ts(type = "number")]
    pub messages: u64,
    /// Only an estimate until the file is prepared.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Roughly how many tokens a model would count.
    #[ts(type = "number")]
    pub tokens: u64,
    /// How many messages the whole conversation has.
    #[ts(type = "number")]
    pub of: u64,
}

/// A file that is ready to be sent, and everything there is to know about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Prepared {
    /// The hash of its exact bytes, which names it when it is sent or exported.
    pub hash: String,
    /// The conversation it was made from.
    pub conversation: String,
    pub title: Option<String>,
    /// The suggested name of a file with it.
    pub file_name: String,
    pub figures: HandoffFigures,
    pub choice: PreparedChoice,
    /// At most 200 findings, the surest first.
    pub findings: Vec<Finding>,
    /// How many findings there are in all.
    #[ts(type = "number")]
    pub findings_total: u64,
    /// What was removed and what was kept, as the file says it.
    pub redaction: RedactionReport,
    /// What was kept, changed and left out of the conversation.
    pub report: Vec<ReportLine>,
    /// The project it names.
    pub project: Option<ProjectHint>,
    /// The name of the sender that it carries.
    pub sender: Option<String>,
    /// What the receiver should do.
    pub task: Option<String>,
    /// What the receiver should know.
    pub note: Option<String>,
    /// How many files it has beside the messages.
    #[ts(type = "number")]
    pub artifacts: u64,
    /// The envelope as the receiver will read it.
    #[ts(type = "unknown")]
    pub envelope: Option<serde_json::Value>,
    /// What is wrong or unusual in the envelope; nothing is sent while there is an error.
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

/// A [`SendingChoice`] with nothing left open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PreparedChoice {
    /// How much of the history: `full`, `summary`, `last:20` or `pointer`.
    pub history: String,
    /// Whether what tools printed is sent.
    pub tool_output: bool,
    /// Whether the model's readable reasoning is sent.
    pub reasoning: bool,
    /// Whether home folders, names and e-mail addresses are removed too.
    pub personal: bool,
}

/// One secret, however often it occurs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Finding {
    /// The id of the finding, which is always the same for the same secret of a conversation.
    pub id: String,
    /// The name of the rule that found it.
    pub rule: String,
    /// What it is, in words.
    pub what: String,
    /// How sure the rule is.
    pub confidence: FindingConfidence,
    /// The encoding it was found in; nothing for plain text.
    pub form: Option<FindingForm>,
    /// A sample that gives nothing away.
    pub sample: String,
    /// How often it was found.
    #[ts(type = "number")]
    pub count: u64,
    /// The first few places it was found in.
    pub places: Vec<FindingPlace>,
    pub decision: FindingDecision,
    /// The text that replaces it when it is removed.
    pub placeholder: String,
    /// Whether it may be kept at all; a private key may not.
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
    /// It looks like one, and so does the text around it.
    Likely,
    /// Nothing else looks like this.
    Certain,
}

/// The encoding that a secret was found in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingForm {
    Base64,
    /// With percent signs and hexadecimal digits, as in URLs.
    Percent,
    /// In the metadata of an image.
    ImageMetadata,
    /// With escapes inside a text, as in JSON within JSON.
    Escaped,
    /// With entities of a markup language, such as `&amp;`.
    Markup,
    /// With a terminal's colour codes in it.
    Terminal,
}

/// A place where a secret was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FindingPlace {
    /// The message's number in what is sent, from 1; nothing for what belongs to the whole file.
    #[ts(type = "number | null")]
    pub message: Option<u64>,
    /// The part of that message or file.
    pub spot: FindingSpot,
}

/// The parts of a file in which a secret can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FindingSpot {
    /// What the person or the model wrote.
    Text,
    Reasoning,
    /// The arguments of a call.
    ToolInput,
    /// What a tool printed.
    ToolOutput,
    /// A file's name or address.
    FileName,
    FileData,
    /// An id, a name or a time.
    Detail,
    /// Data that only the original agent reads.
    Native,
    Title,
    /// The folder, remote or branch of the project.
    Project,
    /// The task, the note and the rest of the envelope.
    Envelope,
}

/// A page of the findings in a prepared file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FindingPage {
    pub findings: Vec<Finding>,
    /// The `after` of the request for the next page; nothing when this is the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// A piece of the exact bytes that would be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PreparedText {
    pub text: String,
    /// Where the next piece begins; nothing when this is the last.
    #[ts(type = "number | null")]
    pub next: Option<u64>,
}

/// The answer to a request to forget a prepared file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Dropped {
    /// Whether there was such a file.
    pub was_there: bool,
}

/// The result of trying rules on a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TriedRules {
    /// What was found, in order.
    pub hits: Vec<RuleHit>,
    /// The text as it would be sent.
    pub text: String,
}

/// Something a rule found in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleHit {
    /// The name of the rule.
    pub rule: String,
    /// What it finds, in words.
    pub what: String,
    /// How sure it is.
    pub confidence: FindingConfidence,
    /// The offset of the first character, counted in UTF-16 units.
    #[ts(type = "number")]
    pub start: u64,
    /// The offset after the last character, counted in UTF-16 units.
    #[ts(type = "number")]
    pub end: u64,
}
