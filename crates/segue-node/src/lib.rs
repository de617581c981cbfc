//! The application behind every surface of Segue.
//!
//! Responsible for: one node per profile, its door ([`Request`] / [`Reply`] / [`Event`]), the
//! profile folder, settings, durable storage, the log, and finding or becoming the process that
//! hosts the node. Not responsible for: how anything looks, for a terminal, a window or a page;
//! and nothing here names libp2p or a keyring.
//!
//! ```text
//!   segue-desktop      segue status      segue serve          each holds a Link
//!        │                  │                 │
//!        ▼ host (has lock)  ▼ attach          ▼ attach
//!   ┌─ Link ─────┐     ┌─ Link ──┐       ┌─ Link ──┐
//!   │ Node ◀─────┼─────┤ socket  │       │ socket  │          frames of `wire`
//!   └─────┬──────┘     └─────────┘       └─────────┘
//!         ▼ one loop owns the state
//!    settings · identity · people · journal (SQLite) · clients · the network
//! ```
//!
//! ```
//! use segue_node::{Link, Profile, Reply, Request, Surface};
//!
//! # let folder = tempfile::tempdir()?;
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let profile = Profile::at(folder.path().join("profile"))?;
//! let link = Link::open(segue_node::Options::without_keyring(profile, Surface::Cli)).await?;
//! let Reply::Status(status) = link.call(Request::Status).await? else { unreachable!() };
//! assert!(status.you.name_is_generated);
//! link.close().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod door;
pub mod log;
pub mod settings;
pub mod wire;

mod agents;
mod catalog;
mod conversations;
mod converse;
mod crash;
mod delta;
mod doctor;
mod handles;
mod handoffs;
mod host;
mod journal;
mod ledgers;
mod link;
mod names;
mod node;
mod package;
mod people;
mod person;
mod private;
mod profile;
mod reach;
mod reading;
mod stop;
mod storage;
mod surroundings;

pub use converse::converse;
pub use door::{Code, Event, Failure, Place, Reply, Request, Retry, Surface};
pub use link::{Events, Link, Options};
pub use profile::{Profile, ProfileError};
pub use segue_network::clock::{Clock, Elapsed};
pub use stop::StopSignal;

/// How many bytes a conversation file may have.
pub fn largest_file() -> u64 {
    segue_conversation::file::Limits::default().file_bytes
}
