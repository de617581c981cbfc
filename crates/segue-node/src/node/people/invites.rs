//! Making, taking back and using invites.

use std::time::Duration;

use segue_clock::Clock;
use segue_door::{Code, Failure, InviteView, Invited, Reply, TicketText, VerifiedBy};
use segue_network::address::Address;
use segue_network::identity::IdentityKey;
use segue_network::network::{JoinError, Nearby};
use segue_network::trust::{Capability, Ticket};
use segue_network::{DeviceId, Network};

use super::super::state::State;
use super::super::{Answer, Background, Finished};
use super::reply;
use crate::journal::Happening;
use crate::network_control;
use crate::people::{PersonRow, Standing};

/// For how many minutes an invite is valid unless somebody says otherwise: a day.
const MINUTES: u32 = 24 * 60;
/// For how many minutes an invite is valid at most: a week.
const MOST_MINUTES: u32 = 7 * 24 * 60;
/// How long a network may take to know where it can be reached.
const LISTEN: Duration = Duration::from_secs(5);

/// Makes an invite, once it is known where it leads.
pub(super) fn invite(
    state: &mut State,
    background: &mut Background,
    minutes: Option<u32>,
    answer: Answer,
) {
    let minutes = minutes.unwrap_or(MINUTES);
    if !(1..=MOST_MINUTES).contains(&minutes) {
        let words = format!("An invite holds from 1 to {MOST_MINUTES} minutes (a week).");
        return reply(answer, Err(Failure::invalid(words)));
    }
    let (network, key) = match (state.network(), state.identity.key.clone()) {
        (Ok(network), Ok(key)) => (network, key),
        (Err(failure), _) => return reply(answer, Err(failure)),
        (_, Err(_)) => return reply(answer, Err(failed("The identity key can't be reached."))),
    };
    let clock = state.clock.clone();
    background.spawn(async move {
        let addresses = reachable(&network, &clock).await;
        Some(Finished::then(move |state: &mut State| {
            let made = addresses.and_then(|at| make(state, &key, minutes, &at));
            reply(answer, made.map(|made| Reply::Invite(Box::new(made))));
        }))
    });
}

/// Waits until it is known where others can reach us, and returns those addresses. Those that only
/// this computer can reach are left out unless there are no others.
async fn reachable(network: &Network, clock: &Clock) -> Result<Vec<Address>, Failure> {
    let mut views = network.views();
    // Of a network that was just started the addresses become known one by one.
    let settles = views.wait_for(|view| view.settled && !view.listening.is_empty());
    // Whatever is known by then must do.
    clock.timeout(LISTEN, settles).await.ok();
    let found = network.view().listening.clone();
    if found.is_empty() {
        return Err(
            failed("Nobody could follow an invite: Segue can't be reached anywhere.")
                .hint("segue doctor measures what is wrong."),
        );
    }
    let outside: Vec<Address> = found
        .iter()
        .copied()
        .filter(|address| !address.socket.ip().is_loopback())
        .collect();
    Ok(if outside.is_empty() { found } else { outside })
}

fn failed(words: &str) -> Failure {
    Failure::new(Code::Unreachable, words)
}

fn make(
    state: &mut State,
    key: &IdentityKey,
    minutes: u32,
    addresses: &[Address],
) -> Result<Invited, Failure> {
    let capability = Capability::random()
        .map_err(|error| Failure::new(Code::Internal, format!("No random numbers: {error}.")))?;
    // The ticket counts in seconds, and both sides must agree.
    let created = state.now();
    let expires = (created / 1000 + i64::from(minutes) * 60) * 1000;
    let kept = state.invites.add(&capability.mark(), created, expires)?;
    let seconds = u64::try_from(expires / 1000).unwrap_or_default();
    let ticket = Ticket::new(key, seconds, capability, addresses)
        .ok_or_else(|| Failure::new(Code::Internal, "The invite could not be signed."))?;
    let made = Happening::new("invite_made", "You made an invite");
    state.journal(made.detail(format!("Its id is {}.", kept.id)));
    Ok(Invited {
        id: kept.id,
        ticket: TicketText(ticket.to_text().to_string()),
        expires: kept.expires,
        addresses: ticket.addresses.iter().map(ToString::to_string).collect(),
    })
}

/// Takes an invite back.
pub(super) fn revoke(state: &mut State, id: &str) -> Result<InviteView, Failure> {
    let view = state
        .invites
        .revoke(id.trim(), state.now(), |device| state.name_of(device))?;
    let what = format!("You took an invite back ({})", view.id);
    state.journal(Happening::new("invite_revoked", what));
    Ok(view)
}

/// Uses someone's invite. Our half is written first.
pub(super) fn join(state: &mut State, background: &mut Background, text: &str, answer: Answer) {
    let (ticket, network) = match read(state, text) {
        Ok(found) => found,
        Err(failure) => return reply(answer, Err(failure)),
    };
    let inviter = ticket.inviter;
    if let Err(failure) = say_yes(state, &ticket) {
        return reply(answer, Err(failure));
    }
    background.spawn(async move {
        let joined = network.join(&ticket).await;
        Some(Finished::then(move |state: &mut State| {
            let result = joined_by(state, &inviter, joined);
            reply(answer, result);
        }))
    });
}

fn read(state: &mut State, text: &str) -> Result<(Ticket, Network), Failure> {
    let ticket = Ticket::parse(text).map_err(|error| network_control::ticket(&error))?;
    let seconds = u64::try_from(state.clock.now().as_second()).unwrap_or_default();
    if ticket.expires <= seconds {
        return Err(network_control::join(&JoinError::Expired));
    }
    let network = state.network()?;
    if ticket.inviter == network.device() {
        return Err(Failure::invalid("This is an invite of your own.")
            .hint("Give it to the other person, who runs: segue join"));
    }
    if let Some(row) = state.contacts.get(&ticket.inviter)
        && row.standing == Standing::Blocked
    {
        let words = format!("You blocked {}, who made this invite.", row.display_name());
        return Err(Failure::new(Code::Refused, words)
            .hint(format!("First: segue unblock {}", ticket.inviter.short())));
    }
    Ok((ticket, network))
}

/// Writes down that we agree, and where the inviter may be.
fn say_yes(state: &mut State, ticket: &Ticket) -> Result<(), Failure> {
    let known = state.contacts.get(&ticket.inviter).cloned();
    let mut row = known
        .unwrap_or_else(|| PersonRow::waiting(ticket.inviter, "", VerifiedBy::Invite, state.now()));
    if row.standing == Standing::Waiting {
        row.since = state.now();
    }
    for address in ticket.addresses.iter().rev() {
        row.reached(*address, false);
    }
    state.contacts.put(row)?;
    state.people_changed();
    Ok(())
}

fn joined_by(
    state: &mut State,
    inviter: &DeviceId,
    joined: Result<Nearby, JoinError>,
) -> Result<Reply, Failure> {
    match joined {
        Ok(here) => {
            state.verified(inviter, &here.about, VerifiedBy::Invite);
            let row = state.contacts.get(inviter);
            let row = row.filter(|row| row.standing == Standing::Verified);
            let row = row.ok_or_else(|| {
                Failure::new(
                    Code::Refused,
                    "You blocked or forgot them in between, so you are not verified.",
                )
                .hint("Join again with a new invite if you did not mean to.")
            })?;
            Ok(Reply::Join(Box::new(state.person(row))))
        }
        // Their answer was lost, so they may know us now: the next contact says.
        Err(error @ JoinError::Lost) => Err(network_control::join(&error)),
        Err(error) => {
            state.drop_half(inviter);
            Err(network_control::join(&error))
        }
    }
}
