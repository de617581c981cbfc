//! Pulling a file until it is whole: again after every interruption, and never half under its name.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::claims::Claim;
use super::part::{Opened, Part};
use super::protocol::Last;
use super::pull::{self, Attempt};
use crate::device::DeviceId;
use crate::limits::LARGEST;
use crate::network::Target;
use crate::shared::Shared;
use crate::turns::Turn;

/// How often an interrupted transfer is tried again before it waits for the next contact.
const PAUSES: [u64; 5] = [0, 1, 2, 5, 10];
/// After how many of them a giver that does not have it will not have it.
const MISSING: usize = 3;
/// How long to wait for a giver that is busy.
const BUSY: Duration = Duration::from_millis(500);
/// How long to wait for a device to appear before trying to reach it again.
const LOOK: Duration = Duration::from_secs(30);

/// A file to pull, and where to put it.
#[derive(Debug, Clone)]
pub struct Take {
    /// The device that has it.
    pub from: DeviceId,
    /// The BLAKE3 hash of the file.
    pub hash: [u8; 32],
    /// Its size, as it was offered. One byte more and the transfer is cut off.
    pub bytes: u64,
    /// A private folder for the part and the whole.
    pub folder: PathBuf,
    /// The name of the whole file in that folder: ours, never the sender's.
    pub name: String,
}

/// How far a transfer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The other device is looked for.
    Connecting,
    /// So much of the file is here and checked.
    Going {
        /// Bytes of the file.
        done: u64,
        /// The size of the whole file.
        total: u64,
        /// Bytes that came over the wire so far, in all attempts of this process.
        wire: u64,
    },
    /// It was interrupted and goes on when the other device is back.
    Waiting {
        /// Bytes of the file that are here and checked.
        done: u64,
        /// The size of the whole file.
        total: u64,
    },
}

/// A file that is whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub path: PathBuf,
    /// Bytes that came over the wire, in all attempts of this process.
    pub wire: u64,
}

/// Why a file will not come.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TakeError {
    /// We cancelled it. What was here is removed.
    #[error("it was cancelled")]
    Cancelled,
    /// The sender took it back. What was here is removed.
    #[error("the sender took it back")]
    TakenBack,
    /// The sender does not give it. What is here stays for when it does again.
    #[error("the sender does not give it at the moment")]
    NotGiven,
    /// The sender is not verified any more. What was here is removed.
    #[error("the sender is not verified any more")]
    NotVerified,
    /// The sender can't read it any more. What is here stays.
    #[error("the sender can't read the file any more")]
    Unreadable,
    /// What came is not what was offered: the sender was cut off.
    #[error("what came is not what was offered: {0}")]
    Lied(&'static str),
    /// There is no room for it.
    #[error("there is no room for it: {needed} bytes are needed and {free} are free")]
    NoRoom {
        /// What is still needed.
        needed: u64,
        /// The free space in bytes.
        free: u64,
    },
    /// It is larger than anything we take.
    #[error("it is larger than {0} bytes, the most that is taken")]
    TooLarge(u64),
    /// Together with what else comes from this person it is more than is taken at once.
    #[error("more than {0} bytes are on their way from this person")]
    TooMuch(u64),
    /// The file could not be written.
    #[error("it can't be written: {0}")]
    Disk(String),
    /// The network was stopped; it goes on when asked again.
    #[error("the network was stopped")]
    Stopped,
}

/// A transfer under way. Dropping it pauses it, and what is here stays for the next time.
pub struct Taking {
    progress: watch::Receiver<Progress>,
    cancel: CancellationToken,
    task: Option<JoinHandle<Result<Taken, TakeError>>>,
}

impl Taking {
    pub(crate) fn start(shared: Arc<Shared>, take: Take) -> Self {
        let (told, progress) = watch::channel(Progress::Connecting);
        let cancel = CancellationToken::new();
        let run = Run {
            shared,
            take,
            told,
            cancel: cancel.clone(),
            wire: 0,
        };
        Self {
            progress,
            cancel,
            task: Some(tokio::spawn(run.run())),
        }
    }

    /// Subscribes to its progress.
    pub fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.clone()
    }

    /// Returns a token that cancels it from elsewhere.
    pub fn canceller(&self) -> CancellationToken {
        self.cancel.clone()
    }

    /// Waits until it is whole or will not come.
    ///
    /// # Errors
    /// When it will not come.
    pub async fn wait(mut self) -> Result<Taken, TakeError> {
        match self.task.as_mut() {
            Some(task) => task.await.unwrap_or(Err(TakeError::Stopped)),
            None => Err(TakeError::Stopped),
        }
    }
}

/// Cancels the transfer when nobody waits for it; what is here stays for the next time.
impl Drop for Taking {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
        }
    }
}

/// A transfer at work.
struct Run {
    shared: Arc<Shared>,
    take: Take,
    told: watch::Sender<Progress>,
    cancel: CancellationToken,
    wire: u64,
}

