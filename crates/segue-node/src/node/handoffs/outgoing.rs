//! What we hand over: the offer, and what is said to it.

use segue_handoff::sender::{self, Stage};
use segue_handoff::task::back_off;
use segue_network::Network;
use segue_network::network::ConnectError;
use segue_network::transfer::{Given, GivenState, Offer, OfferAnswer, OfferDraft, OfferError};
use uuid::Uuid;

use super::super::state::State;
use super::super::{Background, Finished};
use super::changes::stamp;
use super::mailbox::Job;
use crate::handoffs::{HandoffRow, Machine, Written};

impl State {
    /// Makes an offer whose time has come.
    pub(super) fn offer_if_due(
        &mut self,
        background: &mut Background,
        network: &Network,
        row: HandoffRow,
    ) -> HandoffRow {
        if !row.sender().is_some_and(sender::Sender::wants_offer) {
            return row;
        }
        let Some(held) = self.mailbox.hold(Job::Offer(row.id)) else {
            return row;
        };
        if !self.mailbox.blobs.has(&row.hash) {
            let why = "the file that was to be sent is gone".to_owned();
            let given_up = self.sent_on(row.clone(), sender::Event::Gone(why), None);
            return given_up.unwrap_or_else(|failure| {
                tracing::error!(%failure, "a handoff could not be given up");
                row
            });
        }
        let Some(offer) = self.offer_of(&row) else {
            return row;
        };
        if !self.mailbox.turns.take(row.device, row.id) {
            return row;
        }
        // From here on they may have it, whatever we hear.
        let id = row.id;
        let tried = row.sender().is_some_and(sender::Sender::was_tried);
        let row = match self.sent_on(row.clone(), sender::Event::Offering, None) {
            Ok(row) => row,
            Err(failure) => {
                tracing::error!(%failure, "an offer could not begin");
                self.mailbox.turns.end(&row.device);
                return row;
            }
        };
        let device = row.device;
        self.give(network);
        let network = network.clone();
        background.spawn(async move {
            let answer = network.offer(&offer).await;
            Some(Finished::then(move |state: &mut State| {
                drop(held);
                state.mailbox.turns.end(&device);
                state.offer_answered(id, tried, answer);
            }))
        });
        row
    }

    /// Signs the offer of a handoff: the same, byte for byte, however often it is made.
    fn offer_of(&self, row: &HandoffRow) -> Option<Offer> {
        let key = self.identity.key.as_ref().ok()?;
        let draft = OfferDraft {
            id: row.id,
            to: row.device,
            created: stamp(row.created),
            expires: stamp(row.expires),
            hash: crate::handoffs::hash_of(&row.hash)?,
            bytes: row.bytes,
            body: serde_json::to_string(&row.facts).ok()?,
        };
        Offer::sign(key, draft)
    }

    fn offer_answered(&mut self, id: Uuid, tried: bool, answer: Result<OfferAnswer, OfferError>) {
        let Some(mut row) = self.mailbox.open_row(id) else {
            return;
        };
        let name = self.name_for(&row.device, &row.name);
        let event = match answer {
            Ok(OfferAnswer::Noted | OfferAnswer::Known) => {
                (row.attempts, row.waits) = (0, None);
                sender::Event::Noted
            }
            Ok(OfferAnswer::Refused(why)) => sender::Event::Refused(why),
            Ok(OfferAnswer::Later(seconds)) => {
                let why = format!("{name} has too much at once; it is tried again.");
                let after = seconds.saturating_mul(1000);
                self.wait_too(&row, after, &why);
                return self.wait(row, Some(after), why);
            }
            Err(OfferError::NotVerified) => {
                let why = format!("{name} does not know you as verified any more.");
                return self.wait(row, None, why);
            }
            Err(OfferError::Lost) => {
                let why = format!("The connection to {name} was lost; it is tried again.");
                return self.wait(row, None, why);
            }
            Err(OfferError::Connect(error)) => {
                let why = match error {
                    ConnectError::WrongKey(_) => {
                        format!("Another device answers where {name} was.")
                    }
                    _ => format!("{name} is not here."),
                };
                let event = sender::Event::NotReached { tried };
                match self.sent_on(row, event, None) {
                    Ok(row) if row.end().is_none() => {
                        self.wait_too(&row, back_off(row.attempts.saturating_add(1)), &why);
                        return self.wait(row, None, why);
                    }
                    Ok(_) => return,
                    Err(failure) => return tracing::error!(%failure, "an attempt was lost"),
                }
            }
            Err(OfferError::TooLong) => {
                sender::Event::Gone("the envelope says more than fits into an offer".to_owned())
            }
        };
        if let Err(failure) = self.sent_on(row, event, None) {
            tracing::error!(%failure, "an answer to an offer was lost");
        }
    }

