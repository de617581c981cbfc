//! `segue serve`: the node kept running, and its page for a browser on this computer.
//!
//! ```text
//! browser ── GET /, /assets ──▶ guard (Host) ──▶ page   (public files, no secrets in them)
//!         ── WebSocket /ws  ──▶ guard (Host, Origin) ──▶ socket ── hello { token } ──▶ tickets
//!                                                          └── call / answer / event ◀─▶ Link
//!         ── POST /file     ──▶ guard (Host, Origin), session ──▶ upload ──▶ a handle
//! ```
//!
//! Only the loopback address is listened on. The printed link carries a one-time token in its
//! fragment, which a browser never sends anywhere; the page trades it for a session that lives in
//! that tab. `Host` stops other names for this address (DNS rebinding), `Origin` stops other pages.

mod bounded;
mod guard;
mod page;
mod socket;
mod tickets;
mod upload;

use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::sync::Arc;

use axum::Router;
use segue_clock::system as clock;
use segue_door::{Code, Event, Failure, Network, Status, ask};
use segue_link::{Link, Profile, StopSignal};
use tokio::net::TcpListener;

use crate::arguments::ServeOptions;
use crate::commands::{Ended, network_in_words, news};
use crate::say::{Say, complain, printable};
use bounded::Bounded;
use guard::Guard;
use tickets::Tickets;
use upload::Uploads;

/// How long the network may take to tell where others can reach it.
const SETTLE: std::time::Duration = std::time::Duration::from_secs(5);

/// What every connection of the page shares.
pub struct Shared {
    link: Arc<Link>,
    tickets: Tickets,
    guard: Guard,
    uploads: Uploads,
}

/// A port that is taken before the node is started, so that a port in use changes nothing.
pub struct Port {
    listener: TcpListener,
    number: u16,
}

impl Port {
    /// Takes the port the options name; `None` without a page.
    pub async fn take(options: &ServeOptions) -> Result<Option<Self>, Failure> {
        if options.no_ui {
            return Ok(None);
        }
        let bind = async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
            let number = listener.local_addr()?.port();
            Ok(Some(Self { listener, number }))
        };
        bind.await.map_err(|error: std::io::Error| {
            let port = options.port;
            Failure::new(
                Code::Busy,
                format!("Port {port} on this computer can't be used: {error}."),
            )
            .hint("Leave out --port to use a free one.")
        })
    }
}

/// Serves until the process is asked to stop.
pub async fn run(link: &Arc<Link>, say: &Say, profile: &Profile, port: Option<Port>) -> Ended {
    let mut stop = StopSignal::listen()?;
    let Status { you, network, .. } = settled(link).await?;
    let name = printable(&you.name);
    let reached = match &network {
        Network::On { listening, .. } => listening.clone(),
        _ => Vec::new(),
    };
    let network = network_in_words(&network);
    let Some(Port { listener, number }) = port else {
        say.record(
            &serde_json::json!({ "running": true, "listening": reached }),
            |_| format!("Segue is running for {name}. Network {network}.\nPress Ctrl+C to stop."),
        );
        tokio::select! {
            () = tell(link, say) => {}
            () = stop.wait() => {}
        }
        return Ok(ExitCode::SUCCESS);
    };
    let shared = Arc::new(Shared {
        link: Arc::clone(link),
        tickets: Tickets::default(),
        guard: Guard::new(number),
        uploads: Uploads::new(profile),
    });
    let _gone_in_the_end = shared.uploads.sweep();
    announce(say, &shared, number, &name, (&network, &reached))?;
    let app = Router::new()
        .route("/ws", axum::routing::get(socket::upgrade))
        .route("/file", axum::routing::post(upload::take))
        .fallback(page::serve)
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(&shared),
            guard::check,
        ))
        .with_state(shared);
    tokio::select! {
        served = axum::serve(Bounded::new(listener), app).into_future() => {
            served.map(|()| ExitCode::SUCCESS).map_err(|error| {
                Failure::new(Code::Internal, format!("The page can no longer be served: {error}."))
            })
        }
        () = tell(link, say) => Ok(ExitCode::SUCCESS),
        () = stop.wait() => Ok(ExitCode::SUCCESS),
    }
}

/// Prints who joined, who asks to pair and what becomes of handoffs, for whoever looks at this
/// terminal. Ends with the node.
async fn tell(link: &Link, say: &Say) {
    let mut events = link.events();
    let mut news = news(link).await;
    while let Some(event) = events.next().await {
        if say.json() {
            continue;
        }
        if let Some(line) = news.line(&event) {
            complain(&line);
        }
        match event {
            Event::PersonJoined { person, .. } => complain(&format!(
                "{} (…{}) joined with your invite and is verified. Not who you expected? Remove them: segue forget {}",
                printable(&person.name),
                person.short,
                person.short
            )),
            Event::PairingChanged(view) if view.asks() => complain(&format!(
                "{} (…{}) wants to pair. Compare the words: segue pair {}",
                printable(&view.name),
                view.short,
                view.short
            )),
            _ => {}
        }
    }
}

/// Waits until it is known where others can reach this computer, or that they can't, and returns
/// the status. Gives up waiting after `SETTLE`.
async fn settled(link: &Link) -> Result<Status, Failure> {
    let mut events = link.events();
    let until = clock::monotonic() + SETTLE;
    loop {
        let status = link.call(ask::Status {}).await?;
        if status.network != Network::Starting {
            return Ok(status);
        }
        if clock::timeout_at(until, events.next()).await.is_err() {
            return Ok(status);
        }
    }
}

fn announce(
    say: &Say,
    shared: &Shared,
    port: u16,
    name: &str,
    (network, reached): (&str, &[String]),
) -> Result<(), Failure> {
    let address = format!("http://127.0.0.1:{port}/");
    let link = format!("{address}#token={}", shared.tickets.new_token()?);
    let reply = serde_json::json!({ "address": address, "link": link, "listening": reached });
    say.record(&reply, |_| {
        format!(
            "Segue is running for {name}. Network {network}.\nOpen this in a browser on this computer:\n\n    {link}\n\n\
             The link works once. For another one, run segue serve again while this one runs.\n\
             Press Ctrl+C to stop."
        )
    });
    Ok(())
}
