//! One attempt to pull what is missing: asks, reads, and hands chunks to threads that unpack, check
//! and write them while the next ones come in.

use std::sync::Arc;

use futures_util::io::{AsyncReadExt, AsyncWriteExt, ReadHalf};
use libp2p::Stream;
use segue_clock::Clock;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::part::{self, Part};
use super::protocol::{Last, MESSAGE, Reply, Want};
use super::{Manifest, Progress, Take, TakeError, chunk};
use crate::limits::NO_PROGRESS;
use crate::shared::Shared;
use crate::wire::{self, PULL, WireError};

/// How many chunks may be unpacked, checked and written at once.
const AT_ONCE: usize = 3;

/// How long telling the giver to stop may take.
const STOP: std::time::Duration = std::time::Duration::from_secs(1);

/// Why an attempt did not bring everything.
#[derive(Debug)]
pub(super) enum Fault {
    /// It may work another time.
    Again,
    /// The giver is there and asks for a moment.
    Busy,
    /// The giver is there and does not have it, perhaps because it has just begun; what it is if that
    /// does not change.
    Missing(TakeError),
    /// No other attempt will help.
    Final(TakeError),
}

impl From<TakeError> for Fault {
    fn from(error: TakeError) -> Self {
        Self::Final(error)
    }
}

/// Chunks that are being saved, each with its number once it is.
type Saving = JoinSet<Saved>;
type Saved = Result<u32, TakeError>;

/// What an attempt needs.
pub(super) struct Attempt<'a> {
    pub shared: &'a Shared,
    pub take: &'a Take,
    pub part: &'a mut Part,
    pub progress: &'a watch::Sender<Progress>,
    /// Bytes that came over the wire, in all attempts.
    pub wire: &'a mut u64,
}

impl Attempt<'_> {
    /// Pulls everything that is missing, and returns the stream for the last message.
    pub async fn run(&mut self) -> Result<Stream, Fault> {
        self.part.check_room()?;
        let clock = &self.shared.clock;
        let opened = self.shared.open(self.take.from, PULL).await;
        let mut stream = opened.map_err(|_| Fault::Again)?;
        let want = Want {
            hash: self.take.hash,
            bytes: self.take.bytes,
            listed: self.part.manifest().is_some(),
            missing: self.part.missing(),
        };
        let asked = wire::send(clock, &mut stream, &want).await;
        asked.map_err(|_| Fault::Again)?;
        // The giver may have to read the whole file first.
        let reply = clock
            .timeout(NO_PROGRESS * 8, wire::receive(clock, &mut stream, MESSAGE))
            .await;
        match reply.map_err(|_| Fault::Again)? {
            Ok(Reply::Here) => {}
            Ok(Reply::TakenBack) => return Err(TakeError::TakenBack.into()),
            Ok(Reply::NotGiven) => return Err(Fault::Missing(TakeError::NotGiven)),
            Ok(Reply::Unreadable) => return Err(Fault::Missing(TakeError::Unreadable)),
            Ok(Reply::Busy) => return Err(Fault::Busy),
            Err(WireError::Lost(_) | WireError::Silent) => return Err(Fault::Again),
            Err(WireError::TooLong(..) | WireError::NotUnderstood) => {
                return Err(TakeError::Lied("it began with something else").into());
            }
        }
        let (mut reading, writing) = stream.split();
        if !want.listed {
            let mut list = vec![0; self.part.list_bytes()];
            read(clock, &mut reading, &mut list).await?;
            *self.wire += list.len() as u64;
            self.part.take_list(&list)?;
        }
        self.chunks(&mut reading, &want).await?;
        reading.reunite(writing).map_err(|_| Fault::Again)
    }

    async fn chunks(&mut self, stream: &mut ReadHalf<Stream>, want: &Want) -> Result<(), Fault> {
        let Some(manifest) = self.part.manifest() else {
            return Err(Fault::Again);
        };
        let mut saving = JoinSet::new();
        let came = self.come(stream, want, &manifest, &mut saving).await;
        // Whatever happened, nothing is written any more when this is over.
        let mut fault = came.err();
        while let Some(saved) = saving.join_next().await {
            if let Err(why) = self.saved(saved) {
                fault = Some(why);
            }
        }
        fault.map_or(Ok(()), Err)
    }

    /// Reads what must come and hands it over; a lie that shows meanwhile ends it at once.
    async fn come(
        &mut self,
        stream: &mut ReadHalf<Stream>,
        want: &Want,
        manifest: &Arc<Manifest>,
        saving: &mut Saving,
    ) -> Result<(), Fault> {
        let wanted = want.missing.iter().flat_map(|(first, end)| *first..*end);
        for expected in wanted {
            let next = chunk(&self.shared.clock, stream, expected, manifest);
            tokio::pin!(next);
            let (packing, data) = loop {
                tokio::select! {
                    biased;
                    Some(saved) = saving.join_next() => self.saved(saved)?,
                    came = &mut next => break came?,
                }
            };
            *self.wire += (chunk::HEADER + data.len()) as u64;
            while saving.len() >= AT_ONCE
                && let Some(saved) = saving.join_next().await
            {
                self.saved(saved)?;
            }
            let (manifest, file) = (Arc::clone(manifest), self.part.file());
            saving.spawn_blocking(move || {
                save(&manifest, &file, expected, packing, data).map(|()| expected)
            });
        }
        Ok(())
    }

    fn saved(&mut self, saved: Result<Saved, tokio::task::JoinError>) -> Result<(), Fault> {
        let index = saved.map_err(|_| Fault::Again)??;
        self.part.wrote(index);
        self.tell();
        // Others write to this disk, too.
        self.part.check_room()?;
        Ok(())
    }

    /// Reports the progress; a value that nobody reads costs nothing.
    pub fn tell(&self) {
        self.progress.send_replace(Progress::Going {
            done: self.part.done(),
            total: self.take.bytes,
            wire: *self.wire,
        });
    }
}

