//! What is due after a turn of the loop: asked of the store, and started in the background. A handoff that
//! is not due is not read.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use segue_door::{Direction, Failure};
use segue_handoff::sender::Stage;
use segue_handoff::{receiver, sender};
use segue_network::Network;

use super::super::Background;
use super::super::state::State;
use super::mailbox::Job;
use crate::handoffs::{HandoffRow, decode, kind};
use crate::people::Standing;
use crate::storage::failed;

/// How often those who watch are told the progress of files.
const SAY: Duration = Duration::from_millis(300);
/// How often old rows and files that nobody needs are looked for.
const TIDY: Duration = Duration::from_secs(3600);
/// The longest time between two looks at what is due, in milliseconds.
const LONGEST: i64 = 60_000;
/// How many handoffs are read at once.
const BATCH: u32 = 64;
/// How long a handoff rests that could not be changed, in milliseconds.
const FAULT_PAUSE: i64 = 60_000;

impl State {
    /// Starts what is due, and sets when to look again.
    pub(in super::super) fn run_due_work(&mut self, background: &mut Background) {
        let now = self.now();
        self.tidy();
        let network = self.network_control.network().cloned();
        self.wake_by_events(network.is_some());
        while now >= self.mailbox.paused_until {
            if let Err(failure) = self.run_due(background, network.as_ref(), now) {
                tracing::error!(%failure, "what is due can't be done");
                self.mailbox.pause();
            }
            let next = self.mailbox.turns.next();
            if next.is_empty() {
                break;
            }
            for id in next {
                self.mailbox.wake_one(id);
            }
        }
        self.write_records(background);
        match &network {
            Some(network) => {
                self.give(network);
                self.say_messages(background, network, now);
                self.sync_ledgers(background, network);
            }
            None => self.mailbox.forget_offered(),
        }
        self.tell_progress();
        self.mailbox.wake = Some(self.next_look(now));
    }

    /// Makes due what waited for something that has happened since.
    fn wake_by_events(&mut self, has_network: bool) {
        if has_network && !self.mailbox.had_network {
            self.mailbox.wake_all();
        }
        self.mailbox.had_network = has_network;
        for device in self.contacts.take_trust_changed() {
            self.mailbox.wake_peer(&device);
        }
    }

    /// Runs every handoff that is due, once; each then sleeps until its time or an event.
    fn run_due(
        &mut self,
        background: &mut Background,
        network: Option<&Network>,
        now: i64,
    ) -> Result<(), Failure> {
        for direction in [Direction::Sent, Direction::Received] {
            loop {
                let due = self.mailbox.machines.due(kind(direction), now, BATCH);
                let due = due.map_err(|error| failed(&error))?;
                if due.is_empty() {
                    break;
                }
                let mut asleep = Vec::with_capacity(due.len());
                for machine in due {
                    let row = decode(&machine.body, machine.attempts);
                    let until = row.and_then(|row| self.run(background, network, row, now));
                    asleep.push((machine.id, until));
                }
                let slept = self.mailbox.machines.sleep(&asleep);
                slept.map_err(|error| failed(&error))?;
            }
        }
        Ok(())
    }

    /// Does what is due for one handoff, and returns when time changes something again.
    fn run(
        &mut self,
        background: &mut Background,
        network: Option<&Network>,
        row: HandoffRow,
        now: i64,
    ) -> Option<i64> {
        if self.mailbox.is_busy(&Job::Import(row.id)) {
            // What comes of that is waited for, and wakes it.
            return None;
        }
        let row = match self.time_passed(&row, now) {
            Ok(changed) => changed.unwrap_or(row),
            Err(failure) => {
                tracing::error!(%failure, "a handoff did not go on");
                return Some(now.saturating_add(FAULT_PAUSE));
            }
        };
        self.mailbox.follow(&row, now);
        let row = match (row.direction(), network) {
            (Direction::Sent, Some(network)) => self.offer_if_due(background, network, row),
            (Direction::Received, Some(network)) => self.pull_if_due(background, network, row),
            (_, None) => row,
        };
        let row = self.follow_order(background, row);
        match row.is_over(now) {
            true => None,
            false => self
                .gives_up_at(&row)
                .into_iter()
                .chain(row.next_moment(now))
                .min(),
        }
    }

