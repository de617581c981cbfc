//! The network as the application sees it: a handle, what it shows, and what it reports.
//!
//! ```text
//!  Network (clone freely)
//!    │ commands (bounded)           view (latest value)      events (bounded, must be read)
//!    ▼                                   ▲                        ▲
//!  supervisor ── restarts ──▶ event loop: owns the Swarm ─────────┤
//!                                 │ connections                   │
//!                                 ▼                               │
//!            one task per stream: hello · pair · join · offer · pull · word · talk
//! ```
//!
//! The network finds, connects, limits and moves; it decides nothing about trust. Whom to trust is a
//! [`KnownDevices`] handed in from outside, and what needs a decision is an [`Event`] with an [`Answer`].
//! Everything a stranger can reach is bounded by [`Limits`](crate::limits).

mod config;
mod event;
mod handle;
mod view;

pub use config::{Config, KnownDevice, KnownDevices, Listen, Standing, Transports, Visibility};
pub use event::{Answer, Event, JoinVerdict, Pairing, PairingEnd, PairingState, Refusal};
pub use handle::{ConnectError, JoinError, Network, NetworkError, PairError, Target};
pub use view::{Discovery, Nearby, View};
