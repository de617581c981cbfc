//! One turn of the loop after another: what happens, and who is to deal with it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use libp2p::swarm::SwarmEvent;
use tokio::sync::mpsc;

use super::connections::hang_up;
use super::listen::listen;
use super::{Command, EventLoop, Run, doors};
use crate::address_book::AddressBook;
use crate::device::DeviceId;
use crate::network::{Config, Event, View};
use crate::shared::Shared;
use crate::swarm::{self, BehaviourEvent};

/// How often the loop looks after itself.
const TICK: Duration = Duration::from_secs(1);
/// How long those who wait for an answer may take to read it.
const LAST_ANSWERS: Duration = Duration::from_secs(3);
/// How long goodbyes may take.
const GOODBYE: Duration = Duration::from_millis(600);

impl EventLoop {
    /// Builds everything and listens.
    pub(super) fn start(config: Config, shared: Arc<Shared>) -> Result<Self, String> {
        let mut swarm = swarm::build(&config, shared.known.subscribe(), shared.places.subscribe())?;
        let mut control = swarm.behaviour().streams.new_control();
        doors::open(&shared, &mut control)?;
        shared.control.send_replace(Some(control));
        let listeners = listen(&mut swarm, &config)?;
        let mut event_loop = Self {
            config,
            swarm,
            listeners,
            listening: Vec::new(),
            unshown: false,
            peers: super::Peers::default(),
            address_book: AddressBook::default(),
            dials: Default::default(),
            waiters: Default::default(),
            typed: Default::default(),
            ghosts: Default::default(),
            lost: Default::default(),
            hellos: Default::default(),
            verified: Default::default(),
            known: Default::default(),
            untold: Default::default(),
            ticked: (shared.clock.monotonic(), shared.clock.now()),
            looked: shared.clock.monotonic(),
            shared,
        };
        event_loop.known_devices_changed();
        event_loop.visibility_changed();
        event_loop.publish();
        Ok(event_loop)
    }

    /// Runs the loop until the network stops or can't continue.
    pub(super) async fn run(mut self, commands: &mut mpsc::Receiver<Command>) -> Run {
        let mut known_devices = self.shared.known.subscribe();
        let mut visibility = self.shared.visibility.subscribe();
        let clock = self.shared.clock.clone();
        let mut tick = clock.monotonic();
        let stopping = self.shared.stopping.clone();
        loop {
            tokio::select! {
                biased;
                () = stopping.cancelled() => {
                    self.say_goodbye(commands).await;
                    return Run::Stopped;
                }
                command = commands.recv() => match command {
                    Some(Command::Stop(done)) => {
                        self.say_goodbye(commands).await;
                        done.send(()).ok();
                        return Run::Stopped;
                    }
                    Some(command) => self.on_command(command),
                    None => {
                        self.say_goodbye(commands).await;
                        return Run::Stopped;
                    }
                },
                changed = known_devices.changed() => match changed {
                    Ok(()) => self.known_devices_changed(),
                    Err(_) => return Run::Stopped,
                },
                changed = visibility.changed() => match changed {
                    Ok(()) => self.visibility_changed(),
                    Err(_) => return Run::Stopped,
                },
                event = self.swarm.select_next_some() => {
                    if let Some(why) = self.on_swarm(event) {
                        return Run::Failed(why);
                    }
                }
                // A listener says all of its addresses at once: they are shown together.
                () = std::future::ready(()), if self.unshown => {
                    self.unshown = false;
                    self.publish();
                }
                () = clock.sleep_until(tick) => {
                    self.on_tick();
                    tick = clock.monotonic() + TICK;
                }
            }
        }
    }

    pub(super) fn on_command(&mut self, command: Command) {
        match command {
            Command::Connect {
                target,
                ways,
                answer,
            } => self.connect(target, ways, answer),
            Command::Disconnect(device) | Command::Misbehaved(device) => {
                hang_up(&mut self.swarm, &self.shared, device);
            }
            Command::Rescan => self.rescan(),
            Command::HelloFacts { device, said } => self.on_said(device, said),
            Command::HelloEnded { device, end } => self.on_hello_ended(device, end),
            Command::Panic => panic!("the network fails on purpose"),
            // Taken out before.
            Command::Stop(_) => {}
        }
    }

