//! Nearby pairing at work: runs a [`Ceremony`] over a stream, asks our person, keeps strangers from
//! asking too much.
//!
//! ```text
//!  ask ──────▶ stream ─▶ run ─▶ Event::Pairing (code) ─▶ person ─▶ decide ─▶ run ─▶ paired
//!  accept ─▶ admission: may they ask now? ─▶ run
//! ```
//!
//! Both may ask each other at once: then the request of the device with the lower id goes on.

mod admission;
mod pauses;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::io::{AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use libp2p::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

pub(crate) use self::admission::PairingAdmission;
use segue_clock::Clock;

use crate::about::About;
use crate::device::DeviceId;
use crate::limits::PAIR_BYTES;
use crate::network::{
    Event, PairError, Pairing, PairingEnd, PairingState, Refusal, Target, Visibility,
};
use crate::shared::Shared;
use crate::trust::{Ceremony, Code, Ended, Message, Step};
use crate::wire::{self, PAIR, WireError};

/// How long two people may take to compare.
const PATIENCE: Duration = Duration::from_secs(180);
/// How long the machines may take until there is a code.
const SOON: Duration = Duration::from_secs(15);

/// How long the other side may take to let go of a stream when all is said.
const LETS_GO: Duration = Duration::from_secs(2);

/// How long the hello of someone who asks may take.
const HELLO: Duration = Duration::from_secs(5);

/// What our person decides about a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// They compared the codes.
    Compared(bool),
    /// They give the pairing up without comparing.
    Left,
}

/// A message to the task that runs a pairing.
#[derive(Debug)]
pub(crate) enum PairingSignal {
    /// Our person decided; told when that was heard before the end.
    Decided(Decision, oneshot::Sender<()>),
    /// The other side's request goes on instead of ours.
    Crossed,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PairingMessage {
    Step(Message),
    NotVisible,
    Busy { seconds: u64 },
    Paused { seconds: u64 },
    Crossed,
}

type Reading = (ReadHalf<Stream>, Result<PairingMessage, WireError>);
/// The message that is being read: half of one is never lost.
type Next = Pin<Box<dyn Future<Output = Reading> + Send>>;

/// Asks a device to pair, and returns once there is a code.
pub(crate) async fn ask(shared: &Arc<Shared>, device: DeviceId) -> Result<Pairing, PairError> {
    if let Some(pause) = shared.pairings().pause(device, shared.clock.monotonic()) {
        return Err(PairError::Pause(pause));
    }
    shared.connect(Target::Device(device)).await?;
    if let Some(running) = shared.pairings().with(device) {
        return Ok(running);
    }
    let nonce = nonce().map_err(|()| PairError::Ended(PairingEnd::Broken))?;
    let (ceremony, first) = Ceremony::ask(shared.me, device, nonce);
    let about = shared
        .view
        .borrow()
        .find(&device)
        .map(|here| here.about.clone());
    // Known before anything is sent: whoever asks from now on is told that the two cross.
    let begun = shared
        .pairings()
        .begin_first(device, about.unwrap_or_default());
    let Some((pairing, signals)) = begun else {
        return crossed(shared, device).await;
    };
    let (shown, code) = oneshot::channel();
    let running = Running {
        shared: Arc::clone(shared),
        ceremony,
        pairing,
        shown: Some(shown),
        first: Some(first),
    };
    let opening = Arc::clone(shared);
    shared.answering.spawn(async move {
        match opening.open(device, PAIR).await {
            Ok(stream) => running.run(stream, signals).await,
            Err(_) => running.over(Some(PairingEnd::Lost)).await,
        }
    });
    match shared.clock.timeout(SOON, code).await {
        Ok(Ok(Ok(pairing))) => Ok(pairing),
        Ok(Ok(Err(PairingEnd::Refused(Refusal::Crossed)))) => crossed(shared, device).await,
        Ok(Ok(Err(PairingEnd::Refused(refusal)))) => Err(PairError::Refused(refusal)),
        Ok(Ok(Err(end))) => Err(PairError::Ended(end)),
        _ => Err(PairError::Ended(PairingEnd::Expired)),
    }
}

/// Waits for the other side's request when both asked at once and theirs goes on: its code is the
/// one to compare.
async fn crossed(shared: &Shared, device: DeviceId) -> Result<Pairing, PairError> {
    let mut changes = shared.pairings().changes();
    let theirs = async {
        loop {
            let running = shared.pairings().with(device);
            if let Some(running) = running {
                return Some(running);
            }
            changes.changed().await.ok()?;
        }
    };
    let found = shared.clock.timeout(SOON, theirs).await.ok().flatten();
    found.ok_or(PairError::Ended(PairingEnd::Expired))
}

/// Answers someone who asks to pair: refuses, or runs the ceremony to its end.
pub(crate) async fn accept(shared: Arc<Shared>, device: DeviceId, stream: Stream) {
    let Ok(nonce) = nonce() else { return };
    let known = shared.known.borrow().knows(&device);
    let visible = *shared.visibility.borrow() == Visibility::Visible;
    let about = introduced(&shared, &device).await;
    // Let in and known as such in one step: a request of ours can't slip in between.
    let begun = if known || visible {
        let asker = (shared.me, device, known);
        shared
            .pairings()
            .admit(asker, about, shared.clock.monotonic())
    } else {
        Err(Refusal::NotVisible)
    };
    let (pairing, signals) = match begun {
        Ok(begun) => begun,
        Err(refusal) => {
            let mut stream = stream;
            // Whoever is gone by now asks again.
            wire::send_last(&shared.clock, &mut stream, &refused(refusal))
                .await
                .ok();
            return;
        }
    };
    let running = Running {
        ceremony: Ceremony::answer(shared.me, device, nonce),
        pairing,
        shared,
        shown: None,
        first: None,
    };
    running.run(stream, signals).await;
}

/// Returns what a device says about itself. Its hello travels beside its request, so this waits a
/// little for it; a device that says nothing has no name.
async fn introduced(shared: &Shared, device: &DeviceId) -> About {
    let mut views = shared.view.subscribe();
    let hello = views.wait_for(|view| view.find(device).is_some());
    let here = match shared.clock.timeout(HELLO, hello).await {
        Ok(Ok(view)) => view.find(device).map(|here| here.about.clone()),
        _ => None,
    };
    here.unwrap_or_default().cleaned()
}

/// Converts a refusal to the message that says why a request is not shown.
fn refused(refusal: Refusal) -> PairingMessage {
    let seconds = |time: Duration| time.as_secs().max(1);
    match refusal {
        Refusal::NotVisible => PairingMessage::NotVisible,
        Refusal::Crossed => PairingMessage::Crossed,
        Refusal::Busy { retry_after } => PairingMessage::Busy {
            seconds: seconds(retry_after),
        },
        Refusal::Paused { retry_after } => PairingMessage::Paused {
            seconds: seconds(retry_after),
        },
    }
}

/// Passes a decision on; `false` when the pairing was over before it was heard.
pub(crate) async fn decide(shared: &Shared, id: u64, decision: Decision) -> bool {
    let Some(signals) = shared.pairings().signals(id) else {
        return false;
    };
    let (heard, hearing) = oneshot::channel();
    let said = signals.send(PairingSignal::Decided(decision, heard)).await;
    said.is_ok() && hearing.await.is_ok()
}

fn nonce() -> Result<[u8; 32], ()> {
    let mut nonce = [0; 32];
    getrandom::fill(&mut nonce).map_err(|error| {
        tracing::error!(%error, "the system gives no random bytes");
    })?;
    Ok(nonce)
}

/// A ceremony under way.
struct Running {
    shared: Arc<Shared>,
    ceremony: Ceremony,
    pairing: Pairing,
    shown: Option<oneshot::Sender<Result<Pairing, PairingEnd>>>,
    first: Option<Step>,
}

impl Running {
    async fn run(mut self, stream: Stream, signals: mpsc::Receiver<PairingSignal>) {
        let line = self.shared.line(&self.pairing.device);
        let (reading, mut writing) = stream.split();
        let clock = self.shared.clock.clone();
        let mut next: Next = Box::pin(read(clock.clone(), reading));
        let end = self.converse(&mut next, &mut writing, signals, &line).await;
        self.over(end).await;
        // Whoever broke the rules is dropped, whatever they are still saying.
        if !matches!(end, Some(PairingEnd::Lost | PairingEnd::Broken)) {
            tokio::select! {
                biased;
                () = line.cancelled() => {}
                () = let_go(&clock, next, writing) => {}
            }
        }
    }

