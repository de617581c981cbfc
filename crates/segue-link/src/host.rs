//! What a program adds to a [`Link`](crate::Link) so that it can host the node itself.
//!
//! ```text
//! main ── Host ──▶ Link ── lock taken ──▶ Host::start(HostStart) ──▶ Hosted ── call, ended, stop
//! ```

use std::pin::Pin;

use segue_door::{Caller, Event, Failure, Reply, Request, Surface};
use tokio::sync::broadcast;

use crate::profile::Profile;

/// A boxed future, for trait methods.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A kind of host that can start nodes.
pub trait Host: Send + Sync + 'static {
    /// Opens the node of a profile and lets other processes attach to it. The caller holds the
    /// profile's lock.
    fn start(&self, start: HostStart) -> Later<'_, Result<Box<dyn Hosted>, Failure>>;
}

/// What a node is started with.
pub struct HostStart {
    pub profile: Profile,
    /// The kind of program that hosts it.
    pub surface: Surface,
    /// Whether another process hosted it until just now and ended.
    pub took_over: bool,
    /// The channel for what the node says without being asked.
    pub events: broadcast::Sender<Event>,
}

/// A node that runs in this process.
pub trait Hosted: Send + Sync + 'static {
    /// Asks the node.
    fn call(&self, caller: Caller, request: Request) -> Later<'_, Result<Reply, Failure>>;

    /// Waits until the node has ended, by itself or by a fault.
    fn ended(&self) -> Later<'_, ()>;

    /// Answers what attached processes have asked already, then ends the node and waits until it
    /// has.
    fn stop(&self) -> Later<'_, ()>;
}
