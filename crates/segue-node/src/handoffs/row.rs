//! One handoff, sent or received: its state, and what follows from it.

use segue_door::Direction;
use segue_handoff::receiver::Receiver;
use segue_handoff::sender::Sender;
use segue_handoff::{End, FileRef, Receipt, TaskState};
use segue_network::DeviceId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::OfferBody;

/// A handoff, sent or received.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct HandoffRow {
    pub(crate) id: Uuid,
    pub(crate) device: DeviceId,
    /// What the other person was called then.
    pub(crate) name: String,
    /// In milliseconds since 1970, like the two times after it.
    pub(crate) created: i64,
    pub(crate) changed: i64,
    pub(crate) expires: i64,
    pub(crate) facts: OfferBody,
    /// The file, 64 hex digits, and its size.
    pub(crate) hash: String,
    pub(crate) bytes: u64,
    pub(crate) machine: Machine,
    /// How often the next step failed since it was woken: kept beside the state.
    #[serde(skip)]
    pub(crate) attempts: u32,
    /// Why it waits, if it does.
    #[serde(default)]
    pub(crate) waits: Option<String>,
    /// The import that was made of it.
    #[serde(default)]
    pub(crate) import: Option<String>,
    #[serde(default)]
    pub(crate) travelled: Option<u64>,
    #[serde(default)]
    pub(crate) saved: Option<u64>,
    /// A file that is to replace the one before.
    #[serde(default)]
    pub(crate) replacement: Option<FileRef>,
    /// On the receiver's side, the state of what a pointer points to.
    #[serde(default)]
    pub(crate) full_copy: StoredCopy,
    /// Whether a standing order was followed already: that is done only once.
    #[serde(default)]
    pub(crate) auto_done: bool,
    /// The platform, and session, the file was made from: ours, on the sender's side.
    #[serde(default)]
    pub(crate) source: Option<(String, String)>,
    #[serde(default)]
    pub(crate) ended: Option<i64>,
}

/// The state of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Machine {
    Sent(Sender),
    Received(Receiver),
}

/// The state of what a pointer points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoredCopy {
    #[default]
    Available,
    Local,
    Expired,
}

/// What a row begins with.
pub(crate) struct NewHandoff {
    pub(crate) id: Uuid,
    pub(crate) device: DeviceId,
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) expires: i64,
    pub(crate) facts: OfferBody,
    pub(crate) hash: String,
    pub(crate) bytes: u64,
    pub(crate) machine: Machine,
}

impl HandoffRow {
    /// Creates a row to which nothing has happened yet.
    pub(crate) fn new(new: NewHandoff, now: i64) -> Self {
        Self {
            id: new.id,
            device: new.device,
            name: new.name,
            created: new.created,
            changed: now,
            expires: new.expires,
            facts: new.facts,
            hash: new.hash,
            bytes: new.bytes,
            machine: new.machine,
            attempts: 0,
            waits: None,
            import: None,
            travelled: None,
            saved: None,
            replacement: None,
            full_copy: StoredCopy::Available,
            auto_done: false,
            source: None,
            ended: None,
        }
    }

    pub(crate) fn direction(&self) -> Direction {
        match self.machine {
            Machine::Sent(_) => Direction::Sent,
            Machine::Received(_) => Direction::Received,
        }
    }

    pub(crate) fn state(&self) -> TaskState {
        match &self.machine {
            Machine::Sent(sender) => sender.state(),
            Machine::Received(receiver) => receiver.state(),
        }
    }

    pub(crate) fn end(&self) -> Option<&End> {
        match &self.machine {
            Machine::Sent(sender) => sender.end(),
            Machine::Received(receiver) => receiver.end(),
        }
    }

    pub(crate) fn sender(&self) -> Option<&Sender> {
        match &self.machine {
            Machine::Sent(sender) => Some(sender),
            Machine::Received(_) => None,
        }
    }

    pub(crate) fn receiver(&self) -> Option<&Receiver> {
        match &self.machine {
            Machine::Received(receiver) => Some(receiver),
            Machine::Sent(_) => None,
        }
    }

    /// Returns the hash of the file that should be pulled now.
    pub(crate) fn wanted(&self) -> Option<String> {
        let machine = self.receiver()?;
        if machine.wants_file() {
            return Some(self.hash.clone());
        }
        let more = machine.end().is_none() && machine.auth().is_none();
        let file = self.replacement.as_ref().filter(|_| more)?;
        Some(file.hash.clone())
    }

    /// Checks whether what a pointer points to can be pulled: until it expires, unless it was taken
    /// back.
    pub(crate) fn gives_on(&self, now: i64) -> bool {
        let given = match self.sender() {
            Some(sender) => match sender.end() {
                None => !sender.is_withdrawing(),
                Some(End::Imported | End::Decided) => true,
                Some(_) => false,
            },
            None => false,
        };
        given && self.facts.full_copy.is_some() && now < self.expires
    }

    /// Checks whether nothing can happen to it any more.
    pub(crate) fn is_over(&self, now: i64) -> bool {
        self.ended.is_some() && !self.gives_on(now)
    }

    /// Returns the next moment at which time alone changes something.
    pub(crate) fn next_moment(&self, now: i64) -> Option<i64> {
        let dismissing = self.receiver().and_then(Receiver::dismissing);
        let moments = [Some(self.expires), dismissing];
        moments.into_iter().flatten().filter(|at| *at > now).min()
    }

    /// Returns what others may pull because of it: hashes and sizes.
    pub(crate) fn gives(&self, now: i64) -> Vec<(&str, u64)> {
        let mut files = Vec::new();
        let Some(machine) = self.sender() else {
            return files;
        };
        if machine.wants_give() {
            files.push((self.hash.as_str(), self.bytes));
            files.extend(
                self.facts
                    .delta
                    .iter()
                    .map(|delta| (delta.hash.as_str(), delta.bytes)),
            );
        }
        if self.gives_on(now) {
            files.extend(
                self.facts
                    .full_copy
                    .iter()
                    .map(|full_copy| (full_copy.hash.as_str(), full_copy.bytes)),
            );
        }
        files
    }

    /// Checks whether it reached the other person, or still may.
    pub(super) fn was_handed_over(&self) -> bool {
        let Some(machine) = self.sender() else {
            return false;
        };
        self.ended.is_none()
            || machine.heard().iter().any(|receipt| {
                !matches!(
                    receipt,
                    Receipt::Queued
                        | Receipt::Offered
                        | Receipt::Withdrawn
                        | Receipt::Failed
                        | Receipt::AuthRequired
                )
            })
    }

    /// Returns the files this row needs, with their sizes.
    pub(super) fn files(&self) -> Vec<(&str, u64)> {
        let mut files = Vec::new();
        // What was taken back is not kept.
        let over = matches!(self.end(), Some(End::Withdrawn { .. } | End::Failed { .. }));
        if over && self.direction() == Direction::Received {
            return files;
        }
        let here = self.receiver().is_none_or(Receiver::is_here);
        if here {
            files.push((self.hash.as_str(), self.bytes));
        }
        if let Some(full_copy) = &self.facts.full_copy
            && (self.direction() == Direction::Sent || self.full_copy == StoredCopy::Local)
        {
            files.push((full_copy.hash.as_str(), full_copy.bytes));
        }
        if let Some(delta) = &self.facts.delta
            && self.direction() == Direction::Sent
            && self.end().is_none()
        {
            files.push((delta.hash.as_str(), delta.bytes));
        }
        files
    }
}
