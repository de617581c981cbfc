//! A terminal in a project folder, so that a session can be resumed there.

use std::path::Path;

use segue_door::{Code, Failure};
use tokio::process::Command;

/// Terminals, the most common first. The option after a name makes it start in a folder even when
/// another process of it opens the window.
#[cfg(not(any(target_os = "macos", windows)))]
const TERMINALS: &[(&str, Option<&str>)] = &[
    ("x-terminal-emulator", None),
    ("gnome-terminal", Some("--working-directory=")),
    ("kgx", Some("--working-directory=")),
    ("konsole", Some("--workdir")),
    ("xfce4-terminal", Some("--working-directory=")),
    ("mate-terminal", Some("--working-directory=")),
    ("kitty", None),
    ("alacritty", None),
    ("foot", None),
    ("wezterm", None),
    ("xterm", None),
];

/// Opens a terminal in this folder.
pub async fn open(folder: &Path) -> Result<(), Failure> {
    if !folder.is_dir() {
        return Err(
            Failure::new(Code::NotFound, "The folder isn't there any more.")
                .hint("It may have been moved, renamed or removed."),
        );
    }
    let commands = commands(folder);
    if commands.is_empty() {
        return Err(none(folder, "No terminal was found on this computer."));
    }
    let mut problems = Vec::new();
    for mut command in commands {
        match super::start(command.current_dir(folder)).await {
            Ok(()) => return Ok(()),
            Err(problem) => problems.push(problem),
        }
    }
    tracing::warn!(?problems, "no terminal started");
    Err(none(folder, "The terminal of this computer did not start."))
}

fn none(folder: &Path, words: &str) -> Failure {
    let go = format!("Open a terminal yourself and go to {}.", folder.display());
    Failure::new(Code::NotFound, words).hint(go)
}

#[cfg(not(any(target_os = "macos", windows)))]
fn commands(folder: &Path) -> Vec<Command> {
    // The person's own choice first.
    let chosen = std::env::var("TERMINAL").ok();
    let chosen = chosen.as_deref().filter(|name| !name.is_empty());
    let names = chosen.map(|name| (name, known(name))).into_iter();
    names
        .chain(TERMINALS.iter().copied())
        .filter_map(|(name, option)| {
            let mut command = Command::new(super::find(name)?);
            match option {
                Some(option) if option.ends_with('=') => {
                    let mut joined = std::ffi::OsString::from(option);
                    joined.push(folder);
                    command.arg(joined);
                }
                Some(option) => {
                    command.arg(option).arg(folder);
                }
                None => {}
            }
            Some(command)
        })
        .collect()
}

/// Returns the option by which a terminal of the table takes its folder.
#[cfg(not(any(target_os = "macos", windows)))]
fn known(name: &str) -> Option<&'static str> {
    let name = Path::new(name).file_name()?.to_str()?;
    TERMINALS.iter().find(|(known, _)| *known == name)?.1
}

#[cfg(target_os = "macos")]
fn commands(folder: &Path) -> Vec<Command> {
    let mut command = Command::new("/usr/bin/open");
    command.args(["-a", "Terminal"]).arg(folder);
    vec![command]
}

#[cfg(windows)]
fn commands(folder: &Path) -> Vec<Command> {
    /// Gives the terminal a console of its own, since this program has none.
    const CREATE_NEW_CONSOLE: u32 = 0x10;
    let terminal = super::find("wt.exe").map(|program| {
        let mut command = Command::new(program);
        command.arg("-d").arg(folder);
        command
    });
    let plain = super::find("cmd.exe").map(|program| {
        let mut command = Command::new(program);
        command.creation_flags(CREATE_NEW_CONSOLE);
        command
    });
    terminal.into_iter().chain(plain).collect()
}
