//! Showing a file where it lies, in the person's file manager.

use std::path::Path;

use segue_door::{Code, Failure};
use tokio::process::Command;

use segue_clock::system as clock;

/// Shows a file selected in its folder, or a folder.
pub async fn show(path: &Path) -> Result<(), Failure> {
    if !path.exists() {
        return Err(Failure::new(Code::NotFound, "It isn't there any more.")
            .hint("It may have been moved, renamed or removed."));
    }
    let shown = in_file_manager(path).await;
    shown.map_err(|problem| {
        tracing::warn!(%problem, "no file manager showed a folder");
        Failure::new(Code::NotFound, "No file manager on this computer answered.")
            .hint(format!("Look in {}.", holder(path).display()))
    })
}

/// Returns the folder to open when nothing can be selected in it.
fn holder(path: &Path) -> &Path {
    if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(path)
    }
}

#[cfg(target_os = "linux")]
async fn in_file_manager(path: &Path) -> Result<(), String> {
    let Err(first) = by_bus(path).await else {
        return Ok(());
    };
    let opener = super::find("xdg-open").ok_or(first)?;
    super::start(Command::new(opener).arg(holder(path))).await
}

/// Asks the file manager that answers on the session bus.
#[cfg(target_os = "linux")]
async fn by_bus(path: &Path) -> Result<(), String> {
    let uri = tauri::Url::from_file_path(path).map_err(|()| "no whole path".to_owned())?;
    let method = if path.is_dir() {
        "ShowFolders"
    } else {
        "ShowItems"
    };
    let asked = async {
        let bus = zbus::Connection::session().await?;
        let manager = zbus::Proxy::new(
            &bus,
            "org.freedesktop.FileManager1",
            "/org/freedesktop/FileManager1",
            "org.freedesktop.FileManager1",
        )
        .await?;
        manager
            .call::<_, _, ()>(method, &([uri.as_str()], ""))
            .await
    };
    match clock::timeout(super::SOON, asked).await {
        Ok(answer) => answer.map_err(|error| error.to_string()),
        Err(_) => Err("the file manager does not answer".to_owned()),
    }
}

#[cfg(target_os = "macos")]
async fn in_file_manager(path: &Path) -> Result<(), String> {
    super::start(Command::new("/usr/bin/open").arg("-R").arg(path)).await
}

#[cfg(windows)]
async fn in_file_manager(path: &Path) -> Result<(), String> {
    // The program ends with 1 even when it worked.
    let explorer = super::find("explorer.exe").ok_or("there is no explorer.exe")?;
    let mut select = std::ffi::OsString::from("/select,");
    select.push(path);
    Command::new(explorer)
        .arg(select)
        .spawn()
        .map(drop)
        .map_err(|error| error.to_string())
}
