//! HandoffMessage what is to be said, one after the other and until it is kept; and hearing what others say.

use segue_door::Failure;
use segue_handoff::sender::Sender;
use segue_handoff::task::back_off;
use segue_handoff::{Body, End, HandoffMessage, receiver, sender};
use segue_network::network::Answer;
use segue_network::peer_message::{
    PeerMessage, PeerMessageAnswer, PeerMessageDraft, PeerMessageError,
};
use segue_network::{DeviceId, Network};
use uuid::Uuid;

use super::super::state::State;
use super::super::{Background, Finished};
use super::changes::stamp;
use super::mailbox::Job;
use crate::handoffs::{HandoffRow, Kept, Machine, Written};

/// How many messages are sent in one go.
const AT_ONCE: usize = 50;
/// How many handoffs one person may bring back.
const REOPENED: usize = 100;

/// The outcome of a round of sending.
enum Round {
    All,
    Later(u64),
    Failed(PeerMessageError),
}

impl State {
    /// Sends the messages that wait to those who may receive them now.
    pub(super) fn say_messages(
        &mut self,
        background: &mut Background,
        network: &Network,
        now: i64,
    ) {
        // An import under way comes first: what it has to say is said with the rest.
        let importing = self.mailbox.count(|job| matches!(job, Job::Import(_))) > 0;
        if importing || !self.mailbox.unsaid {
            return;
        }
        let Ok(devices) = self.mailbox.messages.waiting_for() else {
            return;
        };
        if devices.is_empty() {
            self.mailbox.unsaid = false;
        }
        for device in devices {
            let paused = self.mailbox.pauses.get(&device);
            if paused.is_some_and(|(_, at)| *at > now) || !self.contacts.is_verified(&device) {
                continue;
            }
            let (Ok(key), Ok(waiting)) = (
                self.identity.key.clone(),
                self.mailbox.messages.untold(device),
            ) else {
                continue;
            };
            let Some(held) = self.mailbox.hold(Job::PeerMessages(device)) else {
                continue;
            };
            let (network, messages) = (network.clone(), self.mailbox.messages.clone());
            let clock = self.clock.clone();
            background.spawn(async move {
                let mut told = Vec::new();
                let mut ended = Round::All;
                for message in waiting.into_iter().take(AT_ONCE) {
                    match say(&network, &key, device, &message).await {
                        Ok(PeerMessageAnswer::Kept) => {}
                        Ok(PeerMessageAnswer::Refused(why)) => {
                            tracing::warn!(%why, ?device, "a message was refused");
                        }
                        // It would never fit; the others must not wait for it.
                        Err(PeerMessageError::TooLong) => {
                            tracing::error!(id = %message.id, "a message is too long to be said");
                        }
                        Ok(PeerMessageAnswer::Later(seconds)) => {
                            ended = Round::Later(seconds);
                            break;
                        }
                        Err(error) => {
                            ended = Round::Failed(error);
                            break;
                        }
                    }
                    if let Err(failure) = messages.told(message.id, clock.now().as_millisecond()) {
                        tracing::error!(%failure, "that a word was told could not be kept");
                        ended = Round::Later(30);
                        break;
                    }
                    told.push(message.saying.handoff);
                }
                Some(Finished::then(move |state: &mut State| {
                    drop(held);
                    state.messages_delivered(device, told, ended);
                }))
            });
        }
    }

    fn messages_delivered(&mut self, device: DeviceId, told: Vec<Uuid>, ended: Round) {
        let tries = self
            .mailbox
            .pauses
            .get(&device)
            .map_or(0, |(tries, _)| *tries);
        let wait = match ended {
            Round::All => None,
            Round::Later(seconds) => Some(seconds.saturating_mul(1000)),
            Round::Failed(error) => {
                tracing::debug!(%error, ?device, "nothing could be said");
                Some(back_off(tries + 1))
            }
        };
        match wait {
            None => self.mailbox.pauses.remove(&device),
            Some(wait) => {
                let at = self
                    .now()
                    .saturating_add(i64::try_from(wait).unwrap_or(i64::MAX));
                self.mailbox.pauses.insert(device, (tries + 1, at))
            }
        };
        for id in told {
            if let Ok(Some(row)) = self.mailbox.row(id) {
                self.tell_handoff(&row);
            }
        }
    }

    /// Answers what someone verified says about a handoff.
    pub(in super::super) fn peer_message_heard(
        &mut self,
        message: &PeerMessage,
        answer: Answer<PeerMessageAnswer>,
    ) {
        let decided = match self.hear(message) {
            Ok(decided) => decided,
            Err(failure) => {
                tracing::error!(%failure, "a message could not be kept");
                PeerMessageAnswer::Later(30)
            }
        };
        tracing::debug!(from = ?message.from, id = %message.id, ?decided, "a message");
        answer.give(decided);
    }

