//! A brief made from the conversation itself, without asking a model.
//!
//! ```text
//! message ─┬─ words ──sentences──▶ goal, decided, rejected, questions, last exchange
//!          ├─ calls ──work──▶ files touched, commands, the list of things to do
//!          ├─ results ──work──▶ how each call ended, what the person refused or answered
//!          └─ a compaction's own summary ──▶ stands in for everything before it
//! ```
//!
//! It tells only what was said and done, in the words it was said in, and who said it. Everything
//! is bounded: a brief of ten million messages is as small as one of ten.

mod clip;
mod cues;
mod goal;
mod latest;
mod prose;
mod replies;
mod sentences;
mod text;
mod work;

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::message::{Message, Role};
use crate::part::{Body, Part};

use super::spoken::{interrupts, is_summary, spoken};
use cues::Sense;
use goal::Goals;
use latest::{Latest, Who};
use replies::Replies;
use work::{Learned, Work};

/// What is remembered for the brief.
#[derive(Debug, Default)]
pub struct Brief {
    goals: Goals,
    /// The platform's own summary at its last compaction.
    summary: Option<String>,
    /// Messages to look at for that summary.
    awaiting: u8,
    /// What the person said, as hashes: a compaction may say it again.
    said: VecDeque<u64>,
    decided: Latest,
    rejected: Latest,
    replies: Replies,
    work: Work,
    last: Exchange,
}

/// The last words of both.
#[derive(Debug, Default)]
struct Exchange {
    /// What the agent had said before the person's last words.
    before: Option<String>,
    asked: Option<String>,
    answered: Option<String>,
    /// The person stopped the agent after that.
    interrupted: bool,
}

/// How long each thing may be.
const SUMMARY: usize = 12_000;
const EXCHANGE: usize = 1_500;
/// A summary is longer.
const SUMMARY_LEAST: usize = 200;
const SAID: usize = 512;

impl Brief {
    /// Notes the next message.
    pub(super) fn see(&mut self, message: &Message) {
        if message.resets {
            self.awaiting = 3;
        }
        let mut repeats = false;
        for part in &message.parts {
            match &part.body {
                Body::Text(text) if !is_put_there(part) => repeats |= self.words(message, text),
                Body::Call(call) => {
                    let asks = self.work.call(call);
                    self.replies.keep_only_if(asks);
                }
                Body::Result(result) => {
                    for learned in self.work.result(result) {
                        match learned {
                            Learned::Answered(line) => self.decided.add(Who::Person, line),
                            Learned::Refused(line) => self.rejected.add(Who::Person, line),
                        }
                    }
                }
                _ => {}
            }
        }
        self.pictures(message);
        if !repeats {
            self.awaiting = self.awaiting.saturating_sub(1);
        }
    }

    /// Returns the last words of the person, or else of the agent.
    pub(super) fn last_words(&self) -> Option<&str> {
        let last = &self.last;
        last.asked.as_deref().or(last.answered.as_deref())
    }

    /// Notes words. Returns whether they only repeat what was said before.
    fn words(&mut self, message: &Message, text: &str) -> bool {
        let text = text.trim();
        if text.is_empty() || self.sums_up(message, text) {
            return false;
        }
        if message.injected {
            self.last.interrupted |= interrupts(text);
            return false;
        }
        match message.role {
            Role::Agent => {
                self.agent(text);
                false
            }
            Role::User => {
                self.last.interrupted |= interrupts(text);
                let words = spoken(text);
                if words.is_empty() {
                    return false;
                }
                let mut hasher = DefaultHasher::new();
                words.hash(&mut hasher);
                let hash = hasher.finish();
                if self.awaiting > 0 && self.said.contains(&hash) {
                    return true;
                }
                if self.said.len() >= SAID {
                    self.said.pop_front();
                }
                self.said.push_back(hash);
                self.person(&words, false);
                false
            }
        }
    }

    /// Takes a text as the summary of a compaction if it is one, which replaces what the agent said
    /// before it. Returns whether it was one.
    fn sums_up(&mut self, message: &Message, text: &str) -> bool {
        let known = message.role == Role::User && is_summary(text);
        // Some stand under the agent's name, after a question for them.
        let first = message.resets || message.role == Role::Agent;
        let awaited = self.awaiting > 0 && first && text.len() > SUMMARY_LEAST;
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        if !known && (!awaited || self.said.contains(&hasher.finish())) {
            return false;
        }
        self.summary = Some(clip::ends(text, SUMMARY));
        self.awaiting = 0;
        self.decided.covered();
        self.rejected.covered();
        self.replies.goes_on();
        true
    }

    fn agent(&mut self, text: &str) {
        let found = sentences::found(text, false);
        self.tell(Who::Agent, found.told);
        self.replies.asks(found.asked, found.options);
        self.last.answered = Some(clip::ends(text, EXCHANGE));
        self.last.interrupted = false;
    }

    fn person(&mut self, words: &str, pictures_only: bool) {
        self.goals.see(words, pictures_only);
        // With a question before it, a "no" is about that and nothing else.
        let asked = !self.replies.open().is_empty();
        let (told, opposes) = match self.replies.answered(words) {
            Some(settled) => (vec![settled], false),
            None => {
                let found = sentences::found(words, true);
                (found.told, found.opposes && !asked)
            }
        };
        for line in self.decided.answered(opposes) {
            self.rejected.add(Who::Opposed, line);
        }
        self.tell(Who::Person, told);
        self.work.moved_on();
        let answered = self.last.answered.take();
        // Several messages in a row answer the same words of the agent.
        self.last.before = answered.or_else(|| self.last.before.take());
        self.last.asked = Some(clip::ends(words, EXCHANGE));
        self.last.interrupted = false;
    }

    fn tell(&mut self, who: Who, told: Vec<(Sense, String)>) {
        for (sense, line) in told {
            match sense {
                Sense::Decides => self.decided.add(who, line),
                Sense::Rejects => self.rejected.add(who, line),
            }
        }
    }

    /// Notes a message of the person's that consists of pictures or files without any words.
    fn pictures(&mut self, message: &Message) {
        let files = message.parts.iter().filter_map(|part| match &part.body {
            Body::File(file) => Some(file.is_image()),
            _ => None,
        });
        let (images, all) = files.fold((0, 0), |(images, all), image| {
            (images + usize::from(image), all + 1)
        });
        if all == 0 || message.role != Role::User || message.injected {
            return;
        }
        let silent = message.parts.iter().all(|part| match &part.body {
            Body::Text(text) => spoken(text).is_empty(),
            _ => true,
        });
        if silent {
            let what = if images == all { "image" } else { "file" };
            let many = if all == 1 { "" } else { "s" };
            self.person(&format!("[{all} {what}{many}, without a word]"), true);
        }
    }
}

/// Checks whether the client itself added a text under the person's name.
fn is_put_there(part: &Part) -> bool {
    let native = part.native.as_ref().map(|native| native.text());
    native.is_some_and(|text| text.len() < 10_000 && text.contains(r#""synthetic":true"#))
}