    /// Ends the pairing and reports it if it had a code; `None` means paired.
    async fn over(mut self, end: Option<PairingEnd>) {
        let state = end.map_or(PairingState::Paired, PairingState::Ended);
        self.shared
            .pairings()
            .end(&self.pairing, state, self.shared.clock.monotonic());
        let had_code = matches!(self.pairing.state, PairingState::Comparing { .. });
        self.pairing.state = state;
        if let (Some(shown), Some(end)) = (self.shown.take(), end) {
            shown.send(Err(end)).ok();
        }
        // Nobody saw anything of a request that never had a code.
        if had_code {
            self.shared.tell(Event::Pairing(self.pairing.clone())).await;
        }
    }

    /// Runs the ceremony until it ends; `None` means paired.
    async fn converse(
        &mut self,
        next: &mut Next,
        writing: &mut WriteHalf<Stream>,
        mut signals: mpsc::Receiver<PairingSignal>,
        line: &CancellationToken,
    ) -> Option<PairingEnd> {
        if let Some(Step::Send(message)) = self.first.take()
            && wire::send(&self.shared.clock, writing, &PairingMessage::Step(message))
                .await
                .is_err()
        {
            return Some(PairingEnd::Lost);
        }
        let mut deadline = self.shared.clock.monotonic() + SOON;
        let ending = self.shared.ending.clone();
        loop {
            let steps = tokio::select! {
                biased;
                () = ending.cancelled() => return Some(PairingEnd::Lost),
                (half, said) = &mut *next => {
                    *next = Box::pin(read(self.shared.clock.clone(), half));
                    match said {
                        Ok(PairingMessage::Step(message)) => self.ceremony.on(message),
                        Ok(PairingMessage::NotVisible) => return Some(PairingEnd::Refused(Refusal::NotVisible)),
                        Ok(PairingMessage::Crossed) => return Some(PairingEnd::Refused(Refusal::Crossed)),
                        Ok(PairingMessage::Busy { seconds }) => {
                            let retry_after = later(seconds);
                            return Some(PairingEnd::Refused(Refusal::Busy { retry_after }));
                        }
                        Ok(PairingMessage::Paused { seconds }) => {
                            let retry_after = later(seconds);
                            return Some(PairingEnd::Refused(Refusal::Paused { retry_after }));
                        }
                        Err(WireError::Lost(_) | WireError::Silent) => return Some(PairingEnd::Lost),
                        Err(_) => return Some(PairingEnd::Broken),
                    }
                }
                Some(signal) = signals.recv() => match signal {
                    PairingSignal::Decided(Decision::Compared(matches), heard) => {
                        if matches {
                            self.note(|we, _| *we = true).await;
                        }
                        let steps = self.ceremony.decide(matches);
                        // Whoever decided may not wait for that.
                        heard.send(()).ok();
                        steps
                    }
                    PairingSignal::Decided(Decision::Left, heard) => {
                        heard.send(()).ok();
                        leave(&self.shared.clock, writing).await;
                        return Some(PairingEnd::Withdrawn);
                    }
                    PairingSignal::Crossed => {
                        leave(&self.shared.clock, writing).await;
                        return Some(PairingEnd::Refused(Refusal::Crossed));
                    }
                },
                () = line.cancelled() => return Some(PairingEnd::Lost),
                () = self.shared.clock.sleep_until(deadline) => {
                    leave(&self.shared.clock, writing).await;
                    return Some(PairingEnd::Expired);
                }
            };
            for step in steps {
                match step {
                    Step::Send(message) => {
                        if wire::send(&self.shared.clock, writing, &PairingMessage::Step(message))
                            .await
                            .is_err()
                        {
                            return Some(PairingEnd::Lost);
                        }
                    }
                    Step::Show(code) => {
                        deadline = self.shared.clock.monotonic() + PATIENCE;
                        if let Err(refusal) = self.show(code).await {
                            // Whoever is gone by now asks again.
                            wire::send(&self.shared.clock, writing, &refused(refusal))
                                .await
                                .ok();
                            return Some(PairingEnd::Refused(refusal));
                        }
                        if let Some(shown) = self.shown.take() {
                            shown.send(Ok(self.pairing.clone())).ok();
                        }
                    }
                    Step::TheyMatch => self.note(|_, they| *they = true).await,
                    Step::End(how) => {
                        return match how {
                            Ended::Paired => None,
                            Ended::Differ => Some(PairingEnd::Differ),
                            Ended::Left => Some(PairingEnd::Left),
                            Ended::Broken => Some(PairingEnd::Broken),
                        };
                    }
                }
            }
        }
    }

