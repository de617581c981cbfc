//! Finds secrets in a conversation, and makes the only kind of conversation that may leave.
//!
//! Responsible for: what looks like a secret and where ([`Finder`]), what the person decided about
//! each, putting placeholders in their place, and [`Cleared`]: a conversation that went through
//! all of it. Not responsible for: how much of the history goes along
//! (`segue_conversation::history`), or who it is sent to. No files, no clock, no network.
//!
//! ```text
//! messages ──Search──▶ Findings ──Decisions──▶ Clearing ──Outgoing──▶ a file, and its Cleared
//! ```
//!
//! Whatever sends or exports takes a [`Cleared`], and nobody else can make one:
//!
//! ```compile_fail
//! fn export(_: &segue_redact::Cleared) {}
//! // error[E0423]: its fields are private, and there is no function for it.
//! export(&segue_redact::Cleared { bytes: 0 });
//! ```
//!
//! ```compile_fail
//! fn export(_: &segue_redact::Cleared) {}
//! // error[E0308]: what was only written is not cleared.
//! export(&segue_conversation::file::Writer::new(Vec::new(), "a conversation"));
//! ```
//!
//! ```
//! use segue_conversation::{Head, Message, Role};
//! use segue_redact::{Clearing, Decisions, Finder, Outgoing, Search};
//!
//! let mut message = Message::text("1", Role::User, "DB_PASSWORD=correct-horse-77");
//! let finder = Finder::default();
//! let mut search = Search::new(&finder, &[7; 32]);
//! search.message(&mut message);
//! let findings = search.finish();
//! let clearing = Clearing::new(&finder, &findings, &Decisions::new()).unwrap();
//! let mut file = Vec::new();
//! let mut out = Outgoing::new(&mut file, "a conversation", clearing);
//! out.message(message).unwrap();
//! let cleared = out.finish(Head::default(), None).unwrap();
//! assert_eq!(cleared.redaction().redacted[0].rule, "password");
//! assert!(!String::from_utf8(file).unwrap().contains("correct-horse"));
//! ```

mod clean;
mod clear;
mod cleared;
mod clues;
mod custom;
mod decided;
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
