//! What is due: read off the rows after every turn of the loop, and started beside it.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use segue_door::Way;
use segue_handoff::sender::Stage;
use segue_handoff::{receiver, sender};
use segue_network::Network;

use super::super::Background;
use super::super::state::State;
use super::desk::Job;
use crate::handoffs::Row;
use crate::people::Standing;

/// How often those who watch are told how far files are.
const SAY: Duration = Duration::from_millis(300);
/// How often old rows and files that nobody needs are looked for.
const TIDY: Duration = Duration::from_secs(3600);
/// The longest time in which nothing is looked at.
const LONGEST: i64 = 60_000;

impl State {
    /// Starts what is due, and says when to look again.
    pub(in super::super) fn drive(&mut self, background: &mut Background) {
        let now = self.now();
        self.tidy();
        let ids: Vec<_> = self.desk.open.keys().copied().collect();
        for id in ids {
            if let Some(row) = self.desk.open.get(&id).cloned() {
                self.time_passed(row, now);
            }
        }
        self.write_records(background);
        if let Some(network) = self.reach.network().cloned() {
            self.give(&network);
            let ids: Vec<_> = self.desk.open.keys().copied().collect();
            for id in ids {
                let Some(row) = self.desk.open.get(&id).cloned() else {
                    continue;
                };
                match row.way() {
                    Way::Out => self.offer_if_due(background, &network, row, now),
                    Way::In => self.pull_if_due(background, &network, row, now),
                }
            }
            self.say_words(background, &network, now);
            self.sync_ledgers(background, &network);
        } else {
            self.desk.given.clear();
        }
        self.follow_orders(background);
        self.tell_progress();
        self.desk.wake = Some(self.next_look(now));
    }

    /// What time and trust do to a handoff.
    fn time_passed(&mut self, row: Row, now: i64) {
        let auth = self.distrust(&row);
        let changed = match (row.sender(), row.receiver()) {
            (Some(machine), _) => {
                if machine.end().is_some() {
                    // It only gives on what a pointer points to.
                    if !row.gives_on(now) {
                        self.desk.open.remove(&row.id);
                    }
                    return;
                }
                let expired = now >= row.expires && machine.stage() < Stage::Arrived;
                let days = i64::from(self.settings.values.handoffs.keep_days.max(1));
                let forgotten = self.book.get(&row.device).is_none();
                let over = now >= row.expires.saturating_add(days.saturating_mul(86_400_000));
                if machine.is_withdrawing() && (over || forgotten) {
                    self.sent_on(row, sender::Event::GiveUp, None)
                } else if expired && !machine.is_withdrawing() {
                    self.sent_on(row, sender::Event::Expire, None)
                } else if machine.auth() != auth.as_deref() {
                    self.sent_on(row, sender::Event::Auth(auth), None)
                } else {
                    return;
                }
            }
            (_, Some(machine)) => {
                let due = machine.dismissing().is_some_and(|until| now >= until);
                if self.desk.is_busy(&Job::Import(row.id)) {
                    // What comes of that is waited for.
                    return;
                }
                self.stop_pull(&row);
                if due {
                    self.received_on(row, receiver::Event::Tick(now), None)
                } else if machine.end().is_none() && !machine.is_here() && now >= row.expires {
                    let why = "its time was over before it was delivered".to_owned();
                    self.received_on(row, receiver::Event::Lost(why), None)
                } else if machine.auth() != auth.as_deref() {
                    self.received_on(row, receiver::Event::Auth(auth), None)
                } else {
                    return;
                }
            }
            _ => return,
        };
        if let Err(failure) = changed {
            tracing::error!(%failure, "a handoff did not go on");
        }
    }

    /// Why nothing may be done with a handoff until the other one is verified again.
    pub(super) fn distrust(&self, row: &Row) -> Option<String> {
        let Some(person) = self.book.get(&row.device) else {
            return Some(format!("{} is not verified any more.", row.name));
        };
        let name = person.shown();
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
        if row.way() == Way::Out && person.knows_you == Some(false) {
            return Some(format!("{name} does not know you as verified any more."));
        }
        None
    }

