//! Frames over a stream that is a buffer, or that is silent.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::io::Cursor;
use proptest::prelude::*;

use super::*;

type Wire = Frames<Cursor<Vec<u8>>>;

const SOON: Duration = Duration::from_millis(20);

fn on(bytes: Vec<u8>) -> Wire {
    Frames::new(Clock::system(), Cursor::new(bytes), SOON)
}

fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    runtime.unwrap().block_on(work)
}

fn head(kind: u8, length: u32) -> Vec<u8> {
    [&[kind][..], &length.to_be_bytes()].concat()
}

/// What is sent, as the other side finds it.
async fn sent(parts: &[Part]) -> Wire {
    let mut wire = on(Vec::new());
    for part in parts {
        match part {
            Part::Frame(frame) => wire.send(frame).await.unwrap(),
            Part::Whole(whole) => wire.send_whole(whole).await.unwrap(),
        }
    }
    wire.finish().await.unwrap();
    on(wire.stream.into_inner())
}

fn part() -> impl Strategy<Value = Part> {
    let small = proptest::collection::vec(any::<u8>(), 0..300);
    let large = (0..3 * FRAME, any::<u8>()).prop_map(|(size, byte)| vec![byte; size]);
    prop_oneof![
        4 => small.clone().prop_map(Part::Frame),
        2 => small.prop_map(Part::Whole),
        1 => large.prop_map(Part::Whole),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn parts_come_as_they_were_sent(parts in proptest::collection::vec(part(), 0..8)) {
        run(async {
            let mut wire = sent(&parts).await;
            for part in parts {
                prop_assert_eq!(wire.receive(WHOLE).await, Ok(Some(part)));
            }
            prop_assert_eq!(wire.receive(WHOLE).await, Ok(None));
            Ok(())
        })?;
    }

    #[test]
    fn bytes_of_any_kind_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        run(async {
            let mut wire = on(bytes);
            for _ in 0..50 {
                match wire.receive(WHOLE).await {
                    Ok(Some(Part::Frame(got) | Part::Whole(got))) => assert!(got.len() < 200),
                    Ok(None) | Err(_) => return,
                }
            }
        });
    }
}

#[test]
fn a_length_is_judged_before_anything_is_kept() {
    let larger = u32::try_from(FRAME + 1).unwrap();
    let huge = u32::try_from(WHOLE + 1).unwrap();
    run(async {
        for (kind, length) in [
            (PLAIN, larger),
            (PLAIN, u32::MAX),
            (HEAD, huge),
            (HEAD, u32::MAX),
            (PIECE, 1),
            (END, 1),
            (4, 0),
            (255, 0),
        ] {
            // Nothing follows: what were read would be missed.
            let refused = on(head(kind, length)).receive(usize::MAX).await;
            let lied = matches!(refused, Err(SyncError::Lied(_)));
            assert!(lied, "{kind} {length}: {refused:?}");
        }
        assert_eq!(
            on(head(PLAIN, 11)).receive(10).await,
            Err(SyncError::TooLong)
        );
        assert_eq!(
            on(head(HEAD, 11)).receive(10).await,
            Err(SyncError::TooLong)
        );
    });
}

#[test]
fn a_whole_that_is_not_what_it_said_is_refused() {
    let hash = |bytes: &[u8]| blake3::hash(bytes).as_bytes().to_vec();
    let piece = |bytes: &[u8]| {
        let length = u32::try_from(bytes.len()).unwrap();
        [head(PIECE, length), bytes.to_vec()].concat()
    };
    let said = |size: u32| [head(HEAD, size), hash(b"four")].concat();
    let lies = [
        // Another hash, one byte more, a byte more in a second piece, nothing, something else.
        [said(4), piece(b"fouR")].concat(),
        [said(4), piece(b"four!")].concat(),
        [said(4), piece(b"fou"), piece(b"r!")].concat(),
        [said(4), piece(b"")].concat(),
        [said(4), head(PLAIN, 4), b"four".to_vec()].concat(),
        [said(4), piece(b"fo"), head(END, 0)].concat(),
        [said(5), piece(b"fours")].concat(),
        said(0),
    ];
    run(async {
        for (at, lie) in lies.into_iter().enumerate() {
            let refused = on(lie).receive(WHOLE).await;
            let lied = matches!(refused, Err(SyncError::Lied(_)));
            assert!(lied, "lie {at}: {refused:?}");
        }
        let short = [said(5), piece(b"four")].concat();
        assert_eq!(on(short).receive(WHOLE).await, Err(SyncError::Lost));
        let good = [said(4), piece(b"f"), piece(b"our")].concat();
        let whole = Part::Whole(b"four".to_vec());
        assert_eq!(on(good).receive(WHOLE).await, Ok(Some(whole)));
    });
}

