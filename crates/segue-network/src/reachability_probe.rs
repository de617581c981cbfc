//! A reachability probe: how a verified person's device sees this one. A computer can't know by
//! itself whether a firewall keeps others out or whether its clock is right; another one can tell.
//!
//! ```text
//!  look ── ports of ours ──▶ answer: verified? rate? ─▶ opens them at the address we came from
//!   ▲                                                                     │
//!   └── their clock · what each port came to · ports of theirs ◀──────────┘
//!   └─ opens theirs at the address they are at
//! ```
//!
//! Nobody is made to knock at a third computer: each side tries only the IP address that the
//! encrypted connection to the other one has, only if that is local, at no more than [`PORTS`] ports,
//! and sends nothing there. How often someone may ask for it is bounded, too.

mod message;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use futures_util::future::join_all;
use libp2p::Stream;

use self::message::{Answer, Question, Reply, named};
pub use self::message::{PORTS, Tried};
use segue_clock::Clock;

use crate::address::Transport;
use crate::device::DeviceId;
use crate::limits::PROBE_BYTES;
use crate::network::{ConnectError, Target};
use crate::shared::Shared;
use crate::survey::{self, Port};
use crate::wire::{REACHABILITY_PROBE, WireError, answer as hear, send, send_last};

/// How a device of a verified person sees this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probed {
    /// By how many milliseconds their clock is ahead of ours; negative when it is behind.
    pub ahead: i64,
    /// What came of their trying to reach us.
    pub back: Back,
    /// What came of trying to reach them, at each port that they named.
    pub there: Vec<(SocketAddr, Tried)>,
}

/// What came of another device's trying to reach us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Back {
    /// It tried these ports at the address where it sees us.
    Tried(IpAddr, Vec<(u16, Tried)>),
    /// It did so a moment ago; ask again after this many seconds.
    Later(u64),
    /// It did not: there was no port to try, or no local address to try it at.
    Nowhere,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// There is no connection.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// We have not verified them.
    #[error("they are not verified")]
    NotVerified,
    /// They have not verified us.
    #[error("they have not verified this device")]
    Stranger,
    /// Their Segue does not know the question.
    #[error("their Segue does not know the question")]
    NotKnown,
    /// The connection was lost, or nothing came back in time.
    #[error("no answer came back")]
    Lost,
}

/// Asks a verified device how it sees us, and tries how it can be seen.
pub(crate) async fn look(shared: &Arc<Shared>, device: DeviceId) -> Result<Probed, ProbeError> {
    if !shared.is_verified(&device) {
        return Err(ProbeError::NotVerified);
    }
    shared.connect(Target::Device(device)).await?;
    let line = shared.line(&device);
    let ours = ours(shared);
    let (asked, reply) = tokio::select! {
        biased;
        reply = ask(shared, device, ours.clone()) => reply?,
        () = line.cancelled() => return Err(ProbeError::Lost),
    };
    let Reply::Answer(theirs) = reply else {
        return Err(ProbeError::Stranger);
    };
    let theirs = theirs.bounded(&ours);
    let there = match address(shared, &device) {
        Some(at) => knock(&shared.clock, at, &theirs.ports).await,
        None => Vec::new(),
    };
    Ok(Probed {
        ahead: difference(theirs.time, asked),
        there,
        back: match theirs.at {
            _ if theirs.wait > 0 => Back::Later(theirs.wait),
            Some(at) if !theirs.tried.is_empty() => Back::Tried(at, theirs.tried),
            _ => Back::Nowhere,
        },
    })
}

/// Asks a device to try our ports. Returns when we asked, in milliseconds since 1970, and its
/// reply.
async fn ask(
    shared: &Shared,
    device: DeviceId,
    ports: Vec<u16>,
) -> Result<(u64, Reply), ProbeError> {
    let mut stream = shared
        .open(device, REACHABILITY_PROBE)
        .await
        .map_err(|why| match why {
            WireError::NotUnderstood => ProbeError::NotKnown,
            _ => ProbeError::Lost,
        })?;
    let asked = now(&shared.clock);
    let sent = send(&shared.clock, &mut stream, &Question { ports }).await;
    sent.map_err(|_| ProbeError::Lost)?;
    let reply = hear(&shared.clock, &mut stream, PROBE_BYTES).await;
    Ok((asked, reply.map_err(|_| ProbeError::Lost)?))
}

