//! Nearby pairing: commit, nonce, reveal, then each person's word. Pure: it is handed messages and
//! says what to do.
//!
//! ```text
//!  asker                                   asked
//!  commit = H(nA ‖ A ‖ B) ───────────────▶
//!                         ◀─────────────── nB       chosen before anything of nA is known
//!  nA ───────────────────────────────────▶          checked against the commitment
//!            both show the same code, H(A ‖ nA ‖ B ‖ nB)
//!  match / differ ◀──────────────────────▶ match / differ
//!            paired when both said match
//! ```
//!
//! Whoever stands in between needs a key of their own, so the two codes differ; and since each side
//! is bound before it sees the other's nonce, a matching code can't be searched for.

use serde::{Deserialize, Serialize};

use super::Code;
use crate::device::DeviceId;

/// One message of a ceremony.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The asker is bound to a nonce.
    Commit([u8; 32]),
    /// The asked one's nonce.
    Nonce([u8; 32]),
    /// The asker's nonce.
    Reveal([u8; 32]),
    /// This side's person says that the codes match.
    Match,
    /// This side's person says that they differ.
    Differ,
    /// This side does not go on: refused, ignored, given up or out of time.
    Leave,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Send(Message),
    /// Show this to the person.
    Show(Code),
    /// The other side's person said that the codes match.
    TheyMatch,
    End(Ended),
}

/// How a ceremony ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Both said that the codes match.
    Paired,
    /// One of the two said that they differ: someone may intercept the connection.
    Differ,
    /// The other side left.
    Left,
    /// The other side broke the rules.
    Broken,
}

/// One attempt of two devices to pair.
#[derive(Debug)]
pub struct Ceremony {
    me: DeviceId,
    them: DeviceId,
    asker: bool,
    nonce: [u8; 32],
    commit: Option<[u8; 32]>,
    code: Option<Code>,
    we_match: bool,
    they_match: bool,
    over: bool,
}

impl Ceremony {
    /// Begins a ceremony as the one who asks. The first step is to send the commitment.
    pub fn ask(me: DeviceId, them: DeviceId, nonce: [u8; 32]) -> (Self, Step) {
        let commit = commitment(&nonce, &me, &them);
        let ceremony = Self::new(me, them, nonce, true);
        (ceremony, Step::Send(Message::Commit(commit)))
    }

    /// Begins a ceremony as the one who is asked, and who waits for the commitment.
    pub fn answer(me: DeviceId, them: DeviceId, nonce: [u8; 32]) -> Self {
        Self::new(me, them, nonce, false)
    }

    fn new(me: DeviceId, them: DeviceId, nonce: [u8; 32], asker: bool) -> Self {
        Self {
            me,
            them,
            asker,
            nonce,
            commit: None,
            code: None,
            we_match: false,
            they_match: false,
            over: false,
        }
    }

    /// Returns the code that both screens show, once it is known.
    pub fn code(&self) -> Option<Code> {
        self.code
    }

    /// Handles a message from the other side and returns what to do. One that is out of turn ends
    /// the ceremony.
    pub fn on(&mut self, message: Message) -> Vec<Step> {
        if self.over {
            return Vec::new();
        }
        match message {
            Message::Commit(commit) if !self.asker && self.commit.is_none() => {
                self.commit = Some(commit);
                vec![Step::Send(Message::Nonce(self.nonce))]
            }
            Message::Nonce(theirs) if self.asker && self.code.is_none() => {
                let code = Code::of((&self.me, &self.nonce), (&self.them, &theirs));
                self.code = Some(code);
                vec![Step::Send(Message::Reveal(self.nonce)), Step::Show(code)]
            }
            Message::Reveal(theirs) if !self.asker && self.code.is_none() => {
                if self.commit != Some(commitment(&theirs, &self.them, &self.me)) {
                    return self.end(Ended::Broken);
                }
                let code = Code::of((&self.them, &theirs), (&self.me, &self.nonce));
                self.code = Some(code);
                vec![Step::Show(code)]
            }
            Message::Match if self.code.is_some() && !self.they_match => {
                self.they_match = true;
                if self.we_match {
                    return self.end(Ended::Paired);
                }
                vec![Step::TheyMatch]
            }
            Message::Differ if self.code.is_some() => self.end(Ended::Differ),
            Message::Leave => self.end(Ended::Left),
            _ => self.end(Ended::Broken),
        }
    }

    /// Handles the decision of our person. Until both sides have said that the codes match, a yes
    /// can be taken back.
    pub fn decide(&mut self, matches: bool) -> Vec<Step> {
        if self.over || self.code.is_none() || (matches && self.we_match) {
            return Vec::new();
        }
        if !matches {
            let mut steps = vec![Step::Send(Message::Differ)];
            steps.extend(self.end(Ended::Differ));
            return steps;
        }
        self.we_match = true;
        let mut steps = vec![Step::Send(Message::Match)];
        if self.they_match {
            steps.extend(self.end(Ended::Paired));
        }
        steps
    }

    fn end(&mut self, how: Ended) -> Vec<Step> {
        self.over = true;
        vec![Step::End(how)]
    }
}

fn commitment(nonce: &[u8; 32], asker: &DeviceId, asked: &DeviceId) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("segue-sas-commit-v1");
    hasher.update(nonce);
    hasher.update(&asker.public());
    hasher.update(&asked.public());
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests;
