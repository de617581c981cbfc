//! The swarm: transports, encryption, and the behaviours that are asked about every connection.

use std::sync::Arc;
use std::time::Duration;

use libp2p::swarm::NetworkBehaviour;
use libp2p::{Swarm, SwarmBuilder, noise, ping, tcp, yamux};
use libp2p_connection_limits::ConnectionLimits;
use tokio::sync::watch;

use crate::finder::Finder;
use crate::gate::Gate;
use crate::limits;
use crate::network::{Config, KnownDevices};
use crate::places::Places;

/// How often a silent device is asked whether it is there, and how long it may take.
const PING: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(3));

/// The behaviours that are asked about every connection, in this order.
#[derive(NetworkBehaviour)]
pub(crate) struct Behaviour {
    pub gate: Gate,
    pub limits: libp2p_connection_limits::Behaviour,
    pub ping: ping::Behaviour,
    pub streams: libp2p_stream::Behaviour,
    pub finder: Finder,
}

/// Builds the swarm; it listens and dials nowhere yet.
pub(crate) fn build(
    config: &Config,
    known_devices: watch::Receiver<Arc<KnownDevices>>,
    places: watch::Receiver<Arc<Places>>,
) -> Result<Swarm<Behaviour>, String> {
    let keypair = config.key.to_keypair();
    let me = keypair.public().to_peer_id();
    let mut muxer = yamux::Config::default();
    muxer.set_max_num_streams(limits::STREAMS);
    let behaviour = Behaviour {
        gate: Gate::new(config.clock.clone(), known_devices, places.clone()),
        limits: libp2p_connection_limits::Behaviour::new(connection_limits()),
        ping: ping::Behaviour::new(
            ping::Config::new()
                .with_interval(PING.0)
                .with_timeout(PING.1),
        ),
        streams: libp2p_stream::Behaviour::new(),
        finder: Finder::new(config.clock.clone(), me, config.discovery, places),
    };
    let swarm = SwarmBuilder::with_existing_identity(keypair)
        .with_tokio()
        .with_tcp(
            tcp::Config::default().nodelay(true),
            noise::Config::new,
            move || muxer,
        )
        .map_err(|error| error.to_string())?
        .with_quic_config(|mut quic| {
            quic.handshake_timeout = limits::HANDSHAKE;
            quic.max_concurrent_stream_limit = u32::try_from(limits::STREAMS).unwrap_or(32);
            (quic.max_stream_data, quic.max_connection_data) = limits::QUIC_WINDOW;
            quic
        })
        .with_behaviour(|_| behaviour)
        .map_err(|error| error.to_string())?
        .with_swarm_config(|swarm| {
            swarm
                // The hello stream keeps a connection that is used; others end soon.
                .with_idle_connection_timeout(Duration::from_secs(10))
                .with_max_negotiating_inbound_streams(16)
        })
        .with_connection_timeout(limits::HANDSHAKE)
        .build();
    Ok(swarm)
}

fn connection_limits() -> ConnectionLimits {
    ConnectionLimits::default()
        .with_max_pending_outgoing(Some(limits::PENDING_OUT))
        .with_max_established_incoming(Some(limits::ESTABLISHED_IN))
        .with_max_established(Some(limits::ESTABLISHED))
        .with_max_established_per_peer(Some(limits::PER_PEER))
}
