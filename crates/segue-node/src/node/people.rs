//! Requests about people. What changes contacts does so here, in the loop; what waits for the
//! network runs in the background and comes back.

mod invites;
mod pairings;

use std::collections::BTreeMap;

use segue_door::{Failure, Method, PeopleList, PeopleRequest, Person, PersonStanding, Reply, ask};
use segue_network::DeviceId;
use segue_network::about::{alike, clean_name};
use segue_network::network::View;

use super::state::State;
use super::{Answer, Background, Finished};
use crate::journal::Happening;
use crate::people::{self, Candidate, PersonRow, Standing, Whom, find};

/// The most devices nearby that are listed.
const NEARBY: usize = 200;

/// Answers a request about people, or starts the work that will.
#[deny(clippy::wildcard_enum_match_arm)]
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    request: PeopleRequest,
    answer: Answer,
) {
    let result = match request {
        PeopleRequest::People(ask::People { nearby }) => {
            return list(state, background, nearby, answer);
        }
        PeopleRequest::Invite(ask::Invite { minutes }) => {
            return invites::invite(state, background, minutes, answer);
        }
        PeopleRequest::Join(ask::Join { ticket }) => {
            return invites::join(state, background, &ticket.0, answer);
        }
        PeopleRequest::Pair(ask::Pair { person }) => {
            return pairings::pair(state, background, person, answer);
        }
        PeopleRequest::DecidePairing(ask::DecidePairing { pairing, matches }) => {
            return pairings::decide(state, background, &pairing, matches, answer);
        }
        PeopleRequest::ConfirmPairing(ask::ConfirmPairing { person, code }) => {
            return pairings::confirm(state, background, &person, &code, answer);
        }
        PeopleRequest::LeavePairing(ask::LeavePairing { pairing }) => {
            return pairings::leave(state, background, &pairing, answer);
        }
        PeopleRequest::Connect(ask::Connect { address }) => {
            return pairings::connect(state, background, &address, answer);
        }
        PeopleRequest::RevokeInvite(ask::RevokeInvite { id }) => {
            invites::revoke(state, &id).map(ask::RevokeInvite::reply)
        }
        PeopleRequest::Block(ask::Block { person }) => block(state, &person).map(|who| {
            pairings::end_with(state, background, &who);
            Reply::Block(Box::new(who))
        }),
        PeopleRequest::Unblock(ask::Unblock { person }) => {
            unblock(state, &person).map(|who| Reply::Unblock(Box::new(who)))
        }
        PeopleRequest::Forget(ask::Forget { person }) => forget(state, &person).map(|who| {
            pairings::end_with(state, background, &who);
            Reply::Forget(Box::new(who))
        }),
        PeopleRequest::Nickname(ask::Nickname { person, name }) => {
            nickname(state, &person, &name).map(|who| Reply::Nickname(Box::new(who)))
        }
    };
    reply(answer, result);
}

/// Answers; whoever asked may have gone.
fn reply(answer: Answer, result: Result<Reply, Failure>) {
    answer.send(result).ok();
}

fn list(state: &mut State, background: &mut Background, nearby: bool, answer: Answer) {
    if !nearby {
        return reply(answer, everyone(state));
    }
    if let Err(failure) = state.network() {
        return reply(answer, Err(failure));
    }
    // Just started: nobody can have been found yet.
    let until = state
        .network_control
        .found_by()
        .filter(|_| state.may_find());
    let clock = state.clock.clone();
    background.spawn(async move {
        if let Some(until) = until {
            clock.sleep_until(until).await;
        }
        Some(Finished::then(move |state: &mut State| {
            reply(answer, everyone(state));
        }))
    });
}

fn everyone(state: &mut State) -> Result<Reply, Failure> {
    state.drop_late();
    let view = state.view();
    let mut people: Vec<Person> = state
        .contacts
        .rows()
        .map(|row| people::person(row, &state.contacts, view.as_deref()))
        .collect();
    people.sort_by_cached_key(|person| (person.standing, person.name.to_lowercase()));
    let strangers = view.iter().flat_map(|view| &view.nearby);
    let nearby = strangers
        .map(|here| people::device(here, &state.contacts))
        .filter(|device| device.standing != PersonStanding::Verified)
        .take(NEARBY)
        .collect();
    let pairings = state
        .network_control
        .network()
        .map(|network| network.pairings());
    Ok(Reply::People(Box::new(PeopleList {
        people,
        nearby,
        requests: pairings
            .unwrap_or_default()
            .iter()
            .map(|pairing| people::pairing(pairing, &state.contacts))
            .collect(),
        invites: state.invites.list(state.now(), |id| state.name_of(id))?,
        network: state.network_shown(),
    })))
}

fn block(state: &mut State, person: &str) -> Result<Person, Failure> {
    let device = state.find(person, Whom::Anyone)?;
    let row = state.row_of(&device);
    let blocked = PersonRow {
        was_verified: row.standing == Standing::Verified
            || (row.standing == Standing::Blocked && row.was_verified),
        standing: Standing::Blocked,
        since: state.now(),
        knows_you: None,
        warning: None,
        ..row
    };
    let now = state.now();
    state.contacts.block(blocked.clone(), now)?;
    state.end_orders(&device);
    state.people_changed();
    let what = format!("You blocked {}", blocked.display_name());
    state.journal(Happening::new("person_blocked", what));
    state.tell_person(&blocked);
    state.tell_status();
    Ok(state.person(&blocked))
}