/// Answers someone who asks how we see them. Strangers are refused before their question is read.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, mut stream: Stream) {
    let line = shared.line(&device);
    let answering = async {
        let reply = if shared.is_verified(&device) {
            let Ok(question) = hear::<_, Question>(&shared.clock, &mut stream, PROBE_BYTES).await
            else {
                return;
            };
            Reply::Answer(see(&shared, device, question).await)
        } else {
            // Not even read.
            Reply::Stranger
        };
        // Whoever is gone by now asks again.
        send_last(&shared.clock, &mut stream, &reply).await.ok();
    };
    tokio::select! {
        biased;
        () = line.cancelled() => {}
        () = answering => {}
    }
}

async fn see(shared: &Shared, device: DeviceId, question: Question) -> Answer {
    let time = now(&shared.clock);
    let (asked, at) = (named(question.ports), address(shared, &device));
    let mut answer = Answer {
        time,
        at,
        tried: Vec::new(),
        wait: 0,
        ports: ours(shared),
    };
    let Some(at) = at.filter(|_| !asked.is_empty()) else {
        return answer;
    };
    let wait = shared.probes().too_fast(device, shared.clock.monotonic());
    if let Some(wait) = wait {
        answer.wait = wait.as_secs() + 1;
        return answer;
    }
    let tried = knock(&shared.clock, at, &asked).await;
    let tried = tried.into_iter().map(|(at, tried)| (at.port(), tried));
    answer.tried = tried.collect();
    answer
}

/// Returns the address at the other end of the connection, if it can be tried. Where a device says
/// it is does not count.
fn address(shared: &Shared, device: &DeviceId) -> Option<IpAddr> {
    let at = shared.view.borrow().find(device)?.address.socket.ip();
    // Which link it is on is not known any more.
    let on_a_link = matches!(at, IpAddr::V6(v6) if v6.is_unicast_link_local());
    (!on_a_link && shared.places.borrow().is_local(at)).then_some(at)
}

/// Returns the ports where we accept connections over TCP.
fn ours(shared: &Shared) -> Vec<u16> {
    let listening = shared.view.borrow().listening.clone();
    let told = shared.places.borrow().to_tell(&listening).into_iter();
    let tcp = told.filter(|way| way.transport == Transport::Tcp);
    named(tcp.map(|way| way.socket.port()).collect())
}

/// Opens a connection to each port and closes it again.
async fn knock(clock: &Clock, at: IpAddr, ports: &[u16]) -> Vec<(SocketAddr, Tried)> {
    let each = ports.iter().take(PORTS).map(|port| async move {
        let at = SocketAddr::new(at, *port);
        let tried = match survey::port_open(clock, at).await {
            Port::Open => Tried::Opened,
            Port::Refused => Tried::Refused,
            Port::Silent => Tried::Silent,
            Port::Failed(_) => Tried::Failed,
        };
        (at, tried)
    });
    join_all(each).await
}

/// Milliseconds since 1970.
fn now(clock: &Clock) -> u64 {
    u64::try_from(clock.now().as_millisecond()).unwrap_or_default()
}

/// Returns how far one time is ahead of another, without overflow.
fn difference(theirs: u64, ours: u64) -> i64 {
    let apart = i64::try_from(theirs.abs_diff(ours)).unwrap_or(i64::MAX);
    if theirs < ours { -apart } else { apart }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_two_clocks_can_be_compared(theirs: u64, ours: u64) {
            let ahead = difference(theirs, ours);
            prop_assert_eq!(ahead > 0, theirs > ours);
            prop_assert_eq!(ahead < 0, theirs < ours);
            prop_assert_eq!(difference(ours, theirs), -ahead);
        }
    }

    #[tokio::test]
    async fn no_more_ports_are_tried_than_are_allowed() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let open = listener.local_addr().unwrap();
        let many: Vec<u16> = std::iter::repeat_n(open.port(), 100).collect();
        let tried = knock(&Clock::system(), open.ip(), &many).await;
        assert_eq!(tried, vec![(open, Tried::Opened); PORTS]);
    }
}
