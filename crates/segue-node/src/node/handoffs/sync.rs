//! Ledgers and others: each conversation's records are talked over with those who took part in it, and
//! with nobody else.
//!
//! ```text
//! something new, or someone is here ──▶ talk (topic: the conversation) ──▶ message, message, … ──▶ both have all
//! ```
//!
//! The two sides take turns. An empty frame means "nothing more"; when both say so, it is over.

use std::collections::BTreeSet;

use segue_handoff::task::back_off;
use segue_ledger::{Attempt, Outgoing, PublicKey, Sync};
use segue_network::talk::{Part, Talk};
use segue_network::{DeviceId, Network};

use super::super::happened::now;
use super::super::state::State;
use super::super::{Background, Finished};
use super::desk::Job;
use crate::journal::Happening;
use crate::ledgers::Ledgers;

/// How many talks run at once.
const AT_ONCE: usize = 4;
/// After so many lost talks the pauses between them do not get longer: whoever is here again should
/// not have to wait for what the line did an hour ago.
const LONGEST_PAUSE: u32 = 4;

/// What a talk came to.
struct Talked {
    new: usize,
    records: usize,
    attempts: Vec<Attempt>,
    finished: bool,
    /// The line was lost on the way.
    lost: bool,
}

impl State {
    /// Writes records that wait.
    pub(super) fn write_records(&mut self, background: &mut Background) {
        if !self.desk.queued || self.desk.busy.contains(&Job::Records) {
            return;
        }
        let Ok(key) = self.identity.key.clone() else {
            return;
        };
        self.desk.queued = false;
        self.desk.busy.insert(Job::Records);
        let ledgers = self.desk.ledgers.clone();
        background.spawn_blocking(move || {
            let changed = ledgers.flush(&key);
            Some(Finished::then(move |state: &mut State| {
                state.desk.busy.remove(&Job::Records);
                match changed {
                    Ok(changed) => state.desk.dirty.extend(changed),
                    Err(failure) => tracing::error!(%failure, "records could not be written"),
                }
                state.desk.queued |= state.desk.ledgers.has_queue().unwrap_or(false);
            }))
        });
    }

    /// Talks with those who lack something.
    pub(super) fn sync_ledgers(&mut self, background: &mut Background, network: &Network) {
        let talking = |busy: &std::collections::HashSet<Job>| {
            let talks = busy.iter().filter(|job| matches!(job, Job::Sync(..)));
            talks.count()
        };
        let dirty: Vec<String> = self.desk.dirty.iter().cloned().collect();
        let (view, now) = (network.view(), now());
        for conversation in dirty {
            if talking(&self.desk.busy) >= AT_ONCE {
                return;
            }
            let Ok(with) = self.partners(&conversation) else {
                self.desk.dirty.remove(&conversation);
                continue;
            };
            let mut left = false;
            for device in with {
                let job = Job::Sync(device, conversation.clone());
                if view.find(&device).is_none() {
                    // They are talked with when they are here.
                    if let Err(failure) = self.desk.ledgers.owes(&conversation, &device) {
                        tracing::error!(%failure, "who lacks records could not be kept");
                    }
                    continue;
                }
                let ours = self.desk.ledgers.with(&conversation, |ledger| ledger.len());
                let known = self.desk.ledgers.known_to(&conversation, &device);
                if let (Ok(ours), Ok(known)) = (ours, known)
                    && ours <= known
                {
                    continue;
                }
                let pause = (device, conversation.clone());
                let paused = self.desk.talk_pauses.get(&pause);
                if paused.is_some_and(|(_, at)| *at > now)
                    || self.desk.busy.contains(&job)
                    || talking(&self.desk.busy) >= AT_ONCE
                {
                    left = true;
                    continue;
                }
                self.begin_talk(background, network, device, conversation.clone());
            }
            if !left {
                self.desk.dirty.remove(&conversation);
            }
        }
    }

    /// Verified people who took part in a conversation, or were handed it by us, or we by them.
    fn partners(&self, conversation: &str) -> Result<Vec<DeviceId>, crate::door::Failure> {
        let mut with: Vec<DeviceId> = Vec::new();
        if self.desk.ledgers.has(conversation)? {
            let lineage = self.desk.ledgers.lineage(conversation)?;
            with.extend(
                lineage
                    .participants()
                    .iter()
                    .filter_map(|key| DeviceId::of(&key.0)),
            );
        }
        for row in self.desk.rows.of_conversation(conversation)? {
            let knows = row.receiver().is_some()
                || row
                    .sender()
                    .is_some_and(|sender| sender.stage() > segue_handoff::sender::Stage::Queued);
            if knows && !with.contains(&row.device) {
                with.push(row.device);
            }
        }
        let me = self.public();
        with.retain(|device| device.public() != me && self.book.is_verified(device));
        Ok(with)
    }