fn unblock(state: &mut State, person: &str) -> Result<Person, Failure> {
    let device = state.find(person, Whom::Blocked)?;
    let row = state.row_of(&device);
    let what = format!("You unblocked {}", row.display_name());
    let person = if row.was_verified {
        // The key is the one that was verified; blocking did not change it.
        let back = PersonRow {
            standing: Standing::Verified,
            was_verified: false,
            since: state.now(),
            ..row
        };
        state.contacts.put(back.clone())?;
        state.people_changed();
        state.tell_person(&back);
        state.person(&back)
    } else {
        state.forget_row(&device)?;
        people::stranger(&row, &state.contacts, state.view().as_deref())
    };
    state.journal(Happening::new("person_unblocked", what));
    state.tell_status();
    Ok(person)
}

fn forget(state: &mut State, person: &str) -> Result<Person, Failure> {
    let device = state.find(person, Whom::Known)?;
    let row = state.row_of(&device);
    state.forget_row(&device)?;
    state.end_orders(&device);
    let what = format!("You forgot {}", row.display_name());
    state.journal(
        Happening::new("person_forgotten", what)
            .detail("They are a stranger again and can hand you nothing."),
    );
    state.tell_status();
    Ok(people::stranger(
        &row,
        &state.contacts,
        state.view().as_deref(),
    ))
}

fn nickname(state: &mut State, person: &str, name: &str) -> Result<Person, Failure> {
    let device = state.find(person, Whom::Known)?;
    let name = match name.trim() {
        "" => None,
        name => Some(clean_name(name)),
    };
    if let Some(name) = &name {
        let taken = |row: &&PersonRow| row.device != device && alike(&row.display_name(), name);
        if let Some(other) = state.contacts.rows().find(taken) {
            return Err(Failure::invalid(format!(
                "{} (…{}) is called that, or nearly. Choose another name.",
                other.display_name(),
                other.device.short()
            )));
        }
    }
    let row = PersonRow {
        nickname: name,
        ..state.row_of(&device)
    };
    state.contacts.put(row.clone())?;
    state.tell_person(&row);
    Ok(state.person(&row))
}

impl State {
    /// Finds the device that a text means.
    pub(super) fn find(&self, text: &str, whom: Whom) -> Result<DeviceId, Failure> {
        find(text, &self.candidates(whom), whom)
    }

    /// Returns those whom a text may mean.
    fn candidates(&self, whom: Whom) -> Vec<Candidate> {
        let view = self.view().filter(|_| whom == Whom::Anyone);
        let all = candidates(self.contacts.rows(), view.as_deref());
        let wanted = |one: &Candidate| match whom {
            Whom::Blocked => one.standing == PersonStanding::Blocked,
            _ => true,
        };
        all.into_iter().filter(wanted).collect()
    }

    /// Returns the row of a device, or a new one for a stranger who is here.
    fn row_of(&self, device: &DeviceId) -> PersonRow {
        if let Some(row) = self.contacts.get(device) {
            return row.clone();
        }
        let view = self.view();
        let here = view.as_deref().and_then(|view| view.find(device));
        let name = here.map_or(String::new(), |here| clean_name(&here.about.name));
        PersonRow {
            how: None,
            ..PersonRow::waiting(*device, &name, segue_door::VerifiedBy::Code, self.now())
        }
    }

    /// Returns what the device of this id is called here; empty when it is no id.
    fn name_of(&self, id: &str) -> String {
        let device = id.parse::<DeviceId>();
        match device
            .as_ref()
            .ok()
            .and_then(|device| self.contacts.get(device))
        {
            Some(row) => row.display_name(),
            None => device.map_or(String::new(), |device| format!("…{}", device.short())),
        }
    }

    /// Checks whether anyone may turn up by themselves.
    pub(super) fn may_find(&self) -> bool {
        let known = self
            .contacts
            .rows()
            .any(|row| row.standing != Standing::Blocked);
        let looks = !matches!(
            self.view().map(|view| view.discovery),
            None | Some(segue_network::network::Discovery::Off)
        );
        known
            || looks
            || self
                .network_control
                .config()
                .is_some_and(crate::network_control::NetworkConfig::looks)
    }
}

/// Returns everyone in contacts, and everyone who is here.
pub(super) fn candidates<'a>(
    rows: impl Iterator<Item = &'a PersonRow>,
    view: Option<&View>,
) -> Vec<Candidate> {
    let mut all = BTreeMap::new();
    for here in view.iter().flat_map(|view| &view.nearby) {
        let one = Candidate {
            device: here.device,
            name: clean_name(&here.about.name),
            nickname: None,
            standing: PersonStanding::Stranger,
        };
        all.insert(here.device, one);
    }
    for row in rows {
        let one = Candidate {
            device: row.device,
            name: row.name.clone(),
            nickname: row.nickname.clone(),
            standing: match row.standing {
                Standing::Waiting => PersonStanding::Waiting,
                Standing::Verified => PersonStanding::Verified,
                Standing::Blocked => PersonStanding::Blocked,
            },
        };
        all.insert(row.device, one);
    }
    all.into_values().collect()
}
