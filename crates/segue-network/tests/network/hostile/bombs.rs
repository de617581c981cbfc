//! Chunks that unpack to far more than they should.
#![cfg(target_os = "linux")]

use std::io::Read;

use segue_network::transfer::{CHUNK, Take, TakeError};

use super::givers::{chunk, here};
use super::{forget_peak, liar, peak, tree};
use crate::party::{PATIENCE, Party};

/// How much memory bombs may cost.
const MOST: u64 = 64 * 1024 * 1024;

/// Zeros without end in a few bytes. `window` is how far back its format may ask us to remember.
fn bomb(megabytes: u64, window: u32, says_its_size: bool) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 19).unwrap();
    encoder.window_log(window).unwrap();
    if says_its_size {
        encoder.set_pledged_src_size(Some(megabytes << 20)).unwrap();
    }
    std::io::copy(&mut std::io::repeat(0).take(megabytes << 20), &mut encoder).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn bombs_cost_little_memory_and_end_the_transfer() {
    let mut ann = Party::new("Ann");
    let (eve, mut pulls) = liar(&mut ann).await;
    let inbox = tempfile::tempdir().unwrap();
    let zeros = vec![0; CHUNK];
    let hash = *blake3::hash(&zeros).as_bytes();
    let bombs = [
        bomb(2048, 27, true),
        bomb(2048, 27, false),
        bomb(2, 10, false),
        // A frame that promises everything and holds nothing; two frames in a row; not a frame.
        [&[0x28, 0xb5, 0x2f, 0xfd, 0xe0][..], &[0xff; 8], &[1, 0, 0]].concat(),
        zstd::bulk::compress(&zeros, 1).unwrap().repeat(300),
        vec![7; CHUNK],
    ];
    let before = forget_peak();
    for (at, bomb) in bombs.iter().enumerate() {
        assert!(
            bomb.len() <= CHUNK,
            "bomb {at} fits into a chunk: {}",
            bomb.len()
        );
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
    assert!(grown < MOST, "{grown} bytes more");
}
