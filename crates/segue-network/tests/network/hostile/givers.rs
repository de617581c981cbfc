//! Givers that lie about what they give.

use blake3::hazmat::HasherExt;
use segue_network::transfer::{CHUNK, Progress, Take, TakeError, Taken};
use segue_testkit::hostile::SyncSession;
use serde_json::json;

use super::{liar, tree};
use crate::party::{PATIENCE, Party};

/// A file of a little more than three chunks.
fn file() -> Vec<u8> {
    let mut data = vec![0; 3 * CHUNK + 500];
    blake3::Hasher::new().finalize_xof().fill(&mut data);
    data
}

/// The list of parts of a file with more than one, as it travels.
fn list(data: &[u8]) -> Vec<u8> {
    let value = |(at, chunk): (usize, &[u8])| {
        let mut hasher = blake3::Hasher::new();
        hasher.set_input_offset((at * CHUNK) as u64);
        hasher.update(chunk).finalize_non_root()
    };
    data.chunks(CHUNK).enumerate().flat_map(value).collect()
}

/// One chunk as it travels, not packed.
pub fn chunk(index: u32, packing: u8, length: usize, data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(length).unwrap();
    let head = [&index.to_be_bytes()[..], &[packing], &length.to_be_bytes()].concat();
    [&head, data].concat()
}

fn plain(data: &[u8], index: usize) -> Vec<u8> {
    let data = data.chunks(CHUNK).nth(index).unwrap();
    chunk(u32::try_from(index).unwrap(), 0, data.len(), data)
}

/// Says that it has what is wanted.
pub async fn here(pull: &mut SyncSession) {
    pull.message().await;
    pull.send(&json!("here")).await;
}

/// What comes of it when this is sent instead of a file.
async fn come_of(offered: &[u8], bytes: u64, sent: Vec<u8>) -> Result<Taken, TakeError> {
    let mut ann = Party::new("Ann");
    let (eve, mut pulls) = liar(&mut ann).await;
    let inbox = tempfile::tempdir().unwrap();
    let taking = ann.network.take(Take {
        from: eve.device(),
        hash: *blake3::hash(offered).as_bytes(),
        bytes,
        folder: inbox.path().to_owned(),
        name: "whole".to_owned(),
    });
    let mut pull = pulls.recv().await.unwrap();
    here(&mut pull).await;
    pull.raw(&sent).await;
    let taken = tokio::time::timeout(PATIENCE, taking.wait()).await.unwrap();
    match &taken {
        Ok(_) => {
            let left = tree(inbox.path());
            assert_eq!(left.keys().collect::<Vec<_>>(), ["whole"]);
            assert_eq!(left["whole"], offered);
        }
        Err(_) => assert!(tree(inbox.path()).is_empty(), "nothing half is left"),
    }
    taken
}

#[tokio::test]
async fn every_lie_ends_the_transfer_and_nothing_is_left() {
    let data = file();
    let size = data.len() as u64;
    let list = list(&data);
    let with = |chunks: &[Vec<u8>]| [&list[..], &chunks.concat()].concat();
    let mut wrong_list = list.clone();
    wrong_list[40] ^= 1;
    let mut wrong_byte = plain(&data, 1);
    wrong_byte[100] ^= 1;
    let first = plain(&data, 0);
    for (what, bytes, sent) in [
        ("another list", size, wrong_list),
        ("a list of zeros", size, vec![0; list.len()]),
        ("a larger size", size + CHUNK as u64, with(&[]).repeat(2)),
        (
            "a size of one byte more",
            size + 1,
            with(&[
                first.clone(),
                plain(&data, 1),
                plain(&data, 2),
                chunk(3, 0, 501, &[0; 501]),
            ]),
        ),
        (
            "a size of one byte less",
            size - 1,
            with(&[
                first.clone(),
                plain(&data, 1),
                plain(&data, 2),
                chunk(3, 0, 499, &data[3 * CHUNK..size as usize - 1]),
            ]),
        ),
        ("a chunk twice", size, with(&[first.clone(), first.clone()])),
        (
            "the second first",
            size,
            with(&[plain(&data, 1), first.clone()]),
        ),
        (
            "a chunk beyond the end",
            size,
            with(&[first.clone(), chunk(9, 0, 10, &[0; 10])]),
        ),
        (
            "a chunk with the largest number",
            size,
            with(&[chunk(u32::MAX, 0, 10, &[0; 10])]),
        ),
        ("a wrong byte", size, with(&[first.clone(), wrong_byte])),
        (
            "a chunk that is too long",
            size,
            with(&[chunk(0, 0, CHUNK + 1, &vec![0; CHUNK + 1])]),
        ),
        (
            "a length without end",
            size,
            with(&[chunk(0, 0, u32::MAX as usize, &[])]),
        ),
        (
            "a packing that is none",
            size,
            with(&[chunk(0, 9, 10, &[0; 10])]),
        ),
        (
            "a chunk that is too short",
            size,
            with(&[chunk(0, 0, 10, &data[..10])]),
        ),
        ("an empty chunk", size, with(&[chunk(0, 0, 0, &[])])),
        (
            "one byte more in the last",
            size,
            with(&[
                first.clone(),
                plain(&data, 1),
                plain(&data, 2),
                chunk(3, 0, 501, &[0; 501]),
            ]),
        ),
    ] {
        let taken = come_of(&data, bytes, sent).await;
        assert!(
            matches!(taken, Err(TakeError::Lied(_))),
            "{what}: {taken:?}"
        );
    }
}

