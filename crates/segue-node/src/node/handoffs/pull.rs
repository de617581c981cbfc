//! Pulling what was offered: what is new since a file that both have, or the whole; checked before it
//! counts as delivered.
//!
//! ```text
//! base here? ──▶ take the difference ──▶ apply ──▶ whole file, hash as offered ──┐
//!    └ no, or it did not fit ──▶ take the whole ───────────────────────────────▶ check ──▶ blobs/ ──▶ Arrived
//! ```

use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use segue_door::{Code, Failure, Reply, Retry};
use segue_handoff::receiver;
use segue_network::transfer::{Progress, Take, TakeError};
use segue_network::{DeviceId, Network};
use segue_store::Blobs;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::super::state::State;
use super::super::{Answer, Background, Finished};
use super::mailbox::Job;
use super::reply;
use crate::handoffs::{self, Arrived, HandoffRow, OfferBody, StoredCopy};
use crate::storage::unwritable;

/// A file to pull, and what that needs.
struct Pull {
    id: Uuid,
    network: Network,
    blobs: Blobs,
    from: DeviceId,
    hash: String,
    bytes: u64,
    facts: OfferBody,
    /// Files of this conversation that we have from them, or they from us.
    shared: Vec<String>,
    stop: CancellationToken,
    /// Whether another handoff needs this file as well: that it is here says nothing then.
    named_elsewhere: bool,
    moving: Arc<Mutex<std::collections::HashMap<Uuid, (u64, u64)>>>,
}

/// A file that was pulled.
struct Pulled {
    arrived: Arrived,
    travelled: u64,
    saved: u64,
}

/// Why a file was not pulled.
#[derive(Debug)]
enum PullError {
    Take(TakeError),
    /// The file is not what was offered.
    Wrong(String),
    Disk(Failure),
}

impl State {
    /// Pulls a file whose time has come.
    pub(super) fn pull_if_due(
        &mut self,
        background: &mut Background,
        network: &Network,
        row: HandoffRow,
    ) -> HandoffRow {
        let Some(file) = row.wanted() else {
            return row;
        };
        let Some(held) = self.mailbox.hold(Job::Pull(row.id)) else {
            return row;
        };
        let mut pull = self.pull_of(&row, network);
        if file != row.hash {
            // Another file takes the place of the one before.
            pull.hash = file.clone();
            pull.bytes = row.replacement.as_ref().map_or(0, |file| file.bytes);
            pull.facts.delta = None;
        }
        let stop = pull.stop.clone();
        self.mailbox.pulls.insert(row.id, (file, stop));
        background.spawn(async move {
            let (id, hash) = (pull.id, pull.hash.clone());
            let came = pull.run().await;
            Some(Finished::then(move |state: &mut State| {
                drop(held);
                state.mailbox.pulls.remove(&id);
                state.mailbox.set_progress(id, None);
                state.pulled(id, &hash, came);
            }))
        });
        row
    }

    fn pull_of(&self, row: &HandoffRow, network: &Network) -> Pull {
        Pull {
            id: row.id,
            network: network.clone(),
            blobs: self.mailbox.blobs.clone(),
            from: row.device,
            hash: row.hash.clone(),
            bytes: row.bytes,
            facts: row.facts.clone(),
            shared: self
                .mailbox
                .rows
                .shared_with(&row.facts.conversation, &row.device)
                .unwrap_or_default(),
            stop: CancellationToken::new(),
            named_elsewhere: self.mailbox.rows.is_used(&row.hash).unwrap_or(false),
            moving: Arc::clone(&self.mailbox.moving),
        }
    }