    /// Shows the code to our person, unless they are looking at another one.
    async fn show(&mut self, code: Code) -> Result<(), Refusal> {
        let mut pairing = self.pairing.clone();
        pairing.state = PairingState::Comparing {
            code,
            we_match: false,
            they_match: false,
        };
        self.shared
            .pairings()
            .show(&pairing, self.shared.clock.monotonic())?;
        self.pairing = pairing;
        self.shared.tell(Event::Pairing(self.pairing.clone())).await;
        Ok(())
    }

    /// Notes what one of the two said.
    async fn note(&mut self, change: fn(&mut bool, &mut bool)) {
        if let PairingState::Comparing {
            we_match,
            they_match,
            ..
        } = &mut self.pairing.state
        {
            change(we_match, they_match);
            self.publish().await;
        }
    }

    async fn publish(&self) {
        self.shared.pairings().update(&self.pairing);
        self.shared.tell(Event::Pairing(self.pairing.clone())).await;
    }
}

/// Sends that we give up. If the other side is gone by now, it sees that too.
async fn leave(clock: &Clock, stream: &mut (impl AsyncWrite + Unpin)) {
    let leaves = PairingMessage::Step(Message::Leave);
    wire::send(clock, stream, &leaves).await.ok();
}

/// Ends our side and waits until the other side did: then it has what we said last.
async fn let_go(clock: &Clock, mut next: Next, mut writing: WriteHalf<Stream>) {
    let letting_go = async {
        writing.close().await.ok();
        while let (half, Ok(_)) = next.await {
            next = Box::pin(read(clock.clone(), half));
        }
    };
    // Whoever does not let go loses nothing but what we said.
    clock.timeout(LETS_GO, letting_go).await.ok();
}

/// Returns how long they make us wait, which is a day at most.
fn later(seconds: u64) -> Duration {
    Duration::from_secs(seconds.min(86_400))
}

/// Reads the next message and gives the stream back, so that no half of one is ever lost.
async fn read(clock: Clock, mut half: ReadHalf<Stream>) -> Reading {
    let said = wire::receive(&clock, &mut half, PAIR_BYTES).await;
    (half, said)
}
