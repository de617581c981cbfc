//! Every sentence, from facts that need no network.

use std::time::Duration;

use segue_network::interfaces::{Address, Kind, Traits, classify};

use segue_door::{Act, Outcome};
use segue_network::reachability_probe::{Back, ProbeError, Probed, Tried};

use super::*;
use crate::doctor::wiring::{PeerReport, PersonAnswer, PersonOutcome};

fn interface(name: &str, addresses: &[&str]) -> Interface {
    Interface {
        name: name.to_owned(),
        index: Some(2),
        kind: classify(name, Traits::default()),
        addresses: addresses
            .iter()
            .map(|ip| Address {
                ip: ip.parse().unwrap(),
                prefix: 24,
            })
            .collect(),
        up: !addresses.is_empty(),
        multicast: true,
    }
}

fn heard(interface: &str, family: Family, result: Result<Echo, EchoError>) -> Signal {
    Signal {
        interface: interface.to_owned(),
        family,
        result,
    }
}

fn echo(back: bool, others: usize) -> Result<Echo, EchoError> {
    Ok(Echo {
        back: back.then_some(Duration::from_millis(1)),
        others,
    })
}

fn facts(heard: Vec<Signal>, firewall: Firewall) -> NetworkFacts {
    NetworkFacts {
        interfaces: Vec::new(),
        ports: Vec::new(),
        firewall,
        heard,
    }
}

fn forbidden() -> EchoError {
    EchoError::Send(std::io::Error::from(std::io::ErrorKind::PermissionDenied))
}

/// Every check there can be, each with how it should end.
fn all() -> Vec<(Outcome, Check)> {
    use Outcome::{Fail, Note, Pass, Warn};
    let place = |text: &str| text.parse::<SocketAddr>().unwrap();
    let lan = [
        interface("lo", &["127.0.0.1"]),
        interface("wlan0", &["192.168.1.5", "fe80::5"]),
        interface("docker0", &["172.17.0.1"]),
    ];
    let vpn = [interface("wg0", &["10.64.0.2"]), interface("eth0", &[])];
    let own_use = [interface("utun3", &["fe80::1"])];
    let port = |port: Port, firewall| checks::port(&[(place("192.168.1.5:4242"), port)], firewall);
    let open = (place("192.168.1.5:4242"), Port::Open);
    let refused = (place("10.0.0.5:4242"), Port::Refused);
    let v4 = |results: Vec<Result<Echo, EchoError>>, firewall| {
        let names = ["eth0", "wlan0"].into_iter();
        let heard = names
            .zip(results)
            .map(|(name, result)| heard(name, Family::V4, result));
        multicast::v4(&facts(heard.collect(), firewall))
    };
    let v6 = |result| {
        let heard = vec![heard("eth0", Family::V6, result)];
        multicast::v6(&facts(heard, Firewall::Unknown)).unwrap()
    };
    let people = |nearby, verified, others| {
        let wiring = Wiring {
            nearby,
            verified,
            ..Wiring::default()
        };
        let heard = vec![heard("eth0", Family::V4, echo(true, others))];
        people::people(&wiring, &facts(heard, Firewall::Unknown))
    };
    let off = Wiring {
        discovery: Discovery::OffBySetting,
        ..Wiring::default()
    };
    let asked = |outcome, discovery| {
        let answer = PersonAnswer {
            name: "Mia".to_owned(),
            outcome,
            told: None,
        };
        people::person(&answer, &discovery)
    };
    let person = |outcome| asked(outcome, Discovery::On);
    let answered = |verified| PersonOutcome::Answered {
        round_trip: Duration::from_millis(3),
        verified,
    };
    let discovery = |state| checks::discovery(&state, "everyone nearby");
    vec![
        (Pass, checks::interfaces(&lan)),
        (Fail, checks::interfaces(&vpn)),
        (Fail, checks::interfaces(&[])),
        (
            Pass,
            checks::listening(&[place("172.17.0.1:4242"), place("192.168.1.5:4242")], &lan),
        ),
        (Pass, checks::listening(&[place("0.0.0.0:4242")], &lan)),
        (
            Warn,
            checks::listening(&[place("127.0.0.1:4242"), place("[::1]:4242")], &lan),
        ),
        (Fail, checks::listening(&[], &lan)),
        (Pass, port(Port::Open, Firewall::Unknown)),
        (Note, port(Port::Open, Firewall::Ufw)),
        (Note, port(Port::Open, Firewall::Firewalld)),
        (Note, port(Port::Open, Firewall::Nftables)),
        (Fail, port(Port::Silent, Firewall::Ufw)),
        (Fail, port(Port::Refused, Firewall::Unknown)),
        (
            Fail,
            port(Port::Failed("no route".to_owned()), Firewall::Unknown),
        ),
        (Warn, checks::port(&[open, refused], Firewall::Unknown)),
        (Note, checks::port(&[], Firewall::Unknown)),
        (Pass, checks::vpn(&lan)),
        (Pass, checks::vpn(&own_use)),
        (Warn, checks::vpn(&vpn)),
        (Pass, discovery(Discovery::On)),
        (Note, discovery(Discovery::OffBySetting)),
        (Note, discovery(Discovery::OffByHiding)),
        (Note, discovery(Discovery::OffByEnvironment)),
        (
            Fail,
            discovery(Discovery::Failed("the port is taken".to_owned())),
        ),
        (Pass, v4(vec![echo(true, 2), echo(true, 0)], Firewall::Ufw)),
        (Pass, v4(vec![echo(true, 0)], Firewall::Ufw)),
        (Warn, v4(vec![echo(true, 0), echo(false, 0)], Firewall::Ufw)),
        (Fail, v4(vec![echo(false, 0)], Firewall::Firewalld)),
        (Fail, v4(vec![Err(forbidden())], Firewall::Unknown)),
        (Fail, v4(Vec::new(), Firewall::Unknown)),
        (Pass, v6(echo(true, 1))),
        (Warn, v6(echo(false, 0))),
        (Pass, people(2, 1, 1)),
        (Note, people(1, 0, 1)),
        (Note, people(0, 3, 1)),
        (Note, people(0, 0, 0)),
        (
            Note,
            people::people(&off, &facts(Vec::new(), Firewall::Unknown)),
        ),
        (Pass, person(answered(true))),
        (Note, person(answered(false))),
        (Fail, person(PersonOutcome::Silent)),
        (Fail, person(PersonOutcome::NotSeen)),
        (Fail, asked(PersonOutcome::NotSeen, Discovery::OffBySetting)),
        (Fail, person(PersonOutcome::Blocked)),
        (Fail, person(PersonOutcome::WrongKey)),
        (
            Fail,
            person(PersonOutcome::Unclear("There is nobody.".to_owned())),
        ),
        (Fail, person(PersonOutcome::Failed("it is away".to_owned()))),
        (Fail, nobody_can_be_asked()),
    ]
    .into_iter()
    .chain(probed())
    .collect()
}

