//! One turn of the loop after another: what happens and what follows from it.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use futures_util::StreamExt;
use libp2p::core::ConnectedPoint;
use libp2p::swarm::{ConnectionId, SwarmEvent};
use libp2p::{Multiaddr, ping};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use super::{Command, EventLoop, Reach, Run, doors};
use crate::address::Address;
use crate::book::Book;
use crate::device::DeviceId;
use crate::finder::Found;
use crate::hello::{self, HelloEnd, Said};
use crate::limits::{Bucket, HELLOS};
use crate::network::{Config, ConnectError, Event, Listen, View, Visibility};
use crate::places::Places;
use crate::shared::Shared;
use crate::swarm::{self, BehaviourEvent};

/// How often the loop looks after itself.
const TICK: Duration = Duration::from_secs(1);
/// How often the interfaces are looked at.
const LOOK: Duration = Duration::from_secs(5);
/// A tick this late means that the computer slept, or that we did not run.
const SLEPT: Duration = Duration::from_secs(10);
/// Whoever is about to dial us gets so long before we dial.
const AFTER_YOU: Duration = Duration::from_millis(800);
/// How long someone whose connection was lost is still shown while we try again, and while we don't.
const GHOST: Duration = Duration::from_secs(6);
const GRACE: Duration = Duration::from_millis(500);
/// How long goodbyes may take.
const GOODBYE: Duration = Duration::from_millis(400);
/// How often a connection may be lost before its hello until whoever waits for it is told.
const LOST: u32 = 2;
/// How often a hello that is not answered, or does not last, is tried.
const GREETINGS: u32 = 3;
/// A hello that lasted so long was a good one.
const LASTED: Duration = Duration::from_secs(30);
/// A connection that ended sooner is no reason to make another one at once.
const BRIEF: Duration = Duration::from_secs(5);

impl EventLoop {
    /// Builds everything and listens.
    pub(super) fn start(config: Config, shared: Arc<Shared>) -> Result<Self, String> {
        let mut swarm = swarm::build(
            &config,
            shared.circle.subscribe(),
            shared.places.subscribe(),
        )?;
        let mut control = swarm.behaviour().streams.new_control();
        doors::open(&shared, &mut control)?;
        shared.control.send_replace(Some(control));
        let listeners = listen(&mut swarm, &config)?;
        let mut event_loop = Self {
            config,
            swarm,
            listeners,
            listening: Vec::new(),
            peers: super::Peers::default(),
            book: Book::default(),
            dials: Default::default(),
            waiters: Default::default(),
            typed: Default::default(),
            ghosts: Default::default(),
            lost: Default::default(),
            hellos: Default::default(),
            verified: Default::default(),
            ticked: (Instant::now(), SystemTime::now()),
            looked: Instant::now(),
            shared,
        };
        event_loop.circle_changed();
        event_loop.visibility_changed();
        event_loop.publish();
        Ok(event_loop)
    }

