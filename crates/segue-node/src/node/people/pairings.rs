//! Pairing with someone nearby, and reaching someone by address.

use segue_clock::Clock;
use segue_door::{
    Code, Event, Failure, PairingOver, PairingStage, PairingView, Person, PersonStanding, Reply,
    VerifiedBy,
};
use segue_network::address::Address;
use segue_network::network::{PairError, Pairing, PairingEnd, PairingState, Refusal, Target};
use segue_network::{DeviceId, Network};
use std::time::Instant;
use tokio::sync::broadcast;

use super::super::state::State;
use super::super::{Answer, Background, Finished};
use super::{candidates, reply};
use crate::network_control;
use crate::people::{self, Candidate, PersonRow, Standing, Whom, find};

/// How long the other side's request may take to arrive when both asked at once.
const CROSSED: std::time::Duration = std::time::Duration::from_secs(10);

/// Whom to pair with, as far as that is known before the network looked.
enum Sought {
    At(Address),
    Known(Vec<Candidate>, String),
}

/// Asks someone to pair, or goes on with a pairing that waits.
pub(super) fn pair(state: &mut State, background: &mut Background, person: String, answer: Answer) {
    let network = match state.network() {
        Ok(network) => network,
        Err(failure) => return reply(answer, Err(failure)),
    };
    if let Ok(waiting) = state.pairing(&person) {
        let view = people::pairing(&waiting, &state.contacts);
        return reply(answer, Ok(Reply::Pair(Box::new(view))));
    }
    let sought = match Address::typed(&person) {
        Ok(address) => Sought::At(address),
        Err(_) => Sought::Known(candidates(state.contacts.rows(), None), person),
    };
    let until = state.network_control.found_by();
    let (events, clock) = (state.events.subscribe(), state.clock.clone());
    background.spawn(async move {
        let asked = ask(&network, &clock, sought, until, events).await;
        Some(Finished::then(move |state: &mut State| {
            let result = asked.map(|asked| match asked {
                Asked::Now(pairing) => people::pairing(&pairing, &state.contacts),
                Asked::Theirs(view) => *view,
            });
            reply(answer, result.map(|view| Reply::Pair(Box::new(view))));
        }))
    });
}

enum Asked {
    Now(Pairing),
    /// Both asked at once, and theirs goes on.
    Theirs(Box<PairingView>),
}

async fn ask(
    network: &Network,
    clock: &Clock,
    sought: Sought,
    until: Option<Instant>,
    events: broadcast::Receiver<Event>,
) -> Result<Asked, Failure> {
    let device = match sought {
        Sought::At(address) => {
            let found = network.connect(Target::Address(address)).await;
            found
                .map_err(|error| network_control::connect(&error))?
                .device
        }
        Sought::Known(known, person) => look_for(network, clock, &known, &person, until).await?,
    };
    match network.pair(device).await {
        Ok(pairing) => Ok(Asked::Now(pairing)),
        Err(error) => {
            let crossed = PairingEnd::Refused(Refusal::Crossed);
            if error != PairError::Refused(Refusal::Crossed) && error != PairError::Ended(crossed) {
                return Err(network_control::pair(&error));
            }
            if let Some(pairing) = network
                .pairings()
                .into_iter()
                .find(|one| one.device == device)
            {
                return Ok(Asked::Now(pairing));
            }
            let theirs = clock.timeout(CROSSED, theirs(&device, events)).await;
            let view = theirs.ok().flatten();
            view.map(Asked::Theirs)
                .ok_or_else(|| network_control::pair(&error))
        }
    }
}

/// Finds the device that a text means, waiting for those who are just being found.
async fn look_for(
    network: &Network,
    clock: &Clock,
    known: &[Candidate],
    person: &str,
    until: Option<Instant>,
) -> Result<DeviceId, Failure> {
    let mut views = network.views();
    loop {
        let mut among = known.to_vec();
        let view = views.borrow_and_update().clone();
        let strangers = candidates(std::iter::empty(), Some(&view));
        let is_new = |one: &Candidate| known.iter().all(|known| known.device != one.device);
        among.extend(strangers.into_iter().filter(is_new));
        let found = find(person, &among, Whom::Anyone);
        let missing = matches!(&found, Err(failure) if failure.code == Code::NotFound);
        let Some(until) = until.filter(|_| missing) else {
            return found;
        };
        match clock.timeout_at(until, views.changed()).await {
            Ok(Ok(())) => {}
            _ => return found,
        }
    }
}