/// Every check that another computer has a part in.
fn probed() -> Vec<(Outcome, Check)> {
    use Outcome::{Fail, Note, Pass, Warn};
    let seen = |back: Back, ahead, there: &[Tried]| {
        let at = "192.168.1.9:4300".parse::<SocketAddr>().unwrap();
        Ok(Probed {
            ahead,
            back,
            there: there.iter().map(|how| (at, *how)).collect(),
        })
    };
    let tried = |ports: &[(u16, Tried)]| Back::Tried([192, 168, 1, 5].into(), ports.to_vec());
    let found = |version: &str, seen, firewall| {
        let version = version.to_owned();
        reachability::checks("Mia", &PeerReport { version, seen }, firewall)
    };
    let same = env!("CARGO_PKG_VERSION");
    let (minute, unknown) = (60_000, Firewall::Unknown);
    let (opened, silent) = ((4242, Tried::Opened), (4243, Tried::Silent));
    let refused = tried(&[(4242, Tried::Refused)]);
    let failed = tried(&[(4242, Tried::Failed)]);
    let mut all = Vec::new();
    for (outcomes, checks) in [
        (
            vec![Pass, Pass, Pass, Pass],
            found(
                same,
                seen(tried(&[silent, opened]), 1, &[Tried::Silent, Tried::Opened]),
                unknown,
            ),
        ),
        (
            vec![Fail, Fail, Note, Pass],
            found(
                "9.9.9",
                seen(tried(&[silent]), 5 * minute, &[Tried::Silent]),
                Firewall::Ufw,
            ),
        ),
        (
            vec![Fail, Fail, Note, Warn],
            found("", seen(refused, 6 * minute, &[Tried::Refused]), unknown),
        ),
        (
            vec![Fail, Fail, Pass, Warn],
            found(
                same,
                seen(failed, -120 * minute, &[Tried::Failed]),
                Firewall::Firewalld,
            ),
        ),
        (
            vec![Note, Pass, Warn],
            found(same, seen(Back::Later(7), i64::MIN, &[]), unknown),
        ),
        (
            vec![Note, Pass, Pass],
            found(same, seen(Back::Nowhere, -5 * minute, &[]), unknown),
        ),
        (
            vec![Note, Pass, Pass],
            found(same, seen(tried(&[]), 0, &[]), unknown),
        ),
    ] {
        assert_eq!(outcomes.len(), checks.len(), "{checks:?}");
        all.extend(outcomes.into_iter().zip(checks));
    }
    for why in [
        ProbeError::NotVerified,
        ProbeError::Stranger,
        ProbeError::NotKnown,
        ProbeError::Lost,
    ] {
        let checks = found(same, Err(why), unknown);
        all.extend([Note, Pass, Note].into_iter().zip(checks));
    }
    all
}

