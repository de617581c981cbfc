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

use tauri::{AppHandle, ExitRequestApi};

use crate::door::Door;

/// How far the end of the app is.
pub struct Ending {
    door: Arc<Door>,
    begun: bool,
    closed: Arc<AtomicBool>,
}

impl Ending {
    /// Returns one that has not begun.
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
            door.close().await;
            closed.store(true, Ordering::SeqCst);
            app.exit(code.unwrap_or_default());
        });
    }

    /// Lets go of the node when the system ends the loop without asking.
    pub fn over(&self) {
        if !self.closed.load(Ordering::SeqCst) {
            tauri::async_runtime::block_on(self.door.close());
        }
    }
}
