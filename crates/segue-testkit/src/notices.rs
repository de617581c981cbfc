//! A desktop's notification service on a private bus: it keeps what it is told, and can be clicked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zbus::blocking::{Connection, connection};
use zbus::zvariant::OwnedValue;

use crate::Bus;

const PATIENCE: Duration = Duration::from_secs(30);
const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// Something the desktop was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownNotice {
    /// Its number; one that takes the place of another has the other's.
    pub id: u32,
    pub summary: String,
    pub body: String,
    /// Names and words of what can be clicked.
    pub actions: Vec<String>,
    /// When the desktop was told.
    pub at: Instant,
}

/// A notification service without a screen.
pub struct Notices {
    bus: Connection,
    told: Arc<Mutex<Vec<ShownNotice>>>,
}

struct Service(Arc<Mutex<Vec<ShownNotice>>>);

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Service {
    fn get_capabilities(&self) -> Vec<String> {
        ["actions", "body", "body-markup"].map(str::to_owned).into()
    }

    #[expect(clippy::too_many_arguments, reason = "the service has them")]
    fn notify(
        &self,
        _app: &str,
        replaces: u32,
        _icon: &str,
        summary: String,
        body: String,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _timeout: i32,
    ) -> u32 {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = u32::try_from(told.len()).unwrap_or(u32::MAX) + 1;
        let id = if replaces == 0 { new } else { replaces };
        let at = Instant::now();
        told.push(ShownNotice {
            id,
            summary,
            body,
            actions,
            at,
        });
        id
    }

    fn close_notification(&self, _id: u32) {}

    fn get_server_information(&self) -> (&str, &str, &str, &str) {
        ("segue-testkit", "Segue", "1", "1.2")
    }
}

impl Notices {
    /// Starts a service on this bus.
    pub fn start(bus: &Bus) -> Self {
        let told = Arc::<Mutex<Vec<ShownNotice>>>::default();
        let bus = connection::Builder::address(bus.address())
            .and_then(|builder| builder.name(NAME))
            .and_then(|builder| builder.serve_at(PATH, Service(Arc::clone(&told))))
            .and_then(connection::Builder::build)
            .expect("a notification service can be put onto the bus");
        Self { bus, told }
    }

    /// Returns everything it was told so far.
    pub fn told(&self) -> Vec<ShownNotice> {
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Waits until it was told so many times.
    pub fn until(&self, count: usize) -> Vec<ShownNotice> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let told = self.told();
            if told.len() >= count {
                return told;
            }
            assert!(Instant::now() < deadline, "told only {told:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks a notification itself.
    pub fn click(&self, id: u32) {
        self.bus
            .emit_signal(None::<&str>, PATH, NAME, "ActionInvoked", &(id, "default"))
            .expect("a click can be told");
    }
}
