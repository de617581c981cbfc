//! Invites: used once, by one, in time.

use segue_door::{Code, Event, InviteState, PersonStanding, TicketText, VerifiedBy, ask};
use segue_network::address::Address;
use segue_network::identity::{Homes, open};
use segue_network::trust::{Capability, Ticket};

use crate::home::Home;

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_pins_both_sides_and_the_inviter_hears_it_at_once() {
    let (mut sam, dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let invited = sam.invite().await;
    assert!(invited.ticket.0.starts_with("segue:invite/"));
    assert_eq!(sam.people().await.invites[0].state, InviteState::Open);
    let person = dana.join(&invited.ticket).await.unwrap();
    assert_eq!(
        (person.name.as_str(), person.how),
        ("Sam", Some(VerifiedBy::Invite))
    );
    let joined = sam
        .hears("someone joined", |event| {
            matches!(event, Event::PersonJoined { .. })
        })
        .await;
    let Event::PersonJoined { person, invite } = joined else {
        unreachable!()
    };
    assert_eq!((person.name.as_str(), invite), ("Dana", invited.id));
    for (one, other) in [(&sam, &dana), (&dana, &sam)] {
        let known = one.knows(other).await.unwrap();
        assert_eq!(known.standing, PersonStanding::Verified);
        assert_eq!(known.name, other.name);
        assert_eq!(known.knows_you, Some(true));
        assert!(known.nearby);
        assert_eq!(one.status().await.people, 1);
        let journal = format!("{:?}", one.journal().await);
        assert!(journal.contains(&other.name), "{journal}");
        assert!(!journal.contains("segue:invite/"), "{journal}");
    }
    let invites = sam.people().await.invites;
    assert_eq!(invites[0].state, InviteState::Used);
    assert_eq!(invites[0].used_by.as_deref(), Some("Dana"));
    let database = std::fs::read(sam.profile.root().join("segue.db")).unwrap();
    let log = std::fs::read(sam.profile.root().join("segue.db-wal")).unwrap_or_default();
    let secret = &invited.ticket.0.as_bytes()[30..80];
    for bytes in [database, log] {
        assert!(!bytes.windows(secret.len()).any(|part| part == secret));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pin_outlives_both_nodes() {
    let (mut sam, mut dana) = (Home::new("Sam").await, Home::new("Dana").await);
    dana.join(&sam.invite().await.ticket).await.unwrap();
    sam.leave().await;
    dana.leave().await;
    sam.come_back(None).await;
    assert_eq!(
        sam.people().await.people[0].standing,
        PersonStanding::Verified
    );
    assert!(!sam.people().await.people[0].nearby);
    dana.come_back(None).await;
    assert_eq!(dana.people().await.people[0].name, "Sam");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_is_for_one_person_and_the_same_may_show_it_again() {
    let (sam, dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let eve = Home::new("Eve").await;
    let invited = sam.invite().await;
    dana.join(&invited.ticket).await.unwrap();
    let failure = eve.join(&invited.ticket).await.unwrap_err();
    assert_eq!(failure.code, Code::Refused);
    assert!(failure.message.contains("used"), "{failure}");
    assert_eq!(eve.standing(&sam).await, PersonStanding::Stranger);
    assert_eq!(sam.standing(&eve).await, PersonStanding::Stranger);
    let kinds: Vec<_> = sam.journal().await.into_iter().map(|line| line.0).collect();
    assert_eq!(kinds[..2], ["invite_shown_again", "person_joined"]);
    dana.join(&invited.ticket).await.unwrap();
    assert_eq!(sam.standing(&dana).await, PersonStanding::Verified);
    let lines = sam.journal().await;
    let joined = lines.iter().filter(|line| line.0 == "person_joined");
    assert_eq!(joined.count(), 1, "the second time is no news");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_forgotten_does_not_come_back_by_the_same_invite() {
    let (sam, mut dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let invited = sam.invite().await;
    dana.join(&invited.ticket).await.unwrap();
    let forgotten = sam.forget("dana").await.unwrap();
    assert_eq!(forgotten.standing, PersonStanding::Stranger);
    assert_eq!(sam.standing(&dana).await, PersonStanding::Stranger);
    // Before she joined Sam did not know her either, and said so.
    dana.hears("not being known", |event| {
        matches!(event, Event::PersonChanged(person)
            if person.standing == PersonStanding::Verified && person.knows_you == Some(false))
    })
    .await;
    assert_eq!(
        dana.standing(&sam).await,
        PersonStanding::Verified,
        "a pin stays"
    );
    let failure = dana.join(&invited.ticket).await.unwrap_err();
    assert_eq!(failure.code, Code::Refused, "{failure}");
    assert_eq!(sam.standing(&dana).await, PersonStanding::Stranger);
    assert_eq!(
        dana.standing(&sam).await,
        PersonStanding::Verified,
        "and still does"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_that_is_over_or_taken_back_lets_nobody_in() {
    let (sam, dana) = (Home::new("Sam").await, Home::new("Dana").await);
    let late = sam.invite().await;
    sam.alter("UPDATE people_invites SET expires_ms = created_ms + 1");
    let failure = dana.join(&late.ticket).await.unwrap_err();
    assert!(failure.message.contains("expired"), "{failure}");
    let back = sam.invite().await;
    let id = back.id.clone();
    sam.link.call(ask::RevokeInvite { id }).await.unwrap();
    let failure = dana.join(&back.ticket).await.unwrap_err();
    assert!(failure.message.contains("taken back"), "{failure}");
    for (one, other) in [(&sam, &dana), (&dana, &sam)] {
        assert_eq!(one.standing(other).await, PersonStanding::Stranger);
    }
    let states: Vec<_> = sam
        .people()
        .await
        .invites
        .iter()
        .map(|one| one.state)
        .collect();
    assert_eq!(states, [InviteState::Revoked, InviteState::Expired]);
    let used = sam.invite().await;
    dana.join(&used.ticket).await.unwrap();
    let revoke = ask::RevokeInvite { id: used.id };
    let failure = sam.link.call(revoke).await.unwrap_err();
    assert!(failure.message.contains("Dana"), "{failure}");
    // A name is theirs to choose, and hints are pasted into shells.
    assert!(!failure.hints.concat().contains("Dana"), "{failure:?}");
    let none = ask::RevokeInvite { id: "x".to_owned() };
    assert_eq!(sam.link.call(none).await.unwrap_err().code, Code::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_that_leads_to_someone_else_is_shown_to_nobody() {
    let (sam, eve) = (Home::new("Sam").await, Home::new("Eve").await);
    let dana = Home::new("Dana").await;
    let homes = Homes::file_only(sam.profile.root());
    let key = open(sam.profile.root(), &homes, true).unwrap().key.unwrap();
    let at = Address::typed(&eve.address().await).unwrap();
    let ticket = Ticket::new(&key, 4_000_000_000, Capability::random().unwrap(), &[at]).unwrap();
    let text = TicketText(ticket.to_text().to_string());
    let failure = dana.join(&text).await.unwrap_err();
    assert!(
        matches!(failure.code, Code::Refused | Code::Unreachable),
        "{failure}"
    );
    for other in [&sam, &eve] {
        assert_eq!(dana.standing(other).await, PersonStanding::Stranger);
    }
    let journal = eve.journal().await;
    assert!(
        journal.iter().all(|line| !line.0.starts_with("invite")),
        "{journal:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_invite_is_said() {
    let sam = Home::new("Sam").await;
    let own = sam.invite().await.ticket;
    let cut = TicketText(own.0[..own.0.len() - 10].to_owned());
    for (ticket, code) in [
        (TicketText("hello".to_owned()), Code::Invalid),
        (cut, Code::Invalid),
        (own, Code::Invalid),
    ] {
        let failure = sam.join(&ticket).await.unwrap_err();
        assert_eq!(failure.code, code, "{failure}");
        assert!(!failure.hints.is_empty());
    }
    assert!(sam.people().await.people.is_empty());
    for minutes in [0, 10_081] {
        let minutes = Some(minutes);
        let failure = sam.link.call(ask::Invite { minutes }).await.unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
    }
}
