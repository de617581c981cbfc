//! Telling the desktop what arrived while nobody looks at the window.
//!
//! ```text
//! HandoffArrived ─▶ gather (at most one in 5 s) ─▶ the desktop ─ click ─▶ window, at the handoff
//! ```

mod gather;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

use std::sync::{Arc, Mutex, PoisonError};

use segue_door::{Handoff, OpenTarget, ask};
use tauri::AppHandle;
use tokio::sync::Notify;

use crate::door::{Door, Followed};
use crate::window;
use gather::{Arrival, Gather, Notification};
#[cfg(target_os = "linux")]
use linux::Service;
#[cfg(not(target_os = "linux"))]
use other::Service;
use segue_clock::system as clock;

/// The arrivals that wait to be told, and the way to tell them.
#[derive(Default)]
pub struct Notifier {
    gather: Mutex<Gather>,
    more: Notify,
    service: Service,
    /// The notification that a click is about.
    last: Mutex<Option<Notification>>,
}

impl Notifier {
    /// Notes that something arrived, to be told unless the person is looking at the window.
    pub fn arrived(&self, app: &AppHandle, handoff: &Handoff) {
        if window::is_looked_at(app) {
            return;
        }
        if let Some(arrival) = Arrival::of(handoff) {
            self.gather().arrived(arrival);
            self.more.notify_one();
        }
    }

    /// Forgets what arrived, since the person is looking at the window now.
    pub fn seen(&self) {
        self.gather().forget();
    }

    fn gather(&self) -> std::sync::MutexGuard<'_, Gather> {
        self.gather.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows notifications when they are due, and follows clicks, for as long as the app runs.
pub fn run(app: AppHandle, door: Arc<Door>, notifier: Arc<Notifier>) {
    let clicks = (app.clone(), Arc::clone(&door), Arc::clone(&notifier));
    tauri::async_runtime::spawn(async move {
        loop {
            let due = notifier.gather().due(clock::monotonic());
            match due {
                None => notifier.more.notified().await,
                Some(due) => {
                    clock::sleep_until(due).await;
                    tell(&app, &door, &notifier).await;
                }
            }
        }
    });
    let (app, door, notifier) = clicks;
    tauri::async_runtime::spawn(async move {
        loop {
            notifier.service.clicked().await;
            let last = notifier
                .last
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            let target = match last.and_then(|said| said.handoff) {
                Some(id) => OpenTarget::Handoff { id },
                None => OpenTarget::Inbox,
            };
            window::raise(&app);
            if let Err(failure) = door.call(ask::OpenInWindow { target }).await {
                tracing::warn!(%failure, "what was clicked can't be shown");
            }
        }
    });
}

async fn tell(app: &AppHandle, door: &Door, notifier: &Notifier) {
    let Followed {
        words,
        notifications,
        ..
    } = door.followed();
    if !notifications || window::is_looked_at(app) {
        return notifier.seen();
    }
    let Some(said) = notifier.gather().take(clock::monotonic(), words) else {
        return;
    };
    *notifier.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(said.clone());
    if let Err(error) = notifier.service.show(&said, words).await {
        tracing::warn!(%error, "the desktop shows no notifications");
    }
}
