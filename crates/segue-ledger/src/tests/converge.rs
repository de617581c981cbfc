use proptest::prelude::*;

use super::*;

#[derive(Debug, Clone)]
enum Step {
    Version {
        by: usize,
        parent: usize,
    },
    Handoff {
        by: usize,
        to: usize,
    },
    Receipt {
        by: usize,
        sender: usize,
        kind: usize,
    },
    Meet {
        one: usize,
        other: usize,
    },
    Parcel {
        from: usize,
        to: usize,
    },
    Reload {
        who: usize,
    },
}

const KINDS: [ReceiptKind; 6] = [
    ReceiptKind::Delivered,
    ReceiptKind::Opened,
    ReceiptKind::Imported,
    ReceiptKind::Dismissed,
    ReceiptKind::Withdrawn,
    ReceiptKind::InputRequired,
];

fn step() -> impl Strategy<Value = Step> {
    let who = 0..5_usize;
    prop_oneof![
        3 => (who.clone(), 0..8_usize).prop_map(|(by, parent)| Step::Version { by, parent }),
        2 => (who.clone(), who.clone()).prop_map(|(by, to)| Step::Handoff { by, to }),
        3 => (who.clone(), who.clone(), 0..6_usize)
            .prop_map(|(by, sender, kind)| Step::Receipt { by, sender, kind }),
        3 => (who.clone(), who.clone()).prop_map(|(one, other)| Step::Meet { one, other }),
        1 => (who.clone(), who.clone()).prop_map(|(from, to)| Step::Parcel { from, to }),
        1 => who.prop_map(|who| Step::Reload { who }),
    ]
}

struct Device {
    key: SigningKey,
    chain: u8,
    ledger: Ledger,
}

fn run(devices: &mut [Device], step: &Step, at: u64) {
    let count = devices.len();
    match *step {
        Step::Version { by, parent } => {
            let device = &mut devices[by % count];
            let known: Vec<_> = device.ledger.records().map(|one| one.id).collect();
            let parents: Vec<_> = known.get(parent).copied().into_iter().collect();
            write(device, &version(&parents, at));
        }
        Step::Handoff { by, to } => {
            let to = devices[to % count].key.clone();
            let device = &mut devices[by % count];
            let versions = device.ledger.lineage().heads();
            if let Some(version) = versions.first() {
                let task = format!("task-{}", by % count);
                write(device, &handoff(*version, &to, &task, at));
            }
        }
        Step::Receipt { by, sender, kind } => {
            let who = devices[sender % count].key.clone();
            let task = format!("task-{}", sender % count);
            let entry = receipt(&who, &task, KINDS[kind].clone(), at);
            write(&mut devices[by % count], &entry);
        }
        Step::Meet { one, other } => {
            if let Ok([one, other]) = devices.get_disjoint_mut([one % count, other % count]) {
                let (to_one, to_other, _) = meet(&mut one.ledger, &mut other.ledger);
                assert!(to_one.refused.is_empty() && to_other.refused.is_empty());
                assert_eq!(shown(&one.ledger), shown(&other.ledger));
            }
        }
        Step::Parcel { from, to } => {
            let parcel = devices[from % count].ledger.whole().unwrap();
            let to = &mut devices[to % count].ledger;
            let news = to.take_whole(&mut Sync::new(), "them", &parcel).unwrap();
            assert!(news.refused.is_empty());
        }
        Step::Reload { who } => {
            let device = &mut devices[who % count];
            let bytes = device.ledger.save();
            let checked = device.ledger.checked();
            device.ledger = Ledger::load(CONVERSATION, &bytes, checked.as_ref()).unwrap();
            device.chain += 1;
        }
    }
}

