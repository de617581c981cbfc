//! The sender's side of one handoff to one person: events in, effects out, no IO.
//!
//! ```text
//!            noted                delivered
//! Queued ───────────▶ Offered ───────────────▶ Arrived ──imported, dismissed, chose …──▶ end
//!    │ refused, gone     │ cancel: asked of the receiver, who has the last word
//!    └──────▶ end        └──▶ end
//! ```
//!
//! As long as the receiver can't have it, the sender alone decides. From the first attempt to offer it
//! the receiver decides how it ends, and the sender learns that by what is said. What is heard twice, late or in
//! another order changes nothing that was known better; an end is never left.

use serde::{Deserialize, Serialize};

use crate::peer_message::Body;
use crate::task::{End, Receipt, TaskState};

/// How far a handoff is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Waits for the receiver.
    Queued,
    /// The receiver knows of it and pulls it.
    Offered,
    /// The receiver has it.
    Arrived,
}

/// What the sender knows of one handoff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    stage: Stage,
    /// An offer was on its way at least once, so the receiver may have it whatever we know.
    tried: bool,
    /// Up to which question it was asked, and answered.
    asked: u64,
    answered: u64,
    /// Why the two have to verify each other first.
    auth: Option<String>,
    /// It is to be taken back: `Some(true)` because its time is over.
    cancel: Option<bool>,
    /// The receiver had it before, so nothing is given again.
    #[serde(default)]
    brought_back: bool,
    /// What was heard, once each.
    heard: Vec<Receipt>,
    end: Option<End>,
}

/// What happens to the sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// An offer is about to leave. Must be kept before it does.
    Offering,
    /// The receiver could not be reached: this attempt offered nothing to anyone. Says whether an
    /// earlier one may have.
    NotReached {
        /// Whether one was on its way before this attempt.
        tried: bool,
    },
    /// The receiver noted it, now or before.
    Noted,
    /// The receiver refused it.
    Refused(String),
    /// What was to be sent is not there any more.
    Gone(String),
    /// The person takes it back.
    Withdraw,
    /// Its time is over.
    Expire,
    /// Nothing was heard for so long that nothing will be.
    GiveUp,
    /// One has to verify the other again, for this reason, or need not any more.
    Auth(Option<String>),
    /// The person answered everything that was asked, perhaps with another file.
    Answer {
        text: String,
        /// A file that takes the place of the one before.
        file: Option<crate::peer_message::FileRef>,
    },
    /// The receiver said something.
    Heard(Body),
}

/// What is to be done once the new state is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Tell the other side.
    Say(Body),
    /// Write it into the ledger.
    Record(Receipt, Option<String>),
    /// It is offered for the first time: the handoff itself goes into the ledger.
    RecordHandoff,
    /// Something that was not known before: tell the person.
    News(Receipt),
}

/// Why the person can't do that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    #[error("it has ended")]
    Ended,
    #[error("nothing was asked")]
    NothingAsked,
    /// The file is not here.
    #[error("it is not here yet")]
    NotHere,
    /// The sender has to be verified again.
    #[error("the sender has to be verified again")]
    NotVerified,
    /// It is being dismissed.
    #[error("it is being dismissed")]
    Dismissed,
    /// It was not imported.
    #[error("it was not imported")]
    NotImported,
    /// It was not dismissed.
    #[error("it was not dismissed")]
    NotDismissed,
}

impl Default for Sender {
    fn default() -> Self {
        Self {
            stage: Stage::Queued,
            tried: false,
            asked: 0,
            answered: 0,
            auth: None,
            cancel: None,
            brought_back: false,
            heard: Vec::new(),
            end: None,
        }
    }
}

impl Sender {
    /// Creates a handoff that the receiver already has, because they brought back what they had
    /// dismissed.
    pub fn arrived() -> Self {
        Self {
            stage: Stage::Arrived,
            tried: true,
            brought_back: true,
            heard: vec![Receipt::Delivered],
            ..Self::default()
        }
    }

