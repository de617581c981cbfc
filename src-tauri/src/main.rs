//! The desktop app. Responsible for: one window per profile, the tray and notifications, what the
//! system asks the app to open, and carrying requests and events between the page and the node. Not
//! responsible for: deciding anything; that is the node's.
//!
//! ```text
//! page (ui/) ── call, events ──▶ door ──▶ Link ──▶ node (here or in another process)
//!            ── desktop ──▶ dialogs, outside (browser, file manager, terminal)
//! arguments, links, dropped files ──▶ opening ──▶ shows ──▶ node ──▶ page
//! events ──▶ follow ──▶ window, tray, notify, autostart
//! ```
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod autostart;
mod desktop;
mod dialogs;
mod door;
mod ending;
mod follow;
mod i18n;
mod notify;
mod opening;
mod outside;
mod tray;
mod window;
mod window_opens;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use segue_door::{Failure, Surface, ask};
use segue_link::{Link, Profile, StopSignal};
use segue_node::Options;
use segue_node::log::Log;
use tauri::{AppHandle, RunEvent};

use door::{Door, Followed};
use ending::Ending;
use notify::Notifier;
use opening::Opening;
use tray::Shown;

/// Segue: hand a conversation to someone who carries on with it.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The folder that holds everything Segue keeps; by default your system's place for it.
    #[arg(long, env = "SEGUE_PROFILE", value_name = "DIR")]
    profile: Option<PathBuf>,
    /// Start in the tray, if Segue may go on without its window.
    #[arg(long)]
    hidden: bool,
    /// Conversation files and `segue:` links to show.
    #[arg(value_name = "FILE|LINK")]
    open: Vec<OsString>,
}

/// What a process that has the window works with.
struct Entered {
    door: Door,
    /// Whether the window waits in the tray.
    hidden: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let log = Log::install(false);
    let profile = match Profile::choose(arguments.profile) {
        Ok(profile) => profile,
        Err(error) => {
            eprintln!("segue-desktop: {}", Failure::from(error));
            std::process::exit(1);
        }
    };
    if !has_display() {
        eprintln!("segue-desktop: there is no display to open a window on.");
        eprintln!("  To use Segue in a browser on this computer, run: segue serve");
        std::process::exit(1);
    }
    // Listening starts before there is anything to end.
    let stop = tauri::async_runtime::block_on(async { StopSignal::listen() });
    let folder = std::env::current_dir().unwrap_or_default();
    let openings = arguments
        .open
        .iter()
        .map(|one| opening::argument(one, &folder))
        .collect();
    let entering = enter(profile.clone(), log, arguments.hidden, openings);
    let entered = match tauri::async_runtime::block_on(entering) {
        Ok(Some(entered)) => entered,
        // The window of this profile is open in another process, and now in front.
        Ok(None) => return,
        // The page shows why there is no node.
        Err(failure) => {
            eprintln!("segue-desktop: {failure}");
            Entered {
                door: Door::closed(failure),
                hidden: false,
            }
        }
    };
    run(entered, profile, stop.ok());
}

/// Checks whether there is anything to open a window on; there always is on systems other than
/// Linux.
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Opens a door to the node; `None` when another process has the window, which then shows the
/// openings.
async fn enter(
    profile: Profile,
    log: Log,
    hidden: bool,
    openings: Vec<Opening>,
) -> Result<Option<Entered>, Failure> {
    let link = Link::open(Options::new(profile, Surface::Desktop, log)).await?;
    let claim = match link.call(ask::ClaimWindow {}).await {
        Ok(claim) => claim,
        Err(failure) => {
            // A node that this process may host by now ends tidily: nobody would end it later.
            link.close().await;
            return Err(failure);
        }
    };
    // Whoever has the window shows them.
    let asked = !openings.is_empty();
    window_opens::tell(&link, openings).await;
    if !claim.granted {
        link.close().await;
        return Ok(None);
    }
    let followed = match link.call(ask::Settings {}).await {
        Ok(view) => Some(Followed::of(&view)),
        _ => None,
    };
    let door = Door::open(link);
    let stays = followed.is_some_and(|followed| followed.keep_running);
    if let Some(followed) = followed {
        door.follow(followed);
    }
    Ok(Some(Entered {
        door,
        hidden: hidden && stays && !asked,
    }))
}

/// Ends the app tidily when the system asks, as at log-out.
fn quit_when_asked(app: AppHandle, mut stop: StopSignal) {
    tauri::async_runtime::spawn(async move {
        stop.wait().await;
        app.exit(0);
    });
}

fn run(entered: Entered, profile: Profile, stop: Option<StopSignal>) {
    let Entered { door, hidden } = entered;
    let (door, notifier) = (Arc::new(door), Arc::new(Notifier::default()));
    let (at_exit, on_window) = (Arc::clone(&door), Arc::clone(&notifier));
    let app = tauri::Builder::default()
        .plugin(window::remember_place(&profile))
        .manage(Arc::clone(&door))
        .invoke_handler(tauri::generate_handler![
            door::call,
            door::events,
            desktop::desktop
        ])
        .setup(move |app| {
            window::open(app.handle(), &profile, hidden)?;
            let shown = Shown::at_first(door.followed());
            if let Err(error) = tray::open(app.handle(), shown) {
                // A desktop without a tray still has the window.
                tracing::warn!(%error, "there is no tray to put an icon into");
            }
            let app = app.handle();
            notify::run(app.clone(), Arc::clone(&door), Arc::clone(&notifier));
            follow::run(app.clone(), door, notifier, profile);
            if let Some(stop) = stop {
                quit_when_asked(app.clone(), stop);
            }
            Ok(())
        })
        .build(tauri::generate_context!());
    let mut ending = Ending::new(Arc::clone(&at_exit));
    match app {
        Ok(app) => app.run(move |app, event| match event {
            RunEvent::WindowEvent { event, .. } => {
                window::on_event(app, &at_exit, &on_window, &event);
            }
            #[cfg(target_os = "macos")]
            RunEvent::Opened { urls } => {
                window_opens::open(
                    app,
                    urls.iter().map(|url| opening::link(url.as_str())).collect(),
                );
            }
            RunEvent::ExitRequested { code, api, .. } => ending.requested(app, code, &api),
            RunEvent::Exit => ending.over(),
            _ => {}
        }),
        Err(error) => {
            tauri::async_runtime::block_on(at_exit.close());
            eprintln!("segue-desktop: the window can't be opened: {error}");
            eprintln!("  To use Segue in a browser on this computer, run: segue serve");
            std::process::exit(1);
        }
    }
}
