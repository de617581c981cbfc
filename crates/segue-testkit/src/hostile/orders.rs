//! The task that owns the swarm of a hostile device.

use futures_util::StreamExt;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};
use libp2p::swarm::{ConnectionId, SwarmEvent};
use libp2p::{Multiaddr, PeerId, Swarm};
use tokio::sync::{mpsc, oneshot, watch};

/// Where it is said whether a connection was made.
type Made = oneshot::Sender<Result<(), String>>;

/// What a test wants done.
pub(super) enum Order {
    Dial {
        peer: PeerId,
        at: Multiaddr,
        done: Made,
    },
    Leave(PeerId),
}

/// Does what is asked and says who is connected, until nobody asks any more.
pub(super) async fn run(
    mut swarm: Swarm<libp2p_stream::Behaviour>,
    mut orders: mpsc::Receiver<Order>,
    connected: watch::Sender<Vec<PeerId>>,
) {
    let mut waiting: Vec<(ConnectionId, Made)> = Vec::new();
    loop {
        tokio::select! {
            order = orders.recv() => {
                let (peer, at, done) = match order {
                    Some(Order::Dial { peer, at, done }) => (peer, at, done),
                    Some(Order::Leave(peer)) => {
                        swarm.disconnect_peer_id(peer).ok();
                        continue;
                    }
                    None => return,
                };
                let opts = DialOpts::peer_id(peer)
                    .condition(PeerCondition::Always)
                    .addresses(vec![at])
                    .allocate_new_port()
                    .build();
                let id = opts.connection_id();
                match swarm.dial(opts) {
                    Ok(()) => waiting.push((id, done)),
                    Err(error) => {
                        done.send(Err(error.to_string())).ok();
                    }
                }
            }
            event = swarm.select_next_some() => {
                let (id, made) = match event {
                    SwarmEvent::ConnectionEstablished { connection_id, .. } => (connection_id, Ok(())),
                    SwarmEvent::OutgoingConnectionError { connection_id, error, .. } => {
                        (connection_id, Err(error.to_string()))
                    }
                    _ => {
                        connected.send_replace(swarm.connected_peers().copied().collect());
                        continue;
                    }
                };
                connected.send_replace(swarm.connected_peers().copied().collect());
                if let Some(at) = waiting.iter().position(|(known, _)| *known == id) {
                    waiting.swap_remove(at).1.send(made).ok();
                }
            }
        }
    }
}
