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
        open(self.folder.path(), &self.homes()).unwrap()
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
    assert!(first.made_now);
    assert_eq!(
        (first.record.home, first.record.why_file.clone()),
        (Home::Keyring, None)
    );
    assert_eq!(world.files(), 1, "only the record is on disk");
    let again = world.open();
    assert!(!again.made_now);
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
            open(world.folder.path(), &world.homes()).is_err(),
            "{wrong:?}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), wrong);
    }
    assert_eq!(world.keyring.len(), 1);
}

#[test]
fn moving_keeps_the_key_and_leaves_one_copy() {
    let world = World::new();
    let key = world.open().key.unwrap().public();
    let moved = move_to(world.folder.path(), &world.homes(), Home::File).unwrap();
    assert_eq!(
        (moved.record.home, moved.key.unwrap().public()),
        (Home::File, key)
    );
    assert!(world.keyring.is_empty());
    let back = move_to(world.folder.path(), &world.homes(), Home::Keyring).unwrap();
    assert_eq!(
        (back.record.home, back.key.unwrap().public()),
        (Home::Keyring, key)
    );
    assert_eq!((world.keyring.len(), world.files()), (1, 1));
}

#[test]
fn a_move_that_fails_changes_nothing() {
    let world = World::new();
    let first = {
        world.keyring.set_fault(Some(HomeError::Locked));
        world.open()
    };
    let failed = move_to(world.folder.path(), &world.homes(), Home::Keyring);
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
