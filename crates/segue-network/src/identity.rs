//! The device's identity: one Ed25519 key for life.
//!
//! ```text
//!            record (identity.json: public key, which home, since why)
//!              │ none: first run, or lost   │ present
//!              ▼                            ▼
//!   make key → keyring? ─ no → file     only that home ── secret matches → Ready
//!              └ yes                        └ unreachable, locked, silent, damaged
//!              ▼                                          → Unavailable, nothing is made
//!        read back, then write the record
//! ```

mod file;
mod key;
mod keyring;
mod memory;
mod record;
mod rules;
mod secret;
mod small;

pub use file::FileHome;
pub use key::{IdentityKey, device_id};
pub use keyring::KeyringHome;
pub use memory::MemoryHome;
pub use record::{Home, IdentityRecord, RecordError};
pub use rules::{Homes, News, OpenError, Opened, Unavailable, check, move_to, open};
pub use secret::{HomeError, Secret, SecretHome};