/// Waits for the pairing that the other side begins.
async fn theirs(
    device: &DeviceId,
    mut events: broadcast::Receiver<Event>,
) -> Option<Box<PairingView>> {
    let device = device.to_string();
    loop {
        match events.recv().await {
            Ok(Event::PairingChanged(view)) if view.device_id == device && !view.ours => {
                return matches!(view.stage, PairingStage::Comparing { .. })
                    .then(|| Box::new(view));
            }
            Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
            Err(broadcast::error::RecvError::Closed) => return None,
        }
    }
}

/// Passes on whether the person says that the codes match. That we agree is written down before the
/// other side hears it.
pub(super) fn decide(
    state: &mut State,
    background: &mut Background,
    which: &str,
    matches: bool,
    answer: Answer,
) {
    // A yes without the code is about the very pairing that was shown, never about a name.
    let found = if matches {
        state.pairing_of(which).ok_or_else(gone)
    } else {
        state.pairing(which)
    };
    match found {
        Ok(pairing) => decided(
            state,
            background,
            pairing,
            matches,
            answer,
            Reply::DecidePairing,
        ),
        Err(failure) => reply(answer, Err(failure)),
    }
}

/// Agrees to a pairing if the code typed from the other screen is right.
pub(super) fn confirm(
    state: &mut State,
    background: &mut Background,
    which: &str,
    code: &str,
    answer: Answer,
) {
    let pairing = match state.pairing(which) {
        Ok(pairing) => pairing,
        Err(failure) => return reply(answer, Err(failure)),
    };
    let right =
        matches!(pairing.state, PairingState::Comparing { code: shown, .. } if shown.is(code));
    if right {
        return decided(
            state,
            background,
            pairing,
            true,
            answer,
            Reply::ConfirmPairing,
        );
    }
    let name = people::pairing(&pairing, &state.contacts).name;
    let failure = Failure::new(
        Code::Refused,
        "The codes differ: what you typed is not what this computer shows. Nothing was confirmed.",
    )
    .hint(format!(
        "A slip? Ask {name} to read their code again, and type it once more."
    ))
    .hint(format!(
        "If their screen really shows another code, someone may stand between you: segue pair {} \
         --differ",
        pairing.device.short()
    ));
    reply(answer, Err(failure));
}

fn decided(
    state: &mut State,
    background: &mut Background,
    pairing: Pairing,
    matches: bool,
    answer: Answer,
    name: fn(Box<PairingView>) -> Reply,
) {
    let network = match state.network() {
        Ok(network) => network,
        Err(failure) => return reply(answer, Err(failure)),
    };
    if matches && let Err(failure) = say_yes(state, &pairing) {
        return reply(answer, Err(failure));
    }
    background.spawn(async move {
        let there = network.decide(pairing.id, matches).await;
        Some(Finished::then(move |state: &mut State| {
            // Nobody heard our yes, or it is taken back.
            if !there || !matches {
                state.drop_half(&pairing.device);
            }
            if !there {
                return reply(answer, Err(state.over(&pairing)));
            }
            let now = network
                .pairings()
                .into_iter()
                .find(|one| one.id == pairing.id);
            let view = people::pairing(now.as_ref().unwrap_or(&pairing), &state.contacts);
            reply(
                answer,
                Ok(name(Box::new(after(view, matches, now.is_some())))),
            );
        }))
    });
}

/// Returns the pairing as it is once we decided: it may be over before anyone could look.
fn after(mut view: PairingView, matches: bool, goes_on: bool) -> PairingView {
    if !matches {
        let (why, message) = people::over(PairingEnd::Differ);
        view.stage = PairingStage::Ended { why, message };
    } else if !goes_on && let PairingStage::Comparing { we_match, .. } = &mut view.stage {
        *we_match = true;
    }
    view
}

fn say_yes(state: &mut State, pairing: &Pairing) -> Result<(), Failure> {
    let known = state.contacts.get(&pairing.device).cloned();
    let row = match known {
        Some(row) if row.standing != Standing::Waiting => return Ok(()),
        Some(row) => PersonRow {
            since: state.now(),
            ..row
        },
        None => {
            let name = segue_network::about::clean_name(&pairing.about.name);
            PersonRow::waiting(pairing.device, &name, VerifiedBy::Code, state.now())
        }
    };
    state.contacts.put(row)?;
    state.people_changed();
    Ok(())
}

/// Leaves a pairing.
pub(super) fn leave(state: &mut State, background: &mut Background, which: &str, answer: Answer) {
    let (pairing, network) = match (state.pairing(which), state.network()) {
        (Ok(pairing), Ok(network)) => (pairing, network),
        (Err(failure), _) | (_, Err(failure)) => return reply(answer, Err(failure)),
    };
    let mut view = people::pairing(&pairing, &state.contacts);
    view.stage = PairingStage::Ended {
        why: PairingOver::Withdrawn,
        message: people::over(PairingEnd::Withdrawn).1,
    };
    background.spawn(async move {
        let there = network.leave(pairing.id).await;
        Some(Finished::then(move |state: &mut State| {
            state.drop_half(&pairing.device);
            let left = if there { Ok(view) } else { Err(gone()) };
            reply(answer, left.map(|view| Reply::LeavePairing(Box::new(view))));
        }))
    });
}

