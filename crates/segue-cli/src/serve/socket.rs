//! The page's connection: let in by its token, then calls, answers and events as frames.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use segue_clock::system as clock;
use segue_door::{Code, Event, Failure};
use segue_link::converse;
use segue_link::frames::{FromClient, FromHost, MAX_FRAME, PROTOCOL};

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
        return (StatusCode::FORBIDDEN, "Only Segue's own page can connect.").into_response();
    }
    upgrade
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .on_upgrade(move |socket| async move {
            if let Err(error) = welcome(socket, shared).await {
                tracing::debug!(%error, "a page's connection ended");
            }
        })
}

async fn welcome(mut socket: WebSocket, shared: Arc<Shared>) -> Result<(), axum::Error> {
    let Ok(Some(hello)) = clock::timeout(HELLO, socket.next()).await else {
        return Ok(());
    };
    // Listen before the welcome, so that the page hears of all that happens after it.
    let events = shared.link.events();
    match admit(&shared, hello?) {
        Ok(session) => {
            let version = env!("CARGO_PKG_VERSION").to_owned();
            let session = Some(session);
            let protocol = PROTOCOL;
            send(
                &mut socket,
                &FromHost::Welcome {
                    protocol,
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
    let (writer, reader) = socket.split();
    let reader = reader
        .take_while(|message| ready(matches!(message, Ok(m) if !matches!(m, Message::Close(_)))))
        .filter_map(|message| {
            ready(match message {
                Ok(Message::Text(text)) => Some(text.as_bytes().to_vec()),
                // No frame is binary: what is not understood ends the conversation.
                Ok(Message::Binary(_)) => Some(Vec::new()),
                _ => None,
            })
        });
    let writer = writer.with(|text: String| ready(Ok::<_, axum::Error>(Message::text(text))));
    // Whatever a page says about itself, it is a page. It hears of the end by the last of the events.
    let link = shared.link.as_page();
    let page = link.caller().clone();
    converse(
        reader,
        writer,
        events,
        std::future::pending(),
        move |_| page.clone(),
        move |_, request| {
            let link = link.clone();
            async move { link.ask(request).await }
        },
    )
    .await;
    Ok(())
}

fn admit(shared: &Shared, hello: Message) -> Result<String, Failure> {
    let hello = hello
        .to_text()
        .ok()
        .and_then(|text| serde_json::from_str(text).ok());
    let Some(FromClient::Hello {
        protocol, token, ..
    }) = hello
    else {
        return Err(Failure::invalid(
            "The first message of a page has to be a hello.",
        ));
    };
    if protocol != PROTOCOL {
        return Err(Failure::new(
            Code::VersionMismatch,
            "This page is from another version of Segue.",
        )
        .hint("Reload it from the address that segue serve printed."));
    }
    shared.tickets.admit(token.as_deref().unwrap_or_default())
}

async fn send(socket: &mut WebSocket, frame: &FromHost) -> Result<(), axum::Error> {
    let text = serde_json::to_string(frame).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}
