//! The receiver's side of one handoff: events in, effects out, no IO. How a handoff ends is decided here.
//!
//! ```text
//!          arrived              open, download                import, choose
//! Coming ───────────▶ Here ───────────────────▶ Here ──────────────────────────▶ end
//!    │ failed           │ dismiss ─▶ 10 s to think again ─▶ end
//!    └─▶ end            │ ask ─▶ input required ─▶ answered ─▶ Here (or Coming, with another file)
//!                       └ cancel ─▶ end
//! ```
//!
//! Every word of ours is said once, by the transition it belongs to; that it gets there is the business of whoever
//! keeps it. A cancel for what ended already is answered with that end.

use serde::{Deserialize, Serialize};

use crate::peer_message::{Body, FileRef};
use crate::sender::NotNow;
use crate::task::{End, Receipt, TaskState};

/// How long a dismissal can be taken back before the sender hears of it, in milliseconds.
pub const UNDO: i64 = 10_000;

/// What the receiver knows of one handoff.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receiver {
    /// Whether the file is here.
    here: bool,
    /// Whether the sender heard that something was.
    delivered: bool,
    opened: bool,
    downloaded: bool,
    /// The platform a session was made on, as long as it was not taken back.
    imported: Option<String>,
    /// Up to which question we asked, and have an answer.
    asked: u64,
    answered: u64,
    dismissing: Option<Dismissing>,
    /// Why the sender has to be verified again.
    auth: Option<String>,
    end: Option<End>,
}

/// A dismissal that can still be taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Dismissing {
    until: i64,
    reason: Option<String>,
}

/// What happens to the receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The file is here, every byte checked.
    Arrived,
    /// Another file took the place of the one before: it has not been looked at.
    Replaced,
    /// The file will not come.
    Lost(String),
    /// The person looks at it.
    Open,
    /// The person wrote it into a file.
    Downloaded,
    /// The person made a session of it.
    Imported { platform: String },
    /// The person took that session back.
    ImportUndone,
    /// The person does not want it.
    Dismiss {
        reason: Option<String>,
        /// In milliseconds since 1970.
        now: i64,
    },
    /// The person wants it after all.
    Restore,
    /// Time went on; the value is in milliseconds since 1970.
    Tick(i64),
    /// The person asks something.
    Ask(String),
    /// The person chose a way out of what blocks it.
    Choose {
        /// Which, in the words of the envelope.
        option: Option<String>,
        /// Anything to add to the choice.
        text: Option<String>,
    },
    /// The sender has to be verified again, for this reason, or need not any more.
    Auth(Option<String>),
    /// The sender said something.
    Heard(Body),
}

/// What is to be done once the new state is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Tell the other side.
    Say(Body),
    /// Write it into the ledger.
    Record(Receipt, Option<String>),
    /// Pull another file that takes the place of the one before, which stays until it is here.
    Pull(FileRef),
    /// Something the person should hear of.
    News(Receipt),
}

impl Receiver {
    /// Creates a handoff that is brought back after it was dismissed, with the effects that begin
    /// it.
    pub fn reopened(was: uuid::Uuid) -> (Self, Vec<Effect>) {
        let receiver = Self {
            here: true,
            delivered: true,
            opened: true,
            ..Self::default()
        };
        let effects = vec![
            Effect::Say(Body::Reopened { was }),
            Effect::Record(Receipt::Reopened, None),
        ];
        (receiver, effects)
    }

    /// Creates a handoff whose sender took it back before it was ever offered here, so an offer
    /// that comes late is not accepted.
    pub fn never_came(expired: bool) -> Self {
        Self {
            end: Some(End::Withdrawn { expired }),
            ..Self::default()
        }
    }

    /// Returns the state in A2A. A dismissal that can still be taken back does not count yet.
    pub fn state(&self) -> TaskState {
        match &self.end {
            Some(end) => end.state(),
            None if self.auth.is_some() => TaskState::AuthRequired,
            None if self.asked > self.answered => TaskState::InputRequired,
            None if self.here => TaskState::Working,
            None => TaskState::Submitted,
        }
    }

