//! What the network reports, and what becomes of it: the only place where a pin is made without a
//! request of our own.
//!
//! ```text
//! Hello   ──▶ remember; the other half of a pairing that was cut off; do they still know us?
//! Pairing ──▶ Paired: the pin; ended otherwise: our half goes, unless only the line was lost
//! Join    ──▶ the invite is used and the pin made, in one transaction, before the answer
//! WrongKey──▶ a warning; the pin stays
//! Offer, Given, PeerMessage, SyncSession ──▶ `handoffs`
//! ```

use segue_door::{self, Failure, VerifiedBy};
use segue_network::about::{About, clean_name};
use segue_network::address::Address;
use segue_network::network::{JoinVerdict, Pairing, PairingEnd, PairingState};
use segue_network::trust::Capability;
use segue_network::{DeviceId, Event};

use super::Background;
use super::state::State;
use crate::journal::Happening;
use crate::people::{self, PersonRow, Standing, Use};

impl State {
    /// Acts on what the network reports.
    pub(super) fn on_network_event(&mut self, background: &mut Background, event: Event) {
        match event {
            Event::Hello {
                device,
                about,
                knows_you,
                addresses,
            } => self.hello(&device, &about, knows_you, &addresses),
            Event::Gone { device, goodbye } => self.tell(segue_door::Event::PersonGone {
                device_id: device.to_string(),
                goodbye,
            }),
            Event::Pairing(pairing) => self.pairing_went_on(&pairing),
            Event::Join {
                device,
                about,
                capability,
                answer,
            } => answer.give(self.join_shown(device, &about, &capability)),
            Event::WrongKey {
                device,
                found,
                address,
            } => self.wrong_key(&device, found, address),
            Event::Offer { offer, answer } => self.offered(&offer, answer),
            Event::Given(given) => self.given(&given),
            Event::PeerMessage { message, answer } => self.peer_message_heard(&message, answer),
            Event::SyncSession {
                device,
                topic,
                talk,
            } => self.talk_begun(background, device, topic, talk),
            Event::Restarted => tracing::warn!("the network was started again"),
        }
    }

    fn hello(&mut self, device: &DeviceId, about: &About, knows_you: bool, at: &[Address]) {
        self.drop_late();
        if let Some(mut row) = self.contacts.get(device).cloned() {
            let before = row.clone();
            row.seen(&clean_name(&about.name), &about.platforms, at, self.now());
            row.knows_you = Some(knows_you);
            // It is them after all: whatever answered in their place is gone.
            row.warning = None;
            let repaired = row.standing == Standing::Waiting && knows_you;
            if repaired {
                row.standing = Standing::Verified;
                row.since = self.now();
            }
            self.keep(row.clone());
            if repaired {
                self.journal_verified(&row);
            }
            if row.standing == Standing::Verified
                && !before.name.is_empty()
                && before.name != row.name
            {
                self.journal_renamed(&before, &row);
            }
            if before.standing == Standing::Verified
                && before.knows_you != Some(false)
                && !knows_you
            {
                let what = format!("{} does not know you any more", row.display_name());
                self.journal(Happening::new("person_forgot_you", what).detail(
                    "They can't be handed anything until you pair again; you still know them.",
                ));
            }
            let news = |row: &PersonRow| PersonRow {
                last_seen: None,
                addresses: Vec::new(),
                ..row.clone()
            };
            if news(&before) != news(&row) {
                self.tell_person(&row);
            }
        }
        if let Some(nearby) = self.nearby(device) {
            self.tell(segue_door::Event::PersonNearby(nearby));
        }
        if self.contacts.is_verified(device) {
            self.is_here(device);
        }
    }

    fn pairing_went_on(&mut self, pairing: &Pairing) {
        match pairing.state {
            PairingState::Comparing { .. } => {}
            PairingState::Paired => {
                self.verified(&pairing.device, &pairing.about, VerifiedBy::Code);
            }
            // What we agreed to may have arrived: the next contact says.
            PairingState::Ended(PairingEnd::Lost) => {}
            PairingState::Ended(end) => {
                self.drop_half(&pairing.device);
                if end == PairingEnd::Differ {
                    let name = people::pairing(pairing, &self.contacts).name;
                    let short = pairing.device.short();
                    let what = format!("The codes of you and {name} (…{short}) differ");
                    self.journal(Happening::new("codes_differ", what).detail(
                        "Someone may stand between you, so nothing was paired. Try again on \
                         another network, or use an invite.",
                    ));
                }
            }
        }
        let view = people::pairing(pairing, &self.contacts);
        self.tell(segue_door::Event::PairingChanged(view));
    }

