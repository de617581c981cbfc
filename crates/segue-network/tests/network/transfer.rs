//! Offers and transfers between real networks.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use segue_network::Event;
use segue_network::network::Standing;
use segue_network::transfer::{
    Give, GivenState, Offer, OfferAnswer, OfferDraft, OfferError, Progress, Take, TakeError,
};
use uuid::Uuid;

use crate::party::{PATIENCE, Party, teammates};

pub struct Sample {
    pub path: PathBuf,
    pub hash: [u8; 32],
    pub bytes: u64,
}

pub fn sample(folder: &Path, megabytes: usize) -> Sample {
    let mut data = vec![0; megabytes * 1_000_000 + 7];
    let (half, words) = data.split_at_mut(megabytes * 500_000);
    blake3::Hasher::new()
        .update(folder.as_os_str().as_encoded_bytes())
        .finalize_xof()
        .fill(half);
    for (at, byte) in words.iter_mut().enumerate() {
        *byte = b"some words that repeat "[at % 23];
    }
    let path = folder.join("sample");
    std::fs::write(&path, &data).unwrap();
    Sample {
        path,
        hash: *blake3::hash(&data).as_bytes(),
        bytes: data.len() as u64,
    }
}

pub fn give(from: &Party, to: &Party, sample: &Sample) {
    let given = from.network.give(Give {
        to: to.device(),
        hash: sample.hash,
        bytes: sample.bytes,
        path: sample.path.clone(),
    });
    assert!(given);
}

pub fn take(from: &Party, sample: &Sample, folder: &Path) -> Take {
    Take {
        from: from.device(),
        hash: sample.hash,
        bytes: sample.bytes,
        folder: folder.to_owned(),
        name: "whole".to_owned(),
    }
}

fn draft(to: &Party) -> OfferDraft {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let now = u64::try_from(now.as_millis()).unwrap();
    OfferDraft {
        id: Uuid::new_v4(),
        to: to.device(),
        created: now,
        expires: now + 60_000,
        hash: [7; 32],
        bytes: 10,
        body: "{}".to_owned(),
    }
}

#[tokio::test]
async fn a_file_arrives_as_it_was_and_the_giver_knows() {
    let (mut ann, ben) = teammates().await;
    let folder = tempfile::tempdir().unwrap();
    let sample = sample(folder.path(), 9);
    give(&ann, &ben, &sample);
    let inbox = tempfile::tempdir().unwrap();
    let taking = ben.network.take(take(&ann, &sample, inbox.path()));
    let taken = taking.wait().await.unwrap();
    assert_eq!(
        std::fs::read(&taken.path).unwrap(),
        std::fs::read(&sample.path).unwrap()
    );
    assert!(
        taken.wire < sample.bytes * 6 / 10,
        "half of it repeats: {}",
        taken.wire
    );
    let names: Vec<_> = std::fs::read_dir(inbox.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(names, ["whole"]);
    ann.until("the giver knows", |event| match event {
        Event::Given(given) if given.state == GivenState::Whole => Some(()),
        _ => None,
    })
    .await;
    // Once more costs nothing.
    let again = ben
        .network
        .take(take(&ann, &sample, inbox.path()))
        .wait()
        .await
        .unwrap();
    assert_eq!(again.wire, 0);
}

#[tokio::test]
async fn an_interrupted_transfer_goes_on_where_it_was() {
    let (ann, ben) = teammates().await;
    let folder = tempfile::tempdir().unwrap();
    let sample = sample(folder.path(), 24);
    give(&ann, &ben, &sample);
    let inbox = tempfile::tempdir().unwrap();
    let taking = ben.network.take(take(&ann, &sample, inbox.path()));
    let mut progress = taking.progress();
    progress
        .wait_for(|at| matches!(at, Progress::Going { done, .. } if *done > 4_000_000))
        .await
        .unwrap();
    drop(taking);
    assert!(
        !inbox.path().join("whole").exists(),
        "no half file under its name"
    );
    let left = std::fs::metadata(inbox.path().join("whole.part"))
        .unwrap()
        .len();
    assert!(left > 4_000_000);
    let taken = ben
        .network
        .take(take(&ann, &sample, inbox.path()))
        .wait()
        .await
        .unwrap();
    assert_eq!(
        *blake3::hash(&std::fs::read(&taken.path).unwrap()).as_bytes(),
        sample.hash
    );
    assert!(taken.wire < sample.bytes / 2, "{}", taken.wire);
}

#[tokio::test]
async fn a_panic_in_the_network_does_not_end_a_transfer() {
    let (ann, ben) = teammates().await;
    let folder = tempfile::tempdir().unwrap();
    let sample = sample(folder.path(), 24);
    give(&ann, &ben, &sample);
    let inbox = tempfile::tempdir().unwrap();
    let taking = ben.network.take(take(&ann, &sample, inbox.path()));
    let mut progress = taking.progress();
    progress
        .wait_for(|at| matches!(at, Progress::Going { done, .. } if *done > 2_000_000))
        .await
        .unwrap();
    ben.network.fail_on_purpose().await;
    let taken = tokio::time::timeout(PATIENCE, taking.wait())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        *blake3::hash(&std::fs::read(&taken.path).unwrap()).as_bytes(),
        sample.hash
    );
}

