//! Measuring: what the checks must be told of the network is gathered in the background.

use std::sync::Arc;
use std::time::{Duration, Instant};

use segue_clock::Clock;
use segue_door::settings::Visibility;
use segue_door::{Check, Event, Method, PersonStanding, ask};
use segue_network::address::Transport;
use segue_network::network::{self, ConnectError};
use segue_network::reachability_probe::ProbeError;
use segue_network::{DeviceId, Network};

use super::people::candidates;
use super::state::State;
use super::{Answer, Background, ConnectionId};
use crate::doctor::{self, Discovery, PeerReport, PersonAnswer, PersonOutcome, Wiring};
use crate::people::{PersonRow, Standing, Whom, find};

/// How long a network that was just started may take to listen.
const SETTLE: Duration = Duration::from_secs(5);

/// How long a person's device may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the device may take to tell how it sees us, including its try to reach us.
const LOOK: Duration = Duration::from_secs(15);

/// Measures, reports each check as it is made, and answers with all of them.
pub(super) fn measure(
    state: &mut State,
    background: &mut Background,
    connection: ConnectionId,
    person: Option<String>,
    answer: Answer,
) {
    let asked = Asked::of(state, person.clone());
    let subject = doctor::Subject {
        clock: state.clock.clone(),
        profile: state.profile.clone(),
        database: state.database.clone(),
        status: state.status_for(connection),
        record: state.identity.record.clone(),
        homes: Arc::clone(&state.homes),
        person,
    };
    let events = state.events.clone();
    background.spawn(async move {
        let wiring = asked.map(Asked::wiring);
        // Nobody may be listening.
        let tell = move |check: &Check| drop(events.send(Event::DoctorCheck(check.clone())));
        let report = doctor::examine(subject, wiring, tell).await;
        // The one who asked may have gone.
        answer.send(report.map(ask::Doctor::reply)).ok();
        None
    });
}

/// What is measured of a running network.
struct Asked {
    clock: Clock,
    network: Network,
    /// Whether the settings say that people are looked for; the process may have been started with
    /// that off.
    looks: bool,
    visibility: Visibility,
    /// Whom this profile knows.
    rows: Vec<PersonRow>,
    /// Until when others may still turn up for the first time.
    until: Option<Instant>,
    person: Option<String>,
}

impl Asked {
    /// Starts the network if it does not run yet: there is nothing to measure without it.
    fn of(state: &mut State, person: Option<String>) -> Option<Self> {
        Some(Self {
            clock: state.clock.clone(),
            network: state.network().ok()?,
            looks: state.settings.values.network.discovery,
            visibility: state.settings.values.network.visibility,
            rows: state.contacts.rows().cloned().collect(),
            until: state
                .network_control
                .found_by()
                .filter(|_| state.may_find()),
            person,
        })
    }

    async fn wiring(self) -> Wiring {
        let mut views = self.network.views();
        let listens = views.wait_for(|view| !view.listening.is_empty());
        // One that still does not listen by then is said to.
        self.clock.timeout(SETTLE, listens).await.ok();
        if let Some(until) = self.until {
            self.clock.sleep_until(until).await;
        }
        let answer = match &self.person {
            Some(name) => Some(self.ask(name).await),
            None => None,
        };
        let view = self.network.view();
        let tcp = view.listening.iter();
        let tcp = tcp.filter(|address| address.transport == Transport::Tcp);
        let verified = self.rows.iter();
        Wiring {
            listening: tcp.map(|address| address.socket).collect(),
            discovery: match view.discovery {
                network::Discovery::On => Discovery::On,
                // What can be changed here comes before what needs another start.
                network::Discovery::Off if !self.looks => Discovery::OffBySetting,
                network::Discovery::Off if self.visibility == Visibility::Hidden => {
                    Discovery::OffByHiding
                }
                network::Discovery::Off => Discovery::OffByEnvironment,
                network::Discovery::Failing => {
                    Discovery::Failed("it could not be started, and is tried again".to_owned())
                }
            },
            visibility: match self.visibility {
                Visibility::Visible => "everyone on this network",
                Visibility::Teammates => "people you verified",
                Visibility::Hidden => "nobody",
            }
            .to_owned(),
            nearby: view.nearby.len(),
            verified: verified
                .filter(|row| row.standing == Standing::Verified)
                .count(),
            answer,
        }
    }

    /// Finds whom the name means and asks their device.
    async fn ask(&self, name: &str) -> PersonAnswer {
        let everyone = candidates(self.rows.iter(), Some(&self.network.view()));
        let (outcome, told) = match find(name, &everyone, Whom::Anyone) {
            Ok(device) => {
                let verified = everyone
                    .iter()
                    .any(|one| one.device == device && one.standing == PersonStanding::Verified);
                let outcome = self.answers(device, verified).await;
                let told = match outcome {
                    PersonOutcome::Answered { .. } => Some(self.told(device).await),
                    _ => None,
                };
                (outcome, told)
            }
            Err(failure) => (PersonOutcome::Unclear(failure.message), None),
        };
        PersonAnswer {
            name: name.to_owned(),
            outcome,
            told,
        }
    }

    /// Asks a device that answers what it says of itself, and of how it sees this one.
    async fn told(&self, device: DeviceId) -> PeerReport {
        let looking = self
            .clock
            .timeout(LOOK, self.network.probe_reachability(device));
        let seen = looking.await.unwrap_or(Err(ProbeError::Lost));
        let view = self.network.view();
        let version = view
            .find(&device)
            .map(|nearby| nearby.about.version.clone());
        PeerReport {
            version: version.unwrap_or_default(),
            seen,
        }
    }

    async fn answers(&self, device: DeviceId, verified: bool) -> PersonOutcome {
        match self
            .clock
            .timeout(PATIENCE, self.network.answers(device))
            .await
        {
            Ok(Ok(round_trip)) => PersonOutcome::Answered {
                round_trip,
                verified,
            },
            Err(_) | Ok(Err(ConnectError::NoAnswer(_) | ConnectError::NotFound)) => {
                match self.network.view().find(&device) {
                    Some(_) => PersonOutcome::Silent,
                    None => PersonOutcome::NotSeen,
                }
            }
            Ok(Err(ConnectError::Blocked)) => PersonOutcome::Blocked,
            Ok(Err(ConnectError::WrongKey(_))) => PersonOutcome::WrongKey,
            Ok(Err(error)) => PersonOutcome::Failed(error.to_string()),
        }
    }
}
