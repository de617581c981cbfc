//! `segue serve`: the node kept running, and its page for a browser on this computer.
//!
//! ```text
//! browser ── GET /, /assets ──▶ guard (Host) ──▶ page   (public files, no secrets in them)
//!         ── WebSocket /ws  ──▶ guard (Host, Origin) ──▶ socket ── hello { token } ──▶ tickets
//!                                                          └── call / answer / event ◀─▶ Link
//! ```
//!
//! Only the loopback address is listened on. The printed link carries a one-time token in its
//! fragment, which a browser never sends anywhere; the page trades it for a session that lives in
//! that tab. `Host` stops other names for this address (DNS rebinding), `Origin` stops other pages.

mod guard;
mod page;
mod socket;
mod tickets;

use std::io::IsTerminal;
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::sync::Arc;

use axum::Router;
use segue_node::{Code, Failure, Link, Reply, Request, StopSignal};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;

use crate::arguments::ServeOptions;
use crate::commands::Ended;
use crate::say::{Say, printable};
use guard::Guard;
use tickets::Tickets;

/// What every connection of the page shares.
pub struct Shared {
    link: Link,
    tickets: Tickets,
    guard: Guard,
}

/// Serves until told to stop.
pub async fn run(link: Link, say: &Say, options: ServeOptions) -> Ended {
    let mut stop = StopSignal::listen()?;
    let name = match link.call(Request::Status).await? {
        Reply::Status(status) => printable(&status.you.name),
        _ => String::new(),
    };
    if options.no_ui {
        say.record(&serde_json::json!({ "running": true }), |_| {
            format!("Segue is running for {name}. Ctrl+C stops it.")
        });
        stop.wait().await;
        link.close().await;
        return Ok(ExitCode::SUCCESS);
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
        .await
        .map_err(|error| no_port(options.port, &error))?;
    let port = listener
        .local_addr()
        .map_err(|error| no_port(options.port, &error))?
        .port();
    let shared = Arc::new(Shared {
        link,
        tickets: Tickets::default(),
        guard: Guard::new(port),
    });
    announce(say, &shared, port, &name)?;
    let app = Router::new()
        .route("/ws", axum::routing::get(socket::upgrade))
        .fallback(page::serve)
        .layer(axum::middleware::from_fn_with_state(
            Arc::clone(&shared),
            guard::check,
        ))
        .with_state(Arc::clone(&shared));
    let served = tokio::select! {
        served = axum::serve(listener, app).into_future() => served,
        () = stop.wait() => Ok(()),
        () = more_links(say, &shared, port) => Ok(()),
    };
    shared.link.close().await;
    served
        .map(|()| ExitCode::SUCCESS)
        .map_err(|error| no_port(port, &error))
}

fn announce(say: &Say, shared: &Shared, port: u16, name: &str) -> Result<(), Failure> {
    let address = format!("http://127.0.0.1:{port}/");
    let link = new_link(shared, port)?;
    say.record(&serde_json::json!({ "address": address, "link": link }), |_| {
        let more = if std::io::stdin().is_terminal() { " Enter makes another." } else { "" };
        format!(
            "Segue is running for {name}. Open this in a browser on this computer:\n\n    {link}\n\n\
             The link works once.{more} Ctrl+C stops Segue."
        )
    });
    Ok(())
}

fn new_link(shared: &Shared, port: u16) -> Result<String, Failure> {
    Ok(format!(
        "http://127.0.0.1:{port}/#token={}",
        shared.tickets.new_token()?
    ))
}

/// Prints one more link each time a person presses Enter.
async fn more_links(say: &Say, shared: &Shared, port: u16) {
    if !std::io::stdin().is_terminal() || say.json() {
        return std::future::pending().await;
    }
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Ok(Some(_)) = lines.next_line().await {
        match new_link(shared, port) {
            Ok(link) => crate::say::line(&format!("    {link}")),
            Err(failure) => {
                say.failure(&failure);
            }
        }
    }
    std::future::pending().await
}

fn no_port(port: u16, error: &std::io::Error) -> Failure {
    Failure::new(
        Code::Storage,
        format!("Port {port} on this computer can't be used: {error}."),
    )
    .hint("Leave --port out to take a free one.")
}
