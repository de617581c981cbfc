//! The state's side of the network: it runs when it should, and everyone knows how it stands.

use std::sync::Arc;

use segue_door::{self, Event, Failure, NearbyDevice};
use segue_network::Network;
use segue_network::about::About;
use segue_network::network::View;

use super::state::State;
use super::{Background, Finished};
use crate::network_control::{NetworkConfig, Signal, no_network};
use crate::{people, person, surroundings};

impl State {
    /// Starts, stops or updates the network after anything may have changed, and tells everyone.
    pub(super) fn reconcile_network(&mut self, background: &mut Background) {
        let config = self.config();
        match (self.network_control.config(), config) {
            (Some(now), Ok(config)) if *now == config && self.is_ours() => {}
            (Some(_), _) => {
                if let Some(network) = self.network_control.take() {
                    background.spawn(async move {
                        network.stop().await;
                        Some(Finished::then(|state: &mut State| {
                            state.network_control.stopped()
                        }))
                    });
                }
            }
            (None, Ok(config))
                if self.network_control.wanted && self.network_control.may_start(&config) =>
            {
                self.start_network(config);
            }
            (None, _) => {}
        }
        self.run_due_work(background);
        let about = self.about();
        self.network_control
            .tell(&about, self.settings.values.network.visibility);
        let shown = self.network_shown();
        if self.network_control.said.as_ref() != Some(&shown) {
            let first = self.network_control.said.replace(shown.clone()).is_none();
            if !first {
                self.tell(Event::NetworkChanged(shown));
                self.tell_status();
            }
        }
    }

    /// Returns the network, and starts it if nothing needed it before.
    pub(super) fn network(&mut self) -> Result<Network, Failure> {
        self.network_control.wanted = true;
        if self.network_control.network().is_none()
            && let Ok(config) = self.config()
            && self.network_control.may_start(&config)
        {
            self.start_network(config);
        }
        match self.network_control.network() {
            Some(network) => Ok(network.clone()),
            None => Err(no_network(&self.network_shown())),
        }
    }

    /// Describes the state of the network, as everyone is shown it.
    pub(super) fn network_shown(&self) -> segue_door::Network {
        let trouble = self.config().err();
        self.network_control
            .shown(self.identity.key.is_ok(), trouble.as_deref())
    }

    /// Returns what the network sees, if it runs.
    pub(super) fn view(&self) -> Option<Arc<View>> {
        self.network_control.view()
    }

    /// Acts on what the network said.
    pub(super) fn on_network_signal(&mut self, background: &mut Background, heard: Signal) {
        match heard {
            Signal::Event(event) => self.on_network_event(background, *event),
            // How it stands is told after every turn of the loop.
            Signal::View => {}
            Signal::Ended => {
                tracing::error!("the network ended by itself");
                self.mailbox.forget_offered();
                self.network_control.stopped();
            }
        }
    }

    /// Describes a device that is here, as the door shows it.
    pub(super) fn nearby(&self, device: &segue_network::DeviceId) -> Option<NearbyDevice> {
        let view = self.view()?;
        Some(people::device(view.find(device)?, &self.contacts))
    }

    /// Tells the network at once that the people we know changed.
    pub(super) fn people_changed(&self) {
        if let Some(network) = self.network_control.network() {
            network.set_known_devices(self.contacts.known_devices());
        }
    }

    fn start_network(&mut self, config: NetworkConfig) {
        let Ok(key) = self.identity.key.clone() else {
            return;
        };
        self.drop_late();
        let about = self.about();
        let visibility = self.settings.values.network.visibility;
        let known_devices = self.contacts.known_devices();
        self.network_control
            .start(config, key, about, visibility, known_devices);
    }

    /// Returns what the network should be started with, or what is wrong with that in words.
    fn config(&self) -> Result<NetworkConfig, String> {
        if self.identity.key.is_err() {
            return Err("The identity key can't be reached.".to_owned());
        }
        if self.settings.network_unsure {
            return Err(
                "Your settings for the network can't be read. Mend settings.toml in the profile \
                 folder; changes apply at once."
                    .to_owned(),
            );
        }
        NetworkConfig::of(
            &self.network_control.overrides,
            &self.settings.values.network,
        )
    }

    /// Checks whether the running network has the key we have.
    fn is_ours(&self) -> bool {
        match (self.network_control.network(), &self.identity.key) {
            (Some(network), Ok(key)) => network.device().public() == key.public(),
            _ => false,
        }
    }

    fn about(&self) -> About {
        About {
            name: person::you(&self.identity, &self.settings.values).name,
            platforms: self.importable(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

impl State {
    /// Returns the agents that something can be imported to.
    fn importable(&self) -> Vec<String> {
        let agents = &self.conversations.agents;
        let may = |id: &&String| !agents.is_off(id) && !agents.is_read_only(id);
        self.platforms.iter().filter(may).cloned().collect()
    }
}

/// Returns the agents on this computer, by id: those for which others can hand us something.
pub(super) fn platforms(known: crate::catalog::Platforms) -> Vec<String> {
    let Ok(place) = surroundings::of(None) else {
        return Vec::new();
    };
    let is_here = |platform: &&&dyn segue_platform::Platform| {
        let found = platform.detect(&place);
        found.used || found.program.is_some()
    };
    known
        .iter()
        .filter(is_here)
        .map(|platform| platform.id().to_owned())
        .collect()
}
