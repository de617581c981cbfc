//! Saying what is to be said, one after the other and until it is kept; and hearing what others say.

use segue_door::Failure;
use segue_handoff::sender::Sender;
use segue_handoff::task::back_off;
use segue_handoff::{End, Said, Saying, receiver, sender};
use segue_network::network::Answer;
use segue_network::word::{Word, WordAnswer, WordDraft, WordError};
use segue_network::{DeviceId, Network};
use uuid::Uuid;

use super::super::state::State;
use super::super::{Background, Finished};
use super::changes::stamp;
use super::desk::Job;
use crate::handoffs::{Kept, Machine, Row, Written};

/// How many words are said in one go.
const AT_ONCE: usize = 50;
/// How many handoffs one person may bring back.
const REOPENED: usize = 100;

/// How a round of saying ended.
enum Round {
    All,
    Later(u64),
    Failed(WordError),
}

impl State {
    /// Says what waits to those who may hear it now.
    pub(super) fn say_words(&mut self, background: &mut Background, network: &Network, now: i64) {
        // An import under way comes first: what it has to say is said with the rest.
        let importing = self.desk.count(|job| matches!(job, Job::Import(_))) > 0;
        if importing || !self.desk.unsaid {
            return;
        }
        let Ok(devices) = self.desk.words.waiting_for() else {
            return;
        };
        if devices.is_empty() {
            self.desk.unsaid = false;
        }
        for device in devices {
            let paused = self.desk.pauses.get(&device);
            if paused.is_some_and(|(_, at)| *at > now) || !self.book.is_verified(&device) {
                continue;
            }
            let (Ok(key), Ok(waiting)) =
                (self.identity.key.clone(), self.desk.words.untold(device))
            else {
                continue;
            };
            let Some(held) = self.desk.hold(Job::Words(device)) else {
                continue;
            };
            let (network, words) = (network.clone(), self.desk.words.clone());
            let clock = self.clock.clone();
            background.spawn(async move {
                let mut told = Vec::new();
                let mut ended = Round::All;
                for word in waiting.into_iter().take(AT_ONCE) {
                    match say(&network, &key, device, &word).await {
                        Ok(WordAnswer::Kept) => {}
                        Ok(WordAnswer::Refused(why)) => {
                            tracing::warn!(%why, ?device, "a word was refused");
                        }
                        // It would never fit; the others must not wait for it.
                        Err(WordError::TooLong) => {
                            tracing::error!(id = %word.id, "a word is too long to be said");
                        }
                        Ok(WordAnswer::Later(seconds)) => {
                            ended = Round::Later(seconds);
                            break;
                        }
                        Err(error) => {
                            ended = Round::Failed(error);
                            break;
                        }
                    }
                    if let Err(failure) = words.told(word.id, clock.now().as_millisecond()) {
                        tracing::error!(%failure, "that a word was told could not be kept");
                        ended = Round::Later(30);
                        break;
                    }
                    told.push(word.saying.handoff);
                }
                Some(Finished::then(move |state: &mut State| {
                    drop(held);
                    state.words_said(device, told, ended);
                }))
            });
        }
    }

    fn words_said(&mut self, device: DeviceId, told: Vec<Uuid>, ended: Round) {
        let tries = self.desk.pauses.get(&device).map_or(0, |(tries, _)| *tries);
        let wait = match ended {
            Round::All => None,
            Round::Later(seconds) => Some(seconds.saturating_mul(1000)),
            Round::Failed(error) => {
                tracing::debug!(%error, ?device, "nothing could be said");
                Some(back_off(tries + 1))
            }
        };
        match wait {
            None => self.desk.pauses.remove(&device),
            Some(wait) => {
                let at = self
                    .now()
                    .saturating_add(i64::try_from(wait).unwrap_or(i64::MAX));
                self.desk.pauses.insert(device, (tries + 1, at))
            }
        };
        for id in told {
            if let Ok(Some(row)) = self.desk.row(id) {
                self.tell_handoff(&row);
            }
        }
    }

    /// Someone verified says something about a handoff.
    pub(in super::super) fn word_heard(&mut self, word: &Word, answer: Answer<WordAnswer>) {
        let decided = match self.hear(word) {
            Ok(decided) => decided,
            Err(failure) => {
                tracing::error!(%failure, "a word could not be kept");
                WordAnswer::Later(30)
            }
        };
        tracing::debug!(from = ?word.from, id = %word.id, ?decided, "a word");
        answer.give(decided);
    }

