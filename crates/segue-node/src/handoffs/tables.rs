//! What is kept about handoffs: what they are searched by, messages, standing orders, histories. The state
//! of each stands in the store's machines.

use segue_store::Tables;

/// The tables of handoffs, and of the ledgers that go with them.
pub(crate) const TABLES: Tables = Tables {
    prefix: "mailbox_",
    sql: "CREATE TABLE mailbox_handoffs (
    id               TEXT PRIMARY KEY,
    direction        TEXT NOT NULL CHECK (direction IN ('sent', 'received')),
    device           TEXT NOT NULL,
    name             TEXT NOT NULL,
    conversation     TEXT NOT NULL,
    created_ms       INTEGER NOT NULL,
    changed_ms       INTEGER NOT NULL,
    expires_ms       INTEGER NOT NULL,
    ended_ms         INTEGER,
    bytes            INTEGER NOT NULL,
    import           TEXT,
    source_platform  TEXT,
    source_session   TEXT,
    was_handed_over  INTEGER NOT NULL
) STRICT;
CREATE INDEX mailbox_handoffs_open ON mailbox_handoffs (ended_ms, direction);
CREATE INDEX mailbox_handoffs_by_conversation ON mailbox_handoffs (conversation);
CREATE INDEX mailbox_handoffs_by_device ON mailbox_handoffs (device, direction);
CREATE INDEX mailbox_handoffs_by_import ON mailbox_handoffs (import) WHERE import IS NOT NULL;
CREATE TABLE mailbox_peer_messages (
    id      TEXT PRIMARY KEY,
    handoff TEXT NOT NULL,
    device  TEXT NOT NULL,
    mine    INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    saying  TEXT NOT NULL,
    told_ms INTEGER
) STRICT;
CREATE INDEX mailbox_peer_messages_by_handoff ON mailbox_peer_messages (handoff);
CREATE INDEX mailbox_peer_messages_untold ON mailbox_peer_messages (device)
    WHERE mine = 1 AND told_ms IS NULL;
CREATE TABLE mailbox_ledger_queue (
    id           TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    record       TEXT NOT NULL
) STRICT;
CREATE TABLE mailbox_ledgers (
    conversation TEXT PRIMARY KEY,
    changed_ms   INTEGER NOT NULL,
    title        TEXT,
    chain        BLOB NOT NULL,
    records      INTEGER NOT NULL,
    participants TEXT,
    checked      BLOB,
    attempts     TEXT,
    problem      TEXT
) STRICT;
CREATE TABLE mailbox_ledger_peers (
    conversation TEXT NOT NULL,
    device       TEXT NOT NULL,
    records      INTEGER NOT NULL,
    PRIMARY KEY (conversation, device)
) STRICT;
CREATE TABLE mailbox_auto_imports (
    id         TEXT PRIMARY KEY,
    device     TEXT NOT NULL,
    platform   TEXT NOT NULL,
    folder     TEXT NOT NULL,
    place      TEXT,
    created_ms INTEGER NOT NULL,
    imported   INTEGER NOT NULL,
    stopped    TEXT,
    revoked_ms INTEGER
) STRICT;",
};