    fn begin_talk(
        &mut self,
        background: &mut Background,
        network: &Network,
        device: DeviceId,
        conversation: String,
    ) {
        self.desk
            .busy
            .insert(Job::Sync(device, conversation.clone()));
        let (network, ledgers) = (network.clone(), self.desk.ledgers.clone());
        background.spawn(async move {
            let talked = match network.talk(device, &conversation).await {
                Ok(talk) => {
                    let side = Side {
                        begins: true,
                        proven: true,
                    };
                    run(talk, &ledgers, &conversation, &device, side).await
                }
                Err(error) => {
                    tracing::debug!(%error, ?device, "no talk about a conversation");
                    None
                }
            };
            Some(Finished::then(move |state: &mut State| {
                state
                    .desk
                    .busy
                    .remove(&Job::Sync(device, conversation.clone()));
                let lost = talked.as_ref().is_none_or(|talked| talked.lost);
                state.talk_again(device, &conversation, lost);
                state.talked(device, &conversation, talked);
            }))
        });
    }

    /// A talk that was lost is begun again after a while, and not at every hello: that alone would
    /// keep two computers busy with each other.
    fn talk_again(&mut self, device: DeviceId, conversation: &str, lost: bool) {
        let which = (device, conversation.to_owned());
        if !lost {
            self.desk.talk_pauses.remove(&which);
            return;
        }
        let before = self.desk.talk_pauses.get(&which);
        let tries = before.map_or(1, |(tries, _)| tries + 1).min(LONGEST_PAUSE);
        let wait = i64::try_from(back_off(tries)).unwrap_or(i64::MAX);
        let at = now().saturating_add(wait);
        self.desk.talk_pauses.insert(which, (tries, at));
        self.desk.dirty.insert(conversation.to_owned());
    }

    /// Someone verified begins to talk about a conversation.
    pub(in super::super) fn talk_begun(
        &mut self,
        background: &mut Background,
        device: DeviceId,
        conversation: String,
        talk: Talk,
    ) {
        let partner = self
            .partners(&conversation)
            .is_ok_and(|with| with.contains(&device));
        // Who took part without our knowing can show it by what those we know signed.
        let known = self.desk.ledgers.has(&conversation).unwrap_or(false);
        if !partner && !known {
            tracing::warn!(?device, "a talk about a conversation that is not theirs");
            return;
        }
        let ledgers = self.desk.ledgers.clone();
        background.spawn(async move {
            let side = Side {
                begins: false,
                proven: partner,
            };
            let talked = run(talk, &ledgers, &conversation, &device, side).await;
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
                .desk
                .ledgers
                .told(conversation, &device, talked.records)
        {
            tracing::error!(%failure, "what someone has could not be kept");
        }
        if talked.new > 0 {
            // Others lack it, too.
            self.desk.dirty.insert(conversation.to_owned());
        }
        if !talked.attempts.is_empty() {
            let name = self.name_for(&device, "");
            tracing::warn!(?device, conversation, "records were refused");
            if let Err(failure) = self.desk.ledgers.attempted(conversation, &talked.attempts) {
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

/// How a side begins.
struct Side {
    /// Whether it speaks first.
    begins: bool,
    /// Whether the other one is known to have taken part.
    proven: bool,
}

/// One talk, from either side.
async fn run(
    mut talk: Talk,
    ledgers: &Ledgers,
    conversation: &str,
    device: &DeviceId,
    side: Side,
) -> Option<Talked> {
    let Side { begins, mut proven } = side;
    let took_part: BTreeSet<PublicKey> = match proven {
        true => BTreeSet::new(),
        false => ledgers.lineage(conversation).ok()?.participants().clone(),
    };
    let mut spoke = false;
    let mut sync = Sync::new();
    let mut talked = Talked {
        new: 0,
        records: 0,
        attempts: Vec::new(),
        finished: false,
        lost: false,
    };
    let mut speaks = begins;
    let (mut silent, mut heard_nothing) = (false, false);
    for _ in 0..2 * segue_ledger::limits::MAX_ROUNDS + 8 {
        if speaks {
            // The first message only says what we have, by hashes.
            if spoke && !proven {
                proven = was_handed(ledgers, conversation, device, &took_part)?;
                if !proven {
                    tracing::warn!(?device, "a talk about a conversation that is not theirs");
                    return Some(talked);
                }
            }
            spoke = true;
            let next;
            (sync, next) = next_message(ledgers, conversation, sync).await?;
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
                    talked.lost = true;
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
    talked.records = ledgers.with(conversation, |ledger| ledger.len()).ok()?;
    // What was refused of theirs they still have: they are not asked for it again and again.
    Some(talked)
}

/// Whether one who took part, as we knew before, handed the conversation to this device.
fn was_handed(
    ledgers: &Ledgers,
    conversation: &str,
    device: &DeviceId,
    took_part: &BTreeSet<PublicKey>,
) -> Option<bool> {
    let lineage = ledgers.lineage(conversation).ok()?;
    let device = Some(PublicKey(device.public()));
    let mut handoffs = lineage
        .versions()
        .iter()
        .flat_map(|version| &version.handoffs);
    Some(handoffs.any(|handoff| {
        let from = handoff.from.key;
        handoff.handed_off_to.key == device && from.is_some_and(|from| took_part.contains(&from))
    }))
}

type Next = (Sync, Option<Outgoing>);

async fn next_message(ledgers: &Ledgers, conversation: &str, mut sync: Sync) -> Option<Next> {
    let (ledgers, conversation) = (ledgers.clone(), conversation.to_owned());
    let work = tokio::task::spawn_blocking(move || {
        let next = ledgers.with(&conversation, |ledger| ledger.message(&mut sync));
        next.ok().map(|next| (sync, next))
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
