//! Someone on the network: a running network, what it reported, and whom it knows.

use std::collections::VecDeque;
use std::time::Duration;

use segue_clock::Clock;
use segue_network::about::About;
use segue_network::address::Address;
use segue_network::identity::IdentityKey;
use segue_network::network::{
    KnownDevice, KnownDevices, Listen, Nearby, Standing, Target, Transports, Visibility,
};
use segue_network::{Config, DeviceId, Event, Network};
use tokio::sync::mpsc;

/// How long anything may take before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub struct Party {
    pub key: IdentityKey,
    pub network: Network,
    pub events: mpsc::Receiver<Event>,
    pub known_devices: KnownDevices,
    seen: VecDeque<String>,
}

impl Party {
    pub fn new(name: &str) -> Self {
        Self::with(name, |_| {})
    }

    pub fn with(name: &str, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config(name);
        change(&mut config);
        let (key, known_devices) = (config.key.clone(), config.known_devices.clone());
        let (network, events) = Network::start(config).unwrap();
        Self {
            key,
            network,
            events,
            known_devices,
            seen: VecDeque::new(),
        }
    }

    /// Reads everything that is reported from now on, and forgets it.
    pub fn read_on(&mut self) {
        let (_, none) = mpsc::channel(1);
        let mut events = std::mem::replace(&mut self.events, none);
        tokio::spawn(async move { while events.recv().await.is_some() {} });
    }

    pub fn device(&self) -> DeviceId {
        self.network.device()
    }

    /// Where it listens, once it does.
    pub async fn address(&self) -> Address {
        let mut views = self.network.views();
        let view = views.wait_for(|view| !view.listening.is_empty());
        let view = tokio::time::timeout(PATIENCE, view).await.unwrap().unwrap();
        view.listening[0]
    }

    /// Makes a connection by address.
    pub async fn meet(&self, other: &Party) -> Nearby {
        let address = other.address().await;
        self.network
            .connect(Target::Address(address))
            .await
            .unwrap()
    }

    /// From now on this one counts so.
    pub fn count(&mut self, device: DeviceId, standing: Standing, addresses: Vec<Address>) {
        let known = KnownDevice {
            typed: Vec::new(),
            standing,
            addresses,
        };
        self.known_devices.0.insert(device, known);
        self.network.set_known_devices(self.known_devices.clone());
    }

    pub fn forget(&mut self, device: DeviceId) {
        self.known_devices.0.remove(&device);
        self.network.set_known_devices(self.known_devices.clone());
    }

    /// The next event for which this is something.
    pub async fn until<T>(&mut self, what: &str, mut is: impl FnMut(Event) -> Option<T>) -> T {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            match tokio::time::timeout_at(deadline, self.events.recv()).await {
                Ok(Some(event)) => {
                    self.seen.push_back(format!("{event:?}"));
                    if let Some(found) = is(event) {
                        return found;
                    }
                }
                Ok(None) => panic!("it ended before {what}: {:#?}", self.seen),
                Err(_) => panic!("waited in vain until {what}: {:#?}", self.seen),
            }
        }
    }

    /// Waits until what there is to see is so.
    pub async fn until_seen(&self, is: impl Fn(&segue_network::network::View) -> bool) {
        let mut views = self.network.views();
        let seen = views.wait_for(|view| is(view));
        tokio::time::timeout(PATIENCE, seen)
            .await
            .expect("seen in time")
            .unwrap();
    }
}

pub fn config(name: &str) -> Config {
    Config {
        key: IdentityKey::generate(),
        about: About {
            name: name.to_owned(),
            platforms: vec!["claude-code".to_owned()],
            version: "0.1.0".to_owned(),
        },
        listen: Listen::At(vec!["127.0.0.1:0".parse().unwrap()]),
        discovery: false,
        visibility: Visibility::Visible,
        known_devices: KnownDevices::default(),
        transports: Transports {
            tcp: true,
            quic: false,
        },
        clock: Clock::system(),
    }
}

/// TCP alone, and QUIC alone.
pub const EACH: [Transports; 2] = [
    Transports {
        tcp: true,
        quic: false,
    },
    Transports {
        tcp: false,
        quic: true,
    },
];

/// Two who are verified with each other and connected.
pub async fn teammates() -> (Party, Party) {
    teammates_over(EACH[0]).await
}

/// The same, over these.
pub async fn teammates_over(transports: Transports) -> (Party, Party) {
    let party = |name| Party::with(name, |config| config.transports = transports);
    let (mut ann, mut ben) = (party("Ann"), party("Ben"));
    let (at_ann, at_ben) = (ann.address().await, ben.address().await);
    ann.count(ben.device(), Standing::Verified, vec![at_ben]);
    ben.count(ann.device(), Standing::Verified, vec![at_ann]);
    ann.network
        .connect(Target::Device(ben.device()))
        .await
        .unwrap();
    let ann_device = ann.device();
    ben.until_seen(|view| view.find(&ann_device).is_some())
        .await;
    (ann, ben)
}
