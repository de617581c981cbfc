//! Real networks on loopback, in one process: no multicast, no root.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod hostile;
mod join;
mod meet;
mod pair;
mod party;
mod peer_messages;
mod reachability_probe;
mod talks;
mod transfer;
