//! The application behind every surface of Segue.
//!
//! Responsible for: one node per profile that answers everything `segue-door` can ask, settings,
//! durable database, the log, and hosting the node for other processes. Not responsible for: how
//! anything looks, for a terminal, a window or a page; how a surface reaches the node, which is
//! `segue-link`; and nothing here names libp2p or a keyring.
//!
//! ```text
//!   segue-desktop      segue status      segue serve          each holds a Link
//!        │                  │                 │
//!        ▼ host (has lock)  ▼ attach          ▼ attach
//!   ┌─ Link ─────┐     ┌─ Link ──┐       ┌─ Link ──┐
//!   │ Node ◀─────┼─────┤ socket  │       │ socket  │          frames of `segue-link`
//!   └─────┬──────┘     └─────────┘       └─────────┘
//!         ▼ one loop owns the state
//!    settings · identity · people · journal (SQLite) · clients · the network
//! ```
//!
//! ```
//! use segue_door::{Surface, ask};
//! use segue_link::{Link, Profile};
//!
//! # let folder = tempfile::tempdir()?;
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let profile = Profile::at(folder.path().join("profile"))?;
//! let link = Link::open(segue_node::Options::without_keyring(profile, Surface::Cli)).await?;
//! let status = link.call(ask::Status {}).await?;
//! assert!(status.you.name_is_generated);
//! link.close().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod log;

mod agents;
mod approvals;
mod catalog;
mod conversations;
mod doctor;
mod handles;
mod handoffs;
mod hosting;
mod journal;
mod ledgers;
mod names;
mod network_control;
mod node;
mod package;
mod people;
mod person;
mod plural;
mod reading;
mod serve;
mod settings;
mod storage;
mod surroundings;

pub use hosting::Options;
