//! What closes a door: blocking, forgetting, another key, a name that looks like another's.

use segue_door::{Code, Event, Failure, Person, PersonStanding, ask};

use crate::home::Home;

async fn block(home: &Home, person: &str) -> Result<Person, Failure> {
    let person = person.to_owned();
    home.link.call(ask::Block { person }).await
}

async fn nickname(home: &Home, person: &str, name: &str) -> Result<Person, Failure> {
    let (person, name) = (person.to_owned(), name.to_owned());
    home.link.call(ask::Nickname { person, name }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn blocking_closes_at_once_and_unblocking_brings_the_pin_back() {
    let (mut sam, dana) = (Home::new("Sam").await, Home::new("Dana").await);
    dana.join(&sam.invite().await.ticket).await.unwrap();
    let id = dana.status().await.you.device_id;
    let blocked = block(&sam, "Dana").await.unwrap();
    assert_eq!(blocked.standing, PersonStanding::Blocked);
    sam.hears(
        "Dana going",
        |event| matches!(event, Event::PersonGone { device_id, .. } if *device_id == id),
    )
    .await;
    let failure = dana.connect(&sam.address().await).await.unwrap_err();
    assert_eq!(failure.code, Code::Unreachable, "{failure}");
    let told = dana.journal().await;
    assert!(
        told.iter().all(|line| line.0 != "person_forgot_you"),
        "{told:?}"
    );
    let failure = sam.connect(&dana.address().await).await.unwrap_err();
    assert_eq!(failure.code, Code::Refused, "{failure}");
    let person = "dana".to_owned();
    let back = sam.link.call(ask::Unblock { person }).await.unwrap();
    assert_eq!(back.standing, PersonStanding::Verified);
    sam.connect(&dana.address().await).await.unwrap();
    assert_eq!(sam.standing(&dana).await, PersonStanding::Verified);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_can_be_blocked_too() {
    let (sam, eve) = (Home::new("Sam").await, Home::new("Eve").await);
    sam.connect(&eve.address().await).await.unwrap();
    let blocked = block(&sam, "eve").await.unwrap();
    let person = blocked.short.clone();
    let back = sam.link.call(ask::Unblock { person }).await.unwrap();
    assert_eq!(back.standing, PersonStanding::Stranger);
    assert!(sam.people().await.people.is_empty());
    assert_eq!(
        block(&sam, "nobody").await.unwrap_err().code,
        Code::NotFound
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_with_a_teammates_name_is_warned_of_and_never_meant() {
    let (mut sam, dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let sam_at = sam.address().await;
    dana.join(&sam.invite().await.ticket).await.unwrap();
    let mut twins = Vec::new();
    for name in ["Dana", "Dаna"] {
        let twin = Home::new(name).await;
        let found = sam.connect(&twin.address().await).await.unwrap();
        assert_eq!(found.standing, PersonStanding::Stranger);
        let warning = found.warning.unwrap();
        assert_eq!(
            warning,
            "Has the name of your teammate Dana, but another key."
        );
        twins.push((twin, found.short));
    }
    // The name means the teammate.
    let meant = nickname(&sam, "dana", "").await.unwrap();
    assert_eq!(meant.device_id, dana.status().await.you.device_id);
    let (twin, short) = &twins[1];
    twin.pair(&sam_at).await.unwrap();
    let request = sam.is_asked().await;
    assert!(request.warning.is_some(), "{request:?}");
    // By name it is not the twin's pairing, by the letters of the id it is.
    for name in ["Dana", "Dаna"] {
        let failure = sam.decide(name, false).await.unwrap_err();
        assert_eq!(failure.code, Code::NotFound, "{failure}");
        assert!(failure.hints.concat().contains(short), "{failure:?}");
    }
    sam.decide(short, false).await.unwrap();
    assert_eq!(sam.standing(&dana).await, PersonStanding::Verified);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_key_stops_everything_and_the_pin_stays() {
    let (mut sam, mut dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let at = dana.address().await;
    dana.join(&sam.invite().await.ticket).await.unwrap();
    sam.connect(&at).await.unwrap();
    let known = sam.knows(&dana).await.unwrap();
    dana.leave().await;
    // Someone else, by the same name, where Dana was.
    let mut eve = Home::new("Dana").await;
    eve.leave().await;
    eve.come_back(Some(&at)).await;
    let failure = sam.pair(&known.short).await.unwrap_err();
    assert!(
        matches!(failure.code, Code::Refused | Code::Unreachable),
        "{failure}"
    );
    let warned = sam
        .hears(
            "the warning",
            |event| matches!(event, Event::PersonChanged(person) if person.warning.is_some()),
        )
        .await;
    let Event::PersonChanged(person) = warned else {
        unreachable!()
    };
    assert_eq!(person.device_id, known.device_id);
    assert_eq!(person.standing, PersonStanding::Verified);
    assert!(
        person
            .warning
            .unwrap()
            .starts_with("Another device answers where Dana was")
    );
    let status = sam.status().await;
    assert_eq!(status.notices[0].id, "wrong_key");
    assert_eq!(status.people, 1);
    assert_eq!(sam.standing(&eve).await, PersonStanding::Stranger);
    assert!(sam.journal().await.iter().any(|line| line.0 == "wrong_key"));
    // It is Dana again: the warning goes by itself.
    eve.leave().await;
    dana.come_back(Some(&at)).await;
    sam.connect(&at).await.unwrap();
    sam.hears(
        "Dana again",
        |event| matches!(event, Event::PersonChanged(person) if person.warning.is_none()),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_verified_people_of_one_name_are_told_apart() {
    let (mut sam, dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let mallory = Home::new("Mallory").await;
    for other in [&dana, &mallory] {
        other.join(&sam.invite().await.ticket).await.unwrap();
    }
    assert!(sam.knows(&dana).await.unwrap().warning.is_none());
    // Mallory calls herself Dana from now on.
    mallory.rename("Dana").await;
    let renamed =
        |event: &Event| matches!(event, Event::JournalAdded(line) if line.kind == "person_renamed");
    sam.hears("the new name", renamed).await;
    let (real, other) = (
        sam.knows(&dana).await.unwrap(),
        sam.knows(&mallory).await.unwrap(),
    );
    for (one, another) in [(&real, &other), (&other, &real)] {
        let warning = one.warning.clone().unwrap_or_default();
        assert!(warning.contains(&another.short), "{warning}");
    }
    let lines = sam.journal().await;
    let renamed = lines.iter().find(|line| line.0 == "person_renamed");
    let title = "Mallory is called Dana now";
    assert!(renamed.unwrap().1.starts_with(title), "{lines:?}");
    // A name of Sam's own tells them apart for good.
    nickname(&sam, &other.short, "Mallory").await.unwrap();
    assert!(sam.knows(&mallory).await.unwrap().warning.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_teammate_at_another_ones_old_address_is_no_alarm() {
    let (sam, mut dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let mut kim = Home::new("Kim").await;
    for other in [&dana, &kim] {
        other.join(&sam.invite().await.ticket).await.unwrap();
    }
    let at = dana.address().await;
    sam.connect(&at).await.unwrap();
    let known = sam.knows(&dana).await.unwrap();
    dana.leave().await;
    kim.leave().await;
    kim.come_back(Some(&at)).await;
    // Nobody else is alarmed, and Dana is not looked for there any more.
    sam.pair(&known.short).await.unwrap_err();
    sam.connect(&at).await.unwrap();
    let status = sam.status().await;
    assert!(
        status.notices.iter().all(|one| one.id != "wrong_key"),
        "{status:?}"
    );
    let people = sam.people().await.people;
    let dana = people.iter().find(|one| one.device_id == known.device_id);
    assert!(dana.unwrap().warning.is_none());
    assert!(!dana.unwrap().addresses.contains(&at), "{people:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_called_as_one_likes() {
    let (sam, dana) = (Home::new("Sam").await, Home::new("Wise Mango").await);
    let ann = Home::new("Ann").await;
    for other in [&dana, &ann] {
        other.join(&sam.invite().await.ticket).await.unwrap();
    }
    let called = nickname(&sam, "wise mango", "Dana").await.unwrap();
    assert_eq!(
        (called.name.as_str(), called.own_name.as_str()),
        ("Dana", "Wise Mango")
    );
    assert_eq!(nickname(&sam, "DANA", "").await.unwrap().name, "Wise Mango");
    let failure = nickname(&sam, "Ann", "wise mango").await.unwrap_err();
    assert_eq!(failure.code, Code::Invalid, "two of one name: {failure}");
}
