//! The tray icon: how many handoffs wait, whether Segue goes on without its window, Open, Inbox and
//! Quit. On Linux there is no tooltip, so the number stands beside the icon and in the menu.

use tauri::menu::{Menu, MenuItem, PredefinedMenuItem};
use tauri::tray::{TrayIcon, TrayIconBuilder};
use tauri::{AppHandle, Manager, Wry, include_image};

use crate::door::Followed;
use crate::i18n::Words;
use crate::{window, window_opens};

/// What the tray says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// How many handoffs wait for the person.
    pub waiting: usize,
    /// Whether closing the window leaves Segue running.
    pub keep_running: bool,
    pub words: Words,
}

impl Shown {
    /// Returns what the tray says before anything was counted.
    pub fn at_first(followed: Followed) -> Self {
        Self {
            waiting: 0,
            keep_running: followed.keep_running,
            words: followed.words,
        }
    }
}

/// The icon and the lines of its menu that change.
struct Tray {
    icon: TrayIcon,
    waiting: MenuItem<Wry>,
    receiving: MenuItem<Wry>,
    open: MenuItem<Wry>,
    inbox: MenuItem<Wry>,
    quit: MenuItem<Wry>,
}

/// Puts the icon into the tray.
pub fn open(app: &AppHandle, shown: Shown) -> tauri::Result<()> {
    let line = |id: &str, enabled| MenuItem::with_id(app, id, "", enabled, None::<&str>);
    let (waiting, receiving) = (line("waiting", true)?, line("receiving", false)?);
    let (open, inbox, quit) = (
        line("open", true)?,
        line("inbox", true)?,
        line("quit", true)?,
    );
    let menu = Menu::with_items(
        app,
        &[
            &waiting,
            &receiving,
            &PredefinedMenuItem::separator(app)?,
            &open,
            &inbox,
            &PredefinedMenuItem::separator(app)?,
            &quit,
        ],
    )?;
    let icon = TrayIconBuilder::with_id("segue")
        .icon(include_image!("icons/tray.png"))
        .tooltip("Segue")
        .menu(&menu)
        .on_menu_event(|app, event| match event.id().as_ref() {
            "open" => window::raise(app),
            "waiting" | "inbox" => window_opens::inbox(app),
            "quit" => app.exit(0),
            _ => {}
        })
        .build(app)?;
    app.manage(Tray {
        icon,
        waiting,
        receiving,
        open,
        inbox,
        quit,
    });
    say(app, shown)
}

/// Shows this in the tray.
pub fn show(app: &AppHandle, shown: Shown) {
    if let Err(error) = say(app, shown) {
        tracing::warn!(%error, "the tray can't be changed");
    }
}

fn say(app: &AppHandle, shown: Shown) -> tauri::Result<()> {
    // A desktop without a tray has none to change.
    let Some(tray) = app.try_state::<Tray>() else {
        return Ok(());
    };
    let Shown {
        waiting,
        keep_running,
        words,
    } = shown;
    tray.waiting.set_text(words.waiting(waiting))?;
    tray.receiving.set_text(if keep_running {
        words.receiving()
    } else {
        words.until_closed()
    })?;
    tray.open.set_text(words.open())?;
    tray.inbox.set_text(words.inbox())?;
    tray.quit.set_text(words.quit())?;
    tray.icon.set_icon(Some(if waiting == 0 {
        include_image!("icons/tray.png")
    } else {
        include_image!("icons/tray-waiting.png")
    }))?;
    tray.icon.set_tooltip(Some(words.tooltip(waiting)))?;
    // An empty title would keep its place.
    tray.icon
        .set_title((waiting > 0).then(|| waiting.to_string()))
}
