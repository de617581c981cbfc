//! The network of this node: when it runs, and with what.
//!
//! ```text
//!  settings · variables · identity ──▶ NetworkConfig ──▶ start ──▶ Running ──▶ events, views ──▶ the loop
//!                                        │ another config than before
//!                                        └──▶ stop in the background, then start
//! ```
//!
//! The desktop app and `segue serve` want the network as long as they run; a short command wants it
//! from the first request that needs it. Whatever is not understood about where to listen keeps it
//! off: nobody is seen by a slip.

mod describe;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use segue_clock::Clock;
use segue_door::settings::{Networking, Visibility};
use segue_door::{self, Code, DiscoveryState, Failure, NetworkOff};
use segue_network::about::About;
use segue_network::network::{Discovery, KnownDevices, Listen, Transports, View};
use segue_network::{Config, Event, Network};
use tokio::sync::{mpsc, watch};

use crate::settings;

pub(crate) use describe::{connect, join, pair, ticket};

/// How long a network may take to listen before it is shown as running nowhere.
const SETTLE: Duration = Duration::from_secs(5);
/// How long others take to be found after the start, at most.
const FIND: Duration = Duration::from_secs(4);

/// What the program was started with, which overrides the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Overrides {
    /// Where to listen, instead of what the settings say.
    pub(crate) listen: Option<String>,
    /// Whether to look for others, instead of what the settings say.
    pub(crate) discovery: Option<bool>,
}

impl Overrides {
    /// Reads the overrides from the environment variables of this process.
    pub(crate) fn by_environment() -> Self {
        let var = |name| std::env::var(name).ok().filter(|text| !text.is_empty());
        // A slip in such a switch keeps it off.
        let on = |text: String| {
            let text = text.to_lowercase();
            matches!(text.as_str(), "on" | "yes" | "true" | "1")
        };
        Self {
            listen: var("SEGUE_LISTEN"),
            discovery: var("SEGUE_DISCOVERY").map(on),
        }
    }

    /// Creates overrides under which only this computer is listened to and nobody is looked for.
    pub(crate) fn loopback() -> Self {
        Self {
            listen: Some("127.0.0.1:0".to_owned()),
            discovery: Some(false),
        }
    }
}

/// What a network is started with and can't be changed later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NetworkConfig {
    listen: Listen,
    discovery: bool,
}

impl NetworkConfig {
    /// Combines what the settings and the program's start ask for. Fails, in words, when an address
    /// can't be read.
    pub(crate) fn of(overrides: &Overrides, settings: &Networking) -> Result<Self, String> {
        let addresses: Vec<SocketAddr> = match &overrides.listen {
            Some(text) => settings::addresses(text).map_err(|why| format!("SEGUE_LISTEN: {why}.")),
            None => settings::addresses(&settings.listen).map_err(|why| format!("listen: {why}.")),
        }?;
        let listen = if addresses.is_empty() {
            Listen::Everywhere(settings.port)
        } else {
            Listen::At(addresses)
        };
        Ok(Self {
            listen,
            discovery: overrides.discovery.unwrap_or(settings.discovery),
        })
    }
}

impl NetworkConfig {
    /// Tells whether others are looked for.
    pub(crate) fn looks(&self) -> bool {
        self.discovery
    }
}

/// A running network and what it says.
struct Running {
    network: Network,
    events: mpsc::Receiver<Event>,
    views: watch::Receiver<Arc<View>>,
    since: Instant,
    config: NetworkConfig,
    about: About,
    visibility: Visibility,
}

/// Something the loop hears from the network.
pub(crate) enum Signal {
    /// Something happened or must be decided.
    Event(Box<Event>),
    /// What the network sees has changed.
    View,
    /// The network ended by itself.
    Ended,
}

/// The network, or why there is none.
pub(crate) struct NetworkControl {
    clock: Clock,
    pub(crate) overrides: Overrides,
    /// Whether anyone needs the network.
    pub(crate) wanted: bool,
    running: Option<Running>,
    /// Whether the network before is still stopping.
    stopping: bool,
    /// The config that could not be started with, and why.
    failed: Option<(NetworkConfig, String)>,
    /// The state that everyone was told last.
    pub(crate) said: Option<segue_door::Network>,
}

impl NetworkControl {
    pub(crate) fn new(overrides: Overrides, wanted: bool, clock: Clock) -> Self {
        Self {
            clock,
            overrides,
            wanted,
            running: None,
            stopping: false,
            failed: None,
            said: None,
        }
    }

    /// Returns the network, if it runs.
    pub(crate) fn network(&self) -> Option<&Network> {
        self.running.as_ref().map(|running| &running.network)
    }

    /// Returns what the network sees, if it runs.
    pub(crate) fn view(&self) -> Option<Arc<View>> {
        self.network().map(Network::view)
    }

    /// Returns what the running network was started with.
    pub(crate) fn config(&self) -> Option<&NetworkConfig> {
        self.running.as_ref().map(|running| &running.config)
    }

    /// Checks whether a network with this config may be started now. One that failed with it is not
    /// tried again.
    pub(crate) fn may_start(&self, config: &NetworkConfig) -> bool {
        let failed = self.failed.as_ref().is_some_and(|(what, _)| what == config);
        self.running.is_none() && !self.stopping && !failed
    }

    /// Returns until when others may still turn up for the first time.
    pub(crate) fn found_by(&self) -> Option<Instant> {
        self.running.as_ref().map(|running| running.since + FIND)
    }

