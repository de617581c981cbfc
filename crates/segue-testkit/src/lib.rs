//! Test support. Responsible for: a temporary home and profile in which the real programs run, a
//! private session bus with a real keyring, a panel and a notification service on it, a virtual display, the real agent programs against
//! a model of our own without a network, a small LAN of network namespaces, a hostile
//! device. Not responsible for: checking anything; tests do that.
//!
//! Everything started here is ended by process id when its handle is dropped. Nothing inherits the
//! developer's own environment, so no test can reach a real keyring, display or profile. Discovery
//! is off, and everything stays on loopback, but inside a [`lan`](lan()).
//!
//! ```no_run
//! let world = segue_testkit::World::new();
//! let status = world.ask(&["status"]);
//! assert_eq!(status["you"]["name_is_generated"], true);
//! ```

#[cfg(target_os = "linux")]
mod again;
#[cfg(target_os = "linux")]
mod alone;
mod bus;
#[cfg(target_os = "linux")]
mod clients;
mod display;
mod effort;
mod ended;
mod guard;
mod history;
#[cfg(feature = "network")]
pub mod hostile;
pub mod installed;
mod judge;
#[cfg(target_os = "linux")]
mod lan;
pub mod large;
pub mod many;
mod model;
#[cfg(target_os = "linux")]
mod notices;
#[cfg(target_os = "linux")]
mod panel;
pub mod planted;
mod running;
pub mod samples;
pub mod scene;
mod world;

#[cfg(target_os = "linux")]
pub use alone::{alone, assert_alone};
pub use bus::{Bus, Keyring};
#[cfg(target_os = "linux")]
pub use clients::{Client, Home, Listed, Shown};
pub use display::Display;
pub use effort::Effort;
pub use ended::Outcome;
pub use guard::{assert_in_lan, discovery_allowed};
pub use history::{Item, history};
pub use judge::judge;
#[cfg(target_os = "linux")]
pub use lan::{Addresses, Capture, Host, Lan, Passed, capture_missing, lan, lan_missing, on_lan};
pub use model::{Captured, Model, REPLY, TOOL_OUTPUT, USE_TOOL};
#[cfg(target_os = "linux")]
pub use notices::{Notices, ShownNotice};
#[cfg(target_os = "linux")]
pub use panel::{MenuLine, Panel};
pub use running::Running;
pub use world::{Ended, World};

/// Asserts that a program is installed; a test that needs it fails rather than passing unseen.
pub fn needs(program: &str) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    assert!(found, "{program} is needed: `cargo xtask test` installs it");
}

/// Explains why there can be no LAN here; `None` when there can.
#[cfg(not(target_os = "linux"))]
pub fn lan_missing() -> Option<String> {
    Some("written for Linux: network namespaces".to_owned())
}

/// Explains why nothing can be captured here.
#[cfg(not(target_os = "linux"))]
pub fn capture_missing() -> Option<String> {
    lan_missing()
}
