//! Giving: reads, packs and sends the chunks that are wanted, a few ahead, in order.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::io::{AsyncReadExt, AsyncWriteExt, WriteHalf};
use libp2p::Stream;
use segue_clock::Clock;

use super::give::Entry;
use super::protocol::{Last, MESSAGE, Reply, Want};
use super::{Given, GivenState, Manifest, chunk};
use crate::device::DeviceId;
use crate::limits::NO_PROGRESS;
use crate::network::Event;
use crate::shared::Shared;
use crate::wire;

/// How many chunks are read and packed ahead.
const AHEAD: usize = 3;
/// How often progress is reported.
const TELL: Duration = Duration::from_millis(200);
/// How long the taker may take to check and save the end of a file.
const LAST: Duration = Duration::from_secs(120);

/// The way a transfer to another device ended.
enum End {
    Taker(Last),
    Lost,
    Unreadable,
    TakenBack,
    /// Nothing was given and nobody needs to hear of it.
    NoWant,
}

/// Answers a device that wants a file. Requests of strangers are not even read.
pub(crate) async fn serve(shared: Arc<Shared>, device: DeviceId, mut stream: Stream) {
    if !shared.is_verified(&device) {
        // Strangers are not even read.
        return;
    }
    let Ok(want) = wire::answer::<_, Want>(&shared.clock, &mut stream, MESSAGE).await else {
        return;
    };
    let found = shared.gives().begin(device, &want.hash);
    let entry = match found {
        Ok(entry) => entry,
        Err(reply) => {
            if wire::send(&shared.clock, &mut stream, &reply).await.is_ok() {
                stream.close().await.ok();
            }
            return;
        }
    };
    let end = give(&shared, &entry, &want, stream).await;
    shared.gives().end(device, &want.hash);
    let state = match end {
        End::Taker(Last::Whole) => GivenState::Whole,
        End::Taker(Last::Stop) => GivenState::Stopped,
        End::Unreadable => GivenState::Unreadable,
        End::Lost => GivenState::Paused,
        End::TakenBack | End::NoWant => return,
    };
    shared.tell(Event::Given(given(&entry, state))).await;
}

fn given(entry: &Entry, state: GivenState) -> Given {
    Given {
        to: entry.give.to,
        hash: entry.give.hash,
        state,
    }
}

async fn give(shared: &Arc<Shared>, entry: &Entry, want: &Want, mut stream: Stream) -> End {
    let line = shared.line(&entry.give.to);
    // It may have to read the whole file first.
    let manifest = tokio::select! {
        biased;
        () = line.cancelled() => return End::Lost,
        () = entry.taken_back.cancelled() => return End::TakenBack,
        manifest = list(entry) => manifest,
    };
    let chunks = match &manifest {
        Some(manifest) if want.bytes == manifest.bytes() => want.chunks(manifest.count()),
        Some(_) => None,
        None => {
            wire::send(&shared.clock, &mut stream, &Reply::Unreadable)
                .await
                .ok();
            stream.close().await.ok();
            return End::Unreadable;
        }
    };
    let (Some(manifest), Some(chunks)) = (manifest, chunks) else {
        // Not a want that a Segue of this kind makes.
        return End::NoWant;
    };
    if wire::send(&shared.clock, &mut stream, &Reply::Here)
        .await
        .is_err()
    {
        return End::Lost;
    }
    let (mut reading, mut writing) = stream.split();
    let list = if want.listed {
        Vec::new()
    } else {
        manifest.list()
    };
    let sending = send(shared, entry, &manifest, chunks, list, &mut writing);
    let last = wire::receive::<_, Last>(&shared.clock, &mut reading, MESSAGE);
    tokio::pin!(sending, last);
    tokio::select! {
        biased;
        () = line.cancelled() => return End::Lost,
        () = entry.taken_back.cancelled() => return End::TakenBack,
        last = &mut last => return last.map_or(End::Lost, End::Taker),
        end = &mut sending => if let Err(end) = end {
            return end;
        },
    }
    tokio::select! {
        biased;
        () = line.cancelled() => End::Lost,
        () = entry.taken_back.cancelled() => End::TakenBack,
        last = shared.clock.timeout(LAST, last) => match last {
            Ok(Ok(last)) => End::Taker(last),
            _ => End::Lost,
        },
    }
}

