//! The desktop app. Responsible for: one window per profile, the tray, and carrying requests and
//! events between the page and the node. Not responsible for: deciding anything; that is the
//! node's.
//!
//! ```text
//! page (ui/) ── call, events ──▶ door ──▶ Link ──▶ node (here or in another process)
//!                                tray ── Open, Quit
//! ```
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod door;
mod tray;
mod window;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use segue_node::log::Log;
use segue_node::{Failure, Link, Options, Profile, Reply, Request, StopSignal, Surface};
use tauri::{AppHandle, RunEvent};

use door::Door;

/// Segue: hand a conversation to someone who carries on with it.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The folder that holds everything Segue keeps; by default your system's place for it.
    #[arg(long, env = "SEGUE_PROFILE", value_name = "DIR")]
    profile: Option<PathBuf>,
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
    let door = match tauri::async_runtime::block_on(enter(profile.clone(), log)) {
        Ok(Some(link)) => Door::open(link),
        // The window of this profile is open in another process, and now in front.
        Ok(None) => return,
        // The page shows why there is no node.
        Err(failure) => {
            eprintln!("segue-desktop: {failure}");
            Door::closed(failure)
        }
    };
    run(Arc::new(door), profile, stop.ok());
}

/// Whether there is anything to open a window on; elsewhere than on Linux there always is.
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// A link to the node, if this process is to have the window.
async fn enter(profile: Profile, log: Log) -> Result<Option<Link>, Failure> {
    let link = Link::open(Options::new(profile, Surface::Desktop, log)).await?;
    match link.call(Request::ClaimWindow).await? {
        Reply::ClaimWindow(claim) if !claim.granted => {
            link.close().await;
            Ok(None)
        }
        _ => Ok(Some(link)),
    }
}

/// Ends the app tidily when the system asks, as at log-out.
fn quit_when_asked(app: AppHandle, mut stop: StopSignal) {
    tauri::async_runtime::spawn(async move {
        stop.wait().await;
        app.exit(0);
    });
}

fn run(door: Arc<Door>, profile: Profile, stop: Option<StopSignal>) {
    let at_exit = Arc::clone(&door);
    let app = tauri::Builder::default()
        .plugin(window::remember_place(&profile))
        .manage(Arc::clone(&door))
        .invoke_handler(tauri::generate_handler![door::call, door::events])
        .setup(move |app| {
            window::open(app.handle(), &profile)?;
            if let Err(error) = tray::open(app.handle()) {
                // A desktop without a tray still has the window.
                tracing::warn!(%error, "there is no tray to put an icon into");
            }
            window::follow(app.handle().clone(), door);
            if let Some(stop) = stop {
                quit_when_asked(app.handle().clone(), stop);
            }
            Ok(())
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => app.run(move |app, event| match event {
            RunEvent::WindowEvent { event, .. } => window::on_event(app, &at_exit, &event),
            RunEvent::Exit => tauri::async_runtime::block_on(at_exit.close()),
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