#[tokio::test]
async fn what_comes_after_the_end_is_not_kept() {
    let data = file();
    let mut sent = list(&data);
    for index in 0..4 {
        sent.extend(plain(&data, index));
    }
    sent.extend(chunk(4, 0, 1000, &[7; 1000]));
    come_of(&data, data.len() as u64, sent).await.unwrap();
}

#[tokio::test]
async fn one_that_hangs_up_again_and_again_is_waited_for_and_nothing_is_half() {
    let mut ann = Party::new("Ann");
    let (eve, mut pulls) = liar(&mut ann).await;
    let inbox = tempfile::tempdir().unwrap();
    let data = file();
    let taking = ann.network.take(Take {
        from: eve.device(),
        hash: *blake3::hash(&data).as_bytes(),
        bytes: data.len() as u64,
        folder: inbox.path().to_owned(),
        name: "whole".to_owned(),
    });
    let mut progress = taking.progress();
    let mut listed = false;
    for index in 0..4 {
        let mut pull = pulls.recv().await.unwrap();
        let want = pull.message().await;
        assert_eq!(want["listed"], listed);
        assert_eq!(want["missing"], json!([[index, 4]]), "only what is missing");
        pull.send(&json!("here")).await;
        if !listed {
            pull.raw(&list(&data)).await;
            listed = true;
        }
        pull.raw(&plain(&data, index)).await;
        // Half of the next one, and gone; the end of the last one is all there is.
        if index < 3 {
            pull.raw(&plain(&data, index + 1)[..300]).await;
            drop(pull);
            progress
                .wait_for(|at| matches!(at, Progress::Waiting { .. }))
                .await
                .unwrap();
            assert!(!inbox.path().join("whole").exists());
        } else {
            assert_eq!(pull.message().await, json!("whole"));
        }
    }
    taking.wait().await.unwrap();
    assert_eq!(tree(inbox.path())["whole"], data);
}

#[tokio::test]
async fn those_who_are_away_do_not_hold_up_the_files_of_others() {
    let mut ann = Party::new("Ann");
    let mut waiting = Vec::new();
    let inbox = tempfile::tempdir().unwrap();
    // Three people who are nowhere, with as many files as may come from each.
    for person in 0..3_u8 {
        let away = segue_network::identity::IdentityKey::generate();
        let away = segue_network::DeviceId::of(&away.public()).unwrap();
        ann.count(away, segue_network::network::Standing::Verified, Vec::new());
        for file in 0..4_u8 {
            let taking = ann.network.take(Take {
                from: away,
                hash: [file; 32],
                bytes: 10,
                folder: inbox.path().to_owned(),
                name: format!("{person}-{file}"),
            });
            let mut progress = taking.progress();
            progress
                .wait_for(|at| matches!(at, Progress::Waiting { .. }))
                .await
                .unwrap();
            waiting.push(taking);
        }
    }
    let mut ben = Party::new("Ben");
    ben.count(
        ann.device(),
        segue_network::network::Standing::Verified,
        Vec::new(),
    );
    let at_ben = ben.address().await;
    ann.count(
        ben.device(),
        segue_network::network::Standing::Verified,
        vec![at_ben],
    );
    let disk = tempfile::tempdir().unwrap();
    let sample = crate::transfer::sample(disk.path(), 1);
    crate::transfer::give(&ben, &ann, &sample);
    let taking = ann
        .network
        .take(crate::transfer::take(&ben, &sample, inbox.path()));
    let taken = tokio::time::timeout(PATIENCE, taking.wait()).await;
    taken.expect("it is not held up").unwrap();
}