    fn pulled(&mut self, id: Uuid, hash: &str, came: Result<Pulled, PullError>) {
        let Some(mut row) = self.mailbox.open_row(id) else {
            return;
        };
        if row.wanted().as_deref() != Some(hash) {
            // It is not wanted any more, or another file is.
            return self.mailbox.wake_one(id);
        }
        let name = self.name_for(&row.device, &row.name);
        let replaces = row.hash != hash;
        if let (true, Err(PullError::Wrong(why))) = (replaces, &came) {
            // The one before stays, and is what there is.
            let why = format!("What {name} sent with the answer can't be used: {why}.");
            row.replacement = None;
            row.waits = Some(why);
            return self.keep_row(row);
        }
        let event = match came {
            Ok(came) => {
                row.travelled = Some(came.travelled);
                row.saved = (came.saved > 0).then_some(came.saved);
                row.facts.messages = came.arrived.messages;
                row.facts.envelope = came.arrived.envelope;
                row.facts.title = came.arrived.title.or(row.facts.title);
                self.call_conversation(&row);
                row.facts.content_hash = came.arrived.content_hash;
                row.facts.export_id = came.arrived.export_id;
                (row.attempts, row.waits) = (0, None);
                match row.replacement.take_if(|_| replaces) {
                    Some(file) => {
                        (row.hash, row.bytes) = (file.hash, file.bytes);
                        row.facts.delta = None;
                        receiver::Event::Replaced
                    }
                    None => receiver::Event::Arrived,
                }
            }
            Err(PullError::Wrong(why)) => receiver::Event::Lost(why),
            Err(PullError::Disk(failure)) => return self.wait(row, None, failure.message),
            Err(PullError::Take(error)) => match error {
                TakeError::Lied(_) | TakeError::TooLarge(_) if !replaces => {
                    receiver::Event::Lost(error.to_string())
                }
                TakeError::Lied(_) | TakeError::TooLarge(_) | TakeError::Unreadable => {
                    return self.wait(row, None, format!("It can't be had from {name}: {error}."));
                }
                TakeError::TakenBack => {
                    // They say so themselves, too.
                    let why = format!("{name} took it back.");
                    return self.wait(row, Some(60_000), why);
                }
                TakeError::NotGiven => {
                    return self.wait(row, None, format!("{name} does not give it now."));
                }
                TakeError::NotVerified => {
                    return self.wait(row, None, format!("{name} is not verified any more."));
                }
                TakeError::NoRoom { needed, free } => {
                    let why = format!(
                        "There is no room for it: {needed} bytes are needed and {free} are free."
                    );
                    return self.wait(row, None, why);
                }
                TakeError::TooMuch(_) => {
                    let why = format!("Too much comes from {name} at once; it waits its turn.");
                    return self.wait(row, None, why);
                }
                TakeError::Disk(why) => {
                    return self.wait(row, None, format!("It can't be written: {why}."));
                }
                TakeError::Cancelled | TakeError::Stopped => {
                    return self.keep_row(row);
                }
            },
        };
        let result = self.received_on(row, event, None);
        if let Err(failure) = result {
            tracing::error!(%failure, "a file that came was lost");
        }
    }
}

impl Pull {
    async fn run(self) -> Result<Pulled, PullError> {
        // A crash after the file was taken over, or another handoff of the same file between us.
        let ours = self.shared.contains(&self.hash) || self.crashed();
        if ours && self.blobs.has(&self.hash) {
            let arrived = self.checked(self.blobs.path(&self.hash)).await?;
            return Ok(Pulled {
                arrived,
                travelled: 0,
                saved: self.bytes,
            });
        }
        if let Some(came) = self.by_delta().await {
            return Ok(came);
        }
        let travelled = self.take(&self.hash, self.bytes).await?;
        let path = self
            .blobs
            .partial()
            .join(Blobs::part(&self.hash, &self.from.to_string()));
        let arrived = match self.checked(path.clone()).await {
            Ok(arrived) => arrived,
            Err(error) => {
                std::fs::remove_file(path).ok();
                return Err(error);
            }
        };
        self.blobs
            .arrived(&self.hash, &self.from.to_string())
            .map_err(|error| PullError::Disk(unwritable(&error)))?;
        Ok(Pulled {
            arrived,
            travelled,
            saved: 0,
        })
    }

