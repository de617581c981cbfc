//! Computers on a LAN: the real programs, each in a network namespace and a home of its own.
//!
//! Every test runs inside [`segue_testkit::lan`], whose first argument is the test's own name with
//! its module: `"computers::each_is_somebody"`. A test that looks at what passes the switch has
//! `capture` in its name.
#![cfg(target_os = "linux")]

mod answers;
mod apart;
mod computers;
mod diagnosis;
mod flood;
#[path = "../support/handing.rs"]
#[expect(dead_code, reason = "some of it is for others")]
mod handing;
mod heavy;
mod meeting;
mod moving;
mod private;
mod round;
mod survey;
mod test_peer;
mod way;
