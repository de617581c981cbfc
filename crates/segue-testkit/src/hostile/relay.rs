//! Makes a connection come from another loopback address: libp2p does not let its swarm choose.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::{TcpListener, TcpSocket};

/// Passes one connection on, from this address; says where to connect to.
pub(super) async fn start(from: Ipv4Addr, to: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
    let listener = listener.expect("loopback");
    let at = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (mut here, _) = listener.accept().await?;
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        let mut there = socket.connect(to).await?;
        tokio::io::copy_bidirectional(&mut here, &mut there).await
    });
    at
}
