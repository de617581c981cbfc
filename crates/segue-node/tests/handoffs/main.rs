//! Handing over between real nodes in this process, over real sockets on loopback.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod asking;
mod away;
mod bounce;
mod journey;
mod orders;
mod pointing;
mod test_peer;
mod too_large;
mod tracing_it;
mod trust;