    /// Checks whether the file came just before a crash: then its part is gone and nobody else
    /// names it.
    fn crashed(&self) -> bool {
        !self.named_elsewhere
    }

    /// Transfers only what is new; `None` when that does not work.
    async fn by_delta(&self) -> Option<Pulled> {
        let delta = self.facts.delta.clone()?;
        // The base must be one that both of us have of this conversation.
        let base = self.shared.contains(&delta.base) && self.blobs.has(&delta.base);
        if !base || delta.bytes >= self.bytes {
            return None;
        }
        let travelled = match self.take(&delta.hash, delta.bytes).await {
            Ok(travelled) => travelled,
            Err(error) => {
                tracing::info!(?error, "the difference did not come");
                return None;
            }
        };
        let blobs = self.blobs.clone();
        let (hash, bytes) = (self.hash.clone(), self.bytes);
        let (facts, from) = (self.facts.clone(), self.from);
        let stop = self.stop.clone();
        let applied = tokio::task::spawn_blocking(move || -> Option<Arrived> {
            let changes = blobs
                .partial()
                .join(Blobs::part(&delta.hash, &from.to_string()));
            let expect = segue_delta::Expect {
                base_hash: handoffs::hash_of(&delta.base)?,
                new_hash: handoffs::hash_of(&hash)?,
                new_bytes: bytes,
            };
            let mut base = File::open(blobs.path(&delta.base)).ok()?;
            let mut read = std::io::BufReader::new(File::open(&changes).ok()?);
            let draft = blobs.draft().ok()?;
            let applied =
                segue_delta::apply(&mut base, &mut read, &mut draft.as_file(), expect, || {
                    stop.is_cancelled()
                });
            std::fs::remove_file(&changes).ok();
            if let Err(error) = applied {
                tracing::info!(%error, "the difference does not fit; the whole is pulled");
                return None;
            }
            let arrived = handoffs::check(draft.path(), &facts, &from).ok()?;
            blobs.keep(draft, &hash).ok()?;
            Some(arrived)
        });
        let arrived = applied.await.ok().flatten()?;
        Some(Pulled {
            arrived,
            travelled,
            saved: self.bytes.saturating_sub(travelled),
        })
    }

