//! One node per profile, seen through links in one process: election, takeover, events.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::Duration;

use segue_door::{Code, Connection, Event, Status, Surface, ask};
use segue_link::{Events, Link, Profile};
use segue_node::Options;
use serde_json::{Value, json};

struct Place {
    _folder: tempfile::TempDir,
    profile: Profile,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::at(folder.path().join("profile")).unwrap();
        Self {
            _folder: folder,
            profile,
        }
    }

    fn options(&self, surface: Surface) -> Options {
        Options::without_keyring(self.profile.clone(), surface)
    }

    async fn open(&self, surface: Surface) -> Link {
        Link::open(self.options(surface)).await.unwrap()
    }
}

async fn status(link: &Link) -> Status {
    link.call(ask::Status {}).await.unwrap()
}

fn change(name: &str, value: serde_json::Value) -> ask::ChangeSettings {
    ask::ChangeSettings {
        changes: BTreeMap::from([(name.to_owned(), value)]),
    }
}

async fn wait_for(events: &mut Events, what: &str, is_it: impl Fn(&Event) -> bool) -> Event {
    let search = async {
        loop {
            let event = events.next().await.expect("the link is open");
            if is_it(&event) {
                return event;
            }
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(20), search).await;
    found.unwrap_or_else(|_| panic!("waited in vain for {what}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn many_started_at_once_share_one_host_and_one_identity() {
    let place = Place::new();
    let opening: Vec<_> = (0..8)
        .map(|_| tokio::spawn(Link::open(place.options(Surface::Cli))))
        .collect();
    let mut links = Vec::new();
    for link in opening {
        links.push(link.await.unwrap().unwrap());
    }
    let hosts = links
        .iter()
        .filter(|link| link.connection() == Connection::Hosting)
        .count();
    assert_eq!(hosts, 1);
    let first = status(&links[0]).await;
    for link in &links {
        assert_eq!(status(link).await.you.device_id, first.you.device_id);
    }
    // Attached ones first, so that none has to take over on the way out.
    links.sort_by_key(|link| link.connection() == Connection::Hosting);
    for link in links {
        link.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attached_process_takes_over_and_questions_are_asked_again() {
    let place = Place::new();
    let host = place.open(Surface::Serve).await;
    let second = place.open(Surface::Cli).await;
    assert_eq!(second.connection(), Connection::Attached);
    let before = status(&second).await;
    let mut events = second.events();
    host.close().await;
    // Asked while there is no host: the question waits for the next one.
    let after = status(&second).await;
    assert_eq!(after.you.device_id, before.you.device_id);
    wait_for(&mut events, "hosting", |event| {
        *event == Event::Connection(Connection::Hosting)
    })
    .await;
    assert_eq!(second.connection(), Connection::Hosting);
    let page = second
        .call(ask::Journal {
            before: None,
            limit: 10,
        })
        .await
        .unwrap();
    let kinds: Vec<_> = page
        .entries
        .iter()
        .map(|entry| entry.kind.as_str())
        .collect();
    assert_eq!(kinds, ["took_over", "stopped", "started", "identity_made"]);
    second.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_changes_all_hear() {
    let place = Place::new();
    let host = place.open(Surface::Serve).await;
    let other = place.open(Surface::Cli).await;
    let (mut here, mut there) = (host.events(), other.events());
    other.call(change("name", json!("Sam"))).await.unwrap();
    for events in [&mut here, &mut there] {
        wait_for(
            events,
            "the new name",
            |event| matches!(event, Event::StatusChanged(status) if status.you.name == "Sam"),
        )
        .await;
    }
    let failure = other
        .call(change("appearance.theme", json!("pink")))
        .await
        .unwrap_err();
    assert_eq!(failure.code, Code::Invalid);
    other.close().await;
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_settings_file_applies_by_itself() {
    let place = Place::new();
    let link = place.open(Surface::Cli).await;
    let mut events = link.events();
    std::fs::write(
        place.profile.settings(),
        "name = 'Ada'\n[log]\nlevel = 'loud'\n",
    )
    .unwrap();
    let event = wait_for(
        &mut events,
        "new settings",
        |event| matches!(event, Event::SettingsChanged(view) if view.values.name == "Ada"),
    )
    .await;
    let Event::SettingsChanged(view) = event else {
        unreachable!()
    };
    assert_eq!(view.changed, ["name"]);
    assert!(
        view.problems[0].contains("log.level"),
        "{:?}",
        view.problems
    );
    let ids: Vec<_> = status(&link)
        .await
        .notices
        .into_iter()
        .map(|notice| notice.id)
        .collect();
    assert_eq!(ids, ["settings_problems", "identity_in_file"]);
    // Editors replace a file rather than write into it.
    let aside = place.profile.root().join("settings.toml.new");
    std::fs::write(&aside, "name = 'Grace'\n").unwrap();
    std::fs::rename(&aside, place.profile.settings()).unwrap();
    wait_for(
        &mut events,
        "the replaced file",
        |event| matches!(event, Event::SettingsChanged(view) if view.values.name == "Grace"),
    )
    .await;
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_window_per_profile_and_the_second_raises_the_first() {
    let place = Place::new();
    let host = place.open(Surface::Serve).await;
    let first = place.open(Surface::Desktop).await;
    let second = place.open(Surface::Desktop).await;
    let claim = async |link: &Link| {
        let claim = link.call(ask::ClaimWindow {}).await.unwrap();
        claim.granted
    };
    let mut events = first.events();
    assert!(claim(&first).await);
    assert!(claim(&first).await, "asking again changes nothing");
    assert!(!claim(&second).await);
    wait_for(&mut events, "being raised", |event| {
        *event == Event::RaiseWindow
    })
    .await;
    // When the one with the window goes, it is free for the next.
    let mut events = second.events();
    first.close().await;
    wait_for(
        &mut events,
        "the first leaving",
        |event| matches!(event, Event::StatusChanged(status) if status.attached.len() == 1),
    )
    .await;
    assert!(claim(&second).await);
    second.close().await;
    host.close().await;
}

/// A process that hosts, lets one other in, and is gone when it is asked something.
fn a_host_that_goes_when_it_is_asked(profile: &Profile) -> std::thread::JoinHandle<Value> {
    let lock = std::fs::File::create(profile.root().join("node.lock")).unwrap();
    lock.try_lock().unwrap();
    let socket = profile.root().join("node.sock");
    let listener = UnixListener::bind(socket).unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        assert_eq!(next_frame(&mut stream)["frame"], "hello");
        let welcome =
            json!({"frame": "welcome", "protocol": segue_link::frames::PROTOCOL, "version": "1"})
                .to_string();
        let length = u32::try_from(welcome.len()).unwrap().to_be_bytes();
        stream.write_all(&length).unwrap();
        stream.write_all(welcome.as_bytes()).unwrap();
        let asked = next_frame(&mut stream);
        drop(lock);
        asked
    })
}

fn next_frame(stream: &mut UnixStream) -> Value {
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut frame = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut frame).unwrap();
    serde_json::from_slice(&frame).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_claimed_of_a_host_that_goes_is_claimed_of_the_next() {
    let place = Place::new();
    let host = a_host_that_goes_when_it_is_asked(&place.profile);
    let link = place.open(Surface::Desktop).await;
    assert_eq!(link.connection(), Connection::Attached);
    let claim = link.call(ask::ClaimWindow {}).await.unwrap();
    assert!(claim.granted);
    let asked = host.join().unwrap();
    assert_eq!(asked["request"]["method"], "claim_window", "{asked}");
    assert_eq!(link.connection(), Connection::Hosting);
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_dropped_hosts_no_longer() {
    let place = Place::new();
    let host = place.open(Surface::Desktop).await;
    let second = place.open(Surface::Cli).await;
    assert_eq!(second.connection(), Connection::Attached);
    let mut events = second.events();
    drop(host);
    wait_for(&mut events, "taking over", |event| {
        *event == Event::Connection(Connection::Hosting)
    })
    .await;
    second.close().await;
    assert!(!place.profile.root().join("node.sock").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_host_left_behind_is_replaced() {
    let place = Place::new();
    let socket = place.profile.root().join("node.sock");
    drop(UnixListener::bind(&socket).unwrap());
    assert!(socket.exists(), "a stale socket is in the way");
    let link = place.open(Surface::Cli).await;
    let second = place.open(Surface::Cli).await;
    assert_eq!(second.connection(), Connection::Attached);
    second.close().await;
    link.close().await;
    assert!(!socket.exists(), "a host that ends tidily leaves none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_profile_does_not_cost_the_next_host_its_socket() {
    let place = Place::new();
    let first = place.open(Surface::Cli).await;
    std::fs::remove_dir_all(place.profile.root()).unwrap();
    let profile = Profile::at(place.profile.root()).unwrap();
    let second = Link::open(Options::without_keyring(profile, Surface::Cli))
        .await
        .unwrap();
    assert_eq!(second.connection(), Connection::Hosting);
    first.close().await;
    let third = place.open(Surface::Cli).await;
    assert_eq!(third.connection(), Connection::Attached);
    third.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_after_closing_ends_at_once() {
    let place = Place::new();
    let link = place.open(Surface::Cli).await;
    link.close().await;
    let late = tokio::time::timeout(Duration::from_secs(5), link.call(ask::Status {})).await;
    assert_eq!(late.expect("it ends").unwrap_err().code, Code::HostLost);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_in_memory_survives_the_loss_of_its_file() {
    let place = Place::new();
    let link = place.open(Surface::Cli).await;
    let before = status(&link).await;
    let key = std::fs::read_dir(place.profile.root())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "key"))
        .unwrap();
    std::fs::remove_file(&key).unwrap();
    let found = link.call(ask::Doctor { person: None }).await.unwrap();
    let identity = found
        .checks
        .iter()
        .find(|check| check.id == "identity")
        .unwrap();
    assert_eq!(identity.outcome, segue_door::Outcome::Fail, "{identity:?}");
    let failure = link.call(ask::RetryIdentity {}).await.unwrap_err();
    assert_eq!(failure.code, Code::Identity);
    assert_eq!(
        status(&link).await.identity,
        before.identity,
        "it still works"
    );
    let to = segue_door::SecretHome::File;
    link.call(ask::MoveIdentity { to }).await.unwrap();
    assert!(key.exists(), "and can be put back");
    link.close().await;
    let again = place.open(Surface::Cli).await;
    assert_eq!(status(&again).await.you, before.you);
    again.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_check_is_told_as_it_is_made() {
    let place = Place::new();
    let host = place.open(Surface::Serve).await;
    let other = place.open(Surface::Cli).await;
    let mut events = other.events();
    let person = Some("Mia".to_owned());
    let found = other.call(ask::Doctor { person }).await.unwrap();
    let mut told = Vec::new();
    while told.len() < found.checks.len() {
        let event = wait_for(&mut events, "a check", |event| {
            matches!(event, Event::DoctorCheck(_))
        });
        let Event::DoctorCheck(check) = event.await else {
            unreachable!()
        };
        told.push(check);
    }
    assert_eq!(told, found.checks, "the same, in the same order");
    let last = found.checks.last().unwrap();
    assert_eq!(last.id, "person", "nobody of that name is there");
    assert_eq!(last.outcome, segue_door::Outcome::Fail);
    other.close().await;
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_with_a_long_path_works_too() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::at(folder.path().join("a".repeat(120))).unwrap();
    let options = || Options::without_keyring(profile.clone(), Surface::Cli);
    let host = Link::open(options()).await.unwrap();
    let second = Link::open(options()).await.unwrap();
    assert_eq!(second.connection(), Connection::Attached);
    assert_eq!(status(&second).await.you, status(&host).await.you);
    second.close().await;
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_profile_is_said_and_left_as_it_is() {
    let place = Place::new();
    place.open(Surface::Cli).await.close().await;
    let record = place.profile.root().join("identity.json");
    std::fs::write(&record, "{ torn").unwrap();
    let failure = Link::open(place.options(Surface::Cli)).await.err().unwrap();
    assert_eq!(failure.code, Code::Identity);
    assert!(!failure.hints.is_empty());
    assert_eq!(std::fs::read_to_string(&record).unwrap(), "{ torn");
}