    /// Pins a device after both sides agreed, if our own half is still there. Whoever was forgotten
    /// or blocked in between stays so.
    pub(super) fn verified(&mut self, device: &DeviceId, about: &About, how: VerifiedBy) {
        let before = self.contacts.get(device).cloned();
        let Some(mut row) = before.filter(|row| row.standing != Standing::Blocked) else {
            return;
        };
        let is_new = row.standing == Standing::Waiting;
        row.seen(&clean_name(&about.name), &about.platforms, &[], self.now());
        let view = self.view();
        let here = view.as_deref().and_then(|view| view.find(device));
        row.knows_you = match (how, here) {
            // Both just said yes. Their hello says so a moment later, unless they took it back.
            (VerifiedBy::Code, here) => here.is_some_and(|here| here.knows_you).then_some(true),
            // Their hello said so, unless they took it back since.
            (VerifiedBy::Invite, here) => Some(here.is_none_or(|here| here.knows_you)),
        };
        row.warning = None;
        if is_new {
            row.standing = Standing::Verified;
            row.how = Some(how);
            row.since = self.now();
        }
        self.keep(row.clone());
        if is_new {
            self.journal_verified(&row);
        }
        self.tell_person(&row);
    }

    /// Checks the invite that someone shows, and verifies them if it is good.
    fn join_shown(&mut self, device: DeviceId, about: &About, shown: &Capability) -> JoinVerdict {
        let name = clean_name(&about.name);
        let before = self.contacts.get(&device).cloned();
        if before
            .as_ref()
            .is_some_and(|row| row.standing == Standing::Blocked)
        {
            return JoinVerdict::Unknown;
        }
        let known = before.as_ref().map(|row| row.standing) == Some(Standing::Verified);
        let mut row = before
            .unwrap_or_else(|| PersonRow::waiting(device, &name, VerifiedBy::Invite, self.now()));
        row.seen(&name, &about.platforms, &[], self.now());
        row.knows_you = Some(true);
        if !known {
            row.standing = Standing::Verified;
            row.how = Some(VerifiedBy::Invite);
            row.since = self.now();
        }
        let (invites, now) = (self.invites.clone(), self.now());
        let came = invites.join(&mut self.contacts, &shown.mark(), row.clone(), now);
        let joined = match came {
            Ok(Use::Welcome(joined)) => joined,
            Ok(Use::Used) => {
                let what = format!("{name} (…{}) showed a used invite", device.short());
                self.journal(
                    Happening::new("invite_shown_again", what)
                        .detail("It was refused. If you did not expect that, look at who joined."),
                );
                return JoinVerdict::Used;
            }
            Ok(Use::Expired) => return JoinVerdict::Expired,
            Ok(Use::Unknown) => return JoinVerdict::Unknown,
            Err(failure) => {
                tracing::error!(%failure, "someone could not join");
                return JoinVerdict::Unknown;
            }
        };
        self.people_changed();
        self.tell_person(&row);
        if joined.first {
            let what = format!(
                "{} joined by your invite and is verified",
                row.display_name()
            );
            let alike = people::look_alike(&row.display_name(), &device, &self.contacts);
            let back = format!(
                "Someone else than you meant? Take it back: segue forget {}",
                device.short()
            );
            let detail: Vec<String> = alike.into_iter().chain([back]).collect();
            self.journal(Happening::new("person_joined", what).detail(detail.join(" ")));
            let person = self.person(&row);
            self.tell(segue_door::Event::PersonJoined {
                person: Box::new(person),
                invite: joined.invite,
            });
        }
        JoinVerdict::Welcome
    }

