//! The desktop app as a person has it: a real window under a virtual display.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod app;
mod security;
mod window;
