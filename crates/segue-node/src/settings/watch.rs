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
    let name = path.file_name().map(ToOwned::to_owned);
    let started = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let ours = event.is_ok_and(|event| {
            !event.kind.is_access()
                && event
                    .paths
                    .iter()
                    .any(|path| path.file_name() == name.as_deref())
        });
        if ours {
            // A full queue already holds the notice.
            notice.try_send(()).ok();
        }
    })
    .and_then(|mut watcher| {
        let folder = path.parent().unwrap_or(Path::new("."));
        watcher.watch(folder, RecursiveMode::NonRecursive)?;
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
