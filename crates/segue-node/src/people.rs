//! The people of this profile: whom it knows, how it stands with them, and who was invited.
//!
//! ```text
//!  requests ──┐                      ┌── contacts (one row per device, the pins)
//!             ├──▶ the node's loop ──┤
//!  network ───┘   one change at a    └── invites  (marks, never the capability)
//!                 time                        │
//!                                             ▼
//!               lookup (whom does a text mean?) · show (rows and what is here, for the door)
//! ```
//!
//! A pin is a row in state `verified`. It is made in two ways only: someone showed the capability
//! of an invite, or both people said that the codes match. Our own half is written before the other
//! side is told (`waiting`), and the other half is learnt now or at the next contact. Nothing that
//! a device says changes a pin, and another key is another person.

mod contacts;
mod invites;
mod lookup;
mod show;

#[cfg(test)]
mod tests;

use segue_store::Tables;

pub(crate) use contacts::{Contacts, PersonRow, Standing, names};
pub(crate) use invites::{Invites, Use};
pub(crate) use lookup::{Candidate, Whom, find};
pub(crate) use show::{device, look_alike, moments, over, pairing, person, refused, stranger};

/// The tables about people.
pub(crate) const TABLES: Tables = Tables {
    prefix: "people_",
    sql: "CREATE TABLE people_devices (
    device        TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    nickname      TEXT,
    platforms     TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('waiting', 'verified', 'blocked')),
    was_verified  INTEGER NOT NULL,
    how           TEXT CHECK (how IN ('invite', 'code')),
    since_ms      INTEGER NOT NULL,
    last_seen_ms  INTEGER,
    addresses     TEXT NOT NULL,
    knows_you     INTEGER,
    warning       TEXT
) STRICT;
CREATE TABLE people_invites (
    mark       TEXT PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    used_by    TEXT,
    used_ms    INTEGER,
    revoked_ms INTEGER
) STRICT;
CREATE INDEX people_invites_by_user ON people_invites (used_by);",
};