    fn hear(&mut self, message: &PeerMessage) -> Result<PeerMessageAnswer, Failure> {
        let refused = |why: &str| Ok(PeerMessageAnswer::Refused(why.to_owned()));
        // They may have been blocked since it came.
        if !self.contacts.is_verified(&message.from) {
            return Ok(PeerMessageAnswer::Later(60));
        }
        if self.mailbox.rows.heard_before(message.id)? {
            return Ok(PeerMessageAnswer::Kept);
        }
        let saying = match HandoffMessage::parse(&message.body) {
            Ok(saying) => saying,
            Err(why) => return refused(&why.to_string()),
        };
        let Some(row) = self.mailbox.row(saying.handoff)? else {
            return self.hear_new(message, saying);
        };
        if row.device != message.from {
            tracing::warn!(from = ?message.from, id = %row.id, "a message about somebody else's handoff");
            return refused("this handoff is somebody else's");
        }
        if self.mailbox.messages.count(row.id)? >= crate::handoffs::MAX_MESSAGES {
            return refused("too much was said about it");
        }
        if self.mailbox.is_busy(&Job::Import(row.id)) {
            // What comes of the import decides what this means.
            return Ok(PeerMessageAnswer::Later(3));
        }
        let heard = Some((message.id, saying.clone()));
        match (&row.machine, saying.said.is_receivers()) {
            (Machine::Sent(_), true) => {
                self.sent_on(row, sender::Event::Heard(saying.said), heard)?;
            }
            (Machine::Received(_), false) => {
                self.received_on(row, receiver::Event::Heard(saying.said), heard)?;
            }
            _ => return refused("only the other side says that"),
        }
        Ok(PeerMessageAnswer::Kept)
    }

    /// Answers a message about a handoff that is not here.
    fn hear_new(
        &mut self,
        message: &PeerMessage,
        saying: HandoffMessage,
    ) -> Result<PeerMessageAnswer, Failure> {
        match saying.said {
            Body::Cancel { expired } => {
                let (_, _, all) = self.mailbox.rows.held_for(&message.from)?;
                if saying.handoff.get_version_num() != 4 || all >= super::incoming::ALL {
                    return Ok(PeerMessageAnswer::Refused(
                        "there is no such handoff here".to_owned(),
                    ));
                }
                let row = self.tombstone(saying.handoff, message.from, expired);
                let written = Written {
                    say: vec![HandoffMessage {
                        handoff: row.id,
                        at: self.now(),
                        said: Body::Withdrawn { expired },
                    }],
                    heard: Some((message.id, saying)),
                    ..Written::default()
                };
                self.mailbox.keep(&[(row, written)])?;
                Ok(PeerMessageAnswer::Kept)
            }
            Body::Reopened { was } => self.reopened(message, saying, was),
            _ => Ok(PeerMessageAnswer::Refused(
                "there is no such handoff here".to_owned(),
            )),
        }
    }

    /// Opens a new handoff for someone who brings back what they had dismissed; it refers to the
    /// old one.
    fn reopened(
        &mut self,
        message: &PeerMessage,
        saying: HandoffMessage,
        was: Uuid,
    ) -> Result<PeerMessageAnswer, Failure> {
        let old = self.mailbox.row(was)?;
        let Some(old) = old.filter(|old| {
            let delivered = old.sender().is_some_and(|sender| {
                sender.heard().contains(&segue_handoff::Receipt::Delivered)
                    && !sender.was_cancelled()
            });
            old.device == message.from
                && delivered
                && matches!(old.end(), Some(End::Dismissed { .. }))
        }) else {
            return Ok(PeerMessageAnswer::Refused(
                "there is no dismissed handoff to bring back".to_owned(),
            ));
        };
        let brought = self.mailbox.rows.of_conversation(&old.facts.conversation)?;
        let brought = brought.iter().filter(|row| row.facts.refers_to.is_some());
        if saying.handoff.get_version_num() != 4 || brought.count() >= REOPENED {
            return Ok(PeerMessageAnswer::Refused("that is too often".to_owned()));
        }
        let mut row = HandoffRow {
            id: saying.handoff,
            created: self.now(),
            changed: self.now(),
            machine: Machine::Sent(Sender::arrived()),
            ended: None,
            waits: None,
            ..old
        };
        row.facts.refers_to = Some(was);
        row.facts.delta = None;
        let record = self.handoff_record(&row);
        let written = Written {
            heard: Some((message.id, saying)),
            records: vec![record],
            ..Written::default()
        };
        self.mailbox.keep(&[(row.clone(), written)])?;
        self.tell_news(
            &row,
            super::news::News::of(segue_handoff::Receipt::Reopened),
        );
        self.tell_handoff(&row);
        Ok(PeerMessageAnswer::Kept)
    }
}

async fn say(
    network: &Network,
    key: &segue_network::identity::IdentityKey,
    to: DeviceId,
    kept: &Kept,
) -> Result<PeerMessageAnswer, PeerMessageError> {
    let body = serde_json::to_string(&kept.saying).map_err(|_| PeerMessageError::TooLong)?;
    let draft = PeerMessageDraft {
        id: kept.id,
        to,
        created: stamp(kept.at),
        body,
    };
    match PeerMessage::sign(key, draft) {
        Some(message) => network.say(&message).await,
        None => Err(PeerMessageError::Lost),
    }
}
