//! Chunks that unpack to far more than they should.
#![cfg(target_os = "linux")]

use segue_network::transfer::{CHUNK, Take, TakeError};

use super::givers::{chunk, here};
use super::{forget_peak, liar, peak, tree};
use crate::party::{PATIENCE, Party};

/// How much memory bombs may cost.
const MOST: u64 = 64 * 1024 * 1024;

/// A frame of zeros, 128 KiB in four bytes each. Its head says how much there is, or only how far
/// back we should remember.
fn bomb(head: &[u8], blocks: usize) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd];
    frame.extend_from_slice(head);
    for at in 1..=blocks {
        // One byte that is repeated: whether it is the last block, its kind, its length.
        let block = u32::from(at == blocks) | 1 << 1 | (128 << 10) << 3;
        frame.extend_from_slice(&block.to_le_bytes()[..3]);
        frame.push(0);
    }
    frame
}

/// A head that says how much follows.
fn says(bytes: u64) -> Vec<u8> {
    [&[0xe0][..], &bytes.to_le_bytes()].concat()
}

#[tokio::test]
async fn bombs_cost_little_memory_and_end_the_transfer() {
    let mut ann = Party::new("Ann");
    let (eve, mut pulls) = liar(&mut ann).await;
    let inbox = tempfile::tempdir().unwrap();
    let zeros = vec![0; CHUNK];
    let hash = *blake3::hash(&zeros).as_bytes();
    let bombs = [
        bomb(&says(32 << 30), 1 << 18),
        bomb(&says(CHUNK as u64), 1 << 18),
        bomb(&says(u64::MAX), 9),
        bomb(&[0, 0x88], 1 << 18),
        bomb(&[0, 0xf8], 9),
        bomb(&[0, 0x88], 9),
        bomb(&says(u64::MAX), 0),
        // Two frames in a row; not a frame.
        zstd::bulk::compress(&zeros, 1).unwrap().repeat(300),
        vec![7; CHUNK],
    ];
    let bombs = bombs.map(|mut bomb| {
        bomb.truncate(CHUNK);
        bomb
    });
    let before = forget_peak();
    for (at, bomb) in bombs.iter().enumerate() {
        for _ in 0..4 {
            let taking = ann.network.take(Take {
                from: eve.device(),
                hash,
                bytes: CHUNK as u64,
                folder: inbox.path().to_owned(),
                name: "whole".to_owned(),
            });
            let mut pull = pulls.recv().await.unwrap();
            here(&mut pull).await;
            // The only chunk of a file is listed by the hash of the file itself.
            pull.raw(&hash).await;
            pull.raw(&chunk(0, 1, bomb.len(), bomb)).await;
            let taken = tokio::time::timeout(PATIENCE, taking.wait()).await.unwrap();
            assert!(
                matches!(taken, Err(TakeError::Lied(_))),
                "bomb {at}: {taken:?}"
            );
            assert!(tree(inbox.path()).is_empty());
        }
    }
    let grown = peak() - before;
    println!("bombs: {grown} bytes more");
    assert!(grown < MOST, "{grown} bytes more");
}
