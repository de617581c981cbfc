//! A disk that is too small, in a namespace of its own.

use std::path::Path;
use std::process::Command;

use segue_network::transfer::{Take, TakeError};

use super::tree;
use crate::party::{PATIENCE, Party, teammates};
use crate::transfer::{Sample, give, sample, take};

/// A file system in memory of this size.
fn mount(at: &Path, size: &str) {
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
        .arg(at)
        .status();
    assert!(
        mounted.unwrap().success(),
        "{} can't be mounted",
        at.display()
    );
}

async fn come(ann: &Party, take: Take) -> Result<(), TakeError> {
    let taking = ann.network.take(take).wait();
    let taken = tokio::time::timeout(PATIENCE, taking).await.unwrap();
    taken.map(|_| ())
}

#[test]
fn a_small_disk_is_not_filled() {
    segue_testkit::lan("hostile::room::a_small_disk_is_not_filled", |_| {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(small());
    });
}

async fn small() {
    let (ann, ben) = teammates().await;
    let given = tempfile::tempdir().unwrap();
    let one = sample(given.path(), 10);
    give(&ben, &ann, &one);
    // Less than the file; less than the file and what must stay free.
    for size in ["5m", "70m"] {
        let disk = tempfile::tempdir().unwrap();
        mount(disk.path(), size);
        let result = come(&ann, take(&ben, &one, disk.path())).await;
        assert!(
            matches!(result, Err(TakeError::NoRoom { .. })),
            "{result:?}"
        );
        assert!(tree(disk.path()).is_empty(), "nothing half is left");
    }
    let disk = tempfile::tempdir().unwrap();
    mount(disk.path(), "80m");
    come(&ann, take(&ben, &one, disk.path())).await.unwrap();
    several(&ann, &ben).await;
}

/// Each of several fits, all of them do not: what must stay free stays free.
async fn several(ann: &Party, ben: &Party) {
    let disk = tempfile::tempdir().unwrap();
    mount(disk.path(), "150m");
    let folders: Vec<_> = (0..4).map(|_| tempfile::tempdir().unwrap()).collect();
    let samples: Vec<Sample> = folders.iter().map(|at| sample(at.path(), 40)).collect();
    let coming = samples.iter().enumerate().map(|(at, sample)| {
        give(ben, ann, sample);
        let take = Take {
            name: format!("file-{at}"),
            ..take(ben, sample, disk.path())
        };
        come(ann, take)
    });
    let came = futures_util::future::join_all(coming).await;
    let refused = |result: &&Result<(), TakeError>| matches!(result, Err(TakeError::NoRoom { .. }));
    assert!(came.iter().filter(refused).count() >= 2, "{came:?}");
    assert!(
        came.iter().all(|came| came.is_ok() || refused(&came)),
        "{came:?}"
    );
    let free = rustix::fs::statvfs(disk.path()).unwrap();
    let free = free.f_bavail * free.f_frsize;
    assert!(free > 50 * 1024 * 1024, "{free} bytes are left");
}
