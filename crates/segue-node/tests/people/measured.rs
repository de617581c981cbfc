//! What diagnostics say about a network that runs and about somebody on it.

use segue_door::{Act, Check, Outcome, ask};

use crate::home::Home;

async fn measured(home: &Home, person: Option<&str>) -> (Vec<Check>, String) {
    let person = person.map(ToOwned::to_owned);
    {
        let found = home.link.call(ask::Doctor { person }).await.unwrap();
        (found.checks, found.report)
    }
}

fn named<'a>(checks: &'a [Check], id: &str) -> &'a Check {
    let found = checks.iter().find(|check| check.id == id);
    found.unwrap_or_else(|| panic!("{id} in {checks:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_answers_while_they_are_there_and_the_report_does_not_name_them() {
    let (sam, mut dana) = (Home::new("Sam Sender").await, Home::new("Dana Doe").await);
    let invited = sam.invite().await;
    dana.join(&invited.ticket).await.unwrap();
    let (checks, report) = measured(&sam, Some("Dana Doe")).await;
    let person = named(&checks, "person");
    assert_eq!(person.outcome, Outcome::Pass, "{person:?}");
    assert!(
        person.detail.starts_with("Dana Doe answered in"),
        "{person:?}"
    );
    // From there this computer is reached, and it reaches there; both clocks are the same.
    for (id, words) in [
        (
            "inbound",
            "Dana Doe gets through to this computer, at 127.0.0.1",
        ),
        (
            "outbound",
            "This computer gets through to Dana Doe, at 127.0.0.1",
        ),
        (
            "version",
            concat!("Segue ", env!("CARGO_PKG_VERSION"), ", as you do"),
        ),
        ("clock", "Yours and that of Dana Doe differ by"),
    ] {
        let check = named(&checks, id);
        assert_eq!(check.outcome, Outcome::Pass, "{check:?}");
        assert!(check.detail.contains(words), "{check:?}");
    }
    let device = dana.status().await.you.device_id;
    for name in ["Dana", "Sam Sender", device.as_str()] {
        assert!(!report.contains(name), "{name} in {report}");
    }
    assert!(
        named(&checks, "people")
            .detail
            .contains("1 person is nearby. You have verified 1")
    );
    let (checks, _) = measured(&sam, Some("Nobody Known")).await;
    assert!(named(&checks, "person").detail.contains("nobody called"));
    // They do not try all the time.
    let (checks, _) = measured(&sam, Some("Dana Doe")).await;
    let again = named(&checks, "inbound");
    assert_eq!(again.outcome, Outcome::Note, "{again:?}");
    assert_eq!(again.act, Some(Act::RunAgain));
    dana.leave().await;
    let (checks, _) = measured(&sam, Some("Dana Doe")).await;
    let person = named(&checks, "person");
    assert_eq!(person.outcome, Outcome::Fail, "{person:?}");
    assert_eq!(person.act, Some(Act::UseInvitation), "{person:?}");
    let told = ["inbound", "outbound", "version", "clock"];
    assert!(
        checks
            .iter()
            .all(|check| !told.contains(&check.id.as_str()))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_is_not_verified_is_asked_nothing_but_whether_they_are_there() {
    let (sam, dana) = (Home::new("Sam").await, Home::new("Dana").await);
    sam.connect(&dana.address().await).await.unwrap();
    let (checks, _) = measured(&sam, Some("Dana")).await;
    assert_eq!(named(&checks, "person").act, Some(Act::Pair));
    for id in ["inbound", "clock"] {
        let check = named(&checks, id);
        assert_eq!(check.outcome, Outcome::Note, "{check:?}");
        assert!(
            check.detail.contains("only people you verified are asked"),
            "{check:?}"
        );
        assert_eq!(check.act, Some(Act::Pair));
    }
    assert_eq!(named(&checks, "version").outcome, Outcome::Pass);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_on_loopback_is_measured_as_one() {
    let sam = Home::new("Sam").await;
    let (checks, _) = measured(&sam, None).await;
    let listening = named(&checks, "listening");
    assert_eq!(listening.outcome, Outcome::Warn, "{listening:?}");
    assert_ne!(named(&checks, "port").outcome, Outcome::Fail);
    let discovery = named(&checks, "discovery");
    assert!(
        discovery.detail.contains("SEGUE_DISCOVERY=off"),
        "{discovery:?}"
    );
    let has = |id: &str| checks.iter().any(|check| check.id.starts_with(id));
    assert!(!has("multicast"), "nothing is sent while discovery is off");
    assert!(!has("person") && !has("network"), "{checks:?}");
}
