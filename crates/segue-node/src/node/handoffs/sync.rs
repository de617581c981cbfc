//! Ledgers and others: each conversation's records are talked over with those who took part in it, and
//! with nobody else.
//!
//! ```text
//! something new, or someone is here ──▶ talk (topic: the conversation) ──▶ message, message, … ──▶ both have all
//! ```
//!
//! The two sides take turns. An empty frame means "nothing more"; when both say so, it is over.

use segue_door::Event;
use segue_ledger::{Attempt, Ledger, Outgoing, PublicKey, Sync};
use segue_network::sync_session::{Part, SyncSession};
use segue_network::{DeviceId, Network};

use super::super::state::State;
use super::super::{Background, Finished};
use super::mailbox::Job;
use crate::journal::Happening;
use crate::ledgers::Ledgers;

/// When to try again what did not work, in milliseconds.
const LATER: i64 = 2_000;
/// How many talks run at once.
const AT_ONCE: usize = 4;

/// The outcome of a talk about a conversation.
struct Talked {
    new: usize,
    records: usize,
    attempts: Vec<Attempt>,
    finished: bool,
}

impl State {
    /// Writes the records that wait for the ledger.
    pub(super) fn write_records(&mut self, background: &mut Background) {
        // An import under way comes first: what it writes belongs together.
        let importing = self.mailbox.count(|job| matches!(job, Job::Import(_))) > 0;
        if importing || !self.mailbox.queued || self.now() < self.mailbox.records_at {
            return;
        }
        let Ok(key) = self.identity.key.clone() else {
            return;
        };
        let Some(held) = self.mailbox.hold(Job::Records) else {
            return;
        };
        self.mailbox.queued = false;
        let ledgers = self.mailbox.ledgers.clone();
        background.spawn_blocking(move || {
            let changed = ledgers.flush(&key);
            Some(Finished::then(move |state: &mut State| {
                drop(held);
                match changed {
                    Ok(changed) => {
                        for conversation in changed {
                            state.history_changed(conversation);
                        }
                    }
                    Err(failure) => tracing::error!(%failure, "records could not be written"),
                }
                if state.mailbox.ledgers.has_queue().unwrap_or(true) && !state.mailbox.queued {
                    // Some could not be written: not at once again.
                    state.mailbox.queued = true;
                    state.mailbox.records_at = state.now().saturating_add(LATER);
                }
            }))
        });
    }

    /// Notes that something new is known about a conversation: those who lack it will get it, and
    /// those who show it ask again.
    fn history_changed(&mut self, conversation: String) {
        self.mailbox.dirty.insert(conversation.clone());
        self.tell(Event::HistoryChanged { conversation });
    }

    /// Talks with those who lack something about a conversation.
    pub(super) fn sync_ledgers(&mut self, background: &mut Background, network: &Network) {
        let talking = |state: &Self| state.mailbox.count(|job| matches!(job, Job::Sync(..)));
        let now = self.now();
        self.mailbox
            .dirty
            .extend(self.mailbox.ledgers.take_rescued());
        let dirty: Vec<String> = self.mailbox.dirty.iter().cloned().collect();
        let view = network.view();
        for conversation in dirty {
            if talking(self) >= AT_ONCE {
                return;
            }
            let Ok(with) = self.partners(&conversation) else {
                self.mailbox.dirty.remove(&conversation);
                continue;
            };
            let mut left = false;
            for device in with {
                if view.find(&device).is_none() {
                    // They are talked with when they are here.
                    if let Err(failure) = self.mailbox.ledgers.owes(&conversation, &device) {
                        tracing::error!(%failure, "who lacks records could not be kept");
                    }
                    continue;
                }
                let ours = self.mailbox.ledgers.known(&conversation).ok().flatten();
                let known = self.mailbox.ledgers.known_to(&conversation, &device);
                let ours = ours.map(|(records, _)| records);
                if known.is_ok_and(|known| known == ours) {
                    continue;
                }
                let which = (device, conversation.clone());
                let waits = self
                    .mailbox
                    .later
                    .get(&which)
                    .is_some_and(|(_, at)| *at > now);
                if waits || talking(self) >= AT_ONCE {
                    left = true;
                    continue;
                }
                left |= !self.begin_talk(background, network, device, conversation.clone());
            }
            if !left {
                self.mailbox.dirty.remove(&conversation);
            }
        }
    }

    /// Returns the verified people who took part in a conversation, handed it to us or were handed
    /// it by us.
    fn partners(&self, conversation: &str) -> Result<Vec<DeviceId>, segue_door::Failure> {
        let mut with: Vec<DeviceId> = Vec::new();
        if let Some((_, participants)) = self.mailbox.ledgers.known(conversation)? {
            with.extend(participants.iter().filter_map(|key| DeviceId::of(&key.0)));
        }
        for row in self.mailbox.rows.of_conversation(conversation)? {
            let knows = row
                .receiver()
                .is_some_and(segue_handoff::receiver::Receiver::is_here)
                || row
                    .sender()
                    .is_some_and(|sender| sender.stage() > segue_handoff::sender::Stage::Queued);
            if knows && !with.contains(&row.device) {
                with.push(row.device);
            }
        }
        let me = self.public();
        with.retain(|device| device.public() != me && self.contacts.is_verified(device));
        Ok(with)
    }

