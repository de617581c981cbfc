//! Handing on what the app is asked to open: files get a handle, everything else waits at the node
//! until the page takes it. Nothing is read, joined or imported here.

use std::path::Path;
use std::sync::Arc;

use segue_door::{OpenRefused, OpenTarget, Request, ask};
use segue_link::Link;
use tauri::{AppHandle, Manager};

use crate::door::Door;
use crate::opening::Opening;
use crate::window;

/// How many are shown at once; nobody opens more by hand.
const MOST: usize = 16;

/// Returns the request that shows an opening.
fn request(opening: Opening) -> Request {
    match opening {
        Opening::File(path) if is_plain(&path) => Request::from(ask::OpenPath {
            path: path.to_string_lossy().into_owned(),
            show: true,
        }),
        Opening::File(_) => Request::from(refuse(OpenRefused::NoFile)),
        Opening::Target(target) => Request::from(ask::OpenInWindow { target }),
    }
}

/// Checks whether a path is a file and not a device, a pipe or a folder.
fn is_plain(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|about| about.is_file())
}

fn refuse(why: OpenRefused) -> ask::OpenInWindow {
    ask::OpenInWindow {
        target: OpenTarget::Refused { why },
    }
}

/// Tells the node about openings through this link, before there is a window.
pub async fn tell(link: &Link, openings: Vec<Opening>) {
    for opening in openings.into_iter().take(MOST) {
        if let Err(failure) = link.ask(request(opening)).await {
            tracing::warn!(%failure, "something can't be shown");
        }
    }
}

/// Shows these in the window that is open.
pub fn open(app: &AppHandle, openings: Vec<Opening>) {
    if openings.is_empty() {
        return;
    }
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let door = Arc::clone(&app.state::<Arc<Door>>());
        window::raise(&app);
        for opening in openings.into_iter().take(MOST) {
            if let Err(failure) = door.ask(request(opening)).await {
                tracing::warn!(%failure, "something can't be shown");
                // The page says why; without a page there is nobody to tell.
                door.call(refuse(OpenRefused::NoFile)).await.ok();
            }
        }
    });
}

/// Shows the inbox.
pub fn inbox(app: &AppHandle) {
    open(app, vec![Opening::Target(OpenTarget::Inbox)]);
}
