//! The page's connection: let in by its token, then calls, answers and events as frames.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use segue_node::wire::{FromClient, FromHost, MAX_CALLS, MAX_FRAME, PROTOCOL};
use segue_node::{Code, Event, Failure, Reply, Request, Retry};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::Shared;

/// How long a page may take to show its token.
const HELLO: Duration = Duration::from_secs(5);

/// Takes the connection if a page of ours opened it.
pub async fn upgrade(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.knows_origin(&headers) {
        return (StatusCode::FORBIDDEN, "Only Segue's own page may connect.").into_response();
    }
    upgrade
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .on_upgrade(move |socket| async move {
            if let Err(error) = converse(socket, shared).await {
                tracing::debug!(%error, "a page's connection ended");
            }
        })
}

async fn converse(mut socket: WebSocket, shared: Arc<Shared>) -> Result<(), axum::Error> {
    let Ok(Some(hello)) = tokio::time::timeout(HELLO, read(&mut socket)).await else {
        return Ok(());
    };
    // Listen before the welcome, so that the page hears of all that happens after it.
    let mut events = shared.link.events();
    match admit(&shared, hello) {
        Ok(session) => {
            let version = env!("CARGO_PKG_VERSION").to_owned();
            let session = Some(session);
            send(
                &mut socket,
                &FromHost::Welcome {
                    protocol: PROTOCOL,
                    version,
                    session,
                },
            )
            .await?;
        }
        Err(failure) => return send(&mut socket, &FromHost::Farewell { failure }).await,
    }
    let event = Event::Connection(shared.link.connection());
    send(&mut socket, &FromHost::Event { event }).await?;
    let (answers, mut answered) = mpsc::channel::<(u64, Result<Reply, Failure>)>(MAX_CALLS);
    let mut calls = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            Some((id, result)) = answered.recv() => {
                send(&mut socket, &FromHost::Answer { id, outcome: result.into() }).await?;
            }
            event = events.next() => {
                let Some(event) = event else { return Ok(()) };
                send(&mut socket, &FromHost::Event { event }).await?;
            }
            Some(_) = calls.join_next(), if !calls.is_empty() => {}
            frame = read(&mut socket) => {
                let Some(FromClient::Call { id, request }) = frame else { return Ok(()) };
                let (shared, answers) = (Arc::clone(&shared), answers.clone());
                let busy = calls.len() >= MAX_CALLS;
                calls.spawn(async move {
                    let result = if busy { Err(too_many()) } else { call(&shared, request).await };
                    // The page may be gone by now.
                    answers.send((id, result)).await.ok();
                });
            }
        }
    }
}

fn admit(shared: &Shared, hello: FromClient) -> Result<String, Failure> {
    let FromClient::Hello {
        protocol, token, ..
    } = hello
    else {
        return Err(Failure::invalid("A page says hello first."));
    };
    if protocol != PROTOCOL {
        return Err(
            Failure::new(Code::VersionMismatch, "This page is of another version.")
                .hint("Load it again from the address that segue serve printed."),
        );
    }
    shared.tickets.admit(token.as_deref().unwrap_or_default())
}

async fn call(shared: &Shared, request: serde_json::Value) -> Result<Reply, Failure> {
    match Request::parse(request)? {
        Request::ClaimWindow => Err(Failure::invalid(
            "A page in a browser has no window to claim.",
        )),
        request => shared.link.call(request).await,
    }
}

fn too_many() -> Failure {
    Failure::new(Code::Busy, "Too many requests are waiting for an answer.")
        .hint("Wait for some answers first.")
        .retry(Retry::Safe)
}

/// The next frame; `None` when the page is gone or says something that is none.
async fn read(socket: &mut WebSocket) -> Option<FromClient> {
    loop {
        match socket.next().await?.ok()? {
            Message::Text(text) => return serde_json::from_str(&text).ok(),
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Binary(_) | Message::Close(_) => return None,
        }
    }
}

async fn send(socket: &mut WebSocket, frame: &FromHost) -> Result<(), axum::Error> {
    let text = serde_json::to_string(frame).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}
