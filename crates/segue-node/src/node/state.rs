//! What the node knows, and what changes when something happens to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use segue_clock::Clock;
use segue_door::settings::Sending;
use segue_door::{Client, Code, Event, Failure, SettingsView, Status, Surface, WindowClaim};
use segue_link::Profile;
use segue_network::identity::{self, News, OpenError, Opened};
use tokio::sync::broadcast;

use super::handoffs::Mailbox;
use super::window_opens::PendingOpens;
use super::{ConnectionId, SharedHomes, Start};
use crate::agents;
use crate::catalog::Catalog;
use crate::conversations::{self, Conversations, PreparedFiles, Signer};
use crate::journal::{self, Happening};
use crate::log::Log;
use crate::network_control::NetworkControl;
use crate::people::{self, Contacts, Invites, Standing};
use crate::person;
use crate::settings::{self, Loaded};
use segue_store::Database;

/// Everything the loop owns.
pub(crate) struct State {
    pub(super) clock: Clock,
    pub(super) profile: Profile,
    pub(super) database: Database,
    pub(super) homes: SharedHomes,
    pub(super) settings: Loaded,
    pub(super) identity: Opened,
    /// Whether the identity is being looked for or moved; one such job at a time.
    pub(super) identity_busy: bool,
    pub(super) conversations: Conversations,
    /// Whom this profile knows.
    pub(super) contacts: Contacts,
    pub(super) invites: Invites,
    pub(super) network_control: NetworkControl,
    /// What is handed over, in both directions.
    pub(super) mailbox: Mailbox,
    /// Agents on this computer, by id.
    pub(super) platforms: Vec<String>,
    host: Client,
    clients: BTreeMap<ConnectionId, Client>,
    window: Option<ConnectionId>,
    /// What waits for the window to show it.
    pub(super) pending_opens: PendingOpens,
    log: Log,
    pub(super) events: broadcast::Sender<Event>,
}

impl State {
    /// Opens the profile's files. Blocks.
    pub(super) fn open(start: Start) -> Result<Self, Failure> {
        let Start {
            profile,
            surface,
            homes,
            log,
            took_over,
            platforms,
            overrides,
            clock,
            events,
        } = start;
        log.open(&profile.logs());
        // Who we are comes first: a database without a record means that the record was lost.
        let used = profile.database().exists();
        let identity = identity::open(profile.root(), &homes, used).map_err(no_identity)?;
        let database = super::database::open(&profile.database())?;
        let catalog = Catalog::open(&profile.index(), platforms, clock.clone(), events.clone())?;
        // What came from a browser of an earlier node has no name any more.
        std::fs::remove_dir_all(profile.opened()).ok();
        let prepared_files = PreparedFiles::open(profile.prepared(), clock.clone())?;
        let conversations = Conversations::new(
            catalog,
            database.of(&conversations::TABLES),
            prepared_files,
            clock.clone(),
            events.clone(),
        );
        let people = database.of(&people::TABLES);
        let contacts = Contacts::open(people.clone())?;
        let invites = Invites::new(people);
        let network_control = NetworkControl::new(overrides, stays(surface), clock.clone());
        let mailbox = Mailbox::open(&profile, &database, clock.clone())?;
        let ancestors = mailbox.ancestors(identity.key.as_ref().ok());
        let marks = mailbox.marks(&database);
        let conversations = conversations.with_ancestry(ancestors).with_marks(marks);
        conversations.settle_imports();
        let settings = settings::load(&profile.settings());
        log.set_level(settings.values.log.level);
        if stays(surface) {
            conversations.catalog.watch();
        }
        conversations.take_agents(&settings.values.platforms);
        let host = Client {
            surface,
            pid: std::process::id(),
            since: clock.now(),
        };
        tracing::info!(?surface, pid = host.pid, took_over, "the node starts");
        let news = identity.news.clone();
        let state = Self {
            clock,
            profile,
            database,
            homes: Arc::new(homes),
            settings,
            identity,
            identity_busy: false,
            conversations,
            contacts,
            invites,
            network_control,
            mailbox,
            platforms: super::network::platforms(platforms),
            host,
            clients: BTreeMap::new(),
            window: None,
            pending_opens: PendingOpens::default(),
            log,
            events,
        };
        state.journal_identity(&news);
        state.journal_start(took_over);
        Ok(state)
    }

    /// Describes the state of the node.
    pub(super) fn status(&self) -> Status {
        let identity = person::identity(&self.identity);
        let verified = self
            .contacts
            .rows()
            .filter(|row| row.standing == Standing::Verified);
        Status {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            you: person::you(&self.identity, &self.settings.values),
            network: self.network_shown(),
            people: u32::try_from(verified.count()).unwrap_or(u32::MAX),
            notices: person::notices(&identity, &self.settings.problems, self.contacts.rows()),
            identity,
            host: self.host.clone(),
            attached: self.clients.values().cloned().collect(),
            profile: self.profile.root().to_string_lossy().into_owned(),
        }
    }

