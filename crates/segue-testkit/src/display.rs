//! A virtual display.

use std::process::{Command, Stdio};

use crate::{Running, World, needs};

/// An X server without a screen to look at.
pub struct Display {
    _server: Running,
}

impl Display {
    /// Starts a display and makes this world's programs use it.
    pub fn start(world: &mut World) -> Self {
        needs("Xvfb");
        let mut command = world.dress(Command::new("Xvfb"));
        command
            // The server picks a free number and prints it when it is ready.
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1400x900x24",
                "-nolisten",
                "tcp",
            ])
            .stderr(Stdio::null());
        let mut server = Running::start(&mut command);
        let number = server.line();
        world.set("DISPLAY", &format!(":{}", number.trim()));
        Self { _server: server }
    }
}
