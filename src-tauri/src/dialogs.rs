//! The system's own dialogs. Only Rust opens them; the page learns a handle and a name, no path.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rfd::AsyncFileDialog;
use segue_door::{Code, Failure};
use tauri::{AppHandle, Manager};

use crate::i18n::Words;
use crate::window;

/// What a person is asked to choose.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    File,
    /// A package of Segue to check.
    Package,
    Folder,
    SaveFolder,
}

/// Whether a dialog is open: a page can't put one over the other.
static OPEN: AtomicBool = AtomicBool::new(false);

/// Asks the person to choose; `None` when they chose nothing.
pub async fn choose(
    app: &AppHandle,
    choice: Choice,
    words: Words,
) -> Result<Option<PathBuf>, Failure> {
    if OPEN.swap(true, Ordering::SeqCst) {
        return Err(Failure::new(Code::Busy, "A dialog is open already.")
            .hint("Choose there, or close it."));
    }
    let closed = Closed;
    let mut dialog = AsyncFileDialog::new().set_title(words.choose(choice));
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    let chosen = match choice {
        Choice::File => {
            dialog
                .add_filter(words.conversations(), &["json"])
                .pick_file()
                .await
        }
        Choice::Package => dialog.pick_file().await,
        Choice::Folder | Choice::SaveFolder => dialog.pick_folder().await,
    };
    drop(closed);
    Ok(chosen.map(|handle| handle.path().to_path_buf()))
}

/// Counts the dialog as closed when dropped, since whoever waits for it may go away.
struct Closed;

impl Drop for Closed {
    fn drop(&mut self) {
        OPEN.store(false, Ordering::SeqCst);
    }
}