#[test]
fn every_check_ends_as_it_should_with_one_thing_to_do() {
    for (outcome, check) in all() {
        assert_eq!(check.outcome, outcome, "{check:?}");
        assert_eq!(
            check.action.is_none(),
            outcome == Outcome::Pass,
            "{check:?}"
        );
        assert_eq!(check.action.is_some(), check.act.is_some(), "{check:?}");
        if let (Some(Act::CopyCommand { command }), Some(words)) = (&check.act, &check.action) {
            assert!(words.ends_with(command.as_str()), "{check:?}");
        }
        assert!(
            check.detail.ends_with('.') && !check.detail.contains(".."),
            "{check:?}"
        );
        let first = check.detail.chars().next().unwrap();
        assert!(
            !first.is_whitespace() && check.title.len() < 30,
            "{check:?}"
        );
    }
}

#[test]
fn what_is_found_is_said() {
    let said: Vec<String> = all()
        .into_iter()
        .map(|(_, check)| {
            format!(
                "{}: {} -> {}",
                check.id,
                check.detail,
                check.action.unwrap_or_default()
            )
        })
        .collect();
    let text = said.join("\n");
    for words in [
        "Connected by wlan0 (Wi-Fi) with 192.168.1.5 and fe80::5. Not used to find people nearby: docker0 (inside this computer).",
        "No network is connected: eth0 waits for one.",
        "reach you at 192.168.1.5 port 4242 and 172.17.0.1 port 4242.",
        "-> If others can't reach you, run: sudo ufw allow 4242",
        "--add-port=4242/tcp --add-port=4242/udp",
        "1 of 2 addresses work, but 10.0.0.5 port 4242 does not take connections.",
        "Sent and heard back on eth0 and wlan0. Other computers were heard too.",
        "Heard back on eth0, but not on wlan0: it was sent",
        "-> sudo ufw allow 5353/udp",
        "--add-service=mdns",
        "a firewall or VPN on this computer forbids sending it",
        "No answer to multicast",
        "Mia answered in 3 ms.",
        "No answer to multicast came from them, and none from where they were.",
        "Mia gets through to this computer, at 192.168.1.5 port 4242.",
        "Mia can't get through to this computer at 192.168.1.5 port 4243: nothing comes back, as if a firewall swallowed it. -> sudo ufw allow 4243",
        "at 192.168.1.9 port 4300: the connection is refused. You are connected only because",
        "-> Measure again in 7 seconds",
        "differ by less than a second.",
        "The clock of Mia is 6 minutes ahead of yours.",
        "The clock of Mia is 2 hours behind yours.",
        "more than ten years behind yours",
        "It could not be checked: the Segue of Mia does not know this question. -> Ask them to update Segue",
        "Mia runs Segue 9.9.9 and you run",
    ] {
        assert!(text.contains(words), "{words}\n\n{text}");
    }
}

#[test]
fn long_lists_are_counted() {
    let names: Vec<String> = (1..=9).map(|n| format!("br-{n}")).collect();
    assert_eq!(
        describe::list(&names),
        "br-1, br-2, br-3, br-4, br-5, br-6 and 3 more"
    );
    assert_eq!(describe::list(&names[..3]), "br-1, br-2 and br-3");
}

#[test]
fn kinds_have_words() {
    for kind in [
        Kind::Lan,
        Kind::Wifi,
        Kind::Virtual,
        Kind::Tunnel,
        Kind::Loopback,
    ] {
        assert!(!describe::kind(kind).is_empty());
    }
}

/// What is told, in order, while a network like this is looked at for real.
async fn told(wiring: Wiring) -> Vec<Check> {
    let mut checks = Vec::new();
    examine(&Clock::system(), &wiring, |check| checks.push(check)).await;
    checks
}

#[cfg(target_os = "linux")]
#[test]
fn a_computer_alone_is_measured_as_alone() {
    let name = "doctor::network::tests::a_computer_alone_is_measured_as_alone";
    segue_testkit::alone(name, || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let wiring = Wiring {
                listening: vec![listener.local_addr().unwrap()],
                ..Wiring::default()
            };
            let outcomes = |checks: &[Check]| {
                let pairs = checks.iter().map(|check| (check.id.clone(), check.outcome));
                pairs.filter(|(id, _)| id != "port").collect::<Vec<_>>()
            };
            let expected = |pairs: &[(&str, Outcome)]| {
                let pairs = pairs
                    .iter()
                    .map(|(id, outcome)| ((*id).to_owned(), *outcome));
                pairs.collect::<Vec<_>>()
            };
            let checks = told(wiring.clone()).await;
            let both = expected(&[
                ("interfaces", Outcome::Fail),
                ("listening", Outcome::Warn),
                ("vpn", Outcome::Pass),
                ("discovery", Outcome::Pass),
                ("multicast_v4", Outcome::Fail),
                ("people", Outcome::Note),
            ]);
            assert_eq!(outcomes(&checks), both, "{checks:?}");
            let port = |checks: &[Check]| checks.iter().find(|one| one.id == "port").cloned();
            assert_ne!(port(&checks).unwrap().outcome, Outcome::Fail);
            drop(listener);
            let off = Wiring {
                discovery: Discovery::OffByEnvironment,
                ..wiring
            };
            let checks = told(off).await;
            assert_eq!(port(&checks).unwrap().outcome, Outcome::Fail);
            assert!(
                checks
                    .iter()
                    .all(|check| !check.id.starts_with("multicast"))
            );
        });
    });
}
