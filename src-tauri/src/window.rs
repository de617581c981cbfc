//! The one window: opened with nothing but the app's own page in it, brought to the front when
//! asked, hidden or closed as the person set it.

#[cfg(target_os = "linux")]
mod survive;

use segue_link::Profile;
use tauri::plugin::TauriPlugin;
use tauri::webview::NewWindowResponse;
use tauri::{
    AppHandle, DragDropEvent, Manager, Runtime, Url, WebviewUrl, WebviewWindowBuilder, WindowEvent,
};
use tauri_plugin_window_state::StateFlags;

use crate::door::Door;
use crate::notify::Notifier;
use crate::{opening, window_opens};

pub const LABEL: &str = "main";

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

/// Opens the window. A hidden one exists, but is not seen until it is asked for.
pub fn open(
    app: &AppHandle,
    profile: &Profile,
    hidden: bool,
) -> Result<(), Box<dyn std::error::Error>> {
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Segue")
        .inner_size(1180.0, 760.0)
        .min_inner_size(720.0, 480.0)
        .visible(!hidden)
        .data_directory(profile.webview()?)
        .on_navigation(is_own_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    #[cfg(target_os = "linux")]
    survive::watch(&window)?;
    #[cfg(not(target_os = "linux"))]
    drop(window);
    Ok(())
}

/// Brings the window to the front.
pub fn raise(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        for result in [window.unminimize(), window.show(), window.set_focus()] {
            if let Err(error) = result {
                tracing::warn!(%error, "the window could not be brought to the front");
            }
        }
    }
}

/// Checks whether the person is looking at the window.
pub fn is_looked_at(app: &AppHandle) -> bool {
    app.get_webview_window(LABEL).is_some_and(|window| {
        window.is_visible().unwrap_or(false) && window.is_focused().unwrap_or(false)
    })
}

/// Hides the window instead of closing it when the person wants Segue to keep running, and shows
/// what is dropped on it.
pub fn on_event(app: &AppHandle, door: &Door, notifier: &Notifier, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } if door.followed().keep_running => {
            if let Some(window) = app.get_webview_window(LABEL) {
                api.prevent_close();
                if let Err(error) = window.hide() {
                    tracing::warn!(%error, "the window could not be hidden");
                }
            }
        }
        WindowEvent::Focused(true) => notifier.seen(),
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            window_opens::open(app, paths.iter().cloned().map(opening::file).collect());
        }
        _ => {}
    }
}

/// Checks whether a page is the app's own; nothing else may be shown.
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