    fn wrong_key(&mut self, device: &DeviceId, found: Option<DeviceId>, at: Address) {
        let Some(mut row) = self.contacts.get(device).cloned() else {
            return;
        };
        tracing::warn!(?device, ?found, "another key answers");
        if found.is_some_and(|found| self.contacts.is_verified(&found)) {
            // A teammate of ours got that address: no reason to be alarmed, or to look there again.
            row.addresses.retain(|kept| kept.address != at);
            return self.keep(row);
        }
        // Once said is enough, until it is them again.
        if row.standing == Standing::Blocked || row.warning.is_some() {
            return;
        }
        let name = row.display_name();
        let warning = format!(
            "Another device answers where {name} was ({at}). Nothing is sent to it. Ask {name}, by \
             another way, whether they set Segue up anew; if they did, forget and pair again."
        );
        row.warning = Some(warning.clone());
        self.keep(row.clone());
        let what = format!("Another device answers where {name} was");
        self.journal(Happening::new("wrong_key", what).detail(warning));
        self.tell_person(&row);
        self.tell_status();
    }

    fn journal_verified(&self, row: &PersonRow) {
        let how = match row.how {
            Some(VerifiedBy::Invite) => "By an invite.",
            _ => "Both of you compared the code.",
        };
        let what = format!("You and {} are verified", row.display_name());
        let alike = people::look_alike(&row.display_name(), &row.device, &self.contacts);
        let detail: Vec<String> = [how.to_owned()].into_iter().chain(alike).collect();
        self.journal(Happening::new("person_verified", what).detail(detail.join(" ")));
        self.tell_status();
    }

    /// Writes into the journal that someone verified changed their name.
    fn journal_renamed(&self, before: &PersonRow, row: &PersonRow) {
        let what = format!("{} is called {} now", before.name, row.name);
        let alike = people::look_alike(&row.name, &row.device, &self.contacts);
        let detail = alike.unwrap_or_else(|| match &row.nickname {
            Some(nickname) => format!("You call them {nickname}."),
            None => "The key is the same.".to_owned(),
        });
        self.journal(Happening::new("person_renamed", what).detail(detail));
    }

    /// Describes someone we know, as everybody is shown them.
    pub(super) fn person(&self, row: &PersonRow) -> segue_door::Person {
        people::person(row, &self.contacts, self.view().as_deref())
    }

    /// Writes a row and tells the network. One that can't be written stays as it was; the next
    /// contact tries again.
    pub(super) fn keep(&mut self, row: PersonRow) {
        let device = row.device;
        if let Err(failure) = self.contacts.put(row) {
            tracing::error!(%failure, ?device, "a change of someone known was lost");
        }
        self.people_changed();
    }

    /// Drops our half of a pairing that came to nothing; a pin stays.
    pub(super) fn drop_half(&mut self, device: &DeviceId) {
        let half = self.contacts.get(device).map(|row| row.standing) == Some(Standing::Waiting);
        if half && let Err(failure) = self.forget_row(device) {
            tracing::error!(%failure, "a half pairing can't be dropped");
        }
    }

    /// Drops half pairings that waited too long.
    pub(super) fn drop_late(&mut self) {
        match self.contacts.drop_late(self.now()) {
            Ok(late) if late.is_empty() => {}
            Ok(late) => {
                self.people_changed();
                for row in &late {
                    let view = self.view();
                    let person = people::stranger(row, &self.contacts, view.as_deref());
                    self.tell(segue_door::Event::PersonChanged(Box::new(person)));
                }
            }
            Err(failure) => tracing::error!(%failure, "half pairings can't be dropped"),
        }
    }

    /// Removes someone and tells everyone.
    pub(super) fn forget_row(&mut self, device: &DeviceId) -> Result<Option<PersonRow>, Failure> {
        let row = self.contacts.remove(device, self.now())?;
        self.people_changed();
        if let Some(row) = &row {
            let person = people::stranger(row, &self.contacts, self.view().as_deref());
            self.tell(segue_door::Event::PersonChanged(Box::new(person)));
        }
        Ok(row)
    }

    pub(super) fn tell_person(&self, row: &PersonRow) {
        let person = self.person(row);
        self.tell(segue_door::Event::PersonChanged(Box::new(person)));
    }
}