    /// Returns how it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Checks whether the file is here.
    pub fn is_here(&self) -> bool {
        self.here
    }

    /// Checks whether it was looked at.
    pub fn is_opened(&self) -> bool {
        self.opened
    }

    /// Checks whether it was saved to a file.
    pub fn is_downloaded(&self) -> bool {
        self.downloaded
    }

    /// Returns the platform a session was made on.
    pub fn imported(&self) -> Option<&str> {
        self.imported.as_deref()
    }

    /// Returns why the sender has to be verified again, if so.
    pub fn auth(&self) -> Option<&str> {
        self.auth.as_deref()
    }

    /// Returns until when a dismissal can be taken back without anyone hearing of it, in
    /// milliseconds since 1970.
    pub fn dismissing(&self) -> Option<i64> {
        self.dismissing.as_ref().map(|dismissing| dismissing.until)
    }

    /// Checks whether the file should be pulled.
    pub fn wants_file(&self) -> bool {
        self.end.is_none() && !self.here && self.auth.is_none() && self.dismissing.is_none()
    }

    /// Checks whether it may be used: it is here, and its sender verified.
    ///
    /// # Errors
    /// Why not.
    pub fn may_use(&self) -> Result<(), NotNow> {
        match &self.end {
            None | Some(End::Imported | End::Decided) => {}
            Some(_) => return Err(NotNow::Ended),
        }
        if self.end.is_none() && self.auth.is_some() {
            return Err(NotNow::NotVerified);
        }
        if self.here {
            Ok(())
        } else {
            Err(NotNow::NotHere)
        }
    }

    /// Takes in what happened.
    ///
    /// # Errors
    /// When the person can't do that now; nothing changes then.
    pub fn on(&mut self, event: Event) -> Result<Vec<Effect>, NotNow> {
        let mut effects = Vec::new();
        match event {
            Event::Arrived => self.arrived(&mut effects),
            Event::Replaced => {
                if self.end.is_none() && self.here {
                    self.opened = false;
                    effects.push(Effect::News(Receipt::Delivered));
                }
            }
            Event::Lost(why) => self.lost(why, &mut effects),
            Event::Open => {
                self.may_use()?;
                if !std::mem::replace(&mut self.opened, true) {
                    tell(Body::Opened, Receipt::Opened, None, &mut effects);
                }
            }
            Event::Downloaded => {
                self.may_use()?;
                if !std::mem::replace(&mut self.downloaded, true) {
                    tell(Body::Downloaded, Receipt::Downloaded, None, &mut effects);
                }
            }
            Event::Imported { platform } => self.import(platform, &mut effects)?,
            Event::ImportUndone => {
                self.imported.take().ok_or(NotNow::NotImported)?;
                tell(
                    Body::ImportUndone,
                    Receipt::ImportUndone,
                    None,
                    &mut effects,
                );
            }
            Event::Dismiss { reason, now } => {
                if self.end.is_some() {
                    return Err(NotNow::Ended);
                }
                if self.dismissing.is_none() {
                    let until = now.saturating_add(UNDO);
                    self.dismissing = Some(Dismissing { until, reason });
                }
            }
            Event::Restore => {
                self.dismissing.take().ok_or(NotNow::NotDismissed)?;
            }
            Event::Tick(now) => self.tick(now, &mut effects),
            Event::Ask(text) => {
                self.open_task()?;
                self.may_use()?;
                self.asked += 1;
                let question = self.asked;
                let asked = Body::Asked { question, text };
                tell(asked, Receipt::InputRequired, None, &mut effects);
            }
            Event::Choose { option, text } => {
                self.open_task()?;
                self.may_use()?;
                self.end = Some(End::Decided);
                let chose = Body::Chose { option, text };
                tell(chose, Receipt::Answered, None, &mut effects);
            }
            Event::Auth(why) => {
                let news = self.end.is_none() && self.auth.is_none() && why.is_some();
                self.auth = why;
                if news {
                    effects.push(Effect::News(Receipt::AuthRequired));
                }
            }
            Event::Heard(said) => self.hear(said, &mut effects),
        }
        Ok(effects)
    }