    /// Returns the state in A2A.
    pub fn state(&self) -> TaskState {
        match (&self.end, &self.auth, self.stage) {
            (Some(end), ..) => end.state(),
            (None, Some(_), _) => TaskState::AuthRequired,
            (None, None, _) if self.asked > self.answered => TaskState::InputRequired,
            (None, None, Stage::Arrived) => TaskState::Working,
            (None, None, _) => TaskState::Submitted,
        }
    }

    /// Returns how it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Returns how far it has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns what the receiver did with it, as far as is known.
    pub fn heard(&self) -> &[Receipt] {
        &self.heard
    }

    /// Returns why one side has to verify the other, if so.
    pub fn auth(&self) -> Option<&str> {
        self.auth.as_deref()
    }

    /// Checks whether an offer was ever on its way.
    pub fn was_tried(&self) -> bool {
        self.tried
    }

    /// Checks whether it was ever to be taken back.
    pub fn was_cancelled(&self) -> bool {
        self.cancel.is_some()
    }

    /// Checks whether it is being taken back and the receiver has not yet said what came of it.
    pub fn is_withdrawing(&self) -> bool {
        self.end.is_none() && self.cancel.is_some()
    }

    /// Checks whether a question waits for an answer.
    pub fn is_asked(&self) -> bool {
        self.end.is_none() && self.asked > self.answered
    }

    /// Checks whether an offer should be made.
    pub fn wants_offer(&self) -> bool {
        self.end.is_none()
            && self.auth.is_none()
            && self.cancel.is_none()
            && self.stage == Stage::Queued
    }

    /// Checks whether the receiver may still pull it.
    pub fn wants_give(&self) -> bool {
        self.end.is_none() && self.cancel.is_none() && self.tried && !self.brought_back
    }

    /// Takes in what happened.
    ///
    /// # Errors
    /// When the person can't do that now; nothing changes then.
    pub fn on(&mut self, event: Event) -> Result<Vec<Effect>, NotNow> {
        let mut effects = Vec::new();
        match event {
            Event::Offering => self.tried = true,
            Event::Noted => self.noted(&mut effects),
            Event::NotReached { tried } => {
                if self.stage == Stage::Queued && self.cancel.is_none() {
                    self.tried = tried;
                }
            }
            Event::Refused(why) | Event::Gone(why) => {
                let end = match self.cancel {
                    // Our word was there before the offer.
                    Some(expired) => End::Withdrawn { expired },
                    None => End::Failed { why },
                };
                self.finish(end, &mut effects);
            }
            Event::GiveUp => {
                if self.stage < Stage::Arrived {
                    let expired = self.cancel.unwrap_or(true);
                    self.finish(End::Withdrawn { expired }, &mut effects);
                }
            }
            Event::Withdraw => {
                if self.end.is_some() {
                    return Err(NotNow::Ended);
                }
                self.take_back(false, &mut effects);
            }
            // What arrived does not grow old.
            Event::Expire if self.stage < Stage::Arrived => self.take_back(true, &mut effects),
            Event::Expire => {}
            Event::Auth(why) => {
                let news = self.end.is_none() && self.auth.is_none() && why.is_some();
                self.auth = why;
                if news {
                    effects.push(Effect::News(Receipt::AuthRequired));
                }
            }
            Event::Answer { text, file } => {
                if self.end.is_some() {
                    return Err(NotNow::Ended);
                }
                if self.asked <= self.answered {
                    return Err(NotNow::NothingAsked);
                }
                self.answered = self.asked;
                self.brought_back &= file.is_none();
                let question = self.asked;
                effects.push(Effect::Say(Body::Answered {
                    question,
                    text,
                    file,
                }));
                effects.push(Effect::Record(Receipt::Answered, None));
            }
            Event::Heard(said) => self.hear(said, &mut effects),
        }
        Ok(effects)
    }

    fn noted(&mut self, effects: &mut Vec<Effect>) {
        if self.end.is_none() && self.stage == Stage::Queued {
            self.stage = Stage::Offered;
            effects.push(Effect::RecordHandoff);
            effects.push(Effect::News(Receipt::Offered));
        }
    }

