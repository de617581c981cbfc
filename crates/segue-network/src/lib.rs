//! Find, trust and move: Segue on the wire. The only crate that names libp2p.
//!
//! Responsible for: the device's Ed25519 identity and the places its secret half can live; which interfaces this computer
//! has ([`interfaces`]) and what they carry ([`survey`]); finding devices and connecting to them; the two doors to trust; offers and
//! transfers; messages and ledger sync; how others see us ([`reachability_probe`]); and the bounds on what others can make us do.
//!
//! Not responsible for: whom to trust (it is handed a [`KnownDevices`](network::KnownDevices) and asks by
//! events), what is kept about people, settings, what is shown to a person, or which profile is in
//! use. It is handed folders and never asks for a home.
//!
//! ```text
//! identity ── key ─▶ network (handle · view · events)
//!                      │
//!            event_loop (swarm) ── gate · finder · address_book · places · peers
//!                      │
//!            streams: hello · pairing ─ trust · join ─ trust · offers · transfer · peer_messages · sync_session · probe
//! ```
//!
//! Two devices that meet by address:
//!
//! ```
//! use segue_network::{Config, Network, identity::IdentityKey, network::Target};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let (ann, _events) = Network::start(Config::on_loopback(IdentityKey::generate(), "Ann"))?;
//! let (ben, _events) = Network::start(Config::on_loopback(IdentityKey::generate(), "Ben"))?;
//! let mut views = ben.views();
//! let address = views.wait_for(|view| !view.listening.is_empty()).await?.listening[0];
//! let nearby = ann.connect(Target::Address(address)).await?;
//! assert_eq!((nearby.device, nearby.about.name.as_str()), (ben.device(), "Ben"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! And an identity that stays the same:
//!
//! ```
//! use segue_network::identity::{Home, Homes, MemoryHome, open};
//!
//! let profile = tempfile::tempdir()?;
//! let homes = Homes { keyring: Box::new(MemoryHome::default()), ..Homes::file_only(profile.path()) };
//! let first = open(profile.path(), &homes, false)?;
//! let again = open(profile.path(), &homes, false)?;
//! assert_eq!(first.record.home, Home::Keyring);
//! assert_eq!(first.record.device_id()?, again.record.device_id()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod about;
pub mod address;
pub mod identity;
pub mod interfaces;
pub mod network;
pub mod peer_message;
pub mod reachability_probe;
pub mod survey;
pub mod sync_session;
pub mod transfer;
pub mod trust;

mod address_book;
mod asking;
mod device;
mod event_loop;
mod finder;
mod gate;
mod hello;
mod join;
mod limits;
mod memory;
mod offers;
mod pairing;
mod peer_messages;
mod places;
mod shared;
mod swarm;
mod turns;
mod wire;

pub use device::{DeviceId, NoDevice};
pub use limits::LARGEST;
pub use network::{Config, Event, Network};
