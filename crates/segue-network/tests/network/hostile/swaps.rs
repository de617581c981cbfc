//! The folder is swapped for a link, again and again, while files come in.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use futures_util::StreamExt;
use segue_network::transfer::Take;

use super::tree;
use crate::party::{PATIENCE, teammates};
use crate::transfer::{give, sample, take};

/// How many files come in.
const FILES: usize = 1000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_written_where_a_link_in_the_folders_place_leads() {
    let (ann, mut ben) = teammates().await;
    ben.read_on();
    let root = tempfile::tempdir().unwrap();
    let (inbox, outside) = (root.path().join("inbox"), root.path().join("outside"));
    let aside = root.path().join("aside");
    std::fs::create_dir(&inbox).unwrap();
    std::fs::create_dir(&outside).unwrap();
    let given = tempfile::tempdir().unwrap();
    let sample = sample(given.path(), 0);
    give(&ben, &ann, &sample);
    let (stop, swaps) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
    );
    let swapper = {
        let (stop, swaps) = (Arc::clone(&stop), Arc::clone(&swaps));
        let (inbox, outside) = (inbox.clone(), outside.clone());
        std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                swap(&inbox, &aside, &outside);
                swaps.fetch_add(1, Ordering::Relaxed);
            }
        })
    };
    let one = |at: usize| {
        let take = Take {
            name: format!("file-{at}"),
            ..take(&ben, &sample, &inbox)
        };
        let taking = ann.network.take(take);
        async move {
            let taken = tokio::time::timeout(PATIENCE, taking.wait()).await;
            taken.unwrap().is_ok()
        }
    };
    let came: Vec<bool> = futures_util::stream::iter(0..FILES)
        .map(one)
        .buffer_unordered(4)
        .collect()
        .await;
    stop.store(true, Ordering::Relaxed);
    swapper.join().unwrap();
    let whole = came.iter().filter(|came| **came).count();
    assert!(whole > 0 && whole < FILES, "{whole} of {FILES} came whole");
    assert!(swaps.load(Ordering::Relaxed) > 100);
    assert!(tree(&outside).is_empty(), "{:?}", tree(&outside).keys());
    let there = tree(&inbox);
    let plain = |name: &&String| !name.contains('.');
    let files = there.keys().filter(plain).count();
    assert_eq!(files, whole, "every whole file is in the folder itself");
}

/// For a moment a link is where the folder was.
fn swap(inbox: &Path, aside: &Path, outside: &Path) {
    std::fs::rename(inbox, aside).unwrap();
    std::os::unix::fs::symlink(outside, inbox).unwrap();
    std::thread::yield_now();
    std::fs::remove_file(inbox).unwrap();
    std::fs::rename(aside, inbox).unwrap();
    std::thread::sleep(std::time::Duration::from_micros(200));
}