    /// Starts the network.
    pub(crate) fn start(
        &mut self,
        config: NetworkConfig,
        key: segue_network::identity::IdentityKey,
        about: About,
        visibility: Visibility,
        known_devices: KnownDevices,
    ) {
        let start = Config {
            key,
            about: about.clone(),
            listen: config.listen.clone(),
            discovery: config.discovery,
            visibility: settings::visibility(visibility),
            known_devices,
            transports: Transports::default(),
            clock: self.clock.clone(),
        };
        match Network::start(start) {
            Ok((network, events)) => {
                tracing::info!(
                    discovery = config.discovery,
                    ?visibility,
                    "the network starts"
                );
                self.failed = None;
                self.running = Some(Running {
                    views: network.views(),
                    network,
                    events,
                    since: self.clock.monotonic(),
                    config,
                    about,
                    visibility,
                });
            }
            Err(error) => {
                tracing::error!(%error, "the network does not start");
                self.failed = Some((config, format!("It can't be started: {error}.")));
            }
        }
    }

    /// Tells a running network what may change while it runs.
    pub(crate) fn tell(&mut self, about: &About, visibility: Visibility) {
        let Some(running) = &mut self.running else {
            return;
        };
        if running.about != *about {
            running.network.set_about(about.clone());
            running.about = about.clone();
        }
        if running.visibility != visibility {
            running
                .network
                .set_visibility(settings::visibility(visibility));
            running.visibility = visibility;
        }
    }

    /// Takes the network out, to be stopped in the background.
    pub(crate) fn take(&mut self) -> Option<Network> {
        let running = self.running.take()?;
        self.stopping = true;
        Some(running.network)
    }

    /// Notes that the network has stopped, or ended by itself.
    pub(crate) fn stopped(&mut self) {
        self.running = None;
        self.stopping = false;
    }

    /// Waits for what the network says; for ever while there is none.
    pub(crate) async fn next(&mut self) -> Signal {
        let Some(running) = &mut self.running else {
            return std::future::pending().await;
        };
        tokio::select! {
            biased;
            event = running.events.recv() => {
                event.map_or(Signal::Ended, |event| Signal::Event(Box::new(event)))
            }
            changed = running.views.changed() => match changed {
                Ok(()) => Signal::View,
                Err(_) => Signal::Ended,
            },
        }
    }

    /// Returns what the network has said already, without waiting.
    pub(crate) fn waiting_signals(&mut self) -> Vec<Signal> {
        let Some(running) = &mut self.running else {
            return Vec::new();
        };
        // No more than there are now: whoever says much does not keep the others from their turn.
        (0..running.events.len())
            .map_while(|_| running.events.try_recv().ok())
            .map(|event| Signal::Event(Box::new(event)))
            .collect()
    }

    /// Describes the state of the network; `key` says whether there is an identity, `trouble` what
    /// else is wrong.
    pub(crate) fn shown(&self, key: bool, trouble: Option<&str>) -> segue_door::Network {
        let off = |reason, detail: Option<String>| segue_door::Network::Off { reason, detail };
        if let Some(running) = &self.running {
            let view = running.network.view();
            if view.listening.is_empty() && self.clock.since(running.since) < SETTLE {
                return segue_door::Network::Starting;
            }
            return segue_door::Network::On {
                listening: view.listening.iter().map(ToString::to_string).collect(),
                discovery: match view.discovery {
                    Discovery::On => DiscoveryState::On,
                    Discovery::Off => DiscoveryState::Off,
                    Discovery::Failing => DiscoveryState::Failing,
                },
                visibility: running.visibility,
                nearby: u32::try_from(view.nearby.len()).unwrap_or(u32::MAX),
            };
        }
        if !key {
            return off(NetworkOff::NoIdentity, None);
        }
        if let Some(why) = trouble {
            return off(NetworkOff::Failed, Some(why.to_owned()));
        }
        if self.stopping {
            return segue_door::Network::Starting;
        }
        match &self.failed {
            Some((_, why)) => off(NetworkOff::Failed, Some(why.clone())),
            None => off(NetworkOff::NotNeeded, None),
        }
    }
}

/// Explains why something that needs the network has none.
pub(crate) fn no_network(network: &segue_door::Network) -> Failure {
    match network {
        segue_door::Network::Off {
            reason: NetworkOff::NoIdentity,
            ..
        } => Failure::new(
            Code::Identity,
            "The network is off because the identity key can't be reached.",
        )
        .hint("Mend that first: segue identity --retry"),
        segue_door::Network::Off { detail, .. } => {
            let why = detail.as_deref().unwrap_or("It is not known why.");
            Failure::new(Code::Unreachable, format!("The network is off. {why}"))
                .hint("segue doctor measures what is wrong.")
        }
        _ => Failure::new(Code::Busy, "The network is just starting again.")
            .hint("Try again in a moment.")
            .retry(segue_door::Retry::Safe),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_was_started_with_counts_more_than_settings() {
        let settings = settings::defaults().network;
        let config = NetworkConfig::of(&Overrides::default(), &settings).unwrap();
        assert_eq!(
            config.listen,
            Listen::Everywhere(segue_network::address::PORT)
        );
        assert!(config.discovery);
        let config = NetworkConfig::of(&Overrides::loopback(), &settings).unwrap();
        assert_eq!(
            config.listen,
            Listen::At(vec!["127.0.0.1:0".parse().unwrap()])
        );
        assert!(!config.discovery);
        let slip = Overrides {
            listen: Some("localhost".to_owned()),
            discovery: None,
        };
        let why = NetworkConfig::of(&slip, &settings).unwrap_err();
        assert!(why.contains("SEGUE_LISTEN"), "never everywhere: {why}");
    }
}
