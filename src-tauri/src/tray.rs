//! The tray icon: Open and Quit.

use tauri::menu::{Menu, MenuItem};
use tauri::tray::TrayIconBuilder;
use tauri::{AppHandle, include_image};

use crate::window;

/// Puts the icon into the tray.
pub fn open(app: &AppHandle) -> tauri::Result<()> {
    let open = MenuItem::with_id(app, "open", "Open Segue", true, None::<&str>)?;
    let quit = MenuItem::with_id(app, "quit", "Quit Segue", true, None::<&str>)?;
    TrayIconBuilder::with_id("segue")
        .icon(include_image!("icons/tray.png"))
        .tooltip("Segue")
        .menu(&Menu::with_items(app, &[&open, &quit])?)
        .on_menu_event(|app, event| match event.id().as_ref() {
            "open" => window::raise(app),
            "quit" => app.exit(0),
            _ => {}
        })
        .build(app)?;
    Ok(())
}