/// Reads the chunk that must come next.
async fn chunk(
    clock: &Clock,
    stream: &mut ReadHalf<Stream>,
    expected: u32,
    manifest: &Manifest,
) -> Result<(chunk::Packing, Vec<u8>), Fault> {
    let mut head = [0; chunk::HEADER];
    read(clock, stream, &mut head).await?;
    let lied = |why| Fault::Final(TakeError::Lied(why));
    let (index, packing, length) =
        chunk::header(head).ok_or(lied("a part is larger than a part can be"))?;
    if index != expected || length > manifest.span(index).1 {
        return Err(lied("a part came that was not asked for"));
    }
    let mut data = vec![0; length];
    read(clock, stream, &mut data).await?;
    Ok((packing, data))
}

/// Reads exactly as many bytes as fit, as long as any arrive.
async fn read(clock: &Clock, stream: &mut ReadHalf<Stream>, into: &mut [u8]) -> Result<(), Fault> {
    let came = wire::fill(clock, stream, into, NO_PROGRESS).await;
    came.map_err(|_| Fault::Again)
}

/// Unpacks, checks and writes one chunk. Blocks.
fn save(
    manifest: &Manifest,
    file: &std::sync::Mutex<cap_std::fs::File>,
    index: u32,
    packing: chunk::Packing,
    data: Vec<u8>,
) -> Result<(), TakeError> {
    let (from, size) = manifest.span(index);
    let data = chunk::unpack(packing, data, size)
        .filter(|data| manifest.is(index, data))
        .ok_or(TakeError::Lied("a part is not what the list says"))?;
    part::write(file, from, &data)
}

/// Sends the last message to the giver. If it is lost, the giver asks its application.
pub(super) async fn last_word(clock: &Clock, stream: &mut Stream, last: Last) {
    if wire::send(clock, stream, &last).await.is_ok() {
        stream.close().await.ok();
    }
}

/// Tells the giver that we do not want it any more, on a stream of its own.
pub(super) async fn tell_stop(shared: &Shared, take: &Take) {
    let told = async {
        let mut stream = shared.open(take.from, PULL).await.ok()?;
        let want = Want {
            hash: take.hash,
            bytes: take.bytes,
            listed: true,
            missing: Vec::new(),
        };
        wire::send(&shared.clock, &mut stream, &want).await.ok()?;
        last_word(&shared.clock, &mut stream, Last::Stop).await;
        Some(())
    };
    // One that can't be reached finds out when it asks.
    shared.clock.timeout(STOP, told).await.ok();
}
