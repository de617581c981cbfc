//! Other programs of the desktop: the browser, the file manager, a terminal. They are started
//! without a shell, with arguments that were checked, and never from a name that a page gave.

mod folder;
mod links;
mod terminal;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

use segue_clock::system as clock;

pub use folder::show;
pub use links::{checked, open};
pub use terminal::open as open_terminal;

/// How soon a program says that it can't do what it was asked.
const SOON: Duration = Duration::from_secs(3);

/// Finds a program on the path.
fn find(program: &str) -> Option<PathBuf> {
    let given = Path::new(program);
    if given.is_absolute() {
        return given.is_file().then(|| given.to_path_buf());
    }
    if given.components().count() != 1 {
        return None;
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Starts a program that goes on by itself. Fails when it ends badly at once.
async fn start(command: &mut Command) -> Result<(), String> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let name = command
        .as_std()
        .get_program()
        .to_string_lossy()
        .into_owned();
    let mut child = command
        .spawn()
        .map_err(|error| format!("{name} can't be started: {error}"))?;
    match clock::timeout(SOON, child.wait()).await {
        Ok(Ok(status)) if !status.success() => Err(format!("{name} ended with {status}")),
        Ok(Err(error)) => Err(format!("{name} can't be watched: {error}")),
        // Still running is as good as done; whoever is left over is waited for by the runtime.
        Ok(Ok(_)) | Err(_) => Ok(()),
    }
}
