//! Notifications over the session bus. One is there at a time: the next takes its place, so that
//! nothing piles up. A click comes back as a signal where the desktop has clicks.

use std::collections::HashMap;

use futures_util::StreamExt;
use segue_clock::system as clock;
use tokio::sync::{Mutex, OnceCell};
use zbus::zvariant::Value;
use zbus::{Connection, Proxy};

use super::Notification;
use crate::i18n::Words;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// The name of a click on the notification itself.
const CLICK: &str = "default";

/// The desktop's notification service, as far as it is known.
#[derive(Default)]
pub struct Service {
    /// The same connection for showing and for clicks: some desktops tell a click only to whoever
    /// showed the notification.
    bus: OnceCell<Connection>,
    known: Mutex<Option<NotificationServer>>,
}

struct NotificationServer {
    proxy: Proxy<'static>,
    /// Whether the desktop reads markup in the body.
    markup: bool,
    /// Whether the desktop tells of clicks.
    actions: bool,
    /// The notification that is shown now.
    shown: u32,
}

impl Service {
    /// Shows a notification in place of the one before.
    pub async fn show(&self, said: &Notification, words: Words) -> zbus::Result<()> {
        let mut known = self.known.lock().await;
        if known.is_none() {
            *known = Some(find(self.bus().await?).await?);
        }
        let Some(service) = known.as_mut() else {
            return Ok(());
        };
        let body = if service.markup {
            escaped(&said.body)
        } else {
            said.body.clone()
        };
        let actions = if service.actions {
            vec![CLICK, words.review()]
        } else {
            Vec::new()
        };
        let hints = HashMap::from([
            ("desktop-entry", Value::from("segue-desktop")),
            ("category", Value::from("transfer.complete")),
            ("suppress-sound", Value::from(true)),
        ]);
        let message = (
            "Segue",
            service.shown,
            "segue-desktop",
            said.summary.as_str(),
            body.as_str(),
            actions,
            hints,
            -1,
        );
        match service.proxy.call::<_, _, u32>("Notify", &message).await {
            Ok(id) => {
                service.shown = id;
                Ok(())
            }
            Err(error) => {
                // Whoever comes next may be another service.
                *known = None;
                Err(error)
            }
        }
    }

    /// Waits for a click on the notification; for ever when clicks are not told.
    pub async fn clicked(&self) {
        loop {
            if self.next_click().await.is_ok() {
                return;
            }
            // No bus, or it went away.
            clock::sleep(std::time::Duration::from_secs(60)).await;
        }
    }

    async fn bus(&self) -> zbus::Result<&Connection> {
        self.bus.get_or_try_init(Connection::session).await
    }

    async fn next_click(&self) -> zbus::Result<()> {
        let proxy = Proxy::new(self.bus().await?, NAME, PATH, NAME).await?;
        let mut signals = proxy.receive_signal("ActionInvoked").await?;
        while let Some(signal) = signals.next().await {
            let (id, action): (u32, String) = signal.body().deserialize()?;
            let known = self.known.lock().await;
            if action == CLICK && known.as_ref().is_some_and(|known| known.shown == id) {
                return Ok(());
            }
        }
        Err(zbus::Error::InvalidReply)
    }
}

async fn find(bus: &Connection) -> zbus::Result<NotificationServer> {
    let proxy = Proxy::new(bus, NAME, PATH, NAME).await?;
    let can: Vec<String> = proxy.call("GetCapabilities", &()).await?;
    let has = |what: &str| can.iter().any(|one| one == what);
    Ok(NotificationServer {
        markup: has("body-markup"),
        actions: has("actions"),
        shown: 0,
        proxy,
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
