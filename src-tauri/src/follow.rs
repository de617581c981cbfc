//! Following what the node says: the window comes to the front, the tray counts, the desktop is
//! told, settings apply.

use std::sync::Arc;
use std::time::Duration;

use segue_clock::system as clock;
use segue_door::{Connection, Event, Handoff, SettingsView, ask};
use segue_link::Profile;
use tauri::AppHandle;
use tokio::sync::Notify;

use crate::door::{Door, Followed};
use crate::notify::Notifier;
use crate::tray::{self, Shown};
use crate::{autostart, window};

/// Changes that come this close together are counted once.
const TOGETHER: Duration = Duration::from_millis(200);

/// How long to wait before counting again what could not be counted.
const AGAIN: Duration = Duration::from_secs(2);

/// Follows the node for as long as the app runs.
pub fn run(app: AppHandle, door: Arc<Door>, notifier: Arc<Notifier>, profile: Profile) {
    let Some(mut events) = door.events() else {
        return;
    };
    let changed = Arc::new(Notify::new());
    count(app.clone(), Arc::clone(&door), Arc::clone(&changed));
    tauri::async_runtime::spawn(async move {
        match door.call(ask::Settings {}).await {
            Ok(view) => settings(&door, &profile, &view),
            Err(failure) => tracing::warn!(%failure, "the settings could not be read"),
        }
        changed.notify_one();
        while let Some(event) = events.next().await {
            match event {
                Event::RaiseWindow => window::raise(&app),
                Event::SettingsChanged(view) => {
                    settings(&door, &profile, &view);
                    changed.notify_one();
                }
                Event::HandoffArrived(handoff) => {
                    notifier.arrived(&app, &handoff);
                    changed.notify_one();
                }
                Event::HandoffChanged(_) | Event::Missed { .. } => changed.notify_one(),
                // A new host does not know yet that this process has the window.
                Event::Connection(Connection::Hosting | Connection::Attached) => {
                    if let Err(failure) = door.call(ask::ClaimWindow {}).await {
                        tracing::warn!(%failure, "the window could not be claimed again");
                    }
                    changed.notify_one();
                }
                _ => {}
            }
        }
    });
}

/// Counts what waits whenever something changed, and shows it in the tray.
fn count(app: AppHandle, door: Arc<Door>, changed: Arc<Notify>) {
    tauri::async_runtime::spawn(async move {
        let mut before = None;
        loop {
            changed.notified().await;
            let list = match door.call(ask::Inbox { all: false }).await {
                Ok(list) => list,
                Err(failure) => {
                    tracing::warn!(%failure, "what waits could not be counted");
                    clock::sleep(AGAIN).await;
                    changed.notify_one();
                    continue;
                }
            };
            let waiting = list.handoffs.iter().filter(|one| waits(one)).count();
            let Followed {
                keep_running,
                words,
                ..
            } = door.followed();
            let shown = Shown {
                waiting,
                keep_running,
                words,
            };
            if before.replace(shown) != Some(shown) {
                tray::show(&app, shown);
            }
            clock::sleep(TOGETHER).await;
        }
    });
}

/// Checks whether a handoff in the inbox waits for this person, and not for its sender.
fn waits(handoff: &Handoff) -> bool {
    matches!(handoff.state.as_str(), "submitted" | "working") && handoff.undo_until.is_none()
}

fn settings(door: &Door, profile: &Profile, view: &SettingsView) {
    let now = Followed::of(view);
    door.follow(now);
    // Cheap when it is so already, and mends what was removed by hand.
    if let Err(problem) = autostart::set(now.autostart, profile.root()) {
        tracing::warn!(%problem, "starting with the session could not be set");
    }
}