/// Ends whatever pairing with someone is under way.
pub(super) fn end_with(state: &State, background: &mut Background, person: &Person) {
    let Some(network) = state.network_control.network().cloned() else {
        return;
    };
    let with = |one: &Pairing| one.device.to_string() == person.device_id;
    if let Some(pairing) = network.pairings().into_iter().find(with) {
        background.spawn(async move {
            // One that is over needs no end.
            network.leave(pairing.id).await;
            None
        });
    }
}

fn take_back(device: &DeviceId) -> String {
    let short = device.short();
    format!("You are verified with each other; to take that back: segue forget {short}")
}

fn gone() -> Failure {
    Failure::new(Code::NotFound, "That pairing is over already.")
        .hint("segue pair PERSON begins another.")
}

/// Connects to whoever answers at an address.
pub(super) fn connect(state: &mut State, background: &mut Background, text: &str, answer: Answer) {
    let address = match Address::typed(text) {
        Ok(address) => address,
        Err(error) => {
            let words = error.to_string();
            return reply(answer, Err(Failure::invalid(format!("{words}."))));
        }
    };
    let network = match state.network() {
        Ok(network) => network,
        Err(failure) => return reply(answer, Err(failure)),
    };
    background.spawn(async move {
        let found = network.connect(Target::Address(address)).await;
        Some(Finished::then(move |state: &mut State| {
            let found = found.map_err(|error| network_control::connect(&error));
            let device = found.map(|here| {
                if let Some(row) = state.contacts.get(&here.device) {
                    let mut row = row.clone();
                    row.reached(address, true);
                    state.keep(row);
                }
                people::device(&here, &state.contacts)
            });
            reply(
                answer,
                device.map(|device| Reply::Connect(Box::new(device))),
            );
        }))
    });
}

impl State {
    /// Explains why a decision came too late for a pairing.
    fn over(&self, pairing: &Pairing) -> Failure {
        if !self.contacts.is_verified(&pairing.device) {
            return gone();
        }
        let words = "That pairing is over already: both of you said that the codes are the same.";
        Failure::new(Code::Refused, words).hint(take_back(&pairing.device))
    }

    fn pairings(&self) -> Vec<Pairing> {
        let network = self.network_control.network();
        network.map_or_else(Vec::new, Network::pairings)
    }

    /// Finds the pairing under way of this id.
    fn pairing_of(&self, id: &str) -> Option<Pairing> {
        let is_it = |one: &Pairing| format!("p{}", one.id) == id.trim();
        self.pairings().into_iter().find(is_it)
    }

    /// Finds the pairing under way of this id, or with this person.
    fn pairing(&self, which: &str) -> Result<Pairing, Failure> {
        if let Some(pairing) = self.pairing_of(which) {
            return Ok(pairing);
        }
        let under_way = self.pairings();
        // Everyone counts, so that a stranger who asks is not taken for a teammate of that name.
        let mut among = candidates(self.contacts.rows(), self.view().as_deref());
        for pairing in &under_way {
            among.retain(|one| one.device != pairing.device);
            among.push(self.candidate(pairing));
        }
        let nobody = find(which, &[], Whom::Pairing).err().unwrap_or_else(gone);
        let device = find(which, &among, Whom::Pairing)?;
        if let Some(found) = under_way.iter().find(|one| one.device == device) {
            return Ok(found.clone());
        }
        let alike = |one: &&Pairing| segue_network::about::alike(&one.about.name, which);
        Err(match under_way.iter().find(alike) {
            Some(other) => nobody.hint(format!(
                "Someone else of that name asks to pair, and is not verified: …{}",
                other.device.short()
            )),
            None if self.contacts.is_verified(&device) => nobody.hint(take_back(&device)),
            None => nobody,
        })
    }

    fn candidate(&self, pairing: &Pairing) -> Candidate {
        let row = self.contacts.get(&pairing.device);
        Candidate {
            device: pairing.device,
            name: segue_network::about::clean_name(&pairing.about.name),
            nickname: row.and_then(|row| row.nickname.clone()),
            standing: match row.map(|row| row.standing) {
                Some(Standing::Verified) => PersonStanding::Verified,
                Some(Standing::Waiting) => PersonStanding::Waiting,
                _ => PersonStanding::Stranger,
            },
        }
    }
}