    /// Handles an event of the swarm. Returns the reason when the network can't continue.
    pub(super) fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) -> Option<String> {
        match event {
            SwarmEvent::NewListenAddr {
                listener_id,
                address,
            } => self.listens_at(listener_id, &address),
            SwarmEvent::ExpiredListenAddr { address, .. } => self.not_listening(&[address]),
            SwarmEvent::ListenerClosed {
                listener_id,
                addresses,
                reason,
            } => {
                self.not_listening(&addresses);
                self.listeners.retain(|known| known.id != listener_id);
                tracing::warn!(?reason, "a listener closed");
                if self.listeners.is_empty() {
                    return Some("nothing listens any more".to_owned());
                }
            }
            SwarmEvent::ConnectionEstablished {
                peer_id,
                connection_id,
                endpoint,
                ..
            } => match DeviceId::from_peer(peer_id) {
                Some(device) => self.on_connected(device, connection_id, &endpoint),
                None => {
                    self.swarm.close_connection(connection_id);
                }
            },
            SwarmEvent::ConnectionClosed {
                peer_id,
                connection_id,
                num_established,
                ..
            } => {
                if let Some(device) = DeviceId::from_peer(peer_id) {
                    self.on_closed(device, connection_id, num_established);
                }
            }
            SwarmEvent::OutgoingConnectionError {
                connection_id,
                error,
                ..
            } => self.dial_failed(connection_id, &error),
            SwarmEvent::Behaviour(BehaviourEvent::Finder(found)) => self.on_found(found),
            SwarmEvent::Behaviour(BehaviourEvent::Ping(ping)) => self.on_ping(&ping),
            _ => {}
        }
        None
    }

    /// Publishes what there is to see, if it has changed.
    pub(super) fn publish(&self) {
        let mut nearby = self.peers.nearby();
        for (device, (ghost, _)) in &self.ghosts {
            if !nearby.iter().any(|here| here.device == *device) {
                nearby.push(ghost.clone());
            }
        }
        let mut listening = self.listening.clone();
        listening.sort_unstable();
        listening.dedup();
        let settled = self.is_settled();
        let discovery = self.swarm.behaviour().finder.state();
        self.shared.view.send_if_modified(|view| {
            let next = View {
                listening,
                settled,
                nearby,
                discovery,
                restarts: view.restarts,
            };
            let news = **view != next;
            if news {
                *view = Arc::new(next);
            }
            news
        });
    }

    /// Reports something about a device, unless it is a stranger and too much waits already: what
    /// strangers do must not crowd out what teammates do. `false` when it was not reported.
    pub(super) fn tell_of(&self, device: DeviceId, event: Event) -> bool {
        if self.shared.known.borrow().knows(&device) || self.shared.has_room() {
            return self.tell(event);
        }
        tracing::debug!(?device, "a stranger's event is not reported");
        false
    }

    /// Reports something; `false` when the application does not read. The loop still goes on.
    pub(super) fn tell(&self, event: Event) -> bool {
        let told = self.shared.events.try_send(event);
        if let Err(error) = &told {
            tracing::warn!(%error, "an event was lost");
        }
        told.is_ok()
    }

    /// Answers everyone who waits, says goodbye to every device, and gives that a moment to arrive.
    /// The others hang up: if we did, data on its way to us would make the system throw our last
    /// message away.
    pub(super) async fn say_goodbye(&mut self, commands: &mut mpsc::Receiver<Command>) {
        let shared = Arc::clone(&self.shared);
        shared.ending.cancel();
        shared.answering.close();
        let answered = shared.answering.wait();
        let turning = self.turn_until(commands, |_| false);
        let answering = async {
            tokio::select! {
                () = answered => {}
                () = turning => {}
            }
        };
        if shared.clock.timeout(LAST_ANSWERS, answering).await.is_err() {
            tracing::warn!("someone does not read the answer they wait for");
        }
        shared.stopping.cancel();
        for device in self.peers.devices() {
            let silent = self
                .peers
                .get(&device)
                .is_none_or(|peer| peer.said.is_none());
            if silent {
                hang_up(&mut self.swarm, &self.shared, device);
            }
        }
        let saying = self.turn_until(commands, |peers| peers.devices().is_empty());
        // Whoever does not hear it will notice all the same.
        shared.clock.timeout(GOODBYE, saying).await.ok();
    }

    /// Keeps connections going and does nothing more for anyone.
    async fn turn_until(
        &mut self,
        commands: &mut mpsc::Receiver<Command>,
        is_over: impl Fn(&super::Peers) -> bool,
    ) {
        while !is_over(&self.peers) {
            tokio::select! {
                event = self.swarm.select_next_some() => {
                    self.on_swarm(event);
                }
                command = commands.recv() => if command.is_none() {
                    return;
                },
            }
        }
    }
}
