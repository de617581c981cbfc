//! The desktop app as a person has it: a real window under a virtual display.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod app;
#[cfg(target_os = "linux")]
mod changes;
#[cfg(target_os = "linux")]
mod crash;
#[cfg(target_os = "linux")]
mod desktop_actions;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod importing;
#[cfg(target_os = "linux")]
mod journeys;
mod opening;
#[cfg(target_os = "linux")]
mod package;
#[cfg(target_os = "linux")]
mod pair;
mod security;
#[cfg(target_os = "linux")]
mod steps;
#[cfg(target_os = "linux")]
mod tray;
#[cfg(target_os = "linux")]
mod verify;
mod watch;
mod window;
