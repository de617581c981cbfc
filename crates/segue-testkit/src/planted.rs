//! Sessions with secrets planted in them, and with as much that only looks like secrets: for
//! measuring whoever looks for secrets. The same seed gives the same sessions.
//!
//! Every kind of secret is made from the shape that its vendor documents; none was ever valid. A
//! line holds one secret, or one thing that looks like one, or neither. A third of the kinds is
//! kept back: whoever writes a finder does not read the files `held_out*.rs`.
//!
//! ```text
//! kinds ── sample ─┐
//!                  ├─ forms: where it fits ── hiding ── sessions ─┬─ lines of JSON
//! near ─── sample ─┘                                              └─ truth: what stands where
//! ```

mod cloud;
mod commands;
mod config;
mod connections;
mod dress;
mod encode;
mod forms;
mod held_out;
mod held_out_files;
mod held_out_near;
mod held_out_tokens;
mod hiding;
mod hosting;
mod images;
mod keys;
pub mod kinds;
mod letters;
mod mark;
mod material;
pub mod near;
mod near_encoded;
mod near_files;
mod near_ids;
mod near_sums;
mod near_words;
mod operations;
mod plan;
mod records;
mod saying;
mod services;
mod sessions;
mod talk;
#[cfg(test)]
mod tests;
mod truth;
mod web;

use std::path::Path;

pub use forms::Form;
pub use truth::{NearMiss, Secret};

/// What sort of thing a secret is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// Keys of cloud providers.
    Cloud,
    /// Tokens of places that keep code and packages.
    Hosting,
    /// Keys of language models.
    Models,
    /// Tokens of services for talking, paying, mailing, planning.
    Services,
    /// Tokens of what runs and watches services.
    Operations,
    Keys,
    /// Cookies, headers, addresses with a password.
    Web,
    /// Addresses of databases and queues.
    Connections,
    /// Passwords in files.
    Config,
    /// Passwords in commands.
    Commands,
    /// What the tests of another scanner expect to be found.
    Foreign,
}

/// Which kinds are planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Those that everybody may look at.
    Open,
    /// Those that are kept back.
    HeldOut,
    All,
}

impl Part {
    fn has(self, held_out: bool) -> bool {
        match self {
            Self::Open => !held_out,
            Self::HeldOut => held_out,
            Self::All => true,
        }
    }
}

/// One session with planted lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id; its file is called so, with `.jsonl` after it.
    pub name: String,
    /// Its lines, each an object of JSON.
    pub lines: Vec<String>,
}

/// Sessions, and the truth about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    pub sessions: Vec<Session>,
    /// Every secret in them.
    pub secrets: Vec<Secret>,
    /// All that only looks like one.
    pub near_misses: Vec<NearMiss>,
}

impl Corpus {
    /// Generates the sessions of a seed.
    pub fn new(seed: u64, part: Part) -> Self {
        plan::corpus(seed, part)
    }

    /// Builds a session whose tool outputs are these texts, each said to be a secret or not, for
    /// what others test themselves with. What exactly is the secret in them is not known.
    pub fn of_texts(kind: &'static str, texts: &[(String, bool)]) -> Self {
        plan::of_texts(kind, texts)
    }

    /// Writes each session into a folder, as `<name>.jsonl`.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for session in &self.sessions {
            let text = session.lines.join("\n") + "\n";
            std::fs::write(folder.join(format!("{}.jsonl", session.name)), text)?;
        }
        Ok(())
    }
}
