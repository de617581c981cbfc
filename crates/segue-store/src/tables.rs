//! Tables that a service brings, and the store's own.

/// The tables of one service. Each of their names begins with the prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tables {
    /// The beginning of the names of the tables: `mailbox_`.
    pub prefix: &'static str,
    /// The statements that create the tables.
    pub sql: &'static str,
}

impl Tables {
    /// The store's own, which every service may use through the functions of this crate.
    pub(crate) const STORE: Self = Self {
        prefix: "store_",
        sql: "CREATE TABLE store_keys (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;
INSERT INTO store_keys VALUES ('findings', randomblob(32));
CREATE TABLE store_journal (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms  INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    title  TEXT NOT NULL,
    detail TEXT
) STRICT;
CREATE TABLE store_machines (
    id       TEXT PRIMARY KEY,
    kind     TEXT NOT NULL,
    peer     TEXT NOT NULL,
    body     TEXT NOT NULL,
    due_at   INTEGER,
    attempts INTEGER NOT NULL,
    ended    INTEGER
) STRICT;
CREATE INDEX store_machines_due ON store_machines (kind, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX store_machines_open ON store_machines (kind, peer) WHERE ended IS NULL;
CREATE TABLE store_blob_uses (
    owner TEXT NOT NULL,
    hash  TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (owner, hash)
) STRICT;
CREATE INDEX store_blob_uses_by_hash ON store_blob_uses (hash);",
    };
}
