//! Cut off at every place: what was announced is there as a whole, or none of it is.

use std::cell::RefCell;

use segue_conversation::{Message, Part, Role};

use super::*;
use crate::claude::Claude;
use crate::codex::Codex;
use crate::gemini::Gemini;
use crate::platform::Platform;
use crate::trial::{Home, With, announced, file_of, import};

/// Agents that keep a session in files.
const IN_FILES: [&dyn Platform; 3] = [&Claude, &Codex, &Gemini];

fn said(count: u32) -> Vec<Message> {
    let one = |number: u32| {
        let role = if number.is_multiple_of(2) {
            Role::User
        } else {
            Role::Agent
        };
        let text = Part::text(format!("What was said {number}"));
        Message::new(format!("m{number}"), role, vec![text])
    };
    (0..count).map(one).collect()
}

fn file(count: u32) -> Vec<u8> {
    file_of(&said(count), "another-agent")
}

const OWNER: &str = "someone";

fn session_file(receipt: &ImportReceipt) -> &Path {
    let changes = receipt.changes.iter().rev();
    let mut files = changes.filter_map(|change| match change {
        Change::File { path, .. } | Change::Grown { path, .. } => Some(path),
        _ => None,
    });
    files.next().unwrap()
}

#[test]
fn it_is_announced_as_it_will_be_before_it_is_there() {
    for platform in IN_FILES {
        let home = Home::new();
        let told = RefCell::new(None);
        let announce = |receipt: &ImportReceipt| {
            assert!(!session_file(receipt).exists(), "{}", platform.id());
            told.replace(Some(receipt.clone()));
            Ok(())
        };
        let outcome = announced(platform, &home, &file(4), With::default(), &announce).unwrap();
        assert_eq!(told.into_inner(), Some(outcome.written.receipt));
    }
}

#[test]
fn what_is_refused_leaves_nothing() {
    for platform in IN_FILES {
        let home = Home::new();
        let before = home.files();
        let refuse = |_: &ImportReceipt| Err("The disk is full.".to_owned());
        let refused = announced(platform, &home, &file(4), With::default(), &refuse);
        assert_eq!(refused.unwrap_err().to_string(), "The disk is full.");
        assert_eq!(home.files(), before, "{}", platform.id());
    }
}

#[test]
fn what_was_done_stays_and_a_part_of_it_goes() {
    for platform in IN_FILES {
        let home = Home::new();
        let before = home.files();
        let outcome = import(platform, &home, &file(4), With::default()).unwrap();
        let receipt = outcome.written.receipt;
        let after = home.files();
        assert!(settle(&receipt, OWNER).unwrap(), "{}", platform.id());
        assert_eq!(home.files(), after);

        std::fs::remove_file(session_file(&receipt)).unwrap();
        assert!(!settle(&receipt, OWNER).unwrap(), "{}", platform.id());
        assert_eq!(home.files(), before, "{}", platform.id());
        assert!(!settle(&receipt, OWNER).unwrap(), "as often as one likes");
    }
}

#[test]
fn what_went_on_is_as_it_was_or_as_it_should_be() {
    for platform in IN_FILES {
        let home = Home::new();
        let first = import(platform, &home, &file(4), With::default()).unwrap();
        let before = home.files();
        let with = With {
            onto: Some(first.written.receipt),
            skip: 4,
            ..With::default()
        };
        let second = import(platform, &home, &file(6), with).unwrap();
        let receipt = second.written.receipt;
        let (after, grown) = (home.files(), session_file(&receipt).to_owned());
        assert!(settle(&receipt, OWNER).unwrap());
        assert_eq!(home.files(), after, "{}", platform.id());
        let (_, bytes) = before.iter().find(|(path, _)| *path == grown).unwrap();
        std::fs::write(&grown, bytes).unwrap();
        assert!(!settle(&receipt, OWNER).unwrap());
        assert_eq!(home.files(), before, "{}", platform.id());

        // Its agent went on with it, without what was never added.
        let used = [bytes.as_slice(), b"{}\n"].concat();
        std::fs::write(&grown, &used).unwrap();
        assert!(!settle(&receipt, OWNER).unwrap(), "{}", platform.id());
        assert_eq!(std::fs::read(&grown).unwrap(), used);
    }
}

#[test]
fn what_was_used_since_is_left_alone() {
    for platform in IN_FILES {
        let home = Home::new();
        let outcome = import(platform, &home, &file(4), With::default()).unwrap();
        let receipt = outcome.written.receipt;
        let path = session_file(&receipt);
        let mut bytes = std::fs::read(path).unwrap();
        bytes.extend(b"{}\n");
        std::fs::write(path, bytes).unwrap();
        let after = home.files();
        assert!(settle(&receipt, OWNER).unwrap());
        assert_eq!(home.files(), after, "{}", platform.id());
    }
}

#[test]
fn files_on_their_way_go_with_it() {
    let home = Home::new();
    let outcome = import(&Claude, &home, &file(4), With::default()).unwrap();
    let receipt = outcome.written.receipt;
    let after = home.files();
    let folder = session_file(&receipt).parent().unwrap();
    for owner in [OWNER, "another"] {
        std::fs::write(folder.join(drafts::name(owner)), "half").unwrap();
    }
    assert!(settle(&receipt, OWNER).unwrap());
    assert_eq!(
        home.files().len(),
        after.len() + 1,
        "what others write stays"
    );
    assert!(settle(&receipt, "another").unwrap());
    assert_eq!(home.files(), after);
}

#[test]
fn what_an_earlier_import_left_on_its_way_goes_with_the_next() {
    for platform in IN_FILES {
        let home = Home::new();
        let first = import(platform, &home, &file(4), With::default()).unwrap();
        let folder = session_file(&first.written.receipt).parent().unwrap();
        let left = folder.join(drafts::name(OWNER));
        std::fs::write(&left, "half").unwrap();
        let dry_run = With {
            dry_run: true,
            ..With::default()
        };
        import(platform, &home, &file(6), dry_run).unwrap();
        assert!(left.exists(), "a dry run changes nothing");
        import(platform, &home, &file(6), With::default()).unwrap();
        assert!(!left.exists(), "{}", platform.id());
    }
}
