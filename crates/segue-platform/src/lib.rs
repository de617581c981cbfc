//! How each agent stores its conversations: one module per platform, all behind [`Platform`].
//!
//! Responsible for: finding installed agents and their sessions, listing them without parsing
//! whole files, reading one into the neutral form, writing one so that the agent lists and resumes
//! it, checking what was written, the command that resumes it, and taking it back. Not responsible
//! for: which sessions were seen before (the node's index), what a handoff means, or asking anyone.
//! It never looks up the home folder or the environment: [`AgentEnv`] are passed in.
//!
//! ```text
//!            find ──▶ Session ──glance / count──▶ Glance          (list)
//! Session ──open──▶ Reading ──next──▶ Message                     (read)
//! Message ──▶ Writing ──▶ Delivery (temporary names) ──commit──▶ Written + ImportReceipt   (write)
//! ImportReceipt ──undo──▶ exactly what was added is gone                (undo)
//!         └─settle──▶ whether an import that was cut off was done (after a crash)
//! ```
//!
//! Adding a platform is one folder and one line in [`PLATFORMS`].

pub mod claude;
pub mod codex;
pub mod delivery;
pub mod detect;
mod drafts;
pub mod essence;
pub mod gemini;
pub mod import;
pub mod lines;
mod once;
pub mod open;
pub mod opencode;
pub mod paths;
pub mod peek;
pub mod platform;
pub mod project;
pub mod settle;
pub mod surroundings;
#[cfg(test)]
mod trial;
pub mod undo;

pub use delivery::{Change, Delivery};
pub use import::{Closing, Outcome, Request as ImportRequest, Spoken};
pub use platform::{
    About, Detected, Glance, ImportReceipt, Limits, PLATFORMS, Platform, PlatformError, Reading,
    Resume, Session, State, Target, Writing, Written, by_id,
};
pub use surroundings::{AgentEnv, Os};

/// Returns when a file last changed, in milliseconds since 1970; 0 if unknown.
pub(crate) fn modified(about: &std::fs::Metadata) -> i64 {
    let since = about
        .modified()
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
