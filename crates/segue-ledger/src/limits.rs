//! Every bound of the ledger, in one place. What comes from a peer or a file is measured against
//! these before anything is made of it.

/// The longest body of a record, in bytes.
pub const MAX_BODY: usize = 4 << 10;
/// The longest change: signature, body, identifiers, and the changes it follows.
pub const MAX_CHANGE: usize = 8 << 10;
/// How many changes one change may follow directly.
pub const MAX_DEPS: usize = 64;
/// The longest sync message.
pub const MAX_MESSAGE: usize = 1 << 20;
/// The most changes in one sync message.
pub const MAX_CHANGES: usize = 2_000;
/// The most hashes in one list of a sync message.
pub const MAX_HASHES: usize = 4_096;
/// The largest parcel of changes.
pub const MAX_WHOLE: usize = 32 << 20;
/// The most parcels of one sync session; the largest ledger needs five.
pub const MAX_PARCELS: u32 = 8;
/// The most changes in one parcel.
pub const MAX_WHOLE_CHANGES: usize = 200_000;
/// The largest file, as saved.
pub const MAX_FILE: usize = 128 << 20;
/// What the compressed columns of a file may come to.
pub const MAX_INFLATED: usize = 512 << 20;
/// The most changes a ledger takes from outside.
pub const MAX_RECORDS: usize = 200_000;
/// The most chains (a device that wrote into one file) a ledger takes from outside.
pub const MAX_CHAINS: usize = 1_024;
/// Messages of one sync session; honest devices need fewer than ten.
pub const MAX_ROUNDS: u32 = 64;
/// Messages in a row that bring nothing new before a session counts as finished.
pub const MAX_IDLE_ROUNDS: u32 = 4;
/// Changes kept in a session until what they follow arrives.
pub const MAX_WAITING: usize = 2_000;
/// Attempts told apart in one report; further ones are counted.
pub const MAX_ATTEMPTS: usize = 100;

/// A conversation's identifier, in bytes.
pub const MAX_CONVERSATION: usize = 200;
/// A person's name, in characters.
pub const MAX_NAME: usize = 200;
/// A platform's name, in bytes.
pub const MAX_PLATFORM: usize = 64;
/// Identifiers of sessions, exports and tasks, and hashes, in bytes.
pub const MAX_ID: usize = 256;
/// Parents of one version.
pub const MAX_PARENTS: usize = 32;
/// The reason in a receipt, in characters.
pub const MAX_REASON: usize = 200;
/// The name of a kind of receipt, in bytes.
pub const MAX_KIND: usize = 40;
/// Times in milliseconds and counts: what a double holds exactly.
pub const MAX_NUMBER: u64 = 1 << 53;
/// Versions read from a list of an older shape.
pub const MAX_OLDER: usize = 10_000;
