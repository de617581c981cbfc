//! A desktop's panel on a private bus, as far as tray icons need one: it takes their registration,
//! and reads what they show and what their menus say.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zbus::blocking::{Connection, Proxy, connection};
use zbus::message::Header;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

use crate::Bus;

const PATIENCE: Duration = Duration::from_secs(30);
const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const ITEM: &str = "org.kde.StatusNotifierItem";
const MENU: &str = "com.canonical.dbusmenu";

/// Who registered: a name on the bus, and a path.
type Registered = Arc<Mutex<Vec<(String, String)>>>;

/// A panel without a screen.
pub struct Panel {
    bus: Connection,
    registered: Registered,
}

/// One line of an icon's menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuLine {
    id: i32,
    /// What it says; a separator says nothing.
    pub text: String,
    /// Whether it can be clicked.
    pub enabled: bool,
}

struct Watcher(Registered);

#[zbus::interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    fn register_status_notifier_item(&self, service: &str, #[zbus(header)] header: Header<'_>) {
        let sender = header.sender().map(ToString::to_string).unwrap_or_default();
        // Some give a path and mean themselves, others a name and mean the usual path.
        let item = if service.starts_with('/') {
            (sender, service.to_owned())
        } else {
            (service.to_owned(), "/StatusNotifierItem".to_owned())
        };
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(item);
    }

    fn register_status_notifier_host(&self, _service: &str) {}

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }

    #[zbus(property)]
    fn registered_status_notifier_items(&self) -> Vec<String> {
        let items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        items
            .iter()
            .map(|(name, path)| format!("{name}{path}"))
            .collect()
    }
}

impl Panel {
    /// Starts a panel on this bus.
    pub fn start(bus: &Bus) -> Self {
        let registered = Registered::default();
        let bus = connection::Builder::address(bus.address())
            .and_then(|builder| builder.name(WATCHER))
            .and_then(|builder| {
                builder.serve_at("/StatusNotifierWatcher", Watcher(Arc::clone(&registered)))
            })
            .and_then(connection::Builder::build)
            .expect("a panel can be put onto the bus");
        Self { bus, registered }
    }

    /// Returns what the icon shows beside itself; empty when it shows nothing.
    pub fn label(&self) -> String {
        self.property("XAyatanaLabel")
    }

    /// Returns the file of the icon's picture.
    pub fn icon(&self) -> String {
        self.property("IconName")
    }

    /// Waits until the label is this.
    pub fn until_label(&self, expected: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.label() != expected {
            assert!(
                Instant::now() < deadline,
                "the label is {:?}, not {expected:?}",
                self.label()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns the lines of the menu.
    pub fn menu(&self) -> Vec<MenuLine> {
        type Layout = (u32, (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>));
        let proxy = self.menu_proxy();
        let none: Vec<&str> = Vec::new();
        let layout: Layout = proxy
            .call("GetLayout", &(0_i32, -1_i32, none))
            .expect("the menu can be read");
        layout
            .1
            .2
            .iter()
            .filter_map(|line| read_line(line))
            .collect()
    }

    /// Waits until a line of the menu says this.
    pub fn until_line(&self, expected: &str) -> MenuLine {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let menu = self.menu();
            if let Some(line) = menu.iter().find(|line| line.text == expected) {
                return line.clone();
            }
            assert!(
                Instant::now() < deadline,
                "no line {expected:?} in {menu:?}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks a line of the menu, as a person does.
    pub fn click(&self, text: &str) {
        let line = self.until_line(text);
        let nothing = Value::from(0_i32);
        self.menu_proxy()
            .call::<_, _, ()>("Event", &(line.id, "clicked", nothing, 0_u32))
            .expect("the line can be clicked");
    }

    fn menu_proxy(&self) -> Proxy<'_> {
        let (name, _) = self.item();
        let path: OwnedObjectPath = self.proxy().get_property("Menu").expect("it has a menu");
        Proxy::new(&self.bus, name, path, MENU).expect("a menu")
    }

    fn property(&self, name: &str) -> String {
        self.proxy().get_property(name).unwrap_or_default()
    }

    fn proxy(&self) -> Proxy<'_> {
        let (name, path) = self.item();
        // Asked every time: what is kept may be older than what is shown.
        zbus::blocking::proxy::Builder::new(&self.bus)
            .destination(name)
            .and_then(|builder| builder.path(path))
            .and_then(|builder| builder.interface(ITEM))
            .map(|builder| builder.cache_properties(zbus::proxy::CacheProperties::No))
            .and_then(zbus::blocking::proxy::Builder::build)
            .expect("the icon can be asked")
    }

    /// Waits for an icon and returns the one that registered last.
    fn item(&self) -> (String, String) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let last = self
                .registered
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .last()
                .cloned();
            if let Some(item) = last {
                return item;
            }
            assert!(Instant::now() < deadline, "no icon came into the tray");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn read_line(line: &Value<'_>) -> Option<MenuLine> {
    let Value::Structure(line) = line else {
        return None;
    };
    let [Value::I32(id), Value::Dict(about), ..] = line.fields() else {
        return None;
    };
    let text: Option<String> = about.get(&"label").ok().flatten();
    let enabled: Option<bool> = about.get(&"enabled").ok().flatten();
    Some(MenuLine {
        id: *id,
        // One underline stands before the letter that is underlined, two for one.
        text: text
            .unwrap_or_default()
            .replace("__", "\u{0}")
            .replace('_', "")
            .replace('\u{0}', "_"),
        enabled: enabled.unwrap_or(true),
    })
}
