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
use super::desk::Job;
use crate::handoffs::{Machine, Row};

impl State {
    /// Makes an offer whose time has come.
    pub(super) fn offer_if_due(
        &mut self,
        background: &mut Background,
        network: &Network,
        row: Row,
        now: i64,
    ) {
        let due = row.sender().is_some_and(sender::Sender::wants_offer) && row.next <= now;
        if !due {
            return;
        }
        let Some(held) = self.desk.hold(Job::Offer(row.id)) else {
            return;
        };
        if !self.desk.blobs.has(&row.hash) {
            let why = "the file that was to be sent is gone".to_owned();
            if let Err(failure) = self.sent_on(row, sender::Event::Gone(why), None) {
                tracing::error!(%failure, "a handoff could not be given up");
            }
            return;
        }
        let Some(offer) = self.offer_of(&row) else {
            return;
        };
        // From here on they may have it, whatever we hear.
        let id = row.id;
        let tried = row.sender().is_some_and(sender::Sender::was_tried);
        if let Err(failure) = self.sent_on(row, sender::Event::Offering, None) {
            tracing::error!(%failure, "an offer could not begin");
            return;
        }
        self.give(network);
        let network = network.clone();
        background.spawn(async move {
            let answer = network.offer(&offer).await;
            Some(Finished::then(move |state: &mut State| {
                drop(held);
                state.offer_answered(id, tried, answer);
            }))
        });
    }

    /// The same offer, byte for byte, however often it is made.
    fn offer_of(&self, row: &Row) -> Option<Offer> {
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
        let Some(mut row) = self.desk.open.get(&id).cloned() else {
            return;
        };
        let name = self.name_for(&row.device, &row.name);
        let event = match answer {
            Ok(OfferAnswer::Noted | OfferAnswer::Known) => {
                (row.tries, row.next, row.waits) = (0, 0, None);
                sender::Event::Noted
            }
            Ok(OfferAnswer::Refused(why)) => sender::Event::Refused(why),
            Ok(OfferAnswer::Later(seconds)) => {
                let why = format!("{name} has too much at once; it is tried again.");
                return self.wait(row, Some(seconds.saturating_mul(1000)), why);
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
                    Ok(row) if row.end().is_none() => return self.wait(row, None, why),
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

    /// Tries again later, and says why.
    pub(super) fn wait(&mut self, mut row: Row, after: Option<u64>, why: String) {
        row.tries = row.tries.saturating_add(1);
        let after = after.unwrap_or_else(|| back_off(row.tries));
        row.next = self
            .now()
            .saturating_add(i64::try_from(after).unwrap_or(i64::MAX));
        row.waits = Some(why);
        self.keep_row(row);
    }

    /// Someone we know is here: what waits for them is tried at once.
    pub(in super::super) fn is_here(&mut self, device: &segue_network::DeviceId) {
        self.desk.pauses.remove(device);
        self.desk.later.retain(|(who, _), _| who != device);
        let waiting: Vec<Row> = self
            .desk
            .open
            .values()
            .filter(|row| row.device == *device && row.next > 0)
            .cloned()
            .collect();
        for mut row in waiting {
            (row.tries, row.next) = (0, 0);
            self.keep_row(row);
        }
        match self.desk.ledgers.lacking(device) {
            Ok(lacking) => self.desk.dirty.extend(lacking),
            Err(failure) => tracing::error!(%failure, "who lacks records can't be read"),
        }
    }

    /// A file of ours is on its way, or there.
    pub(in super::super) fn given(&mut self, given: &Given) {
        let hash = blake3::Hash::from_bytes(given.hash).to_hex().to_string();
        let rows: Vec<Uuid> = self
            .desk
            .open
            .values()
            .filter(|row| row.device == given.to && row.sends(&hash))
            .map(|row| row.id)
            .collect();
        for id in rows {
            match given.state {
                GivenState::Going { done, total } => {
                    self.desk.set_progress(id, Some((done, total)));
                }
                GivenState::Whole | GivenState::Stopped | GivenState::Paused => {
                    self.desk.set_progress(id, None);
                }
                GivenState::Unreadable => {
                    self.desk.set_progress(id, None);
                    self.unreadable(id);
                }
            }
        }
    }

    fn unreadable(&mut self, id: Uuid) {
        let Some(row) = self.desk.open.get(&id).cloned() else {
            return;
        };
        let arrived = |row: &Row| match &row.machine {
            Machine::Out(sender) => sender.stage() == Stage::Arrived,
            Machine::In(_) => true,
        };
        if arrived(&row) {
            return;
        }
        tracing::error!(%id, "a file that is offered can't be read");
        let why = "The file can't be read on this computer; look at the disk.".to_owned();
        self.wait(row, None, why);
    }
}

impl Row {
    /// Whether this file belongs to it.
    fn sends(&self, hash: &str) -> bool {
        self.hash == hash
            || self
                .facts
                .delta
                .as_ref()
                .is_some_and(|delta| delta.hash == hash)
            || self
                .facts
                .rest
                .as_ref()
                .is_some_and(|rest| rest.hash == hash)
    }
}
