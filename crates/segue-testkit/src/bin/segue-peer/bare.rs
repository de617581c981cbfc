//! The floor: the same bytes over one libp2p stream, neither compressed nor checked, onto the disk.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::io::{AsyncReadExt, AsyncWriteExt};
use libp2p::multiaddr::Protocol;
use libp2p::swarm::SwarmEvent;
use libp2p::{Multiaddr, StreamProtocol, Swarm, SwarmBuilder, noise, tcp, yamux};
use serde_json::json;
use tokio::io::AsyncReadExt as _;

const BARE: StreamProtocol = StreamProtocol::new("/segue-bare/1");
const PIECE: usize = 256 * 1024;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn swarm() -> Result<Swarm<libp2p_stream::Behaviour>, Box<dyn std::error::Error>> {
    Ok(SwarmBuilder::with_new_identity()
        .with_tokio()
        .with_tcp(
            tcp::Config::default().nodelay(true),
            noise::Config::new,
            yamux::Config::default,
        )?
        .with_quic()
        .with_behaviour(|_| libp2p_stream::Behaviour::new())?
        .with_swarm_config(|config| config.with_idle_connection_timeout(Duration::from_secs(60)))
        .build())
}

/// Gives a file over a stream without chunks or checks.
pub async fn give(listen: SocketAddr, quic: bool, file: &Path) -> Outcome {
    let mut swarm = swarm()?;
    let mut incoming = swarm.behaviour().new_control().accept(BARE)?;
    let ip = Multiaddr::from(listen.ip());
    let at = if quic {
        ip.with(Protocol::Udp(listen.port())).with(Protocol::QuicV1)
    } else {
        ip.with(Protocol::Tcp(listen.port()))
    };
    swarm.listen_on(at)?;
    let peer = *swarm.local_peer_id();
    let file = file.to_owned();
    tokio::spawn(async move {
        while let Some((_, mut stream)) = incoming.next().await {
            let Ok(mut file) = std::fs::File::open(&file) else {
                return;
            };
            let mut piece = vec![0; PIECE];
            while let Ok(count @ 1..) = file.read(&mut piece) {
                if stream.write_all(&piece[..count]).await.is_err() {
                    return;
                }
            }
            stream.close().await.ok();
        }
    });
    let mut input = tokio::io::stdin();
    let mut byte = [0];
    loop {
        tokio::select! {
            event = swarm.select_next_some() => if let SwarmEvent::NewListenAddr { address, .. } = event {
                let ticket = address.clone().with(Protocol::P2p(peer)).to_string();
                super::say(&json!({ "ready": { "addresses": [address], "ticket": ticket } }))?;
            },
            read = input.read(&mut byte) => if read? == 0 { return Ok(()) },
        }
    }
}

/// Takes a file from such a stream.
pub async fn take(ticket: &str, _quic: bool, folder: &Path) -> Outcome {
    let began = Instant::now();
    let address: Multiaddr = ticket.parse()?;
    let Some(Protocol::P2p(peer)) = address.iter().last() else {
        return Err("this is no ticket".into());
    };
    let mut swarm = swarm()?;
    let mut control = swarm.behaviour().new_control();
    swarm.dial(address)?;
    while !swarm.is_connected(&peer) {
        if let SwarmEvent::OutgoingConnectionError { error, .. } = swarm.select_next_some().await {
            return Err(error.into());
        }
    }
    tokio::spawn(async move {
        loop {
            swarm.select_next_some().await;
        }
    });
    let mut stream = control.open_stream(peer, BARE).await?;
    let path = folder.join("taken");
    let mut file = std::fs::File::create(&path)?;
    let mut bytes = 0;
    let mut piece = vec![0; 4 * PIECE];
    loop {
        let count = stream.read(&mut piece).await?;
        if count == 0 {
            break;
        }
        file.write_all(&piece[..count])?;
        bytes += count;
    }
    file.sync_all()?;
    let seconds = began.elapsed().as_secs_f64();
    super::say(&json!({ "done": { "path": path, "bytes": bytes, "wire_bytes": bytes, "seconds": seconds } }))
        .map_err(Into::into)
}
