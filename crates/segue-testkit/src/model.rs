//! A stand-in for the vendors' models: an HTTP server on loopback that answers every prompt with
//! the same words and remembers what it was asked.
//!
//! It speaks enough of four APIs for the real clients: Anthropic's Messages, OpenAI's Responses and
//! chat completions, and Gemini's `generateContent`. A prompt that contains [`USE_TOOL`] is first
//! answered with one call of the client's own shell tool, whose output is [`TOOL_OUTPUT`].
//!
//! ```text
//! client ── POST ── record (path, JSON; bounded) ── answer::{anthropic,responses,chat,gemini} ── SSE or JSON
//! ```

mod anthropic;
mod chat;
mod gemini;
mod record;
mod responses;

use std::net::SocketAddr;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::oneshot;

pub use record::Captured;
use record::Requests;

/// What the model says to everything.
pub const REPLY: &str = "All done.";
/// A prompt with these words makes the model call the client's shell tool once.
pub const USE_TOOL: &str = "use tool";
/// What that call prints.
pub const TOOL_OUTPUT: &str = "from-tool";

/// How large one request may be: a session of 50 MB and its wrapping.
const LARGEST: usize = 256 * 1024 * 1024;

/// A running model; it ends with this handle.
pub struct Model {
    address: SocketAddr,
    requests: Requests,
    _stop: oneshot::Sender<()>,
}

impl Model {
    /// Starts a model on a free port of loopback.
    ///
    /// # Panics
    /// When there is no loopback.
    pub fn start() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback is up");
        listener.set_nonblocking(true).expect("a socket setting");
        let address = listener.local_addr().expect("a bound socket");
        let requests = Requests::default();
        let (stop, stopped) = oneshot::channel();
        let router = Router::new()
            .fallback(answer)
            .layer(DefaultBodyLimit::max(LARGEST))
            .with_state(requests.clone());
        std::thread::spawn(move || serve(listener, router, stopped));
        Self {
            address,
            requests,
            _stop: stop,
        }
    }

    /// Returns the address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the start of its URLs, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns everything it was asked, in order.
    pub fn requests(&self) -> Vec<Captured> {
        self.requests.lock().iter().cloned().collect()
    }

    /// Finds the last request for an answer that contains these words: the one that carries a new
    /// prompt.
    pub fn request_with(&self, needle: &str) -> Option<Captured> {
        let requests = self.requests.lock();
        let mut asked = requests.iter().rev();
        asked
            .find(|request| request.is_conversation() && mentions(&request.body, needle))
            .cloned()
    }

    /// Forgets what it was asked.
    pub fn forget(&self) {
        self.requests.lock().clear();
    }
}

fn serve(listener: std::net::TcpListener, router: Router, stopped: oneshot::Receiver<()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener).expect("a listening socket");
        tokio::select! {
            served = axum::serve(listener, router) => served.expect("the model serves"),
            // The handle went: so do we, with every open connection.
            _ = stopped => {}
        }
    });
}

async fn answer(State(requests): State<Requests>, uri: Uri, body: Bytes) -> Response {
    let body = if body.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&body)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&body).into_owned()))
    };
    let path = uri.path().to_owned();
    let reply = reply(&path, &body);
    requests.remember(Captured { path, body });
    reply.into_response()
}

/// What is sent back.
enum Reply {
    Json(Value),
    /// Events: the name, where the API has names, and the data.
    Events(Vec<(Option<&'static str>, String)>),
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        match self {
            Self::Json(value) => axum::Json(value).into_response(),
            Self::Events(events) => {
                let text: String = events
                    .into_iter()
                    .map(|(name, data)| match name {
                        Some(name) => format!("event: {name}\ndata: {data}\n\n"),
                        None => format!("data: {data}\n\n"),
                    })
                    .collect();
                ([(header::CONTENT_TYPE, "text/event-stream")], text).into_response()
            }
        }
    }
}

fn reply(path: &str, body: &Value) -> Reply {
    if path.ends_with("/count_tokens") {
        Reply::Json(json!({"input_tokens": 10}))
    } else if path.ends_with(":countTokens") {
        Reply::Json(json!({"totalTokens": 10}))
    } else if path.ends_with("/messages") {
        anthropic::reply(body)
    } else if path.ends_with("/responses") {
        responses::reply(body)
    } else if path.ends_with("/chat/completions") {
        chat::reply(body)
    } else if path.ends_with(":streamGenerateContent") {
        gemini::reply(body, true)
    } else if path.ends_with(":generateContent") {
        gemini::reply(body, false)
    } else {
        // Lists of models and the like: nothing to tell.
        Reply::Json(json!({"data": [], "models": []}))
    }
}

/// Checks whether these words are in a string anywhere in a value.
fn mentions(value: &Value, needle: &str) -> bool {
    match value {
        Value::String(text) => text.contains(needle),
        Value::Array(items) => items.iter().any(|item| mentions(item, needle)),
        Value::Object(fields) => fields.values().any(|field| mentions(field, needle)),
        _ => false,
    }
}

/// Returns a fresh number for ids: clients merge answers that share one.
fn fresh() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests;