    /// Describes the state of the node, without listing the client that asks among the attached.
    pub(super) fn status_for(&self, connection: ConnectionId) -> Status {
        let others = self.clients.iter().filter(|(id, _)| **id != connection);
        Status {
            attached: others.map(|(_, client)| client.clone()).collect(),
            ..self.status()
        }
    }

    /// Returns who signs files, and as whom, with the settings for sending.
    pub(super) fn signer(&self) -> Signer {
        let you = person::you(&self.identity, &self.settings.values);
        Signer {
            name: you.name,
            device_id: you.device_id,
            key: self.identity.key.clone().ok(),
            sending: self.sending(),
        }
    }

    /// Returns the settings for what leaves. Fails as long as they can't be read, so that nothing
    /// leaves.
    fn sending(&self) -> Result<Sending, Failure> {
        if !self.settings.unsure {
            return Ok(self.settings.values.sending.clone());
        }
        let failure = Failure::new(
            Code::Refused,
            "Your settings for sending can't be read, so nothing is sent or exported.",
        );
        let problems = self.settings.problems.iter().take(3);
        let failure = problems.fold(failure, |failure, problem| failure.hint(problem));
        Err(failure.hint("Mend settings.toml in the profile folder; changes apply at once."))
    }

    /// Describes the settings and where they come from.
    pub(super) fn settings_view(&self) -> SettingsView {
        SettingsView {
            values: self.settings.values.clone(),
            changed: self.settings.changed.clone(),
            file: self.profile.settings().to_string_lossy().into_owned(),
            problems: self.settings.problems.clone(),
            about: settings::about(),
        }
    }

    pub(super) fn joined(&mut self, connection: ConnectionId, client: Client) {
        tracing::info!(surface = ?client.surface, pid = client.pid, "attached");
        self.network_control.wanted |= stays(client.surface);
        if stays(client.surface) {
            self.conversations.catalog.watch();
        }
        self.clients.insert(connection, client);
        self.tell_status();
    }

    pub(super) fn left(&mut self, connection: ConnectionId) {
        if let Some(client) = self.clients.remove(&connection) {
            tracing::info!(surface = ?client.surface, pid = client.pid, "detached");
            self.tell_status();
        }
        if self.window == Some(connection) {
            self.window = None;
        }
    }

    /// Gives the window to the first who asks. Later ones bring the first to the front.
    pub(super) fn claim_window(&mut self, connection: ConnectionId) -> WindowClaim {
        let granted = *self.window.get_or_insert(connection) == connection;
        if !granted {
            self.tell(Event::RaiseWindow);
        }
        WindowClaim { granted }
    }

    /// Checks whether this connection has the window.
    pub(super) fn has_window(&self, connection: ConnectionId) -> bool {
        self.window == Some(connection)
    }

    /// Loads the settings file after someone changed it. While it is broken, the values from before
    /// keep applying.
    pub(super) fn settings_file_changed(&mut self) {
        let mut loaded = settings::load(&self.profile.settings());
        if loaded.broken {
            // Half a file is often a moment of an editor's: what applied goes on applying.
            loaded.values = self.settings.values.clone();
            loaded.changed = self.settings.changed.clone();
            loaded.unsure = self.settings.unsure;
            loaded.network_unsure = self.settings.network_unsure;
        }
        self.take_settings(loaded);
    }

    /// Takes over new settings, and tells everyone if anything is different.
    pub(super) fn take_settings(&mut self, loaded: Loaded) {
        if loaded == self.settings {
            return;
        }
        let before = std::mem::replace(&mut self.settings, loaded);
        self.log.set_level(self.settings.values.log.level);
        self.conversations
            .take_agents(&self.settings.values.platforms);
        let mut changes = settings::differences(&before.values, &self.settings.values);
        // That the first steps were seen is nothing that anybody chose.
        changes.retain(|(name, _)| name != "window.welcomed");
        match changes.as_slice() {
            [] => {}
            [(name, value)] => {
                let title = format!("Setting {name} is now {value}");
                self.journal(Happening::new("settings_changed", title));
            }
            several => {
                let title = format!("{} settings changed", several.len());
                let lines: Vec<_> = several
                    .iter()
                    .map(|(n, v)| format!("{n} is now {v}"))
                    .collect();
                let what = Happening::new("settings_changed", title);
                self.journal(what.detail(format!("{}.", lines.join("; "))));
            }
        }
        // How long things are kept may be another time now.
        self.mailbox.wake_all();
        self.tell(Event::SettingsChanged(Box::new(self.settings_view())));
        self.tell_status();
    }

    /// Writes down that an agent is in another folder, or in its own again.
    pub(super) fn move_platform(
        &mut self,
        named: &str,
        folder: Option<&str>,
    ) -> Result<(), Failure> {
        let platform = self.conversations.catalog.platform(named)?;
        let chosen = folder.map(|folder| self.conversations.handles.path(folder));
        let chosen = chosen.transpose()?.flatten();
        let folder = match (&chosen, folder) {
            (Some(path), _) => path.to_str(),
            (None, folder) => folder,
        };
        let folders = agents::moved(&self.settings.values.platforms, platform, folder)?;
        let folders = serde_json::to_value(folders).unwrap_or_default();
        let changes = [("platforms.folders".to_owned(), folders)].into();
        self.take_settings(settings::change(&self.profile.settings(), &changes)?);
        Ok(())
    }

