//! What others hand to us: an offer is noted, durably and once, before it is answered.

use segue_handoff::receiver::Receiver;
use segue_network::DeviceId;
use segue_network::network::Answer;
use segue_network::transfer::{Offer, OfferAnswer};
use uuid::Uuid;

use super::super::state::State;
use crate::handoffs::{HandoffRow, Machine, NewHandoff, OfferBody, Written};
use crate::journal::Happening;

/// How many handoffs of one person may be open.
const OPEN: u64 = 500;
/// How many handoffs of one person there may be, including those that ended.
pub(super) const ALL: u64 = 20_000;
/// How long after it was made an offer may expire, in milliseconds: three months.
const LONGEST: i64 = 90 * 86_400_000;
/// When someone should come back with what there is no room for, in seconds.
const FULL: u64 = 600;

impl State {
    /// Answers an offer of someone verified. Whoever was blocked since it came is refused.
    pub(in super::super) fn offered(&mut self, offer: &Offer, answer: Answer<OfferAnswer>) {
        // They may have been blocked since it came.
        let decided = match self.contacts.is_verified(&offer.from) {
            true => self.note_offer(offer),
            false => OfferAnswer::Refused("you are not verified any more".to_owned()),
        };
        tracing::info!(from = ?offer.from, id = %offer.id, bytes = offer.bytes, ?decided, "an offer");
        answer.give(decided);
    }

    fn note_offer(&mut self, offer: &Offer) -> OfferAnswer {
        let refused = |why: &str| OfferAnswer::Refused(why.to_owned());
        match self.mailbox.row(offer.id) {
            Ok(None) => {}
            Ok(Some(row)) => return known(&row, offer),
            Err(failure) => {
                tracing::error!(%failure, "an offer can't be looked up");
                return OfferAnswer::Later(FULL);
            }
        }
        let facts = match OfferBody::parse(&offer.body) {
            Ok(facts) => facts,
            Err(why) => return refused(why),
        };
        if offer.id.get_version_num() != 4 {
            return refused("its id is none");
        }
        if facts.refers_to.is_some() {
            // Only the one it was handed to brings something back.
            return refused("it claims to continue something");
        }
        let most = u64::from(self.settings.values.handoffs.quota_mb).saturating_mul(1 << 20);
        let full_copy = facts
            .full_copy
            .as_ref()
            .map_or(0, |full_copy| full_copy.bytes);
        let bytes = offer.bytes.saturating_add(full_copy);
        if bytes > most {
            let (kind, what) = ("handoff_too_large", "more than you take from one person");
            let todo = format!(
                "It has {} MB, and handoffs.quota_mb is {}. Ask them for a summary or the last messages, \
                 or raise the setting.",
                bytes.div_ceil(1 << 20),
                most >> 20
            );
            self.no_room(offer.from, kind, what, &todo);
            return refused("it is larger than they take from one person");
        }
        match self.mailbox.rows.held_for(&offer.from) {
            Ok((_, open, _)) if open >= OPEN => return OfferAnswer::Later(FULL),
            Ok((_, _, all)) if all >= ALL => return OfferAnswer::Later(FULL),
            Ok((held, _, _)) if held.saturating_add(bytes) > most => {
                let (kind, what) = ("handoff_no_room", "more than there is room for");
                let todo =
                    "Dismiss or import what they handed you before, or raise handoffs.quota_mb.";
                self.no_room(offer.from, kind, what, todo);
                return OfferAnswer::Later(FULL);
            }
            Ok(_) => {}
            Err(failure) => {
                tracing::error!(%failure, "what someone handed over can't be counted");
                return OfferAnswer::Later(FULL);
            }
        }
        let now = self.now();
        let new = NewHandoff {
            id: offer.id,
            device: offer.from,
            name: self.name_for(&offer.from, ""),
            created: i64::try_from(offer.created).unwrap_or(now).min(now),
            expires: i64::try_from(offer.expires)
                .unwrap_or(i64::MAX)
                .min(now.saturating_add(LONGEST)),
            hash: blake3::Hash::from_bytes(offer.hash).to_hex().to_string(),
            bytes: offer.bytes,
            facts,
            machine: Machine::Received(Receiver::default()),
        };
        let row = HandoffRow::new(new, now);
        let promised = Written {
            is_promised: true,
            ..Written::default()
        };
        match self.mailbox.keep(&[(row.clone(), promised)]) {
            Ok(()) => {
                self.tell_handoff(&row);
                OfferAnswer::Noted
            }
            Err(failure) => {
                tracing::error!(%failure, "an offer can't be noted");
                OfferAnswer::Later(FULL)
            }
        }
    }

    /// Writes into the journal once in a while that someone handed over too much, and what to do
    /// about it.
    fn no_room(&mut self, from: DeviceId, kind: &'static str, what: &str, todo: &str) {
        if self.mailbox.no_room.replace(from) != Some(from) {
            let who = self.name_for(&from, "Someone");
            let what = Happening::new(kind, format!("{who} handed over {what}"));
            self.journal(what.detail(todo.to_owned()));
        }
    }

    /// Returns what we call someone: as in our contacts, or else `otherwise`, or the letters of
    /// their id when that is empty.
    pub(in super::super) fn name_for(
        &self,
        device: &segue_network::DeviceId,
        otherwise: &str,
    ) -> String {
        match self.contacts.get(device) {
            Some(row) => row.display_name(),
            None if otherwise.is_empty() => format!("…{}", device.short()),
            None => otherwise.to_owned(),
        }
    }

    /// Creates a handoff that we only hear of now, because its sender takes it back.
    pub(super) fn tombstone(
        &mut self,
        id: Uuid,
        device: segue_network::DeviceId,
        expired: bool,
    ) -> HandoffRow {
        let now = self.now();
        let new = NewHandoff {
            id,
            device,
            name: self.name_for(&device, ""),
            created: now,
            expires: now,
            facts: OfferBody {
                title: None,
                conversation: id.to_string(),
                messages: 0,
                platform: "unknown".to_owned(),
                history: "full".to_owned(),
                export_id: id.to_string(),
                content_hash: String::new(),
                version: id,
                envelope: None,
                full_copy: None,
                delta: None,
                refers_to: None,
            },
            hash: "0".repeat(64),
            bytes: 0,
            machine: Machine::Received(Receiver::never_came(expired)),
        };
        HandoffRow {
            ended: Some(now),
            ..HandoffRow::new(new, now)
        }
    }
}

/// Answers an offer that was noted before. Another offer under the same id is refused.
fn known(row: &HandoffRow, offer: &Offer) -> OfferAnswer {
    let ours = row.receiver().is_some() && row.device == offer.from;
    let taken_back = matches!(row.end(), Some(segue_handoff::End::Withdrawn { .. }));
    if ours && taken_back {
        return OfferAnswer::Refused("it was taken back".to_owned());
    }
    if ours && row.facts.export_id == facts_id(offer) {
        OfferAnswer::Known
    } else {
        OfferAnswer::Refused("its id was used for another handoff".to_owned())
    }
}

fn facts_id(offer: &Offer) -> String {
    OfferBody::parse(&offer.body)
        .map(|facts| facts.export_id)
        .unwrap_or_default()
}
