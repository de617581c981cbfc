//! When the network runs, and with what.

use std::collections::BTreeMap;

use segue_door::settings::Visibility;
use segue_door::{Event, Network, NetworkOff, Surface, ask};
use segue_link::{Link, Profile};
use segue_node::Options;
use serde_json::{Value, json};

use crate::home::Home;

async fn change(link: &Link, name: &str, value: Value) {
    let changes = BTreeMap::from([(name.to_owned(), value)]);
    let request = ask::ChangeSettings { changes };
    link.call(request).await.unwrap();
}

async fn network(link: &Link) -> Network {
    {
        let status = link.call(ask::Status {}).await.unwrap();
        status.network
    }
}

fn is_on(event: &Event) -> bool {
    matches!(event, Event::NetworkChanged(Network::On { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_command_has_a_network_from_the_first_need_on() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::at(folder.path().join("profile")).unwrap();
    let options = |surface| Options::without_keyring(profile.clone(), surface);
    let link = Link::open(options(Surface::Cli)).await.unwrap();
    let off = Network::Off {
        reason: NetworkOff::NotNeeded,
        detail: None,
    };
    link.call(ask::People { nearby: false }).await.unwrap();
    assert_eq!(network(&link).await, off);
    link.call(ask::People { nearby: true }).await.unwrap();
    assert_ne!(network(&link).await, off);
    link.close().await;
    // Or when a program comes that stays.
    let link = Link::open(options(Surface::Cli)).await.unwrap();
    let mut events = link.events();
    assert_eq!(network(&link).await, off);
    let page = Link::open(options(Surface::Serve)).await.unwrap();
    while !is_on(&events.next().await.unwrap()) {}
    page.close().await;
    link.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_apply_while_it_runs() {
    let (mut sam, mut dana) = (Home::new("Sam").await, Home::new("Dana").await);
    sam.connect(&dana.address().await).await.unwrap();
    // What others are told changes without a new start.
    change(&sam.link, "name", json!("Samira")).await;
    dana.hears(
        "the new name",
        |event| matches!(event, Event::PersonNearby(device) if device.name == "Samira"),
    )
    .await;
    change(&sam.link, "network.visibility", json!("hidden")).await;
    sam.hears("being hidden", |event| {
        matches!(
            event,
            Event::NetworkChanged(Network::On {
                visibility: Visibility::Hidden,
                ..
            })
        )
    })
    .await;
    // What the program was started with counts more, so this changes nothing.
    let before = sam.address().await;
    change(&sam.link, "network.port", json!(1)).await;
    assert_eq!(sam.address().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_understood_keeps_it_off() {
    let mut sam = Home::new("Sam").await;
    std::fs::write(sam.profile.settings(), "[network]\nvisibility = 'hiden'\n").unwrap();
    sam.hears("the network going off", |event| {
        matches!(event, Event::NetworkChanged(Network::Off { reason: NetworkOff::Failed, detail })
            if detail.as_deref().unwrap_or_default().contains("settings"))
    })
    .await;
    let failure = sam
        .link
        .call(ask::Invite { minutes: None })
        .await
        .unwrap_err();
    assert!(
        failure.message.starts_with("The network is off"),
        "{failure}"
    );
    std::fs::write(sam.profile.settings(), "[network]\nvisibility = 'hidden'\n").unwrap();
    sam.hears("the network coming back", is_on).await;
    sam.leave().await;
    // A slip in where to listen is no reason to listen everywhere.
    let options = Options::without_keyring(sam.profile.clone(), Surface::Serve);
    let link = Link::open(options.listening("localhost")).await.unwrap();
    match network(&link).await {
        Network::Off { detail, .. } => assert!(detail.unwrap().contains("SEGUE_LISTEN")),
        other => panic!("{other:?}"),
    }
    link.close().await;
}
