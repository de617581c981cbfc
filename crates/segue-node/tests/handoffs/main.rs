//! Handing over between real nodes in this process, over real sockets on loopback.

mod asking;
mod away;
mod bounce;
mod desk;
mod journey;
mod orders;
mod pointing;
mod tracing_it;
mod trust;