    /// Makes the handoffs that wait for their turn wait like this one, for the same reason.
    fn wait_too(&mut self, row: &HandoffRow, after: u64, why: &str) {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let retry_at = self.now().saturating_add(after);
        let mut asleep = Vec::new();
        for id in self.mailbox.turns.dismiss(&row.device) {
            match self.mailbox.open_row(id) {
                Some(other) if other.waits.as_deref() != Some(why) => {
                    let other = HandoffRow {
                        waits: Some(why.to_owned()),
                        ..other
                    };
                    let written = Written {
                        retry_at: Some(retry_at),
                        ..Written::default()
                    };
                    self.keep_row_with(other, written);
                }
                Some(other) => {
                    let moment = other.next_moment(self.now()).unwrap_or(i64::MAX);
                    asleep.push((id.to_string(), Some(retry_at.min(moment))));
                }
                None => {}
            }
        }
        if let Err(error) = self.mailbox.machines.sleep(&asleep) {
            tracing::error!(%error, "those that wait could not be put off");
            self.mailbox.pause();
        }
    }

    /// Makes a handoff wait for another try, and keeps why.
    pub(super) fn wait(&mut self, mut row: HandoffRow, after: Option<u64>, why: String) {
        row.attempts = row.attempts.saturating_add(1);
        let after = after.unwrap_or_else(|| back_off(row.attempts));
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        row.waits = Some(why);
        let written = Written {
            retry_at: Some(self.now().saturating_add(after)),
            ..Written::default()
        };
        self.keep_row_with(row, written);
    }

    /// Tries at once what waits for someone we know, who is here now.
    pub(in super::super) fn is_here(&mut self, device: &segue_network::DeviceId) {
        self.mailbox.pauses.remove(device);
        self.mailbox.later.retain(|(who, _), _| who != device);
        self.mailbox.wake_peer(device);
        match self.mailbox.ledgers.lacking(device) {
            Ok(lacking) => self.mailbox.dirty.extend(lacking),
            Err(failure) => tracing::error!(%failure, "who lacks records can't be read"),
        }
    }

    /// Notes how far the transfer of a file of ours has got.
    pub(in super::super) fn given(&mut self, given: &Given) {
        let hash = blake3::Hash::from_bytes(given.hash).to_hex().to_string();
        let is_it = |(to, what, _): &super::mailbox::Give| *to == given.to && *what == hash;
        let gives = self.mailbox.gives.iter();
        let rows: Vec<Uuid> = gives
            .filter(|(_, files)| files.iter().any(is_it))
            .map(|(id, _)| *id)
            .collect();
        for id in rows {
            match given.state {
                GivenState::Going { done, total } => {
                    self.mailbox.set_progress(id, Some((done, total)));
                }
                GivenState::Whole | GivenState::Stopped | GivenState::Paused => {
                    self.mailbox.set_progress(id, None);
                }
                GivenState::Unreadable => {
                    self.mailbox.set_progress(id, None);
                    self.unreadable(id);
                }
            }
        }
    }

    fn unreadable(&mut self, id: Uuid) {
        let Some(row) = self.mailbox.open_row(id) else {
            return;
        };
        let arrived = |row: &HandoffRow| match &row.machine {
            Machine::Sent(sender) => sender.stage() == Stage::Arrived,
            Machine::Received(_) => true,
        };
        if arrived(&row) {
            return;
        }
        tracing::error!(%id, "a file that is offered can't be read");
        let why = "The file can't be read on this computer; look at the disk.".to_owned();
        self.wait(row, None, why);
    }
}