    /// Takes over what looking for the identity again, or moving it, found. A key that is in memory
    /// is never given up for a place that does not have it.
    pub(super) fn take_identity(&mut self, opened: Opened) -> Result<(), Failure> {
        let was_ready = self.identity.key.is_ok();
        if let (true, Err(why)) = (was_ready, &opened.key) {
            return Err(person::only_in_memory(
                why,
                person::home(opened.record.home),
            ));
        }
        let moved = self.identity.record.home != opened.record.home;
        self.identity = opened;
        let ancestors = self.mailbox.ancestors(self.identity.key.as_ref().ok());
        self.conversations = self.conversations.clone().with_ancestry(ancestors);
        if moved {
            let to = match self.identity.record.home {
                identity::Home::Keyring => "Your identity key moved to the keyring",
                identity::Home::File => "Your identity key moved to a file",
            };
            self.journal(Happening::new("identity_moved", to));
        } else if !was_ready && self.identity.key.is_ok() {
            self.journal(Happening::new(
                "identity_back",
                "Your identity key can be used again",
            ));
        }
        self.journal_identity(&self.identity.news);
        self.tell_status();
        Ok(())
    }

    /// Ends what runs, and closes the log: the last thing a node does.
    pub(super) fn stopping(&self) {
        self.conversations.stop();
        if self.host.surface != Surface::Cli {
            self.journal(Happening::new("stopped", "Segue stopped"));
        }
        tracing::info!("the node stops");
        self.log.close();
    }

    /// Returns the milliseconds since 1970.
    pub(super) fn now(&self) -> i64 {
        self.clock.now().as_millisecond()
    }

    pub(super) fn tell(&self, event: Event) {
        // Nobody listening is fine.
        self.events.send(event).ok();
    }

    pub(super) fn tell_status(&self) {
        self.tell(Event::StatusChanged(Box::new(self.status())));
    }

    pub(super) fn journal(&self, what: Happening) {
        match journal::add(&self.database, self.clock.now(), what) {
            Ok(entry) => self.tell(Event::JournalAdded(entry)),
            Err(failure) => tracing::error!(%failure, "a journal line was lost"),
        }
    }

    fn journal_identity(&self, news: &News) {
        match news {
            News::None => {}
            News::Made => self.journal(
                Happening::new("identity_made", "Your identity was made")
                    .detail("A new key for this device; other people will recognise you by it."),
            ),
            News::Recovered => self.journal(
                Happening::new("identity_recovered", "Your identity was found again")
                    .detail("identity.json was missing and was made again from the key file."),
            ),
            News::LeftBehind(error) => self.journal(
                Happening::new(
                    "identity_copy_left",
                    "A copy of your key stayed in the old place",
                )
                .detail(format!("It could not be removed there: {error}.")),
            ),
        }
    }

    fn journal_start(&self, took_over: bool) {
        let program = match self.host.surface {
            Surface::Desktop => "the desktop app",
            Surface::Serve => "segue serve",
            Surface::Cli => "the command line",
        };
        if took_over {
            self.journal(
                Happening::new("took_over", "Carried on after the host ended").detail(format!(
                    "The node now runs in {program} (process {}).",
                    self.host.pid
                )),
            );
        } else if self.host.surface != Surface::Cli {
            self.journal(
                Happening::new("started", "Segue started")
                    .detail(format!("In {program} (process {}).", self.host.pid)),
            );
        }
        if let Err(why) = &self.identity.key {
            tracing::warn!(
                ?why,
                "the identity key can't be reached; the network stays off"
            );
        }
    }
}

/// Checks whether a program runs for long, so that others should find it.
fn stays(surface: Surface) -> bool {
    matches!(surface, Surface::Desktop | Surface::Serve)
}

/// Explains why there is no identity to start with.
pub(super) fn no_identity(error: OpenError) -> Failure {
    let (hint, kept) = match &error {
        OpenError::Record(_) => (
            "Restore identity.json from a backup. Deleting it makes a new identity, which people \
             who know you will have to verify again.",
            "Segue does not start without it and made no new identity.",
        ),
        OpenError::RecordLost => (
            "Restore identity.json from a backup, or use another profile with --profile.",
            "Segue does not start without it and made no new identity.",
        ),
        OpenError::NotMoved { .. } => (
            "Unlock the keyring or start it, then try again.",
            "It is still where it was, and works.",
        ),
        OpenError::NoHome { .. } => (
            "Look at the permissions of the profile folder and at the free space on its disk.",
            "No identity was made.",
        ),
    };
    Failure::new(
        Code::Identity,
        format!("{}. {kept}", capital(&error.to_string())),
    )
    .hint(hint)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
