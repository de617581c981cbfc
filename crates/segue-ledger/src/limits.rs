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
/// The most bytes that the compressed columns of a file may inflate to.
pub const MAX_INFLATED: usize = 512 << 20;
/// The most changes a ledger takes from outside.
pub const MAX_RECORDS: usize = 200_000;
/// The most chains (a device that wrote into one file) a ledger takes from outside.
pub const MAX_CHAINS: usize = 1_024;
/// The most messages of one sync session; honest devices need fewer than ten.
pub const MAX_ROUNDS: u32 = 64;
/// Messages in a row that bring nothing new before a session counts as finished.
pub const MAX_IDLE_ROUNDS: u32 = 4;
/// The most changes kept in a session until what they follow arrives.
pub const MAX_WAITING: usize = 2_000;
/// The most attempts listed in one report; further ones are only counted.
pub const MAX_ATTEMPTS: usize = 100;

/// The longest identifier of a conversation, in bytes.
pub const MAX_CONVERSATION: usize = 200;
/// The longest name of a person, in characters.
pub const MAX_NAME: usize = 200;
/// The longest name of a platform, in bytes.
pub const MAX_PLATFORM: usize = 64;
/// The longest hash or identifier of a session, an export or a task, in bytes.
pub const MAX_ID: usize = 256;
/// The most parents of one version.
pub const MAX_PARENTS: usize = 32;
/// The longest reason in a receipt, in characters.
pub const MAX_REASON: usize = 200;
/// The longest name of a kind of receipt, in bytes.
pub const MAX_KIND: usize = 40;
/// The largest time in milliseconds and the largest count: what a double holds exactly.
pub const MAX_NUMBER: u64 = 1 << 53;
/// The most versions read from a list of an older shape.
pub const MAX_OLDER: usize = 10_000;
