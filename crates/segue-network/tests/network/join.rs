//! Joining by invite between real networks.

use segue_network::Event;
use segue_network::network::{ConnectError, JoinError, JoinVerdict, Standing, Visibility};
use segue_network::trust::{Capability, Ticket};

use crate::party::Party;

async fn ticket(party: &Party) -> Ticket {
    let address = party.address().await;
    let capability = Capability::random().unwrap();
    Ticket::new(&party.key, u64::MAX, capability, &[address]).unwrap()
}

#[tokio::test]
async fn the_one_time_capability_is_shown_to_the_inviter_only() {
    for visibility in [Visibility::Visible, Visibility::Hidden] {
        let mut ann = Party::with("Ann", |config| config.visibility = visibility);
        let ben = Party::new("Ben");
        let ticket = ticket(&ann).await;
        let (joined, asked) = tokio::join!(ben.network.join(&ticket), async {
            let (asked, answer) = ann
                .until("someone joins", |event| match event {
                    Event::Join {
                        device,
                        about,
                        capability,
                        answer,
                    } => Some(((device, about.name, capability), answer)),
                    _ => None,
                })
                .await;
            ann.count(asked.0, Standing::Verified, Vec::new());
            answer.give(JoinVerdict::Welcome);
            asked
        });
        assert_eq!(asked.0, ben.device());
        assert_eq!(asked.1, "Ben");
        assert_eq!(asked.2, ticket.capability);
        assert_eq!(joined.unwrap().device, ann.device());
    }
}

#[tokio::test]
async fn who_is_welcome_is_known_when_that_is_said() {
    for visibility in [Visibility::Visible, Visibility::Hidden] {
        let mut ann = Party::with("Ann", |config| config.visibility = visibility);
        let ben = Party::new("Ben");
        let ticket = ticket(&ann).await;
        let (joined, ()) = tokio::join!(ben.network.join(&ticket), async {
            let asked = ann
                .until("someone joins", |event| match event {
                    Event::Join { device, answer, .. } => Some((device, answer)),
                    _ => None,
                })
                .await;
            ann.count(asked.0, Standing::Verified, Vec::new());
            asked.1.give(JoinVerdict::Welcome);
        });
        assert!(joined.unwrap().knows_you, "{visibility:?}");
        let view = ben.network.view();
        assert!(view.find(&ann.device()).unwrap().knows_you);
    }
}

#[tokio::test]
async fn the_inviters_no_has_a_reason() {
    for (verdict, expected) in [
        (JoinVerdict::Used, JoinError::Used),
        (JoinVerdict::Expired, JoinError::Expired),
        (JoinVerdict::Unknown, JoinError::Unknown),
    ] {
        let (mut ann, ben) = (Party::new("Ann"), Party::new("Ben"));
        let ticket = ticket(&ann).await;
        let (joined, ()) = tokio::join!(ben.network.join(&ticket), async {
            ann.until("someone joins", |event| match event {
                Event::Join { answer, .. } => {
                    answer.give(verdict);
                    Some(())
                }
                _ => None,
            })
            .await;
        });
        assert_eq!(joined.unwrap_err(), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inviter_who_stops_at_once_has_answered() {
    for _ in 0..20 {
        let (mut ann, ben) = (Party::new("Ann"), Party::new("Ben"));
        let ticket = ticket(&ann).await;
        let (joined, ()) = tokio::join!(ben.network.join(&ticket), async {
            ann.until("someone joins", |event| match event {
                Event::Join { answer, .. } => {
                    answer.give(JoinVerdict::Used);
                    Some(())
                }
                _ => None,
            })
            .await;
            ann.network.stop().await;
        });
        assert_eq!(joined.unwrap_err(), JoinError::Used);
    }
}

#[tokio::test]
async fn whoever_answers_at_the_address_must_have_the_inviters_key() {
    let (ann, ben, mut eve) = (Party::new("Ann"), Party::new("Ben"), Party::new("Eve"));
    // Someone else sits where the ticket points, as a proxy or by a forged answer.
    let capability = Capability::random().unwrap();
    let at_eve = eve.address().await;
    let ticket = Ticket::new(&ann.key, u64::MAX, capability, &[at_eve]).unwrap();
    let joined = ben.network.join(&ticket).await;
    assert_eq!(
        joined.unwrap_err(),
        JoinError::Connect(ConnectError::WrongKey(Some(eve.device())))
    );
    eve.network.stop().await;
    while let Ok(event) = eve.events.try_recv() {
        assert!(
            !matches!(event, Event::Join { .. }),
            "it was shown to someone else"
        );
    }
}
