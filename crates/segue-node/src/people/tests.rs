use segue_door::{Code, PersonStanding, VerifiedBy};
use segue_network::address::Address;
use segue_network::identity::IdentityKey;
use segue_network::{DeviceId, network};

use super::*;
use segue_store::Database;

fn device() -> DeviceId {
    DeviceId::of(&IdentityKey::generate().public()).unwrap()
}

fn one(name: &str, standing: PersonStanding) -> Candidate {
    Candidate {
        device: device(),
        name: name.to_owned(),
        nickname: None,
        standing,
    }
}

fn verified(device: DeviceId, name: &str) -> PersonRow {
    PersonRow {
        standing: Standing::Verified,
        ..PersonRow::waiting(device, name, VerifiedBy::Code, 1000)
    }
}

fn database() -> (tempfile::TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&folder.path().join("segue.db"), &[super::TABLES])
        .unwrap()
        .of(&super::TABLES);
    (folder, database)
}

#[test]
fn people_are_found_by_name_nickname_and_letters_of_the_id() {
    let mut dana = one("Wise Mango", PersonStanding::Verified);
    dana.nickname = Some("Dana".to_owned());
    let eve = one("Eve", PersonStanding::Stranger);
    let all = [dana.clone(), eve.clone()];
    let id = dana.device.to_string();
    let short = format!("…{}", dana.device.short());
    for text in [
        "dana",
        " WISE mango ",
        &id,
        &id[..20],
        &short,
        &short.to_lowercase(),
    ] {
        let found = find(text, &all, Whom::Anyone);
        assert_eq!(found.unwrap(), dana.device, "{text}");
    }
    assert_eq!(find("eve", &all, Whom::Anyone).unwrap(), eve.device);
    for text in ["", "Dan", "12D3KooW", "x", &"x".repeat(1000)] {
        assert!(find(text, &all, Whom::Anyone).is_err(), "{text}");
    }
}

#[test]
fn a_verified_one_is_never_passed_over() {
    let dana = one("Dana", PersonStanding::Verified);
    let same = one("dana", PersonStanding::Stranger);
    let alike = one("Dаna", PersonStanding::Stranger);
    let thief = one(&dana.device.short(), PersonStanding::Stranger);
    let all = [same.clone(), alike.clone(), thief, dana.clone()];
    for text in ["Dana", "dana", "Dаna", &dana.device.short()] {
        let found = find(text, &all, Whom::Anyone);
        assert_eq!(found.unwrap(), dana.device, "{text}");
    }
    // By the letters of their ids the others can be meant.
    for other in [&same, &alike] {
        let found = find(&other.device.short(), &all, Whom::Anyone);
        assert_eq!(found.unwrap(), other.device);
    }
    // A teammate whose name is the letters of a stranger's id: both are named.
    let odd = one(&same.device.short(), PersonStanding::Verified);
    let failure = find(&same.device.short(), &[odd, same], Whom::Anyone).unwrap_err();
    assert_eq!((failure.code, failure.hints.len()), (Code::Invalid, 2));
}

#[test]
fn two_of_one_name_are_listed_with_the_letters_of_their_ids() {
    let all = ["Ann", "ann"].map(|name| one(name, PersonStanding::Verified));
    let failure = find("ANN", &all, Whom::Anyone).unwrap_err();
    assert_eq!(failure.code, Code::Invalid);
    for one in &all {
        let short = one.device.short();
        assert!(
            failure.hints.iter().any(|hint| hint.starts_with(&short)),
            "{failure:?}"
        );
    }
    let failure = find("Bob", &all, Whom::Blocked).unwrap_err();
    assert!(failure.message.contains("blocked"), "{failure}");
}

