//! The profile on disk: everything that survives a crash, apart from settings and the identity.
//!
//! ```text
//! service ──▶ Database::of(&TABLES) ──▶ its own tables, and the store's   (SQLite's authorizer judges)
//!    │              │
//!    │              └─ write(Durability, |transaction| …): machine, rows, blob uses, all or nothing
//!    ├──▶ Machines: what is due ◀── time (`due_at`) or an event (`wake`)
//!    ├──▶ journal: what happened, for a person to look back on
//!    └──▶ Blobs: files under the hash of their bytes, kept as long as `blob_uses` names them
//! ```
//!
//! Responsible for: one SQLite database per profile, its tables in one migration, files under their
//! hashes, state machines that survive a restart, crash points for tests. Not responsible for: what
//! any table of a service means, and sentences for people: errors are typed.
//!
//! Each service brings a [`Tables`] with a prefix of its own and sees no other service's tables.

pub mod blob_uses;
mod blobs;
pub mod crash;
mod database;
mod error;
pub mod journal;
mod keys;
mod machines;
mod scope;
mod tables;

pub use blobs::Blobs;
pub use database::{Database, Durability, Locked};
pub use error::StoreError;
pub use keys::key_for;
pub use machines::{Machine, Machines};
pub use tables::Tables;

/// What a service needs to speak with its tables.
pub mod sql {
    pub use rusqlite::ffi;
    pub use rusqlite::types::{FromSql, ToSql, Type, Value};
    pub use rusqlite::{
        Connection, Error, ErrorCode, OpenFlags, OptionalExtension, Params, Result, Row, Statement,
        Transaction, params, params_from_iter,
    };
}
