//! The desktop app as a person has it: a real window under a virtual display.

mod app;
mod security;
mod window;
