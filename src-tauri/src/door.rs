//! Two of the three commands the page has: ask the node, hear the node.
#![expect(
    clippy::let_underscore_must_use,
    reason = "Tauri's command macro writes it"
)]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use segue_door::settings::Language;
use segue_door::{Event, Failure, Method, Reply, Request, SettingsView};
use segue_link::frames::MAX_FRAME;
use segue_link::{Events, Link};
use tauri::State;
use tauri::async_runtime::JoinHandle;
use tauri::ipc::Channel;

use crate::i18n::Words;

/// The way to the node, or why there is none.
pub struct Door {
    link: Result<Link, Failure>,
    /// Carries events to the page. A page that is reloaded gets a new one.
    forwarder: Mutex<Option<JoinHandle<()>>>,
    /// `None` before the settings are known.
    followed: Mutex<Option<Followed>>,
}

/// The settings that the app itself goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Whether closing the window leaves Segue running.
    pub keep_running: bool,
    /// Whether Segue starts with the session.
    pub autostart: bool,
    /// Whether the desktop shows a notification of what arrives.
    pub notifications: bool,
    /// The language of what the app says outside its page.
    pub words: Words,
}

impl Followed {
    /// Takes what the app goes by from these settings.
    pub fn of(view: &SettingsView) -> Self {
        let window = &view.values.window;
        Self {
            keep_running: window.keep_running,
            autostart: window.autostart,
            notifications: window.notifications,
            words: Words::of(view.values.appearance.language),
        }
    }

    /// Returns what the app goes by as long as no settings are known.
    fn unknown() -> Self {
        Self {
            keep_running: false,
            autostart: false,
            notifications: false,
            words: Words::of(Language::System),
        }
    }
}

impl Door {
    /// Creates a door with a node behind it.
    pub fn open(link: Link) -> Self {
        Self::new(Ok(link))
    }

    /// Creates a door that answers every request with this failure.
    pub fn closed(failure: Failure) -> Self {
        Self::new(Err(failure))
    }

    fn new(link: Result<Link, Failure>) -> Self {
        Self {
            link,
            forwarder: Mutex::new(None),
            followed: Mutex::new(None),
        }
    }

    /// Asks the node, as the app itself.
    pub async fn call<M: Method>(&self, asked: M) -> Result<M::Reply, Failure> {
        self.link()?.call(asked).await
    }

    /// Asks the node with a request that was made elsewhere.
    pub async fn ask(&self, request: Request) -> Result<Reply, Failure> {
        self.link()?.ask(request).await
    }

    fn link(&self) -> Result<&Link, Failure> {
        self.link.as_ref().map_err(Clone::clone)
    }

    /// Goes by these settings from now on, and returns those before.
    pub fn follow(&self, settings: Followed) -> Option<Followed> {
        self.lock().replace(settings)
    }

    /// Returns what the app goes by of the settings.
    pub fn followed(&self) -> Followed {
        self.lock().unwrap_or_else(Followed::unknown)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Followed>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes to what the node says from now on; `None` when there is no node.
    pub fn events(&self) -> Option<Events> {
        self.link.as_ref().ok().map(Link::events)
    }

    /// Lets go of the node.
    pub async fn close(&self) {
        if let Ok(link) = &self.link {
            link.close().await;
        }
    }
}

/// Asks the node on behalf of the page.
#[tauri::command]
pub async fn call(
    door: State<'_, Arc<Door>>,
    request: serde_json::Value,
) -> Result<Reply, Failure> {
    if request.to_string().len() > MAX_FRAME {
        return Err(Failure::invalid(
            "The request is larger than the node takes.",
        ));
    }
    let page = door.link()?.as_page();
    let request = Request::parse(request, page.caller())?;
    page.ask(request).await
}

/// Sends the page everything the node says, until a page asks for it again.
#[tauri::command]
pub async fn events(door: State<'_, Arc<Door>>, channel: Channel<Event>) -> Result<(), Failure> {
    let link = door.link()?;
    let mut events = link.events();
    let now = Event::Connection(link.connection());
    let forward = tauri::async_runtime::spawn(async move {
        let mut next = Some(now);
        while let Some(event) = next {
            if channel.send(event).is_err() {
                break;
            }
            next = events.next().await;
        }
    });
    let mut forwarder = door
        .forwarder
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(before) = forwarder.replace(forward) {
        before.abort();
    }
    Ok(())
}