#[test]
fn what_is_written_is_read_back() {
    let (_folder, database) = database();
    let mut contacts = Contacts::open(database.clone()).unwrap();
    let mut row = verified(device(), "Dana");
    row.seen("Dana B", &["codex".to_owned()], &[at(1)], 5000);
    row.reached(at(2), true);
    row.nickname = Some("D".to_owned());
    row.knows_you = Some(false);
    row.warning = Some("look".to_owned());
    contacts.put(row.clone()).unwrap();
    let stranger = PersonRow {
        standing: Standing::Blocked,
        how: None,
        ..PersonRow::waiting(device(), "Eve", VerifiedBy::Code, 1000)
    };
    contacts.block(stranger.clone(), 2000).unwrap();
    let again = Contacts::open(database).unwrap();
    assert_eq!(again.get(&row.device), Some(&row));
    assert_eq!(again.get(&stranger.device), Some(&stranger));
    let known_devices = again.known_devices();
    assert_eq!(
        known_devices.standing(&row.device),
        Some(network::Standing::Verified)
    );
    let known = &known_devices.0[&row.device];
    assert_eq!(
        (&*known.typed, &*known.addresses),
        (&[at(2)][..], &[at(1)][..])
    );
    assert_eq!(
        known_devices.standing(&stranger.device),
        Some(network::Standing::Blocked)
    );
}

fn at(port: u16) -> Address {
    Address::typed(&format!("10.0.0.1:{port}")).unwrap()
}

#[test]
fn eight_ways_to_a_device_are_kept_and_typed_ones_longest() {
    let mut row = verified(device(), "Dana");
    row.reached(at(999), true);
    for port in 1..100 {
        row.reached(at(port), false);
    }
    row.reached(at(95), false);
    let ports: Vec<u16> = row
        .addresses
        .iter()
        .map(|kept| kept.address.socket.port())
        .collect();
    assert_eq!(ports, [95, 99, 98, 97, 96, 94, 93, 999]);
    assert!(row.addresses[7].typed);
}

#[test]
fn a_half_goes_after_an_hour_and_a_pin_never() {
    let (_folder, database) = database();
    let mut contacts = Contacts::open(database.clone()).unwrap();
    let half = PersonRow::waiting(device(), "Eve", VerifiedBy::Code, 1000);
    let whole = verified(device(), "Dana");
    contacts.put(half.clone()).unwrap();
    contacts.put(whole.clone()).unwrap();
    assert!(contacts.drop_late(1000 + 3_599_999).unwrap().is_empty());
    assert_eq!(contacts.drop_late(1000 + 3_600_000).unwrap(), [half]);
    let again = Contacts::open(database).unwrap();
    assert_eq!(again.rows().collect::<Vec<_>>(), [&whole]);
}

#[test]
fn using_an_invite_and_the_pin_are_one() {
    let (_folder, database) = database();
    let (mut contacts, invites) = (
        Contacts::open(database.clone()).unwrap(),
        Invites::new(database),
    );
    let (dana, eve) = (verified(device(), "Dana"), verified(device(), "Eve"));
    invites.add("00112233445566", 1000, 2000).unwrap();
    let mut shown = |row: &PersonRow, mark: &str, now: i64| {
        invites.join(&mut contacts, mark, row.clone(), now).unwrap()
    };
    assert_eq!(shown(&eve, "99", 1500), Use::Unknown);
    assert_eq!(shown(&eve, "00112233445566", 2000), Use::Expired);
    assert_eq!(
        shown(&eve, "00112233445566", 500),
        Use::Expired,
        "a clock that went back"
    );
    for first in [true, false] {
        match shown(&dana, "00112233445566", 1500) {
            Use::Welcome(joined) => assert_eq!(joined.first, first),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(shown(&eve, "00112233445566", 1500), Use::Used);
    assert!(contacts.is_verified(&dana.device) && contacts.get(&eve.device).is_none());
    assert_eq!(invites.users(), [Some(dana.device)]);
    contacts.remove(&dana.device, 1600).unwrap();
    let again = invites
        .join(&mut contacts, "00112233445566", dana, 1700)
        .unwrap();
    assert_eq!(
        again,
        Use::Unknown,
        "who was forgotten does not come back by it"
    );
}

#[test]
fn there_are_only_so_many_open_invites() {
    let (_folder, database) = database();
    let invites = Invites::new(database);
    for n in 0..50 {
        invites
            .add(
                &format!("{n:016}")
                    .repeat(2)
                    .chars()
                    .rev()
                    .collect::<String>(),
                1000,
                2000,
            )
            .unwrap();
    }
    let failure = invites.add("ffffffffffffffff", 1000, 2000).unwrap_err();
    assert_eq!(failure.code, Code::Refused);
    // Once they are over there is room again.
    invites.add("ffffffffffffffff", 3000, 4000).unwrap();
}