#[test]
fn memory_grows_with_what_came() {
    run(async {
        let size = u32::try_from(WHOLE).unwrap();
        let mut bytes = [head(HEAD, size), vec![0; 32]].concat();
        bytes.extend(head(PIECE, 1));
        bytes.push(7);
        let mut wire = on(bytes);
        assert_eq!(wire.next().await, Ok((HEAD, WHOLE)));
        let mut hash = [0; 32];
        wire::fill(&wire.clock, &mut wire.stream, &mut hash, SOON)
            .await
            .unwrap();
        assert_eq!(wire.next().await, Ok((PIECE, 1)));
        let mut whole = Vec::new();
        wire.more(&mut whole, 1).await.unwrap();
        assert_eq!((whole.len(), whole.capacity() < 64), (1, true));
    });
}

#[test]
fn a_talk_has_an_end_on_both_sides() {
    run(async {
        let mut wire = on(Vec::new());
        for _ in 0..SYNC_FRAMES {
            wire.has_room(b"x").unwrap();
            wire.send(b"x").await.unwrap();
        }
        assert_eq!(wire.has_room(b""), Err(SyncError::TooMuch));
        assert_eq!(wire.send(b"").await, Err(SyncError::TooMuch));
        let mut bytes = wire.stream.into_inner();
        bytes.extend(head(PLAIN, 0));
        let mut wire = on(bytes);
        for _ in 0..SYNC_FRAMES {
            assert!(matches!(
                wire.receive(FRAME).await,
                Ok(Some(Part::Frame(_)))
            ));
        }
        assert_eq!(wire.receive(FRAME).await, Err(SyncError::TooMuch));

        let mut wire = on(head(PLAIN, 11));
        wire.to_send.bytes = 10;
        wire.to_come.bytes = 10;
        assert_eq!(wire.has_room(&[0; 11]), Err(SyncError::TooMuch));
        assert_eq!(wire.has_room_for_whole(&[0; 11]), Err(SyncError::TooMuch));
        assert_eq!(wire.receive(FRAME).await, Err(SyncError::TooMuch));
        let large = vec![0; WHOLE + 1];
        assert_eq!(wire.has_room_for_whole(&large), Err(SyncError::TooLong));
        assert_eq!(wire.has_room(&large[..=FRAME]), Err(SyncError::TooLong));
    });
}

/// A stream over which nothing ever moves.
struct Silence;

impl AsyncRead for Silence {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context,
        _: &mut [u8],
    ) -> Poll<std::io::Result<usize>> {
        Poll::Pending
    }
}

impl AsyncWrite for Silence {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context, _: &[u8]) -> Poll<std::io::Result<usize>> {
        Poll::Pending
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context) -> Poll<std::io::Result<()>> {
        Poll::Pending
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context) -> Poll<std::io::Result<()>> {
        Poll::Pending
    }
}

#[test]
fn silence_ends_whatever_waits_for_it() {
    run(async {
        let mut wire = Frames::new(Clock::system(), Silence, SOON);
        assert_eq!(wire.receive(FRAME).await, Err(SyncError::Silent));
        assert_eq!(wire.send(b"x").await, Err(SyncError::Silent));
        assert_eq!(wire.send_whole(b"x").await, Err(SyncError::Silent));
        assert_eq!(wire.finish().await, Err(SyncError::Silent));
    });
}

#[test]
fn a_stream_that_ends_without_a_word_was_lost() {
    run(async {
        for bytes in [
            vec![],
            vec![PLAIN],
            head(PLAIN, 5),
            [head(PLAIN, 2), vec![1]].concat(),
        ] {
            assert_eq!(on(bytes).receive(FRAME).await, Err(SyncError::Lost));
        }
    });
}