fn write(device: &mut Device, entry: &Entry) {
    let chain = [device.chain; 8];
    device
        .ledger
        .append(&device.key, chain, "Dana", entry)
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_order_of_meetings_leads_to_one_view(
        count in 3..=5_usize,
        steps in prop::collection::vec(step(), 1..24),
    ) {
        let mut devices: Vec<_> = (0..count)
            .map(|number| Device {
                key: person(u8::try_from(number).unwrap()),
                chain: 0,
                ledger: ledger(),
            })
            .collect();
        for (at, step) in (0..).zip(&steps) {
            run(&mut devices, step, at);
        }
        // A chain of meetings there and back is enough for everybody to have heard of everything.
        let there = (1..count).map(|at| (at - 1, at));
        let back = (1..count).rev().map(|at| (at - 1, at));
        for (one, other) in there.chain(back) {
            run(&mut devices, &Step::Meet { one, other }, 0);
        }
        let views: Vec<_> = devices.iter().map(|device| shown(&device.ledger)).collect();
        prop_assert!(views.windows(2).all(|pair| pair[0] == pair[1]));
        let heads: Vec<_> = devices.iter().map(|one| one.ledger.store.doc().get_heads()).collect();
        prop_assert!(heads.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

#[test]
fn a_record_goes_round_and_comes_back_once() {
    let (dana, sam) = (person(1), person(2));
    let (mut a, mut b, mut c) = (ledger(), ledger(), ledger());
    story(&mut a, &dana, &sam);
    assert_eq!(meet(&mut a, &mut b).1.new_records.len(), 6);
    assert_eq!(meet(&mut b, &mut c).1.new_records.len(), 6);
    let (back, forth, _) = meet(&mut c, &mut a);
    assert_eq!((back, forth), (News::default(), News::default()));
    assert_eq!(shown(&a), shown(&c));
}

#[test]
fn the_same_message_twice_changes_nothing() {
    let mut a = ledger();
    story(&mut a, &person(1), &person(2));
    let parcel = a.whole().unwrap();
    let mut b = ledger();
    let first = b.take_whole(&mut Sync::new(), "a", &parcel).unwrap();
    assert_eq!(first.new_records.len(), 6);
    let before = b.save();
    let again = b.take_whole(&mut Sync::new(), "a", &parcel).unwrap();
    assert_eq!(again, News::default());
    assert_eq!(b.save(), before);
}

#[test]
fn a_device_that_lost_its_file_gets_it_back_and_writes_on() {
    let dana = person(1);
    let (mut a, mut b) = (ledger(), ledger());
    let first = add(&mut a, &dana, &version(&[], 0));
    meet(&mut a, &mut b);
    let mut anew = ledger();
    anew.append(&dana, [2; 8], "Dana", &version(&[first], 9))
        .unwrap();
    // The very same record again, in another place of the history.
    anew.append(&dana, [2; 8], "Dana", &version(&[], 0))
        .unwrap();
    let (to_anew, to_b, _) = meet(&mut anew, &mut b);
    assert!(to_anew.refused.is_empty() && to_b.refused.is_empty());
    assert_eq!(shown(&anew), shown(&b));
    assert_eq!(anew.len(), 2);
    // Both beginnings are followed by whatever comes next, and the file can be read again.
    anew.append(&dana, [2; 8], "Dana", &version(&[first], 10))
        .unwrap();
    assert_eq!(anew.store.doc().get_heads().len(), 1);
    let bytes = anew.save();
    let loaded = Ledger::load(CONVERSATION, &bytes, None).unwrap();
    assert_eq!(shown(&loaded), shown(&anew));
}

#[test]
fn many_records_go_as_a_parcel_and_few_as_a_message() {
    let dana = person(1);
    let (mut a, mut b) = (ledger(), ledger());
    let long = "x".repeat(250);
    let parent = add(&mut a, &dana, &version(&[], 0));
    for at in 1..300 {
        let Entry::Version(mut entry) = version(&[], at) else {
            unreachable!()
        };
        entry.session_id = Some(long.clone());
        entry.parents = vec![parent; 32];
        add(&mut a, &dana, &Entry::Version(entry));
    }
    let (mut here, mut there) = (Sync::new(), Sync::new());
    let hello = b.message(&mut there).unwrap();
    deliver(&mut a, &mut here, "b", &hello);
    let answer = a.message(&mut here).unwrap();
    assert!(matches!(answer, Outgoing::Whole(_)));
    let news = deliver(&mut b, &mut there, "a", &answer);
    assert_eq!(news.new_records.len(), 300);
    let rest = meet(&mut a, &mut b);
    assert!(rest.0.new_records.is_empty() && rest.1.new_records.is_empty());
    add(&mut a, &dana, &version(&[], 5_000));
    let (_, to_b, rounds) = meet(&mut a, &mut b);
    assert_eq!(to_b.new_records.len(), 1);
    assert!(rounds <= 4, "{rounds} rounds");
}
