//! Notifications of macOS and Windows. A click is not told there; the tray and the inbox are the
//! truth anyway.

use super::Notification;
use crate::i18n::Words;

/// The notifications of the system.
#[derive(Default)]
pub struct Service;

impl Service {
    /// Shows a notification.
    pub async fn show(&self, said: &Notification, _: Words) -> Result<(), String> {
        let said = said.clone();
        let shown = tauri::async_runtime::spawn_blocking(move || {
            let mut notification = notify_rust::Notification::new();
            notification.summary(&said.summary).body(&said.body);
            notification
                .show()
                .map(drop)
                .map_err(|error| error.to_string())
        });
        shown.await.map_err(|error| error.to_string())?
    }

    /// Waits for ever: the system does not tell of clicks.
    pub async fn clicked(&self) {
        std::future::pending().await
    }
}
