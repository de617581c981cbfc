//! Ending the app: the node is let go of while the event loop still turns.
//!
//! ```text
//! signal, Quit, last window closed ──▶ exit requested ── not yet ──▶ Door::close, beside the loop
//!                                          ▲                              │
//!                                          └──────── exit, for good ◀─────┘
//! ```
//!
//! Closing waits for tasks, and tasks wait for the event loop: whoever changes the tray does. If the
//! loop waited for the closing, neither would ever end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use segue_clock::system as clock;
use tauri::{AppHandle, ExitRequestApi};

use crate::door::Door;

/// How long the node may take to end: an import of another process is finished first.
const MAX_CLOSING: Duration = Duration::from_secs(30);

/// How long the node may take to end when the system does not wait.
const MAX_CLOSING_AT_ONCE: Duration = Duration::from_secs(3);

/// The state of ending the app.
pub struct Ending {
    door: Arc<Door>,
    begun: bool,
    closed: Arc<AtomicBool>,
}

impl Ending {
    /// Creates an end that has not begun.
    pub fn new(door: Arc<Door>) -> Self {
        Self {
            door,
            begun: false,
            closed: Arc::default(),
        }
    }

    /// Lets go of the node first when the app is to end, and ends it then.
    pub fn requested(&mut self, app: &AppHandle, code: Option<i32>, api: &ExitRequestApi) {
        if self.closed.load(Ordering::SeqCst) {
            return;
        }
        api.prevent_exit();
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let (app, door, closed) = (
            app.clone(),
            Arc::clone(&self.door),
            Arc::clone(&self.closed),
        );
        tauri::async_runtime::spawn(async move {
            if clock::timeout(MAX_CLOSING, door.close()).await.is_err() {
                tracing::error!("the node did not end in time");
            }
            closed.store(true, Ordering::SeqCst);
            app.exit(code.unwrap_or_default());
        });
    }

    /// Lets go of the node when the system ends the loop without asking.
    pub fn over(&self) {
        if !self.closed.load(Ordering::SeqCst) {
            let close = clock::timeout(MAX_CLOSING_AT_ONCE, self.door.close());
            // Who is in the middle of changing the tray waits for this very thread.
            tauri::async_runtime::block_on(close).ok();
        }
    }
}