impl Run {
    async fn run(mut self) -> Result<Taken, TakeError> {
        if self.take.bytes > LARGEST {
            return Err(TakeError::TooLarge(LARGEST));
        }
        let _claim = Claim::of(&self.shared, &self.take)?;
        let person = self.shared.turns(Turn::Take, self.take.from);
        let stopping = self.shared.stopping.clone();
        let cancel = self.cancel.clone();
        let _turn = tokio::select! {
            () = cancel.cancelled() => return Err(TakeError::Cancelled),
            () = stopping.cancelled() => return Err(TakeError::Stopped),
            turn = person.acquire_owned() => turn.map_err(|_| TakeError::Stopped)?,
        };
        let (take, stop) = (self.take.clone(), cancel.clone());
        let opened = blocking(move || Part::open(&take, || stop.is_cancelled())).await;
        if matches!(opened, Err(TakeError::Cancelled)) {
            pull::tell_stop(&self.shared, &self.take).await;
        }
        let opened = opened?;
        let Opened::Part(mut part) = opened else {
            return Ok(self.taken());
        };
        let pulled = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(TakeError::Cancelled),
            () = stopping.cancelled() => Err(TakeError::Stopped),
            pulled = self.pull(&mut part) => pulled,
        };
        match pulled {
            Ok(stream) => {
                blocking(move || part.finish()).await?;
                if let Some(mut stream) = stream {
                    pull::last_word(&self.shared.clock, &mut stream, Last::Whole).await;
                }
                Ok(self.taken())
            }
            Err(error) => {
                self.ended(&error, part).await;
                Err(error)
            }
        }
    }

    fn taken(&self) -> Taken {
        Taken {
            path: self.take.folder.join(&self.take.name),
            wire: self.wire,
        }
    }

    /// Keeps what may be of use, removes what will not be.
    async fn ended(&self, error: &TakeError, part: Part) {
        match error {
            TakeError::NoRoom { .. } | TakeError::Disk(_) if part.done() == 0 => part.discard(),
            TakeError::Stopped
            | TakeError::NotGiven
            | TakeError::Unreadable
            | TakeError::NoRoom { .. }
            | TakeError::Disk(_) => {}
            TakeError::Cancelled => {
                // The stream of the attempt is gone; a word on a new one tells the giver why.
                pull::tell_stop(&self.shared, &self.take).await;
                part.discard();
            }
            TakeError::TakenBack
            | TakeError::NotVerified
            | TakeError::Lied(_)
            | TakeError::TooLarge(_)
            | TakeError::TooMuch(_) => part.discard(),
        }
    }

    /// Tries until nothing is missing.
    async fn pull(&mut self, part: &mut Part) -> Result<Option<libp2p::Stream>, TakeError> {
        let mut tries = 0;
        loop {
            if !self.shared.is_verified(&self.take.from) {
                return Err(TakeError::NotVerified);
            }
            let before = part.done();
            let mut busy = false;
            let mut missing = None;
            let target = Target::Device(self.take.from);
            if self.shared.connect(target).await.is_ok() {
                // Held only while it moves: those who are away hold nobody up.
                let turn = self.shared.takes.acquire().await;
                let _turn = turn.map_err(|_| TakeError::Stopped)?;
                let mut attempt = Attempt {
                    shared: &self.shared,
                    take: &self.take,
                    part,
                    progress: &self.told,
                    wire: &mut self.wire,
                };
                let line = attempt.shared.line(&attempt.take.from);
                let pulled = tokio::select! {
                    biased;
                    pulled = attempt.run() => pulled,
                    () = line.cancelled() => Err(pull::Fault::Again),
                };
                match pulled {
                    Ok(stream) => return Ok(Some(stream)),
                    Err(pull::Fault::Final(error)) => return Err(error),
                    Err(pull::Fault::Again) => {}
                    Err(pull::Fault::Busy) => busy = true,
                    Err(pull::Fault::Missing(error)) => missing = Some(error),
                }
            }
            if part.done() > before {
                tries = 0;
            }
            self.told.send_replace(Progress::Waiting {
                done: part.done(),
                total: self.take.bytes,
            });
            if busy {
                self.shared.clock.sleep(BUSY).await;
                continue;
            }
            if let Some(error) = missing
                && tries >= MISSING
            {
                return Err(error);
            }
            match PAUSES.get(tries) {
                Some(pause) => self.shared.clock.sleep(Duration::from_secs(*pause)).await,
                None => self.until_back().await,
            }
            tries += 1;
        }
    }

    /// Waits until the other device is here again, or long enough to look for it ourselves.
    async fn until_back(&self) {
        let from = self.take.from;
        let mut views = self.shared.view.subscribe();
        views.mark_unchanged();
        let back = async {
            while views.changed().await.is_ok() {
                if views.borrow_and_update().find(&from).is_some() {
                    return;
                }
            }
        };
        self.shared.clock.timeout(LOOK, back).await.ok();
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, TakeError> + Send + 'static,
) -> Result<T, TakeError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or(Err(TakeError::Stopped))
}