    fn take_back(&mut self, expired: bool, effects: &mut Vec<Effect>) {
        if self.end.is_some() || self.cancel.is_some() {
            return;
        }
        self.cancel = Some(expired);
        if self.tried {
            // They may have it: they say what comes of it.
            effects.push(Effect::Say(Body::Cancel { expired }));
        } else {
            self.finish(End::Withdrawn { expired }, effects);
        }
    }

    fn hear(&mut self, said: Body, effects: &mut Vec<Effect>) {
        // Whoever says anything about it knows of it, except that it never came.
        if !matches!(said, Body::Withdrawn { .. }) {
            self.noted(effects);
        }
        match said {
            Body::Delivered => self.arrive(effects),
            Body::Opened => self.note(Receipt::Opened, effects),
            Body::Downloaded => self.note(Receipt::Downloaded, effects),
            Body::Imported { .. } => {
                self.note(Receipt::Imported, effects);
                self.finish(End::Imported, effects);
            }
            Body::ImportUndone => self.note(Receipt::ImportUndone, effects),
            Body::Dismissed { reason } => {
                self.note(Receipt::Dismissed, effects);
                self.finish(End::Dismissed { reason }, effects);
            }
            Body::Failed { why } => self.finish(End::Failed { why }, effects),
            Body::Withdrawn { expired } => {
                let end = match self.cancel {
                    Some(_) => End::Withdrawn { expired },
                    // It was not us who took it back.
                    None => End::Failed {
                        why: "they gave it up".to_owned(),
                    },
                };
                self.finish(end, effects);
            }
            Body::Asked { question, .. } => {
                self.arrive(effects);
                if question > self.asked {
                    self.asked = question;
                    effects.push(Effect::News(Receipt::InputRequired));
                }
            }
            Body::Chose { .. } => {
                self.note(Receipt::Answered, effects);
                self.finish(End::Decided, effects);
            }
            Body::Reopened { .. } => self.arrive(effects),
            // Only senders say these.
            Body::Answered { .. } | Body::Cancel { .. } => {}
        }
    }

    fn arrive(&mut self, effects: &mut Vec<Effect>) {
        self.note(Receipt::Delivered, effects);
        self.stage = Stage::Arrived;
        if self.cancel == Some(true) {
            // It arrived in time after all.
            self.cancel = None;
        }
    }

    /// Records something the receiver did, and reports it the first time.
    fn note(&mut self, receipt: Receipt, effects: &mut Vec<Effect>) {
        if receipt != Receipt::Delivered && receipt != Receipt::Dismissed {
            // All of these need the file.
            if !self.heard.contains(&Receipt::Delivered) {
                self.heard.push(Receipt::Delivered);
            }
            self.stage = Stage::Arrived;
        }
        // Imported again after that was undone, or the other way round.
        let other = match receipt {
            Receipt::Imported => Some(Receipt::ImportUndone),
            Receipt::ImportUndone => Some(Receipt::Imported),
            _ => None,
        };
        self.heard.retain(|heard| Some(*heard) != other);
        if !self.heard.contains(&receipt) {
            self.heard.push(receipt);
            effects.push(Effect::News(receipt));
        }
    }

    /// Ends the handoff, unless it has ended already: the first end stays.
    fn finish(&mut self, end: End, effects: &mut Vec<Effect>) {
        if self.end.is_some() {
            return;
        }
        match &end {
            End::Withdrawn { .. } => {
                if self.stage > Stage::Queued {
                    effects.push(Effect::Record(Receipt::Withdrawn, None));
                }
                effects.push(Effect::News(Receipt::Withdrawn));
            }
            End::Failed { why } => {
                if self.stage > Stage::Queued {
                    effects.push(Effect::Record(Receipt::Failed, Some(why.clone())));
                }
                effects.push(Effect::News(Receipt::Failed));
            }
            // The receiver writes what they did.
            End::Imported | End::Decided | End::Dismissed { .. } => {}
        }
        self.end = Some(end);
    }
}
