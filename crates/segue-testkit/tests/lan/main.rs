//! A LAN does what tests of the network rely on: it carries, it can be cut, and nothing leaves it.
#![cfg(target_os = "linux")]

mod carries;
mod cut;
mod kept_in;
mod talk;
