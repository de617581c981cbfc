//! Finds secrets in a conversation, and makes the only kind of conversation that may leave.
//!
//! Responsible for: what looks like a secret and where ([`Finder`]), what the person decided about
//! each, putting placeholders in their place, and [`Cleared`]: a conversation that went through
//! all of it. Not responsible for: how much of the history goes along
//! (`segue_conversation::history`), or who it is sent to. No files, no clock, no network.

mod clean;
mod clear;
mod cleared;
mod clues;
mod custom;
mod decision;
mod encoded;
mod entropy;
mod files;
mod find;
mod finding;
mod findings;
mod known;
mod literals;
mod personal;
mod rows;
mod rules;
mod search;
mod shape;
mod spelled;

pub use clear::Clearing;
pub use cleared::{Cleared, Count, Outgoing, Redaction};
pub use custom::{Custom, CustomRule, RuleError};
pub use decision::{Decision, DecisionError, Decisions};
pub use find::Finder;
pub use finding::{Confidence, Form, Hit, Secret};
pub use findings::{Finding, Findings, Place};
pub use personal::Facts;
pub use rules::what;
pub use search::Search;