    /// Pulls one file until it is whole, and returns how many bytes travelled.
    async fn take(&self, hash: &str, bytes: u64) -> Result<u64, PullError> {
        let Some(which) = handoffs::hash_of(hash) else {
            return Err(PullError::Wrong("its hash is none".to_owned()));
        };
        let taking = self.network.take(Take {
            from: self.from,
            hash: which,
            bytes,
            folder: self.blobs.partial().to_path_buf(),
            name: Blobs::part(hash, &self.from.to_string()),
        });
        let (stop, cancel) = (self.stop.clone(), taking.canceller());
        let mut progress = taking.progress();
        let (moving, id) = (Arc::clone(&self.moving), self.id);
        let watching = async move {
            loop {
                let at = match *progress.borrow_and_update() {
                    Progress::Connecting => (0, bytes),
                    Progress::Going { done, total, .. } | Progress::Waiting { done, total } => {
                        (done, total)
                    }
                };
                moving
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .insert(id, at);
                if progress.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        let stopping = async move {
            stop.cancelled().await;
            cancel.cancel();
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = stopping => Err(PullError::Take(TakeError::Cancelled)),
            taken = taking.wait() => taken.map(|taken| taken.wire).map_err(PullError::Take),
            () = watching => Err(PullError::Take(TakeError::Stopped)),
        }
    }

    async fn checked(&self, path: PathBuf) -> Result<Arrived, PullError> {
        let (facts, from) = (self.facts.clone(), self.from);
        let checked = tokio::task::spawn_blocking(move || handoffs::check(&path, &facts, &from));
        match checked.await {
            Ok(checked) => checked.map_err(PullError::Wrong),
            Err(_) => Err(PullError::Take(TakeError::Stopped)),
        }
    }
}

/// Fetches what a pointer points to.
pub(super) fn fetch(state: &mut State, background: &mut Background, name: &str, answer: Answer) {
    let begun = begin_fetch(state, name);
    let (row, pull) = match begun {
        Ok(Some(begun)) => begun,
        Ok(None) => {
            let row = state.mailbox.named(name);
            let done = row.map(|row| Reply::FetchHandoff(Box::new(state.handoff_view(&row))));
            return reply(answer, done);
        }
        Err(failure) => return reply(answer, Err(failure)),
    };
    let Some(held) = state.mailbox.hold(Job::Fetch(row.id)) else {
        let failure = Failure::new(Code::Busy, "It is being fetched already.").retry(Retry::Safe);
        return reply(answer, Err(failure));
    };
    background.spawn(async move {
        let came = pull.run().await;
        Some(Finished::then(move |state: &mut State| {
            drop(held);
            state.mailbox.set_progress(row.id, None);
            reply(answer, state.fetched(row.id, came));
        }))
    });
}

fn begin_fetch(state: &mut State, name: &str) -> Result<Option<(HandoffRow, Pull)>, Failure> {
    let row = state.mailbox.named(name)?;
    let Some(machine) = row.receiver() else {
        return Err(Failure::new(
            Code::Refused,
            "You handed this over; its messages are here anyway.",
        ));
    };
    let Some(full_copy) = row.facts.full_copy.clone() else {
        return Err(Failure::new(
            Code::Refused,
            "This handoff is no pointer: everything that was handed over is here.",
        ));
    };
    if row.full_copy == StoredCopy::Local {
        return Ok(None);
    }
    machine.may_use().map_err(|_| {
        Failure::new(
            Code::Refused,
            "This handoff has ended or is not here, so there is nothing to fetch.",
        )
    })?;
    let network = state.network()?;
    let mut pull = state.pull_of(&row, &network);
    pull.hash = full_copy.hash;
    pull.bytes = full_copy.bytes;
    pull.facts.delta = None;
    Ok(Some((row, pull)))
}

impl State {
    fn fetched(&mut self, id: Uuid, came: Result<Pulled, PullError>) -> Result<Reply, Failure> {
        let row = self.mailbox.row(id)?;
        let mut row = row.ok_or_else(|| Failure::new(Code::NotFound, "It is gone meanwhile."))?;
        let name = self.name_for(&row.device, &row.name);
        match came {
            Ok(came) => {
                row.full_copy = StoredCopy::Local;
                row.facts.content_hash = came.arrived.content_hash;
                row.facts.envelope = came.arrived.envelope;
                row.travelled = Some(row.travelled.unwrap_or(0).saturating_add(came.travelled));
                self.keep_row(row.clone());
                Ok(Reply::FetchHandoff(Box::new(self.handoff_view(&row))))
            }
            Err(PullError::Take(TakeError::TakenBack | TakeError::NotGiven)) => {
                row.full_copy = StoredCopy::Expired;
                self.keep_row(row);
                Err(Failure::new(
                    Code::NotFound,
                    format!("The rest is gone: {name} does not keep it any more."),
                )
                .hint(format!(
                    "Ask for it: segue ask {} \"…\"",
                    &id.to_string()[..8]
                )))
            }
            Err(PullError::Wrong(why)) => Err(Failure::new(
                Code::Refused,
                format!("What came is not what was offered: {why}."),
            )),
            Err(PullError::Disk(failure)) => Err(failure),
            Err(PullError::Take(error)) => Err(Failure::new(
                Code::Unreachable,
                format!("It could not be fetched from {name}: {error}."),
            )
            .hint("Try again when they are here; what came so far is kept.")
            .retry(Retry::Safe)),
        }
    }
}