    /// Returns when to stop trying to take a handoff back if its receiver can't be told.
    fn gives_up_at(&self, row: &HandoffRow) -> Option<i64> {
        let withdrawing = row.sender().is_some_and(|machine| machine.is_withdrawing());
        let days = i64::from(self.settings.values.handoffs.keep_days.max(1));
        withdrawing.then(|| row.expires.saturating_add(days.saturating_mul(86_400_000)))
    }

    /// Applies what time and trust do to a handoff; `None` when it stays as it is.
    fn time_passed(&mut self, row: &HandoffRow, now: i64) -> Result<Option<HandoffRow>, Failure> {
        let auth = self.distrust(row);
        let changed = match (row.sender(), row.receiver()) {
            (Some(machine), _) if machine.end().is_none() => {
                let expired = now >= row.expires && machine.stage() < Stage::Arrived;
                let forgotten = self.contacts.get(&row.device).is_none();
                let over = self.gives_up_at(row).is_some_and(|at| now >= at);
                let event = if machine.is_withdrawing() && (over || forgotten) {
                    sender::Event::GiveUp
                } else if expired && !machine.is_withdrawing() {
                    sender::Event::Expire
                } else if machine.auth() != auth.as_deref() {
                    sender::Event::Auth(auth)
                } else {
                    return Ok(None);
                };
                self.sent_on(row.clone(), event, None)
            }
            (_, Some(machine)) => {
                let due = machine.dismissing().is_some_and(|until| now >= until);
                let event = if due {
                    receiver::Event::Tick(now)
                } else if machine.end().is_none() && !machine.is_here() && now >= row.expires {
                    let why = "its time was over before it was delivered".to_owned();
                    receiver::Event::Lost(why)
                } else if machine.auth() != auth.as_deref() {
                    receiver::Event::Auth(auth)
                } else {
                    return Ok(None);
                };
                self.received_on(row.clone(), event, None)
            }
            _ => return Ok(None),
        };
        changed.map(Some)
    }

    /// Says why nothing may be done with a handoff until the person on the other side is verified
    /// again; `None` when they are trusted.
    pub(super) fn distrust(&self, row: &HandoffRow) -> Option<String> {
        let Some(person) = self.contacts.get(&row.device) else {
            return Some(format!("{} is not verified any more.", row.name));
        };
        let name = person.display_name();
        match person.standing {
            Standing::Blocked => return Some(format!("You blocked {name}.")),
            Standing::Waiting => return Some(format!("{name} is not verified yet.")),
            Standing::Verified => {}
        }
        if person.warning.is_some() {
            return Some(format!(
                "Another device answers where {name} was: their key may have changed."
            ));
        }
        if row.direction() == Direction::Sent && person.knows_you == Some(false) {
            return Some(format!("{name} does not know you as verified any more."));
        }
        None
    }

    /// Lets others pull what they were offered, and nothing else.
    pub(super) fn give(&mut self, network: &Network) {
        if !self.mailbox.gives_changed {
            return;
        }
        let wanted: HashSet<_> = self.mailbox.gives.values().flatten().cloned().collect();
        let mut all_given = true;
        let gone: Vec<_> = self
            .mailbox
            .given
            .iter()
            .filter(|(device, hash)| {
                !wanted
                    .iter()
                    .any(|(to, what, _)| to == device && what == hash)
            })
            .cloned()
            .collect();
        for (device, hash) in gone {
            if let Some(bytes) = crate::handoffs::hash_of(&hash) {
                network.take_back(device, &bytes);
            }
            self.mailbox.given.remove(&(device, hash));
        }
        for (to, hash, bytes) in wanted {
            if self.mailbox.given.contains(&(to, hash.clone())) {
                continue;
            }
            let Some(which) = crate::handoffs::hash_of(&hash) else {
                continue;
            };
            let give = segue_network::transfer::Give {
                to,
                hash: which,
                bytes,
                path: self.mailbox.blobs.path(&hash),
            };
            if network.give(give) {
                self.mailbox.given.insert((to, hash));
            } else {
                all_given = false;
            }
        }
        self.mailbox.gives_changed = !all_given;
    }

