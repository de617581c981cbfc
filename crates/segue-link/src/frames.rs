//! The door as frames: one JSON object each, the same over the local socket and over the
//! WebSocket of `segue serve`.
//!
//! ```text
//! client                                host
//!   │ hello { protocol, surface, pid } →  │
//!   │ ← welcome { protocol, version }     │   or farewell { failure }
//!   │ call { id, caller, request }    →   │
//!   │ ← answer { id, outcome }            │   in any order
//!   │ ← event { event }                   │   at any time
//! ```

use segue_door::{Event, Failure, Reply, Surface};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Raised when a frame changes in a way an older program would misread.
pub const PROTOCOL: u32 = 2;

/// The largest frame either side takes.
pub const MAX_FRAME: usize = 1024 * 1024;

/// How many calls of one client may wait for their answer at once.
pub const MAX_CALLS: usize = 64;

/// What a client sends.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(tag = "frame", rename_all = "snake_case")]
pub enum FromClient {
    /// The first frame of a connection.
    Hello {
        /// [`PROTOCOL`] of the client.
        protocol: u32,
        /// What kind of program it is.
        surface: Surface,
        /// Its process id; 0 for a page in a browser.
        pid: u32,
        /// The token that lets a page in; a process is let in by the socket's permissions.
        token: Option<String>,
    },
    /// A request, checked by the host so that a bad one is answered rather than dropped.
    Call {
        /// Chosen by the client, repeated in the answer.
        #[ts(type = "number")]
        id: u64,
        /// A [`Caller`](segue_door::Caller) as JSON. Missing for a page in a browser, whose caller
        /// is known to whoever lets it in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(skip)]
        caller: Option<serde_json::Value>,
        /// A [`Request`](segue_door::Request) as JSON.
        #[ts(type = "Request")]
        request: serde_json::Value,
    },
}

/// What a host sends.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(tag = "frame", rename_all = "snake_case")]
pub enum FromHost {
    /// The client is let in.
    Welcome {
        /// [`PROTOCOL`] of the host.
        protocol: u32,
        /// Version of the host's program.
        version: String,
        /// The token that lets the same page in again after a reload.
        session: Option<String>,
    },
    /// The client is not let in; the connection closes after this.
    Farewell {
        /// Why the client is not let in.
        failure: Failure,
    },
    /// The answer to the call of the same id.
    Answer {
        /// The id that the client gave its call.
        #[ts(type = "number")]
        id: u64,
        outcome: CallOutcome,
    },
    /// Something changed on the node.
    Event {
        /// What the node says without being asked.
        event: Event,
    },
}

/// The outcome of a call.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    Reply(Reply),
    Failure(Failure),
}

impl From<Result<Reply, Failure>> for CallOutcome {
    fn from(result: Result<Reply, Failure>) -> Self {
        match result {
            Ok(reply) => Self::Reply(reply),
            Err(failure) => Self::Failure(failure),
        }
    }
}

impl From<CallOutcome> for Result<Reply, Failure> {
    fn from(outcome: CallOutcome) -> Self {
        match outcome {
            CallOutcome::Reply(reply) => Ok(reply),
            CallOutcome::Failure(failure) => Err(failure),
        }
    }
}