    /// Lets others pull what they were offered, and nothing else.
    pub(super) fn give(&mut self, network: &Network) {
        let now = self.now();
        let mut wanted: HashSet<_> = HashSet::new();
        for row in self.desk.open.values() {
            let Some(machine) = row.sender() else {
                continue;
            };
            if machine.wants_give() {
                wanted.insert((row.device, row.hash.clone(), row.bytes));
                if let Some(delta) = &row.facts.delta {
                    wanted.insert((row.device, delta.hash.clone(), delta.bytes));
                }
            }
            if row.gives_on(now)
                && let Some(rest) = &row.facts.rest
            {
                wanted.insert((row.device, rest.hash.clone(), rest.bytes));
            }
        }
        let gone: Vec<_> = self
            .desk
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
            self.desk.given.remove(&(device, hash));
        }
        for (to, hash, bytes) in wanted {
            if self.desk.given.contains(&(to, hash.clone())) {
                continue;
            }
            let Some(which) = crate::handoffs::hash_of(&hash) else {
                continue;
            };
            let give = segue_network::transfer::Give {
                to,
                hash: which,
                bytes,
                path: self.desk.blobs.path(&hash),
            };
            if network.give(give) {
                self.desk.given.insert((to, hash));
            }
        }
    }

    /// Tells those who watch how far files are, now and then.
    fn tell_progress(&mut self) {
        let ids: Vec<_> = self.desk.open.keys().copied().collect();
        for id in ids {
            let Some(progress) = self.desk.progress(id) else {
                continue;
            };
            let told = self.desk.told.get(&id);
            let news =
                told.is_none_or(|(before, at)| *before != progress && self.clock.since(*at) >= SAY);
            if news {
                let now = self.clock.monotonic();
                self.desk.told.insert(id, (progress, now));
                if let Some(row) = self.desk.open.get(&id).cloned() {
                    self.tell_handoff(&row);
                }
            }
        }
    }

    fn next_look(&self, now: i64) -> Instant {
        // As long as something moves there is something to tell.
        let moves = self
            .desk
            .told
            .values()
            .any(|(_, at)| self.clock.since(*at) < 4 * SAY);
        let pulls = self
            .desk
            .count(|job| matches!(job, Job::Pull(_) | Job::Fetch(_)));
        if pulls > 0 && (moves || self.desk.told.len() < pulls) {
            return self.clock.monotonic() + SAY;
        }
        let mut next = now + if pulls > 0 { 2_000 } else { LONGEST };
        // What is due already was looked at just now; only what comes is waited for.
        if self.desk.queued && self.desk.records_at > now {
            next = next.min(self.desk.records_at);
        }
        for (_, at) in self.desk.later.values().filter(|(_, at)| *at > now) {
            next = next.min(*at);
        }
        for row in self.desk.open.values() {
            let waits = [
                Some(row.next),
                Some(row.expires),
                row.receiver().and_then(|r| r.dismissing()),
            ];
            for at in waits.into_iter().flatten().filter(|at| *at > now) {
                next = next.min(at);
            }
        }
        for (_, at) in self.desk.pauses.values() {
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
        let moving = self.desk.pulls.len().max(self.desk.count(applies));
        let busy = self.desk.sending > 0 || moving > 0 && self.desk.tidied.is_none();
        if busy
            || self
                .desk
                .tidied
                .is_some_and(|at| self.clock.since(at) < TIDY)
        {
            return;
        }
        let reading = self.clock.monotonic();
        let first = self.desk.tidied.replace(reading).is_none();
        let days = i64::from(self.settings.values.handoffs.keep_days.max(1));
        let before = self.now().saturating_sub(days.saturating_mul(86_400_000));
        match self.desk.rows.forget_before(before, self.now()) {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "old handoffs were forgotten"),
            Err(failure) => tracing::error!(%failure, "old handoffs could not be forgotten"),
        }
        let Ok(mut used) = self.desk.rows.used() else {
            return;
        };
        let mut coming = HashSet::new();
        for row in self.desk.open.values().filter(|row| row.way() == Way::In) {
            coming.insert(row.hash.clone());
            coming.extend(row.facts.delta.iter().map(|delta| delta.hash.clone()));
            coming.extend(row.facts.rest.iter().map(|rest| rest.hash.clone()));
            coming.extend(row.replacement.iter().map(|file| file.hash.clone()));
        }
        // One that just came is named by its row a moment later.
        used.extend(coming.iter().cloned());
        let gone = self.desk.blobs.collect(&used, &coming, first);
        if gone > 0 {
            tracing::info!(gone, "files that nobody needs were removed");
        }
    }
}