    /// Tells those who watch the progress of files, now and then.
    fn tell_progress(&mut self) {
        for (id, progress) in self.mailbox.moving() {
            let told = self.mailbox.told.get(&id);
            let news =
                told.is_none_or(|(before, at)| *before != progress && self.clock.since(*at) >= SAY);
            if news {
                let now = self.clock.monotonic();
                self.mailbox.told.insert(id, (progress, now));
                if let Some(row) = self.mailbox.open_row(id) {
                    self.tell_handoff(&row);
                }
            }
        }
    }

    fn next_look(&self, now: i64) -> Instant {
        // As long as something moves there is something to tell.
        let moves = self
            .mailbox
            .told
            .values()
            .any(|(_, at)| self.clock.since(*at) < 4 * SAY);
        let pulls = self
            .mailbox
            .count(|job| matches!(job, Job::Pull(_) | Job::Fetch(_)));
        if pulls > 0 && (moves || self.mailbox.told.len() < pulls) {
            return self.clock.monotonic() + SAY;
        }
        let mut next = now + if pulls > 0 { 2_000 } else { LONGEST };
        // What is due already was looked at just now; only what comes is waited for.
        if self.mailbox.queued && self.mailbox.records_at > now {
            next = next.min(self.mailbox.records_at);
        }
        for (_, at) in self.mailbox.later.values().filter(|(_, at)| *at > now) {
            next = next.min(*at);
        }
        for direction in [Direction::Sent, Direction::Received] {
            match self.mailbox.machines.next_due(kind(direction)) {
                Ok(at) => next = next.min(at.unwrap_or(i64::MAX).max(self.mailbox.paused_until)),
                Err(error) => tracing::error!(%error, "when the next is due can't be read"),
            }
        }
        for (_, at) in self.mailbox.pauses.values() {
            if *at > now {
                next = next.min(*at);
            }
        }
        let wait = u64::try_from(next - now).unwrap_or(0).max(20);
        self.clock.monotonic() + Duration::from_millis(wait)
    }

    /// Forgets what is old, and removes files that nobody needs.
    fn tidy(&mut self) {
        // What is being made has no row yet that names it.
        let applies = |job: &Job| matches!(job, Job::Pull(_) | Job::Fetch(_));
        let moving = self.mailbox.pulls.len().max(self.mailbox.count(applies));
        let busy = self.mailbox.sending > 0 || moving > 0 && self.mailbox.tidied.is_none();
        if busy
            || self
                .mailbox
                .tidied
                .is_some_and(|at| self.clock.since(at) < TIDY)
        {
            return;
        }
        let reading = self.clock.monotonic();
        let first = self.mailbox.tidied.replace(reading).is_none();
        let days = i64::from(self.settings.values.handoffs.keep_days.max(1));
        let before = self.now().saturating_sub(days.saturating_mul(86_400_000));
        match self.mailbox.rows.forget_before(before, self.now()) {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "old handoffs were forgotten"),
            Err(failure) => tracing::error!(%failure, "old handoffs could not be forgotten"),
        }
        let Ok(mut used) = self.mailbox.rows.used() else {
            return;
        };
        let Ok(received) = self.mailbox.rows.open(Direction::Received) else {
            return;
        };
        let mut coming = HashSet::new();
        for row in received {
            coming.insert(row.hash);
            coming.extend(row.facts.delta.map(|delta| delta.hash));
            coming.extend(row.facts.full_copy.map(|full_copy| full_copy.hash));
            coming.extend(row.replacement.map(|file| file.hash));
        }
        // One that just came is named by its row a moment later.
        used.extend(coming.iter().cloned());
        let gone = self.mailbox.blobs.collect(&used, &coming, first);
        if gone > 0 {
            tracing::info!(gone, "files that nobody needs were removed");
        }
    }
}
