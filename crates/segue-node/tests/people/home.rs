//! Someone with a node of their own, reachable on loopback only.

use std::collections::BTreeMap;
use std::time::Duration;

use segue_door::{
    Event, Failure, Invited, NearbyDevice, Network, PairingStage, PairingView, PeopleList, Person,
    PersonStanding, Status, Surface, TicketText, ask,
};
use segue_link::{Events, Link, Profile};
use segue_node::Options;
use serde_json::json;

/// A person with a profile and, most of the time, a running node.
pub struct Home {
    _folder: tempfile::TempDir,
    pub profile: Profile,
    pub link: Link,
    pub events: Events,
    pub name: String,
}

impl Home {
    pub async fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::at(folder.path().join("profile")).unwrap();
        let link = open(&profile, None).await;
        let events = link.events();
        let home = Self {
            _folder: folder,
            profile,
            link,
            events,
            name: name.to_owned(),
        };
        home.rename(name).await;
        home.address().await;
        home
    }

    /// Is called something else from now on.
    pub async fn rename(&self, name: &str) {
        let changes = BTreeMap::from([("name".to_owned(), json!(name))]);
        let request = ask::ChangeSettings { changes };
        self.link.call(request).await.unwrap();
    }

    /// Ends the node; the profile stays.
    pub async fn leave(&mut self) {
        self.link.close().await;
    }

    /// Starts the node again, at a certain address or at any.
    pub async fn come_back(&mut self, at: Option<&str>) {
        self.link = open(&self.profile, at).await;
        self.events = self.link.events();
        self.address().await;
    }

    pub async fn status(&self) -> Status {
        self.link.call(ask::Status {}).await.unwrap()
    }

    /// Where others reach this node by TCP.
    pub async fn address(&self) -> String {
        let listens = |network: &Network| match network {
            Network::On { listening, .. } => {
                listening.iter().find(|at| !at.contains("QUIC")).cloned()
            }
            _ => None,
        };
        let mut events = self.link.events();
        loop {
            if let Some(at) = listens(&self.status().await.network) {
                return at;
            }
            wait(&mut events, "listening", |event| {
                matches!(event, Event::NetworkChanged(_))
            })
            .await;
        }
    }

    pub async fn people(&self) -> PeopleList {
        match self.link.call(ask::People { nearby: false }).await {
            Ok(all) => all,
            other => panic!("{other:?}"),
        }
    }

    /// Someone this profile knows, by the name of their device.
    pub async fn knows(&self, other: &Home) -> Option<Person> {
        let id = other.status().await.you.device_id;
        let all = self.people().await.people;
        all.into_iter().find(|person| person.device_id == id)
    }

    pub async fn standing(&self, other: &Home) -> PersonStanding {
        let known = self.knows(other).await;
        known.map_or(PersonStanding::Stranger, |person| person.standing)
    }

    pub async fn invite(&self) -> Invited {
        match self.link.call(ask::Invite { minutes: None }).await {
            Ok(invited) => invited,
            other => panic!("{other:?}"),
        }
    }

    pub async fn join(&self, ticket: &TicketText) -> Result<Person, Failure> {
        let ticket = ticket.clone();
        self.link.call(ask::Join { ticket }).await
    }

    pub async fn connect(&self, address: &str) -> Result<NearbyDevice, Failure> {
        let address = address.to_owned();
        self.link.call(ask::Connect { address }).await
    }

    pub async fn pair(&self, person: &str) -> Result<PairingView, Failure> {
        let person = person.to_owned();
        self.link.call(ask::Pair { person }).await
    }

    pub async fn decide(&self, pairing: &str, matches: bool) -> Result<PairingView, Failure> {
        let pairing = pairing.to_owned();
        let request = ask::DecidePairing { pairing, matches };
        self.link.call(request).await
    }

    pub async fn confirm(&self, person: &str, code: &str) -> Result<PairingView, Failure> {
        let request = ask::ConfirmPairing {
            person: person.to_owned(),
            code: code.to_owned(),
        };
        self.link.call(request).await
    }

    pub async fn forget(&self, person: &str) -> Result<Person, Failure> {
        let person = person.to_owned();
        self.link.call(ask::Forget { person }).await
    }

    /// The next event that is the awaited one.
    pub async fn hears(&mut self, what: &str, is_it: impl Fn(&Event) -> bool) -> Event {
        let what = format!("{}: {what}", self.name);
        wait(&mut self.events, &what, is_it).await
    }

    /// Waits until a pairing is compared here, and returns it.
    pub async fn is_asked(&mut self) -> PairingView {
        let event = self
            .hears("being asked", |event| {
                matches!(event, Event::PairingChanged(view)
                    if matches!(view.stage, PairingStage::Comparing { .. }))
            })
            .await;
        match event {
            Event::PairingChanged(view) => view,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until a pairing is over here, and returns how.
    pub async fn sees_the_end(&mut self) -> PairingStage {
        let event = self
            .hears("the end of a pairing", |event| {
                matches!(event, Event::PairingChanged(view)
                    if !matches!(view.stage, PairingStage::Comparing { .. }))
            })
            .await;
        match event {
            Event::PairingChanged(view) => view.stage,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until someone is known to stand like this.
    pub async fn sees(&mut self, who: &str, standing: PersonStanding) -> Person {
        let event = self
            .hears(&format!("{who} {standing:?}"), |event| {
                matches!(event, Event::PersonChanged(person)
                    if person.own_name == who && person.standing == standing)
            })
            .await;
        match event {
            Event::PersonChanged(person) => *person,
            other => panic!("{other:?}"),
        }
    }

    /// The kinds of lines in the journal, newest first.
    pub async fn journal(&self) -> Vec<(String, String)> {
        let request = ask::Journal {
            before: None,
            limit: 100,
        };
        let page = self.link.call(request).await.unwrap();
        page.entries
            .into_iter()
            .map(|entry| (entry.kind, entry.title + &entry.detail.unwrap_or_default()))
            .collect()
    }

    /// As if more than an hour had passed since our half of a pairing, if there is one.
    pub fn age_halves(&self) {
        self.database()
            .execute(
                "UPDATE people_devices SET since_ms = since_ms - 3600001",
                [],
            )
            .unwrap();
    }

    /// Changes the database as a crash or time would have left it.
    pub fn alter(&self, sql: &str) {
        assert!(self.database().execute(sql, []).unwrap() > 0, "{sql}");
    }

    fn database(&self) -> segue_store::sql::Connection {
        let path = self.profile.root().join("segue.db");
        let database = segue_store::sql::Connection::open(path).unwrap();
        database.busy_timeout(Duration::from_secs(5)).unwrap();
        database
    }
}

async fn open(profile: &Profile, at: Option<&str>) -> Link {
    let options = Options::without_keyring(profile.clone(), Surface::Serve);
    let options = match at {
        Some(at) => options.listening(at),
        None => options,
    };
    Link::open(options).await.unwrap()
}

async fn wait(events: &mut Events, what: &str, is_it: impl Fn(&Event) -> bool) -> Event {
    let search = async {
        loop {
            let event = events.next().await.expect("the link is open");
            if is_it(&event) {
                return event;
            }
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(30), search).await;
    found.unwrap_or_else(|_| panic!("waited in vain for {what}"))
}