    fn begin_talk(
        &mut self,
        background: &mut Background,
        network: &Network,
        device: DeviceId,
        conversation: String,
    ) -> bool {
        let Some(held) = self.mailbox.hold(Job::Sync(device, conversation.clone())) else {
            return false;
        };
        let (network, ledgers) = (network.clone(), self.mailbox.ledgers.clone());
        background.spawn(async move {
            let talked = match network.open_sync(device, &conversation).await {
                Ok(talk) => run(talk, &ledgers, &conversation, &device, true).await,
                Err(error) => {
                    tracing::debug!(%error, ?device, "no talk about a conversation");
                    None
                }
            };
            Some(Finished::then(move |state: &mut State| {
                drop(held);
                let finished = talked.as_ref().is_some_and(|talked| talked.finished);
                let which = (device, conversation.clone());
                if finished {
                    state.mailbox.later.remove(&which);
                } else {
                    // Something stood in between: not at once again, and ever less often.
                    let tries = state
                        .mailbox
                        .later
                        .get(&which)
                        .map_or(0, |(tries, _)| *tries);
                    let wait = LATER.saturating_mul(1 << tries.min(5));
                    let at = state.now().saturating_add(wait);
                    state.mailbox.later.insert(which, (tries + 1, at));
                    state.mailbox.dirty.insert(conversation.clone());
                }
                state.talked(device, &conversation, talked);
            }))
        });
        true
    }

    /// Answers someone verified who begins to talk about a conversation. Nothing is said to one
    /// whose conversation it can't be.
    pub(in super::super) fn talk_begun(
        &mut self,
        background: &mut Background,
        device: DeviceId,
        conversation: String,
        talk: SyncSession,
    ) {
        let with = self.partners(&conversation).unwrap_or_default();
        let partner = with.contains(&device);
        // Who took part without our knowing can show it by what those we know signed.
        let known = self.mailbox.ledgers.has(&conversation).unwrap_or(false);
        if !partner && !known {
            tracing::warn!(?device, "a talk about a conversation that is not theirs");
            return;
        }
        let ledgers = self.mailbox.ledgers.clone();
        let took_part: Vec<PublicKey> = with.iter().map(|one| PublicKey(one.public())).collect();
        background.spawn(async move {
            let talked = if partner {
                run(talk, &ledgers, &conversation, &device, false).await
            } else {
                listen(talk, &ledgers, &conversation, &device, took_part).await
            };
            Some(Finished::then(move |state: &mut State| {
                state.talked(device, &conversation, talked);
            }))
        });
    }

    fn talked(&mut self, device: DeviceId, conversation: &str, talked: Option<Talked>) {
        let Some(talked) = talked else {
            return;
        };
        if talked.finished
            && let Err(failure) = self
                .mailbox
                .ledgers
                .told(conversation, &device, talked.records)
        {
            tracing::error!(%failure, "what someone has could not be kept");
        }
        if talked.new > 0 {
            // Others lack it, too.
            self.history_changed(conversation.to_owned());
        }
        if !talked.attempts.is_empty() {
            let name = self.name_for(&device, "");
            tracing::warn!(?device, conversation, "records were refused");
            if let Err(failure) = self
                .mailbox
                .ledgers
                .attempted(conversation, &talked.attempts)
            {
                tracing::error!(%failure, "an attempt could not be kept");
            }
            let what = format!("{name} sent records that are not what they claim to be");
            let first = talked.attempts.first().map(|one| one.tried.to_string());
            let detail = format!(
                "They {}. Nothing was changed; segue history shows it.",
                first.unwrap_or_default()
            );
            self.journal(Happening::new("ledger_refused", what).detail(detail));
        }
    }
}

