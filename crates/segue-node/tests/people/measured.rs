//! What diagnostics say about a network that runs and about somebody on it.

use segue_node::door::{Check, Outcome};
use segue_node::{Reply, Request};

use crate::home::Home;

async fn measured(home: &Home, person: Option<&str>) -> (Vec<Check>, String) {
    let person = person.map(ToOwned::to_owned);
    match home.link.call(Request::Doctor { person }).await.unwrap() {
        Reply::Doctor(found) => (found.checks, found.report),
        other => panic!("{other:?}"),
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
    dana.leave().await;
    let (checks, _) = measured(&sam, Some("Dana Doe")).await;
    let person = named(&checks, "person");
    assert_eq!(person.outcome, Outcome::Fail, "{person:?}");
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
