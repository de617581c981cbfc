//! One client of the node's door, for every surface of Segue.
//!
//! Responsible for: the profile folder and its rendezvous (lock and socket), frames, attaching to
//! the process that hosts the node, and going on when that process ends. Not responsible for:
//! being that process. A program that can host hands in a [`Host`]; everything else here needs
//! neither a database nor a network.
//!
//! ```text
//!   a surface ──▶ Link ──▶ lock taken?  ── no ──▶ attach ── frames ──▶ the host's socket
//!                   │
//!                   └───── the lock is ours ──▶ Host::start ──▶ Hosted (the node, in this process)
//! ```

mod attach;
mod caller_env;
mod converse;
mod find;
pub mod frames;
mod host;
mod link;
mod lock;
mod profile;
pub mod socket;
mod stop;

pub use caller_env::caller_env;
pub use converse::converse;
pub use host::{Host, HostStart, Hosted, Later};
pub use link::{Events, Link, Opening};
pub use profile::{Profile, ProfileError};
pub use stop::StopSignal;
