//! Noticing that someone else changed the settings file.
//!
//! The folder is watched, not the file: editors replace a file rather than write into it. Several
//! notices in a row become one: the receiver reads the file once per wake-up.

use std::path::Path;

use notify::{RecursiveMode, Watcher};
use tokio::sync::mpsc;

/// A running watch; dropping it ends it.
pub(crate) struct Watch {
    _watcher: Option<notify::RecommendedWatcher>,
    changes: mpsc::Receiver<()>,
}

impl Watch {
    /// Waits until the file may have changed. Never returns when watching is not possible here.
    pub(crate) async fn changed(&mut self) {
        if self.changes.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

/// Watches the file at `path`, whose folder exists.
pub(crate) fn watch(path: &Path) -> Watch {
    let (notice, changes) = mpsc::channel(1);
    // What a link leads to may be in another folder.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let files = [path.to_path_buf(), target];
    let names = files
        .clone()
        .map(|file| file.file_name().map(ToOwned::to_owned));
    let started = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let ours = event.is_ok_and(|event| {
            !event.kind.is_access()
                && event
                    .paths
                    .iter()
                    .any(|path| names.contains(&path.file_name().map(ToOwned::to_owned)))
        });
        if ours {
            // A full queue already holds the notice.
            notice.try_send(()).ok();
        }
    })
    .and_then(|mut watcher| {
        for folder in files.iter().filter_map(|file| file.parent()) {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        Ok(watcher)
    });
    match started {
        Ok(watcher) => Watch {
            _watcher: Some(watcher),
            changes,
        },
        Err(error) => {
            tracing::warn!(%error, "settings can't be watched; restart after editing the file");
            Watch {
                _watcher: None,
                changes,
            }
        }
    }
}