#[tokio::test]
async fn cancelling_ends_it_on_both_sides_soon() {
    let (mut ann, ben) = teammates().await;
    let folder = tempfile::tempdir().unwrap();
    let sample = sample(folder.path(), 60);
    give(&ann, &ben, &sample);
    let inbox = tempfile::tempdir().unwrap();
    let taking = ben.network.take(take(&ann, &sample, inbox.path()));
    let mut progress = taking.progress();
    progress
        .wait_for(|at| matches!(at, Progress::Going { .. }))
        .await
        .unwrap();
    taking.canceller().cancel();
    assert_eq!(taking.wait().await, Err(TakeError::Cancelled));
    let ended = ann.until("the giver knows", |event| match event {
        Event::Given(given) if given.state == GivenState::Stopped => Some(()),
        _ => None,
    });
    tokio::time::timeout(Duration::from_secs(2), ended)
        .await
        .expect("within two seconds");
    assert_eq!(
        std::fs::read_dir(inbox.path()).unwrap().count(),
        0,
        "nothing stays"
    );
}

#[tokio::test]
async fn what_is_taken_back_stops_coming() {
    let (ann, ben) = teammates().await;
    let folder = tempfile::tempdir().unwrap();
    let sample = sample(folder.path(), 60);
    give(&ann, &ben, &sample);
    let inbox = tempfile::tempdir().unwrap();
    let taking = ben.network.take(take(&ann, &sample, inbox.path()));
    let mut progress = taking.progress();
    progress
        .wait_for(|at| matches!(at, Progress::Going { .. }))
        .await
        .unwrap();
    let began = Instant::now();
    ann.network.take_back(ben.device(), &sample.hash);
    assert_eq!(taking.wait().await, Err(TakeError::TakenBack));
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "both sides stop within two seconds"
    );
    let left = std::fs::read_dir(inbox.path()).unwrap().count();
    assert_eq!(left, 0, "what is taken back does not stay");
}

