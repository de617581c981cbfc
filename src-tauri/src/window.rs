//! The one window: opened with nothing but the app's own page in it, brought to the front when
//! asked, hidden or closed as the person set it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use segue_node::door::Connection;
use segue_node::{Event, Profile, Request};
use tauri::plugin::TauriPlugin;
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, Runtime, Url, WebviewUrl, WebviewWindowBuilder, WindowEvent};
use tauri_plugin_window_state::StateFlags;

use crate::door::Door;

const LABEL: &str = "main";

/// Remembers size and place in the profile. (An absolute name replaces the plugin's own folder.)
pub fn remember_place<R: Runtime>(profile: &Profile) -> TauriPlugin<R> {
    tauri_plugin_window_state::Builder::new()
        .with_filename(profile.window_state().to_string_lossy())
        // Not whether it was visible: a window that was in the tray must come back.
        .with_state_flags(
            StateFlags::SIZE
                | StateFlags::POSITION
                | StateFlags::MAXIMIZED
                | StateFlags::FULLSCREEN,
        )
        .build()
}

/// Opens the window.
pub fn open(app: &AppHandle, profile: &Profile) -> Result<(), Box<dyn std::error::Error>> {
    WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Segue")
        .inner_size(1180.0, 760.0)
        .min_inner_size(720.0, 480.0)
        .data_directory(profile.webview()?)
        .on_navigation(is_own_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    Ok(())
}

/// Shows the window in front of the others.
pub fn raise(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        for result in [window.unminimize(), window.show(), window.set_focus()] {
            if let Err(error) = result {
                tracing::warn!(%error, "the window could not be brought to the front");
            }
        }
    }
}

/// Does to the window what the node's events ask for.
pub fn follow(app: AppHandle, door: Arc<Door>) {
    tauri::async_runtime::spawn(async move {
        let Some(mut events) = door.events() else {
            return;
        };
        // Reading the settings also tells the door whether closing the window ends the app.
        if let Err(failure) = door.call(Request::Settings).await {
            tracing::warn!(%failure, "the settings could not be read");
        }
        while let Some(event) = events.next().await {
            match event {
                Event::RaiseWindow => raise(&app),
                Event::SettingsChanged(view) => {
                    door.keep_running
                        .store(view.values.window.keep_running, Ordering::Relaxed);
                }
                // A new host does not know yet that this process has the window.
                Event::Connection(Connection::Hosting | Connection::Attached) => {
                    if let Err(failure) = door.call(Request::ClaimWindow).await {
                        tracing::warn!(%failure, "the window could not be claimed again");
                    }
                }
                _ => {}
            }
        }
    });
}

/// Closing hides the window when the person wants Segue to keep running.
pub fn on_event(app: &AppHandle, door: &Door, event: &WindowEvent) {
    if let WindowEvent::CloseRequested { api, .. } = event
        && door.keep_running.load(Ordering::Relaxed)
        && let Some(window) = app.get_webview_window(LABEL)
    {
        api.prevent_close();
        if let Err(error) = window.hide() {
            tracing::warn!(%error, "the window could not be hidden");
        }
    }
}

/// The app's own address, and nothing else, may be shown.
fn is_own_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        "http" | "https" => url.host_str() == Some("tauri.localhost"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_apps_own_page_is_shown() {
        for own in [
            "tauri://localhost",
            "tauri://localhost/#/inbox",
            "http://tauri.localhost/",
        ] {
            assert!(is_own_page(&own.parse().unwrap()), "{own}");
        }
        for other in [
            "https://example.org/",
            "http://localhost/",
            "http://127.0.0.1:80/",
            "tauri://evil/",
            "file:///etc/passwd",
            "data:text/html,x",
            "javascript:alert(1)",
            "about:blank",
            "http://tauri.localhost.example.org/",
        ] {
            assert!(!is_own_page(&other.parse().unwrap()), "{other}");
        }
    }
}