    /// Turns until it is told to stop.
    pub(super) async fn run(mut self, commands: &mut mpsc::Receiver<Command>) -> Run {
        let mut circle = self.shared.circle.subscribe();
        let mut visibility = self.shared.visibility.subscribe();
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
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
                changed = circle.changed() => match changed {
                    Ok(()) => self.circle_changed(),
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
                _ = tick.tick() => self.on_tick(),
            }
        }
    }

    fn on_command(&mut self, command: Command) {
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
            Command::Said { device, said } => self.on_said(device, said),
            Command::HelloEnded { device, end } => self.on_hello_ended(device, end),
            Command::Panic => panic!("the network fails on purpose"),
            // Taken out before.
            Command::Stop(_) => {}
        }
    }

    /// Something happened to a connection; says why when nothing can go on.
    fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) -> Option<String> {
        match event {
            SwarmEvent::NewListenAddr { address, .. } => {
                self.listening.extend(Address::from_multiaddr(&address));
                self.publish();
            }
            SwarmEvent::ExpiredListenAddr { address, .. } => self.not_listening(&[address]),
            SwarmEvent::ListenerClosed {
                listener_id,
                addresses,
                reason,
            } => {
                self.not_listening(&addresses);
                self.listeners.retain(|known| *known != listener_id);
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

    fn not_listening(&mut self, addresses: &[Multiaddr]) {
        let gone: Vec<_> = addresses
            .iter()
            .filter_map(Address::from_multiaddr)
            .collect();
        self.listening.retain(|known| !gone.contains(known));
        self.publish();
    }

    fn on_found(&mut self, found: Found) {
        let now = Instant::now();
        let news = self.book.add(found.device, found.address, now);
        let here = self.peers.is_connected(&found.device);
        if here || found.device == self.shared.me || self.dials.contains_key(&found.device) {
            return;
        }
        if news {
            self.book.fresh(&found.device);
        }
        // Only one of the two needs to dial.
        if self.shared.me < found.device {
            self.try_reach(found.device, now);
        } else if news {
            self.book.hold(found.device, now + AFTER_YOU);
        }
    }

    /// Dials a device that nobody asked for, if we want to be seen by it and it is time.
    fn try_reach(&mut self, device: DeviceId, now: Instant) {
        let wanted = match self.shared.circle.borrow().standing(&device) {
            Some(crate::network::Standing::Blocked) => false,
            Some(_) => true,
            None => *self.shared.visibility.borrow() == Visibility::Visible,
        };
        let busy = self.dials.contains_key(&device) || self.peers.is_connected(&device);
        if wanted && !busy && self.book.is_due(&device, now) && !self.dial(device) {
            self.book.failed(device, now);
        }
    }

    fn on_connected(&mut self, device: DeviceId, id: ConnectionId, endpoint: &ConnectedPoint) {
        let now = Instant::now();
        let ours = endpoint.is_dialer();
        let Some(address) = Address::from_multiaddr(endpoint.get_remote_address()) else {
            self.swarm.close_connection(id);
            return;
        };
        for close in self
            .peers
            .connected(self.shared.me, device, (id, address, ours), now)
        {
            // What runs over it would wait for it, and it for that.
            self.shared.cut(&device);
            self.swarm.close_connection(close);
        }
        self.dials.remove(&device);
        if ours {
            self.book.add(device, address, now);
        }
        if let Some((_, waiter)) = self.typed.remove(&id) {
            match self.reached(&device) {
                Some(reach) => {
                    waiter.send(Ok(reach)).ok();
                }
                None => self.waiters.entry(device).or_default().push(waiter),
            }
        }
        if ours
            && self
                .peers
                .get(&device)
                .is_some_and(|peer| peer.said.is_none())
        {
            self.greet(device);
        }
    }

    /// Opens the hello stream.
    fn greet(&mut self, device: DeviceId) {
        if let Some(peer) = self.peers.get_mut(&device) {
            let lasted = peer.greeted.is_some_and(|at| at.elapsed() > LASTED);
            peer.hello_tries = if lasted { 1 } else { peer.hello_tries + 1 };
            peer.greeted = Some(Instant::now());
        }
        tokio::spawn(hello::open(Arc::clone(&self.shared), device));
    }

    /// Opens it again if it is ours to open and was not answered.
    pub(super) fn greet_again(&mut self, device: DeviceId) {
        let peer = self.peers.get(&device);
        if peer.is_some_and(|peer| {
            peer.is_ours() && peer.said.is_none() && peer.hello_tries >= GREETINGS
        }) {
            self.greet(device);
        }
    }

    fn on_closed(&mut self, device: DeviceId, id: ConnectionId, others: u32) {
        let Some(peer) = self.peers.disconnected(&device, id, others) else {
            self.serve(&device);
            return;
        };
        self.shared.cut(&device);
        let now = Instant::now();
        let said =
            peer.nearby(&device).or_else(|| {
                // All lines are gone by now; what it said is not.
                peer.said.as_ref().map(|said| crate::network::Nearby {
                    device,
                    about: said.about.clone(),
                    knows_you: said.knows_you,
                    address: self.book.ways(&device).first().copied().unwrap_or_else(|| {
                        Address::tcp(std::net::SocketAddr::from(([0, 0, 0, 0], 0)))
                    }),
                    round_trip: None,
                })
            });
        let blocked = self.shared.circle.borrow().is_blocked(&device);
        // Whoever hangs up at once could have us dial without end.
        let brief = peer
            .since
            .is_none_or(|since| now.duration_since(since) < BRIEF);
        if brief {
            self.book.in_vain(&device, now);
        } else {
            self.book.fresh(&device);
        }
        if let Some(nearby) = said {
            // Perhaps only the connection is gone; or its goodbye is still on its way to us.
            let again =
                !(blocked || brief) && (self.dials.contains_key(&device) || self.dial(device));
            let until = now + if again { GHOST } else { GRACE };
            self.ghosts.insert(device, (nearby, until));
        }
        if !self.dials.contains_key(&device) && self.waiters.contains_key(&device) {
            // Of two connections that crossed, the one that goes may go before the other is here.
            let lost = self.lost.entry(device).or_default();
            *lost += 1;
            if *lost > LOST || blocked || !self.dial(device) {
                let error = ConnectError::NoAnswer(device.short());
                self.give_up(device, &error);
            }
        }
        self.publish();
    }

    fn on_ping(&mut self, ping: &ping::Event) {
        let Some(device) = DeviceId::from_peer(ping.peer) else {
            return;
        };
        match &ping.result {
            Ok(took) => {
                if let Some(peer) = self.peers.get_mut(&device) {
                    let first = peer.round_trip.is_none();
                    peer.round_trip = Some(*took);
                    if first {
                        self.publish();
                    }
                }
            }
            // A device that does not speak it proves by its hello that it is there.
            Err(ping::Failure::Unsupported) => {}
            Err(_) => {
                // A connection that does not answer may take long to close; it counts as closed.
                self.swarm.close_connection(ping.connection);
                self.on_closed(device, ping.connection, 0);
            }
        }
    }

    fn on_said(&mut self, device: DeviceId, mut said: Said) {
        let now = Instant::now();
        let Some(peer) = self.peers.get_mut(&device) else {
            return;
        };
        let hellos = self.hellos.entry(device);
        if !hellos.or_insert_with(|| Bucket::new(HELLOS, now)).take(now) {
            tracing::warn!(?device, "a device says hello too often");
            hang_up(&mut self.swarm, &self.shared, device);
            return;
        }
        // Nobody makes us dial a third computer, or ourselves: a stranger names ways to where it
        // is, and only someone on this computer names ways that end here.
        let known = self.shared.circle.borrow().knows(&device);
        let here = peer.address().map(|address| address.socket.ip());
        said.ways.retain(|way| {
            let ip = way.socket.ip();
            let inside = ip.is_loopback() && !here.is_some_and(|here| here.is_loopback());
            here == Some(ip) || (known && !inside)
        });
        for way in &said.ways {
            self.book.add(device, *way, now);
        }
        self.lost.remove(&device);
        let mut addresses: Vec<Address> = Vec::new();
        if peer.is_ours() {
            addresses.extend(peer.address());
        }
        addresses.extend(said.ways.iter().copied());
        let news = peer.said.as_ref() != Some(&said);
        peer.said = Some(said.clone());
        self.ghosts.remove(&device);
        self.serve(&device);
        if news {
            self.publish();
            self.tell_of(
                device,
                Event::Hello {
                    device,
                    about: said.about,
                    knows_you: said.knows_you,
                    addresses,
                },
            );
        }
    }

    fn on_hello_ended(&mut self, device: DeviceId, end: HelloEnd) {
        let Some(peer) = self.peers.get_mut(&device) else {
            // The connection may be seen to close before the last word over it is read.
            if end == HelloEnd::Bye && self.ghosts.remove(&device).is_some() {
                self.left(device);
            }
            return;
        };
        let tries = peer.hello_tries;
        match end {
            HelloEnd::Bye => {
                let was_here = peer.said.take().is_some();
                hang_up(&mut self.swarm, &self.shared, device);
                if was_here {
                    self.left(device);
                }
            }
            HelloEnd::Lost | HelloEnd::Unanswered if tries < GREETINGS => {
                if peer.is_ours() {
                    self.greet(device);
                }
            }
            HelloEnd::Lost => {
                hang_up(&mut self.swarm, &self.shared, device);
            }
            // Whoever waits may know what to do with a silent device: it shows an invite. Nothing
            // else keeps the connection.
            HelloEnd::Unanswered | HelloEnd::NotSegue => {
                let address = peer.address();
                self.book.failed(device, Instant::now());
                for waiter in self.waiters.remove(&device).unwrap_or_default() {
                    let answer = match (end, address) {
                        (HelloEnd::Unanswered, Some(address)) => Ok(Reach {
                            address,
                            nearby: None,
                        }),
                        _ => Err(ConnectError::NotSegue),
                    };
                    waiter.send(answer).ok();
                }
                if end == HelloEnd::NotSegue {
                    hang_up(&mut self.swarm, &self.shared, device);
                }
            }
            HelloEnd::Broken => {
                tracing::warn!(?device, "a device broke the rules of hello");
                hang_up(&mut self.swarm, &self.shared, device);
            }
        }
    }

    /// A device said goodbye: it is not looked for until it is heard of anew.
    fn left(&mut self, device: DeviceId) {
        self.book.forget(&device);
        self.dials.remove(&device);
        self.publish();
        let goodbye = true;
        self.tell_of(device, Event::Gone { device, goodbye });
    }

    fn circle_changed(&mut self) {
        let circle = Arc::clone(&self.shared.circle.borrow());
        for (device, known) in &circle.0 {
            let limits = &mut self.swarm.behaviour_mut().limits;
            match known.standing {
                crate::network::Standing::Verified => limits.bypass_peer_id(&device.peer()),
                crate::network::Standing::Waiting => limits.remove_peer_id(&device.peer()),
                crate::network::Standing::Blocked => {
                    limits.remove_peer_id(&device.peer());
                    hang_up(&mut self.swarm, &self.shared, *device);
                }
            }
        }
        let verified: HashSet<DeviceId> = circle
            .0
            .keys()
            .filter(|device| circle.is_verified(device))
            .copied()
            .collect();
        // Whoever is not verified any more has no rights left, and nothing that is under way.
        for device in self.verified.difference(&verified) {
            let limits = &mut self.swarm.behaviour_mut().limits;
            limits.remove_peer_id(&device.peer());
            hang_up(&mut self.swarm, &self.shared, *device);
        }
        self.verified = verified;
        for device in self.peers.devices() {
            // Someone we know now, who did not answer a stranger's hello.
            let peer = self.peers.get(&device);
            let silent = peer.is_some_and(|peer| peer.is_ours() && peer.said.is_none());
            if circle.knows(&device) && silent {
                self.greet(device);
            }
        }
    }

    fn visibility_changed(&mut self) {
        let visibility = *self.shared.visibility.borrow();
        self.swarm.behaviour_mut().finder.show(visibility);
        if visibility != Visibility::Visible {
            let circle = Arc::clone(&self.shared.circle.borrow());
            for device in self.peers.devices() {
                if !circle.knows(&device) {
                    hang_up(&mut self.swarm, &self.shared, device);
                    self.book.forget(&device);
                }
            }
        }
        self.publish();
    }

    /// An address of ours is gone, and with it connections that do not know it yet: a new one to each
    /// device takes their place.
    fn reconnect(&mut self) {
        for device in self.peers.devices() {
            if !self.dials.contains_key(&device) {
                self.dial(device);
            }
        }
    }

    fn rescan(&mut self) {
        self.shared.places.send_replace(Arc::new(Places::look()));
        self.book.all_fresh();
        self.swarm.behaviour_mut().finder.rebuild();
    }

    fn on_tick(&mut self) {
        let (now, wall) = (Instant::now(), SystemTime::now());
        let late = now.duration_since(self.ticked.0);
        let by_the_clock = wall.duration_since(self.ticked.1).unwrap_or_default();
        self.ticked = (now, wall);
        if late > SLEPT || by_the_clock > SLEPT {
            tracing::info!("back after a pause; looking for everyone anew");
            self.rescan();
        }
        if now.duration_since(self.looked) >= LOOK {
            self.looked = now;
            let places = Places::look();
            let before = Arc::clone(&self.shared.places.borrow());
            if places != *before {
                tracing::info!("the network changed; looking for everyone anew");
                self.rescan();
                if places.lost_one_of(&before) {
                    self.reconnect();
                }
            }
            self.shared.forget_inbound(now);
            self.shared
                .cut_others(|device| self.peers.is_connected(device));
            self.hellos.retain(|_, bucket| !bucket.is_full(now));
        }
        self.swarm.behaviour_mut().finder.tend(now);
        let waited_for: Vec<DeviceId> = self.waiters.keys().copied().collect();
        for device in waited_for {
            self.serve(&device);
        }
        let known: Vec<DeviceId> = self.shared.circle.borrow().0.keys().copied().collect();
        if *self.shared.visibility.borrow() != Visibility::Hidden {
            for device in known.into_iter().chain(self.book.recent(now)) {
                self.try_reach(device, now);
            }
        }
        let gone: Vec<DeviceId> = self
            .ghosts
            .iter()
            .filter(|(_, (_, until))| *until <= now)
            .map(|(device, _)| *device)
            .collect();
        for device in gone {
            self.ghosts.remove(&device);
            self.tell_of(
                device,
                Event::Gone {
                    device,
                    goodbye: false,
                },
            );
        }
        self.publish();
    }

    /// Those who wait for this device hear that it is there, once it is.
    fn serve(&mut self, device: &DeviceId) {
        if let Some(reach) = self.reached(device) {
            for waiter in self.waiters.remove(device).unwrap_or_default() {
                waiter.send(Ok(reach.clone())).ok();
            }
        }
    }

    /// What the connection to this device is, once it said hello and no other is on its way out: a
    /// stream over that one would be lost.
    pub(super) fn reached(&self, device: &DeviceId) -> Option<Reach> {
        let peer = self.peers.get(device)?;
        let nearby = peer
            .nearby(device)
            .filter(|_| peer.is_settled(Instant::now()))?;
        Some(Reach {
            address: nearby.address,
            nearby: Some(nearby),
        })
    }

    /// Shows what there is to see, if it is different.
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
        let discovery = self.swarm.behaviour().finder.state();
        self.shared.view.send_if_modified(|view| {
            let next = View {
                listening,
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
    /// strangers do must not crowd out what teammates do.
    pub(super) fn tell_of(&self, device: DeviceId, event: Event) {
        if self.shared.circle.borrow().knows(&device) || self.shared.has_room_for_strangers() {
            self.tell(event);
        } else {
            tracing::debug!(?device, "a stranger's event is not reported");
        }
    }

    /// Reports something. When the application does not read, the loop still goes on.
    pub(super) fn tell(&self, event: Event) {
        if let Err(error) = self.shared.events.try_send(event) {
            tracing::warn!(%error, "an event was lost");
        }
    }

    /// Tells everyone that we leave, and gives that a moment to arrive.
    async fn say_goodbye(&mut self, commands: &mut mpsc::Receiver<Command>) {
        self.shared.stopping.cancel();
        let saying = async {
            while !self.peers.devices().is_empty() {
                tokio::select! {
                    event = self.swarm.select_next_some() => {
                        self.on_swarm(event);
                    }
                    command = commands.recv() => match command {
                        Some(Command::HelloEnded { device, .. }) => {
                            hang_up(&mut self.swarm, &self.shared, device);
                        }
                        Some(_) => {}
                        None => return,
                    },
                }
            }
        };
        // Whoever does not hear it will notice all the same.
        tokio::time::timeout(GOODBYE, saying).await.ok();
    }
}

/// Closes all connections to a device. The tasks of its streams end first: a connection is closed only
/// when nobody holds a stream of it.
fn hang_up(swarm: &mut libp2p::Swarm<swarm::Behaviour>, shared: &Shared, device: DeviceId) {
    shared.cut(&device);
    swarm.disconnect_peer_id(device.peer()).ok();
}

/// Listens where it should; says why when that is nowhere.
fn listen(
    swarm: &mut libp2p::Swarm<swarm::Behaviour>,
    config: &Config,
) -> Result<Vec<libp2p::core::transport::ListenerId>, String> {
    let transports = config.transports;
    let mut listeners = Vec::new();
    let mut why = String::new();
    let sockets: Vec<std::net::SocketAddr> = match &config.listen {
        Listen::At(sockets) => sockets.clone(),
        Listen::Everywhere(port) => vec![
            ([0, 0, 0, 0], *port).into(),
            (std::net::Ipv6Addr::UNSPECIFIED, *port).into(),
        ],
    };
    let fallback = matches!(config.listen, Listen::Everywhere(_));
    for socket in sockets {
        for transport in [
            crate::address::Transport::Tcp,
            crate::address::Transport::Quic,
        ] {
            let wanted = match transport {
                crate::address::Transport::Tcp => transports.tcp,
                crate::address::Transport::Quic => transports.quic,
            };
            if !wanted {
                continue;
            }
            let mut try_at = |port: u16| {
                let socket = std::net::SocketAddr::new(socket.ip(), port);
                let address = Address { socket, transport };
                swarm.listen_on(address.to_multiaddr())
            };
            let result = try_at(socket.port());
            let result = match result {
                Err(_) if fallback && socket.port() != 0 => try_at(0),
                other => other,
            };
            match result {
                Ok(listener) => listeners.push(listener),
                Err(error) => why = format!("{socket}: {error}"),
            }
        }
    }
    if listeners.is_empty() {
        return Err(why);
    }
    Ok(listeners)
}