/// Makes the list of parts before anyone asks for it.
pub(crate) async fn prepare(entry: &Entry) {
    list(entry).await;
}

/// Returns the list of parts, made only once for each file that is given; `None` when the file
/// can't be read or has changed.
async fn list(entry: &Entry) -> Option<Arc<Manifest>> {
    let give = Arc::clone(&entry.give);
    let make = || async move {
        let manifest = tokio::task::spawn_blocking(move || {
            let manifest = Manifest::of(File::open(&give.path)?)?;
            let same = manifest.hash() == give.hash && manifest.bytes() == give.bytes;
            same.then_some(manifest)
                .ok_or_else(|| std::io::Error::other("the file is not what it was"))
        })
        .await;
        match manifest {
            Ok(Ok(manifest)) => Ok(Arc::new(manifest)),
            Ok(Err(error)) => Err(error),
            Err(error) => Err(std::io::Error::other(error)),
        }
    };
    match entry.manifest.get_or_try_init(make).await {
        Ok(manifest) => Some(Arc::clone(manifest)),
        Err(error) => {
            tracing::warn!(%error, "a file that is given can't be read");
            None
        }
    }
}

async fn send(
    shared: &Shared,
    entry: &Entry,
    manifest: &Arc<Manifest>,
    chunks: Vec<u32>,
    list: Vec<u8>,
    stream: &mut WriteHalf<Stream>,
) -> Result<(), End> {
    write(&shared.clock, stream, &list).await?;
    let wanted: u64 = chunks.iter().map(|at| manifest.span(*at).1 as u64).sum();
    let mut done = manifest.bytes() - wanted;
    let mut told = shared.clock.monotonic();
    let mut packed = futures_util::stream::iter(chunks)
        .map(|index| {
            let (give, manifest) = (Arc::clone(&entry.give), Arc::clone(manifest));
            tokio::task::spawn_blocking(move || {
                let (from, size) = manifest.span(index);
                let mut file = File::open(&give.path)?;
                file.seek(SeekFrom::Start(from))?;
                let mut data = Vec::with_capacity(size);
                let read = file.take(size as u64).read_to_end(&mut data)?;
                if read < size {
                    return Err(std::io::ErrorKind::UnexpectedEof.into());
                }
                chunk::pack(index, data).map(|(head, body)| (head, body, size as u64))
            })
        })
        .buffered(AHEAD);
    while let Some(next) = packed.next().await {
        let Ok(Ok((head, body, size))) = next else {
            return Err(End::Unreadable);
        };
        write(&shared.clock, stream, &head).await?;
        write(&shared.clock, stream, &body).await?;
        done += size;
        if shared.clock.since(told) >= TELL {
            told = shared.clock.monotonic();
            let total = manifest.bytes();
            let state = GivenState::Going { done, total };
            // Progress that nobody reads in time is not worth waiting for.
            if shared.has_room() {
                let event = Event::Given(given(entry, state));
                shared.events.try_send(event).ok();
            }
        }
    }
    shared
        .clock
        .timeout(NO_PROGRESS, stream.flush())
        .await
        .map_err(|_| End::Lost)?
        .map_err(|_| End::Lost)
}

/// Hands bytes over, as long as any of them move.
async fn write(clock: &Clock, stream: &mut WriteHalf<Stream>, bytes: &[u8]) -> Result<(), End> {
    let moved = wire::pour(clock, stream, bytes, NO_PROGRESS).await;
    moved.map_err(|_| End::Lost)
}
