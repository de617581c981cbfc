//! Who we are on the wire.
//!
//! Responsible for: the device's Ed25519 identity, the places its secret half can live (the
//! system's keyring, a file), and the rule that an identity is never replaced because a place was
//! out of reach; which interfaces this computer has ([`interfaces`]) and what they carry now
//! ([`survey`]). Discovery, pairing and transfers join it here; this is the only crate that names
//! libp2p.
//!
//! Not responsible for: names, settings, what is shown to a person, or which profile is in use.
//! It is handed a folder and never asks for a home.
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
pub mod survey;
pub mod transfer;
pub mod trust;

mod book;
mod device;
mod event_loop;
mod finder;
mod gate;
mod hello;
mod join;
mod limits;
mod offers;
mod pairing;
mod places;
mod shared;
mod swarm;
mod wire;

pub use device::{DeviceId, NoDevice};
pub use limits::LARGEST;
pub use network::{Config, Event, Network};
