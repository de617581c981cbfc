//! The doors that others can knock at: one protocol each, and no work before there is room for it.

use std::sync::Arc;

use futures_util::StreamExt;
use libp2p::{PeerId, Stream, StreamProtocol};
use libp2p_stream::{Control, IncomingStreams};

use super::Command;
use crate::shared::{Admitted, Shared};
use crate::wire::{HELLO, JOIN, OFFER, PAIR, PEER_MESSAGE, PULL, REACHABILITY_PROBE, SYNC};
use crate::{
    hello, join, offers, pairing, peer_messages, reachability_probe, sync_session, transfer,
};

/// What lies behind a door.
#[derive(Debug, Clone, Copy)]
enum Door {
    Hello,
    Pair,
    Join,
    Offer,
    Pull,
    PeerMessage,
    SyncSession,
    Reachability,
}

impl Door {
    /// Returns whether one answer ends it; the others last for as long as they are wanted.
    fn is_answered(self) -> bool {
        match self {
            Self::Pair | Self::Join | Self::Offer | Self::PeerMessage | Self::Reachability => true,
            Self::Hello | Self::Pull | Self::SyncSession => false,
        }
    }
}

const DOORS: [(StreamProtocol, Door); 8] = [
    (HELLO, Door::Hello),
    (PAIR, Door::Pair),
    (JOIN, Door::Join),
    (OFFER, Door::Offer),
    (PULL, Door::Pull),
    (PEER_MESSAGE, Door::PeerMessage),
    (SYNC, Door::SyncSession),
    (REACHABILITY_PROBE, Door::Reachability),
];

/// Opens all doors; they close with the swarm.
pub(super) fn open(shared: &Arc<Shared>, control: &mut Control) -> Result<(), String> {
    for (protocol, door) in DOORS {
        let incoming = control
            .accept(protocol)
            .map_err(|error| error.to_string())?;
        tokio::spawn(attend(Arc::clone(shared), incoming, door));
    }
    Ok(())
}

/// Takes streams as they come. It must never wait: a stream that finds nobody is lost.
async fn attend(shared: Arc<Shared>, mut incoming: IncomingStreams, door: Door) {
    while let Some((peer, stream)) = incoming.next().await {
        match shared.let_in(peer, shared.clock.monotonic()) {
            Some(admitted) => {
                let serving = serve(Arc::clone(&shared), admitted, stream, door);
                if door.is_answered() {
                    shared.answering.spawn(serving);
                } else {
                    tokio::spawn(serving);
                }
            }
            None => turn_away(&shared, peer),
        }
    }
}

fn turn_away(shared: &Shared, peer: PeerId) {
    if let Some(device) = crate::device::DeviceId::from_peer(peer)
        && !shared.is_verified(&device)
    {
        // When so much is waiting already, the stream is dropped and that is enough.
        shared.try_command(Command::Misbehaved(device));
    }
}

async fn serve(shared: Arc<Shared>, admitted: Admitted, stream: Stream, door: Door) {
    let device = admitted.device;
    match door {
        Door::Hello => hello::accept(shared, device, stream).await,
        Door::Pair => pairing::accept(shared, device, stream).await,
        Door::Join => join::accept(shared, device, stream).await,
        Door::Offer => offers::accept(shared, device, stream).await,
        Door::Pull => transfer::serve(shared, device, stream).await,
        Door::PeerMessage => peer_messages::accept(shared, device, stream).await,
        Door::Reachability => reachability_probe::accept(shared, device, stream).await,
        // It keeps its place as long as the application keeps the talk.
        Door::SyncSession => return sync_session::accept(shared, admitted, stream).await,
    }
    drop(admitted);
}