    fn hear(&mut self, word: &Word) -> Result<WordAnswer, Failure> {
        let refused = |why: &str| Ok(WordAnswer::Refused(why.to_owned()));
        // They may have been blocked since it came.
        if !self.book.is_verified(&word.from) {
            return Ok(WordAnswer::Later(60));
        }
        if self.desk.rows.heard_before(word.id)? {
            return Ok(WordAnswer::Kept);
        }
        let saying = match Saying::parse(&word.body) {
            Ok(saying) => saying,
            Err(why) => return refused(&why.to_string()),
        };
        let Some(row) = self.desk.row(saying.handoff)? else {
            return self.hear_new(word, saying);
        };
        if row.device != word.from {
            tracing::warn!(from = ?word.from, id = %row.id, "a word about somebody else's handoff");
            return refused("this handoff is somebody else's");
        }
        if self.desk.words.count(row.id)? >= crate::handoffs::MOST_WORDS {
            return refused("too much was said about it");
        }
        if self.desk.is_busy(&Job::Import(row.id)) {
            // What comes of the import decides what this means.
            return Ok(WordAnswer::Later(3));
        }
        let heard = Some((word.id, saying.clone()));
        match (&row.machine, saying.said.is_receivers()) {
            (Machine::Out(_), true) => {
                self.sent_on(row, sender::Event::Heard(saying.said), heard)?;
            }
            (Machine::In(_), false) => {
                self.received_on(row, receiver::Event::Heard(saying.said), heard)?;
            }
            _ => return refused("only the other side says that"),
        }
        Ok(WordAnswer::Kept)
    }

    /// A word about a handoff that is not here.
    fn hear_new(&mut self, word: &Word, saying: Saying) -> Result<WordAnswer, Failure> {
        match saying.said {
            Said::Cancel { expired } => {
                let (_, _, all) = self.desk.rows.held_for(&word.from)?;
                if saying.handoff.get_version_num() != 4 || all >= super::incoming::ALL {
                    return Ok(WordAnswer::Refused(
                        "there is no such handoff here".to_owned(),
                    ));
                }
                let row = self.tombstone(saying.handoff, word.from, expired);
                let written = Written {
                    say: vec![Saying {
                        handoff: row.id,
                        at: self.now(),
                        said: Said::Withdrawn { expired },
                    }],
                    heard: Some((word.id, saying)),
                    ..Written::default()
                };
                self.desk.keep(&[(row, written)])?;
                Ok(WordAnswer::Kept)
            }
            Said::Reopened { was } => self.reopened(word, saying, was),
            _ => Ok(WordAnswer::Refused(
                "there is no such handoff here".to_owned(),
            )),
        }
    }

    /// Someone brings back what they had dismissed: a new task that refers to the old one.
    fn reopened(&mut self, word: &Word, saying: Saying, was: Uuid) -> Result<WordAnswer, Failure> {
        let old = self.desk.row(was)?;
        let Some(old) = old.filter(|old| {
            let delivered = old.sender().is_some_and(|sender| {
                sender.heard().contains(&segue_handoff::Receipt::Delivered)
                    && !sender.was_cancelled()
            });
            old.device == word.from && delivered && matches!(old.end(), Some(End::Dismissed { .. }))
        }) else {
            return Ok(WordAnswer::Refused(
                "there is no dismissed handoff to bring back".to_owned(),
            ));
        };
        let brought = self.desk.rows.of_conversation(&old.facts.conversation)?;
        let brought = brought.iter().filter(|row| row.facts.refers_to.is_some());
        if saying.handoff.get_version_num() != 4 || brought.count() >= REOPENED {
            return Ok(WordAnswer::Refused("that is too often".to_owned()));
        }
        let mut row = Row {
            id: saying.handoff,
            created: self.now(),
            changed: self.now(),
            machine: Machine::Out(Sender::arrived()),
            ended: None,
            waits: None,
            ..old
        };
        row.facts.refers_to = Some(was);
        row.facts.delta = None;
        let record = self.handoff_record(&row);
        let written = Written {
            heard: Some((word.id, saying)),
            records: vec![record],
            ..Written::default()
        };
        self.desk.keep(&[(row.clone(), written)])?;
        self.tell_news(
            &row,
            super::news::News::of(segue_handoff::Receipt::Reopened),
        );
        self.tell_handoff(&row);
        Ok(WordAnswer::Kept)
    }
}

async fn say(
    network: &Network,
    key: &segue_network::identity::IdentityKey,
    to: DeviceId,
    kept: &Kept,
) -> Result<WordAnswer, WordError> {
    let body = serde_json::to_string(&kept.saying).map_err(|_| WordError::TooLong)?;
    let draft = WordDraft {
        id: kept.id,
        to,
        created: stamp(kept.at),
        body,
    };
    match Word::sign(key, draft) {
        Some(word) => network.say(&word).await,
        None => Err(WordError::Lost),
    }
}
