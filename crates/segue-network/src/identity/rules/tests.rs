use std::sync::Arc;

use super::*;
use crate::identity::{MemoryHome, Secret};

struct World {
    folder: tempfile::TempDir,
    keyring: Arc<MemoryHome>,
}

impl World {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            keyring: Arc::default(),
        }
    }

    fn homes(&self) -> Homes {
        Homes {
            keyring: Box::new(Arc::clone(&self.keyring)),
            ..Homes::file_only(self.folder.path())
        }
    }

    fn open(&self) -> Opened {
        open(self.folder.path(), &self.homes(), false).unwrap()
    }

    fn files(&self) -> usize {
        std::fs::read_dir(self.folder.path()).unwrap().count()
    }
}

fn faults() -> [HomeError; 5] {
    [
        HomeError::Unreachable("no bus".to_owned()),
        HomeError::Locked,
        HomeError::Silent(5),
        HomeError::Damaged("not text".to_owned()),
        HomeError::Exposed,
    ]
}

#[test]
fn first_run_uses_the_keyring_and_every_later_run_finds_the_same_key() {
    let world = World::new();
    let first = world.open();
    assert_eq!(first.news, News::Made);
    assert_eq!(
        (first.record.home, first.record.why_file.clone()),
        (Home::Keyring, None)
    );
    assert_eq!(world.files(), 1, "only the record is on disk");
    let again = world.open();
    assert_eq!(again.news, News::None);
    assert_eq!(again.key.unwrap().public(), first.key.unwrap().public());
}

#[test]
fn first_run_without_a_usable_keyring_uses_a_file_and_remembers_why() {
    for fault in faults() {
        let world = World::new();
        world.keyring.set_fault(Some(fault.clone()));
        let first = world.open();
        assert_eq!(first.record.home, Home::File);
        assert!(
            first
                .record
                .why_file
                .as_ref()
                .unwrap()
                .contains(&fault.to_string())
        );
        // A keyring that appears later changes nothing by itself.
        world.keyring.set_fault(None);
        let again = world.open();
        assert_eq!(again.record, first.record);
        assert_eq!(again.key.unwrap().public(), first.key.unwrap().public());
        assert!(world.keyring.is_empty());
    }
}

#[test]
fn a_recorded_keyring_that_is_out_of_reach_never_makes_a_new_identity() {
    let world = World::new();
    let first = world.open();
    for fault in faults() {
        world.keyring.set_fault(Some(fault.clone()));
        let shut = world.open();
        assert_eq!(shut.record, first.record);
        assert_eq!(shut.key.unwrap_err(), Unavailable::Home(fault));
        assert_eq!(world.files(), 1, "nothing was written");
    }
    world.keyring.set_fault(None);
    assert_eq!(
        world.open().key.unwrap().public(),
        first.key.unwrap().public()
    );
}

#[test]
fn a_secret_that_is_gone_or_another_is_said_and_not_replaced() {
    let world = World::new();
    let record = world.open().record;
    let name = record.name.to_string();
    world
        .keyring
        .write(&name, &Secret::from_bytes([9; 32]))
        .unwrap();
    assert_eq!(world.open().key.unwrap_err(), Unavailable::Other);
    world.keyring.delete(&name).unwrap();
    assert_eq!(world.open().key.unwrap_err(), Unavailable::Gone);
    assert!(world.keyring.is_empty());
}

#[test]
fn a_damaged_record_stops_everything_and_stays_as_it_is() {
    let world = World::new();
    world.open();
    let path = world.folder.path().join("identity.json");
    let wrongs = [
        "",
        "{",
        "{\"version\":1}",
        "{\"version\":9,\"public_key\":\"\"}",
    ];
    for wrong in wrongs {
        std::fs::write(&path, wrong).unwrap();
        assert!(
            open(world.folder.path(), &world.homes(), true).is_err(),
            "{wrong:?}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), wrong);
    }
    assert_eq!(world.keyring.len(), 1);
}

/// Moves what was opened to another home.
fn moved(world: &World, opened: &Opened, to: Home) -> Result<Opened, OpenError> {
    let key = opened.key.as_ref().unwrap();
    move_to(world.folder.path(), &world.homes(), &opened.record, key, to)
}

#[test]
fn moving_keeps_the_key_and_leaves_one_copy() {
    let world = World::new();
    let first = world.open();
    let key = first.key.as_ref().unwrap().public();
    let there = moved(&world, &first, Home::File).unwrap();
    assert_eq!(
        (there.record.home, there.key.as_ref().unwrap().public()),
        (Home::File, key)
    );
    assert!(world.keyring.is_empty());
    assert_eq!(world.open().record, there.record);
    let back = moved(&world, &there, Home::Keyring).unwrap();
    assert_eq!(
        (back.record.home, back.key.unwrap().public()),
        (Home::Keyring, key)
    );
    assert_eq!((world.keyring.len(), world.files()), (1, 1));
}

#[test]
fn a_move_that_fails_changes_nothing() {
    let world = World::new();
    world.keyring.set_fault(Some(HomeError::Locked));
    let first = world.open();
    let failed = moved(&world, &first, Home::Keyring);
    assert!(matches!(
        failed,
        Err(OpenError::NotMoved {
            error: HomeError::Locked,
            ..
        })
    ));
    let after = world.open();
    assert_eq!(after.record, first.record);
    assert_eq!(after.key.unwrap().public(), first.key.unwrap().public());
}

#[test]
fn a_copy_that_stays_behind_is_said() {
    let world = World::new();
    let first = world.open();
    world.keyring.set_fault(Some(HomeError::Locked));
    let there = moved(&world, &first, Home::File).unwrap();
    assert_eq!(there.news, News::LeftBehind(HomeError::Locked));
    assert_eq!(
        world.open().key.unwrap().public(),
        first.key.unwrap().public()
    );
}

#[test]
fn a_key_in_memory_can_be_put_back_where_it_was() {
    let world = World::new();
    let first = world.open();
    world
        .keyring
        .delete(&first.record.name.to_string())
        .unwrap();
    assert_eq!(check(&first.record, &world.homes()), Err(Unavailable::Gone));
    let put = moved(&world, &first, Home::Keyring).unwrap();
    assert_eq!(put.record, first.record);
    assert_eq!(check(&put.record, &world.homes()), Ok(()));
}

#[test]
fn a_lost_record_is_made_again_from_the_key_file_and_never_replaced() {
    let world = World::new();
    world.keyring.set_fault(Some(HomeError::Silent(5)));
    let first = world.open();
    std::fs::remove_file(world.folder.path().join("identity.json")).unwrap();
    let again = world.open();
    assert_eq!(again.news, News::Recovered);
    assert_eq!(again.key.unwrap().public(), first.key.unwrap().public());
    assert_eq!(again.record.name, first.record.name);
    // Two key files leave no way to know which was ours.
    std::fs::remove_file(world.folder.path().join("identity.json")).unwrap();
    std::fs::write(
        world.folder.path().join(format!("{}.key", Uuid::new_v4())),
        "x",
    )
    .unwrap();
    let refused = open(world.folder.path(), &world.homes(), false);
    assert!(matches!(refused, Err(OpenError::RecordLost)));
}

#[test]
fn a_used_profile_that_lost_its_record_makes_no_new_identity() {
    let world = World::new();
    world.open();
    std::fs::remove_file(world.folder.path().join("identity.json")).unwrap();
    let refused = open(world.folder.path(), &world.homes(), true);
    assert!(matches!(refused, Err(OpenError::RecordLost)));
    assert_eq!((world.keyring.len(), world.files()), (1, 0));
}