    /// Checks that it has not ended and is not being dismissed.
    fn open_task(&self) -> Result<(), NotNow> {
        match (&self.end, &self.dismissing) {
            (Some(_), _) => Err(NotNow::Ended),
            (None, Some(_)) => Err(NotNow::Dismissed),
            (None, None) => Ok(()),
        }
    }

    fn arrived(&mut self, effects: &mut Vec<Effect>) {
        if self.end.is_some() || std::mem::replace(&mut self.here, true) {
            return;
        }
        if !std::mem::replace(&mut self.delivered, true) {
            tell(Body::Delivered, Receipt::Delivered, None, effects);
        }
        effects.push(Effect::News(Receipt::Delivered));
    }

    fn lost(&mut self, why: String, effects: &mut Vec<Effect>) {
        if self.end.is_some() || self.here {
            return;
        }
        self.dismissing = None;
        let failed = Body::Failed { why: why.clone() };
        tell(failed, Receipt::Failed, Some(why.clone()), effects);
        effects.push(Effect::News(Receipt::Failed));
        self.end = Some(End::Failed { why });
    }

    fn import(&mut self, platform: String, effects: &mut Vec<Effect>) -> Result<(), NotNow> {
        self.may_use()?;
        self.dismissing = None;
        if self.imported.is_some() {
            return Ok(());
        }
        self.imported = Some(platform.clone());
        if self.end.is_none() {
            self.end = Some(End::Imported);
        }
        let reason = Some(platform.clone());
        tell(
            Body::Imported { platform },
            Receipt::Imported,
            reason,
            effects,
        );
        Ok(())
    }

    fn tick(&mut self, now: i64, effects: &mut Vec<Effect>) {
        let due = |dismissing: &mut Dismissing| now >= dismissing.until;
        if self.end.is_some() {
            return;
        }
        if let Some(Dismissing { reason, .. }) = self.dismissing.take_if(due) {
            let said = Body::Dismissed {
                reason: reason.clone(),
            };
            tell(said, Receipt::Dismissed, reason.clone(), effects);
            self.end = Some(End::Dismissed { reason });
        }
    }

    fn hear(&mut self, said: Body, effects: &mut Vec<Effect>) {
        match said {
            Body::Answered { question, file, .. } => {
                // Nobody answers what was not asked.
                if self.end.is_some() || question > self.asked || question <= self.answered {
                    return;
                }
                self.answered = question;
                effects.push(Effect::News(Receipt::Answered));
                if let Some(file) = file {
                    effects.push(Effect::Pull(file));
                }
            }
            Body::Cancel { expired } => self.cancel(expired, effects),
            // Only receivers say the rest.
            _ => {}
        }
    }

    /// Takes the handoff back for the sender. One that already ended stays as it is, and the sender
    /// is told that again.
    fn cancel(&mut self, expired: bool, effects: &mut Vec<Effect>) {
        match &self.end {
            // What arrived does not grow old; they just did not hear that it did.
            None if expired && self.delivered => effects.push(Effect::Say(Body::Delivered)),
            None => {
                self.dismissing = None;
                self.end = Some(End::Withdrawn { expired });
                effects.push(Effect::Say(Body::Withdrawn { expired }));
                effects.push(Effect::News(Receipt::Withdrawn));
            }
            Some(end) => effects.push(Effect::Say(self.last_word(end))),
        }
    }

    /// Returns the message that tells the sender how it ended.
    fn last_word(&self, end: &End) -> Body {
        match end.clone() {
            End::Imported => Body::Imported {
                platform: self.imported.clone().unwrap_or_default(),
            },
            End::Decided => Body::Chose {
                option: None,
                text: None,
            },
            End::Dismissed { reason } => Body::Dismissed { reason },
            End::Withdrawn { expired } => Body::Withdrawn { expired },
            End::Failed { why } => Body::Failed { why },
        }
    }
}

fn tell(said: Body, receipt: Receipt, reason: Option<String>, effects: &mut Vec<Effect>) {
    effects.push(Effect::Say(said));
    effects.push(Effect::Record(receipt, reason));
}
