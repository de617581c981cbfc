//! The third command: what only a desktop app can do for its page. The page names no file and no
//! program; it names handles, and the person chooses in dialogs of the system.
#![expect(
    clippy::let_underscore_must_use,
    reason = "Tauri's command macro writes it"
)]

use std::path::PathBuf;
use std::sync::Arc;

use segue_door::{DesktopAction, DesktopAnswer, Failure, OpenedPath, PathRef, ask, is_handle};
use tauri::{AppHandle, State};

use crate::dialogs::{self, Choice};
use crate::door::Door;
use crate::outside;

/// The largest action that is read, in bytes.
const LARGEST: usize = 16 * 1024;

/// Does something on the desktop on behalf of the page.
#[tauri::command]
pub async fn desktop(
    app: AppHandle,
    door: State<'_, Arc<Door>>,
    action: serde_json::Value,
) -> Result<DesktopAnswer, Failure> {
    if action.to_string().len() > LARGEST {
        return Err(Failure::invalid(
            "The request is larger than any action is.",
        ));
    }
    match DesktopAction::parse(action)? {
        DesktopAction::ChooseFile => choose(&app, &door, Choice::File)
            .await
            .map(DesktopAnswer::ChooseFile),
        DesktopAction::ChoosePackage => choose(&app, &door, Choice::Package)
            .await
            .map(DesktopAnswer::ChoosePackage),
        DesktopAction::ChooseFolder => choose(&app, &door, Choice::Folder)
            .await
            .map(DesktopAnswer::ChooseFolder),
        DesktopAction::SaveFolder => choose(&app, &door, Choice::SaveFolder)
            .await
            .map(DesktopAnswer::SaveFolder),
        DesktopAction::OpenLink { url } => {
            outside::open(&outside::checked(&url)?).await?;
            Ok(DesktopAnswer::OpenLink)
        }
        DesktopAction::ShowInFolder { handle } => {
            outside::show(&resolve(&door, handle).await?.0).await?;
            Ok(DesktopAnswer::ShowInFolder)
        }
        DesktopAction::OpenTerminal { handle } => {
            let (folder, is_folder) = resolve(&door, handle).await?;
            if !is_folder {
                return Err(Failure::invalid(
                    "A terminal opens in a folder, not in a file.",
                ));
            }
            outside::open_terminal(&folder).await?;
            Ok(DesktopAnswer::OpenTerminal)
        }
        DesktopAction::Quit => {
            app.exit(0);
            Ok(DesktopAnswer::Quit)
        }
    }
}

/// Lets the person choose something, and gives it a handle.
async fn choose(
    app: &AppHandle,
    door: &Door,
    choice: Choice,
) -> Result<Option<OpenedPath>, Failure> {
    let Some(path) = dialogs::choose(app, choice, door.followed().words).await? else {
        return Ok(None);
    };
    let Ok(path) = path.into_os_string().into_string() else {
        return Err(Failure::invalid(
            "Its name has characters that can't be written as text.",
        ));
    };
    let opened = door.call(ask::OpenPath { path, show: false }).await?;
    Ok(Some(opened))
}

/// Asks the node for the path of a handle, and whether it is a folder.
async fn resolve(door: &Door, handle: String) -> Result<(PathBuf, bool), Failure> {
    if !is_handle(&handle) {
        return Err(Failure::invalid("That is not a handle."));
    }
    let handle = PathRef::Handle(handle);
    let found = door.call(ask::ResolveHandle { handle }).await?;
    Ok((found.path.into(), found.is_folder))
}