#[tokio::test]
async fn a_giver_that_has_just_begun_is_waited_for_and_what_is_here_stays() {
    let (ann, ben) = teammates().await;
    let folder = tempfile::tempdir().unwrap();
    let sample = sample(folder.path(), 3);
    let inbox = tempfile::tempdir().unwrap();
    let wanted = take(&ann, &sample, inbox.path());
    let part = inbox.path().join(format!("{}.part", wanted.name));
    let taking = ben.network.take(wanted.clone());
    let mut progress = taking.progress();
    progress
        .wait_for(|at| matches!(at, Progress::Waiting { .. }))
        .await
        .unwrap();
    give(&ann, &ben, &sample);
    taking.wait().await.unwrap();
    ann.network.take_back(ben.device(), &sample.hash);
    // One who never gives it is not waited for without end, and nothing is thrown away by that.
    let cid = Party::new("Cid");
    let (mut ben, at_cid) = (ben, cid.address().await);
    ben.count(cid.device(), Standing::Verified, vec![at_cid]);
    std::fs::remove_file(inbox.path().join(&wanted.name)).unwrap();
    std::fs::write(&part, b"begun").unwrap();
    let wanted = segue_network::transfer::Take {
        from: cid.device(),
        ..wanted
    };
    let mut cid = cid;
    cid.count(ben.device(), Standing::Verified, Vec::new());
    let ended = ben.network.take(wanted).wait().await;
    assert_eq!(ended, Err(TakeError::NotGiven));
    assert!(part.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn several_files_come_at_once_and_none_starves() {
    let (ann, ben) = teammates().await;
    let inbox = tempfile::tempdir().unwrap();
    let folders: Vec<_> = (0..3).map(|_| tempfile::tempdir().unwrap()).collect();
    let samples: Vec<Sample> = folders
        .iter()
        .map(|folder| sample(folder.path(), 60))
        .collect();
    for sample in &samples {
        give(&ann, &ben, sample);
    }
    let takings: Vec<_> = samples
        .iter()
        .enumerate()
        .map(|(at, sample)| {
            let take = Take {
                name: format!("file-{at}"),
                ..take(&ann, sample, inbox.path())
            };
            ben.network.take(take)
        })
        .collect();
    let mut progress: Vec<_> = takings
        .iter()
        .map(segue_network::transfer::Taking::progress)
        .collect();
    // The giver reads each file once before it goes; from then on they share.
    for one in &mut progress {
        one.wait_for(|at| came(at) > 0).await.unwrap();
    }
    let before: Vec<u64> = progress.iter().map(|one| came(&one.borrow())).collect();
    assert!(
        before.iter().all(|done| *done < samples[0].bytes),
        "one was whole before another began: {before:?}"
    );
    let first = futures_util::future::select_all(
        progress
            .iter_mut()
            .map(|one| Box::pin(one.wait_for(|at| came(at) == samples[0].bytes))),
    );
    let (_, first, _) = first.await;
    let since: Vec<u64> = progress
        .iter()
        .zip(&before)
        .map(|(one, before)| came(&one.borrow()) - before)
        .collect();
    let slowest = since.iter().min().unwrap();
    assert!(
        slowest * 4 > since[first],
        "while one came whole the slowest had less than a quarter of it: {since:?}"
    );
    for taking in takings {
        taking.wait().await.unwrap();
    }
}

/// How many bytes of a file are there.
fn came(at: &Progress) -> u64 {
    match at {
        Progress::Connecting => 0,
        Progress::Going { done, .. } | Progress::Waiting { done, .. } => *done,
    }
}

#[tokio::test]
async fn offers_come_from_verified_people_once_and_for_us_alone() {
    let (mut ann, mut ben) = teammates().await;
    let offer = Offer::sign(&ann.key, draft(&ben)).unwrap();
    let (answer, offered) = tokio::join!(ann.network.offer(&offer), async {
        ben.until("an offer", |event| match event {
            Event::Offer { offer, answer } => {
                answer.give(OfferAnswer::Noted);
                Some(offer)
            }
            _ => None,
        })
        .await
    });
    assert_eq!(answer, Ok(OfferAnswer::Noted));
    assert_eq!(*offered, offer);
    // Again, as after a lost answer: nobody is asked a second time.
    assert_eq!(ann.network.offer(&offer).await, Ok(OfferAnswer::Known));
    // Under its id something else.
    let other = Offer::sign(
        &ann.key,
        OfferDraft {
            id: offer.id,
            ..draft(&ben)
        },
    )
    .unwrap();
    assert!(matches!(
        ann.network.offer(&other).await,
        Ok(OfferAnswer::Refused(_))
    ));
    // Expired, signed by another, for another.
    let expired = Offer::sign(
        &ann.key,
        OfferDraft {
            expires: 1,
            ..draft(&ben)
        },
    )
    .unwrap();
    assert!(matches!(
        ann.network.offer(&expired).await,
        Ok(OfferAnswer::Refused(_))
    ));
    let mut forged = Offer::sign(&ann.key, draft(&ben)).unwrap();
    forged.body.push(' ');
    assert!(matches!(
        ann.network.offer(&forged).await,
        Ok(OfferAnswer::Refused(_))
    ));
    // Someone who is not verified any more is not even read.
    ben.forget(ann.device());
    let fresh = Offer::sign(&ann.key, draft(&ben)).unwrap();
    // The connection closes at once, and another one may be on its way.
    let mut answer = ann.network.offer(&fresh).await;
    for _ in 0..20 {
        if !matches!(answer, Err(OfferError::Lost | OfferError::Connect(_))) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        answer = ann.network.offer(&fresh).await;
    }
    assert_eq!(answer, Err(OfferError::NotVerified));
    ann.count(ben.device(), Standing::Verified, Vec::new());
}

#[tokio::test]
async fn a_thousand_offers_are_not_a_thousand_questions() {
    let (ann, mut ben) = teammates().await;
    let (done, mut over) = tokio::sync::oneshot::channel::<()>();
    let counting = tokio::spawn(async move {
        let mut asked = 0;
        loop {
            tokio::select! {
                event = ben.events.recv() => match event {
                    Some(Event::Offer { answer, .. }) => {
                        asked += 1;
                        answer.give(OfferAnswer::Noted);
                    }
                    Some(_) => {}
                    None => return (asked, ben),
                },
                _ = &mut over => return (asked, ben),
            }
        }
    });
    let began = Instant::now();
    let to = {
        let view = ann.network.view();
        view.nearby[0].device
    };
    let mut later = 0;
    for _ in 0..1000 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let draft = OfferDraft {
            id: Uuid::new_v4(),
            to,
            created: 1,
            expires: u64::try_from(now.as_millis()).unwrap() + 60_000,
            hash: [7; 32],
            bytes: 10,
            body: "{}".to_owned(),
        };
        let offer = Offer::sign(&ann.key, draft).unwrap();
        if matches!(ann.network.offer(&offer).await, Ok(OfferAnswer::Later(_))) {
            later += 1;
        }
    }
    let most = 21 + began.elapsed().as_secs() / 3;
    done.send(()).unwrap();
    let (asked, _ben) = counting.await.unwrap();
    assert!(asked <= most, "{asked} questions, {most} are allowed");
    assert_eq!(asked + later, 1000);
}