/// Runs one talk about a conversation, from either side.
async fn run(
    mut talk: SyncSession,
    ledgers: &Ledgers,
    conversation: &str,
    device: &DeviceId,
    begins: bool,
) -> Option<Talked> {
    let mut sync = Sync::new();
    let mut talked = Talked {
        new: 0,
        records: 0,
        attempts: Vec::new(),
        finished: false,
    };
    let mut speaks = begins;
    let (mut silent, mut heard_nothing) = (false, false);
    for _ in 0..2 * segue_ledger::limits::MAX_ROUNDS + 8 {
        if speaks {
            let next;
            (sync, next, talked.records) = next_message(ledgers, conversation, sync).await?;
            silent = next.is_none();
            match next {
                Some(Outgoing::Message(message)) => talk.send(&message).await.ok()?,
                Some(Outgoing::Whole(whole)) => talk.send_whole(&whole).await.ok()?,
                None => talk.send(&[]).await.ok()?,
            }
        } else {
            match talk.receive(segue_ledger::limits::MAX_WHOLE).await {
                Ok(Some(Part::Frame(frame))) if frame.is_empty() => heard_nothing = true,
                Ok(Some(part)) => {
                    heard_nothing = false;
                    let from = device.to_string();
                    let came;
                    (sync, came) = took(ledgers, conversation, sync, from, part).await?;
                    match came {
                        Ok(news) => {
                            talked.new += news.new_records.len();
                            talked.attempts.extend(news.refused);
                        }
                        Err(error) => {
                            tracing::warn!(%error, ?device, "a talk about a conversation was cut off");
                            return Some(talked);
                        }
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    tracing::debug!(%error, "a talk about a conversation ended");
                    return Some(talked);
                }
            }
        }
        if silent && heard_nothing {
            talked.finished = true;
            break;
        }
        speaks = !speaks;
    }
    talk.finish().await.ok();
    Some(talked)
}

/// Listens to someone of whom we do not know that they took part. An empty ledger listens, so that
/// they are told nothing. They are believed if someone whom we know to have taken part signed that
/// the conversation was handed to them.
async fn listen(
    mut talk: SyncSession,
    ledgers: &Ledgers,
    conversation: &str,
    device: &DeviceId,
    mut took_part: Vec<PublicKey>,
) -> Option<Talked> {
    let from = device.to_string();
    let (_, known) = ledgers.known(conversation).ok()??;
    took_part.extend(known);
    let mut scratch = Ledger::new(conversation).ok()?;
    let mut sync = Sync::new();
    let mut silent = false;
    for _ in 0..segue_ledger::limits::MAX_ROUNDS {
        match talk.receive(segue_ledger::limits::MAX_WHOLE).await.ok()? {
            Some(Part::Frame(frame)) if frame.is_empty() => {
                if silent {
                    break;
                }
            }
            Some(Part::Frame(frame)) => drop(scratch.receive(&mut sync, &from, &frame).ok()?),
            Some(Part::Whole(whole)) => drop(scratch.take_whole(&mut sync, &from, &whole).ok()?),
            None => break,
        }
        let next = scratch.message(&mut sync);
        silent = next.is_none();
        match next {
            Some(Outgoing::Message(message)) => talk.send(&message).await.ok()?,
            Some(Outgoing::Whole(whole)) => talk.send_whole(&whole).await.ok()?,
            None => talk.send(&[]).await.ok()?,
        }
    }
    talk.finish().await.ok();
    if !was_handed(&scratch, device, &took_part) {
        tracing::warn!(?device, "a talk about a conversation that is not theirs");
        return None;
    }
    let whole = scratch.whole()?;
    let merge = |ledger: &mut Ledger, _| ledger.take_whole(&mut Sync::new(), &from, &whole);
    let news = ledgers.change(conversation, merge).ok()?.ok()?;
    Some(Talked {
        // There is something to tell them now.
        new: news.new_records.len().max(1),
        records: 0,
        attempts: news.refused,
        finished: false,
    })
}

/// Checks whether someone of whom we knew before that they took part handed the conversation to
/// this device.
fn was_handed(scratch: &Ledger, device: &DeviceId, took_part: &[PublicKey]) -> bool {
    let lineage = scratch.lineage();
    let device = Some(PublicKey(device.public()));
    let mut handoffs = lineage
        .versions()
        .iter()
        .flat_map(|version| &version.handoffs);
    handoffs.any(|handoff| {
        let from = handoff.from.key;
        handoff.handed_off_to.key == device && from.is_some_and(|from| took_part.contains(&from))
    })
}

type Next = (Sync, Option<Outgoing>, usize);

async fn next_message(ledgers: &Ledgers, conversation: &str, mut sync: Sync) -> Option<Next> {
    let (ledgers, conversation) = (ledgers.clone(), conversation.to_owned());
    let work = tokio::task::spawn_blocking(move || {
        let next = ledgers.with(&conversation, |ledger| {
            (ledger.message(&mut sync), ledger.len())
        });
        next.ok().map(|(next, records)| (sync, next, records))
    });
    work.await.ok().flatten()
}

type Took = (Sync, Result<segue_ledger::News, segue_ledger::SyncError>);

async fn took(
    ledgers: &Ledgers,
    conversation: &str,
    mut sync: Sync,
    from: String,
    part: Part,
) -> Option<Took> {
    let (ledgers, conversation) = (ledgers.clone(), conversation.to_owned());
    let work = tokio::task::spawn_blocking(move || {
        let came = ledgers.change(&conversation, |ledger, _| match &part {
            Part::Frame(frame) => ledger.receive(&mut sync, &from, frame),
            Part::Whole(whole) => ledger.take_whole(&mut sync, &from, whole),
        });
        came.ok().map(|came| (sync, came))
    });
    work.await.ok().flatten()
}
