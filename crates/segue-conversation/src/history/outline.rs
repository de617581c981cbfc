//! A row per message: enough to say what any choice would send, without reading again.

use crate::json::Json;
use crate::message::{Message, Role};
use crate::part::{Body, Content, Data, File, Part};

use super::{Brief, Choice, Cut, Figures, Strategy, tokens};

/// What a message costs, by what can be switched off.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    said: Cost,
    output: Cost,
    reasoning: Cost,
    /// Bytes of what only its own platform reads.
    native: u32,
    /// The person's own words.
    pub(super) asks: bool,
    /// The model's words.
    pub(super) says: bool,
    /// Has a tool's result, whose call came before.
    pub(super) answers: bool,
    /// Has nothing but reasoning.
    thinks: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    bytes: u32,
    tokens: u32,
}

/// What a message costs in a file beyond its words: ids, times, brackets.
const FRAME: u64 = 300;

impl Cost {
    fn add(&mut self, bytes: u64, tokens: u64) {
        let more = |had: u32, new: u64| had.saturating_add(u32::try_from(new).unwrap_or(u32::MAX));
        self.bytes = more(self.bytes, bytes);
        self.tokens = more(self.tokens, tokens);
    }

    fn text(&mut self, text: &str) {
        self.add(text.len() as u64, tokens::estimate(text));
    }

    fn json(&mut self, json: &Json) {
        self.text(json.text());
    }

    fn file(&mut self, file: &File) {
        let bytes = match &file.data {
            Data::Base64(text) | Data::Url(text) => text.len() as u64,
        };
        self.add(
            bytes,
            if file.is_image() {
                tokens::IMAGE
            } else {
                bytes / 4
            },
        );
    }
}

impl Row {
    fn of(message: &Message) -> Self {
        let mut row = Self::default();
        let mut native = message.native.iter().chain(&message.beside);
        let mut own: usize = native.by_ref().map(|json| json.text().len()).sum();
        for part in &message.parts {
            own += part.native.as_ref().map_or(0, |json| json.text().len());
            match &part.body {
                Body::Text(text) => {
                    row.said.text(text);
                    let spoken = !text.trim().is_empty() && !message.injected;
                    row.asks |= spoken && message.role == Role::User;
                    row.says |= spoken && message.role == Role::Agent;
                }
                Body::Reasoning(text) => row.reasoning.text(text),
                Body::Call(call) => {
                    row.said.text(&call.name);
                    row.said.json(&call.input);
                }
                Body::Result(result) => {
                    row.answers = true;
                    for content in &result.content {
                        match content {
                            Content::Text(text) => row.output.text(text),
                            Content::File(file) => row.output.file(file),
                            Content::Other(json) => row.output.json(json),
                        }
                    }
                }
                Body::File(file) => {
                    row.said.file(file);
                    row.asks |= message.role == Role::User && !message.injected;
                }
                Body::Other(json) => row.said.json(json),
            }
        }
        let reasoning = |part: &Part| matches!(part.body, Body::Reasoning(_));
        row.thinks = !message.parts.is_empty() && message.parts.iter().all(reasoning);
        row.native = u32::try_from(own).unwrap_or(u32::MAX);
        row
    }

    fn figures(&self, choice: &Choice) -> Figures {
        let mut bytes = FRAME + u64::from(self.said.bytes);
        let mut tokens = u64::from(self.said.tokens);
        for (cost, chosen) in [
            (self.output, choice.tool_output),
            (self.reasoning, choice.reasoning),
        ] {
            if chosen {
                bytes += u64::from(cost.bytes);
                tokens += u64::from(cost.tokens);
            }
        }
        if choice.is_whole() {
            bytes += u64::from(self.native);
        }
        Figures {
            messages: 1,
            bytes,
            tokens,
        }
    }
}

/// What a conversation is, from one pass over it.
#[derive(Debug, Default)]
pub struct Outline {
    pub(super) rows: Vec<Row>,
    brief: Brief,
}

impl Outline {
    /// Takes note of the next message.
    pub fn see(&mut self, message: &Message) {
        self.rows.push(Row::of(message));
        self.brief.see(message);
    }

    /// How many messages there are.
    pub fn messages(&self) -> u64 {
        self.rows.len() as u64
    }

    /// The brief, as text.
    pub fn brief(&self) -> String {
        self.brief.text(self.messages())
    }

    /// About how much a choice would send.
    pub fn figures(&self, choice: &Choice) -> Figures {
        let cut = self.cut(choice);
        let kept = self.rows.iter().enumerate();
        let mut sum = Figures::default();
        let kept = kept.filter(|(at, row)| cut.keeps(*at) && (choice.reasoning || !row.thinks));
        for (_, row) in kept {
            let one = row.figures(choice);
            sum.messages += one.messages;
            sum.bytes += one.bytes;
            sum.tokens += one.tokens;
        }
        if let Some(opening) = self.opening(choice, cut.start()) {
            sum.messages += 1;
            sum.bytes += FRAME + opening.len() as u64;
            sum.tokens += tokens::estimate(&opening);
        }
        sum
    }

    /// What the second pass keeps.
    pub fn cut(&self, choice: &Choice) -> Cut {
        let last_asks = self.rows.iter().rposition(|row| row.asks);
        let last_says = self.rows.iter().rposition(|row| row.says);
        let start = match choice.strategy {
            Strategy::LastK(k) => self.start(k as usize, last_asks),
            Strategy::Full => 0,
            Strategy::Summary | Strategy::Pointer => self.rows.len(),
        };
        let opening = self.opening(choice, start);
        Cut::new(*choice, start, last_asks, last_says, opening)
    }

    /// What the messages that stay behind leave in their place.
    fn opening(&self, choice: &Choice, start: usize) -> Option<String> {
        match choice.strategy {
            Strategy::Summary => Some(self.brief()),
            Strategy::LastK(_) if start > 0 => Some(format!(
                "[The last {} of {} messages of a conversation. The ones before them stayed with \
                 the sender.]\n",
                self.rows.len() - start,
                self.rows.len()
            )),
            _ => None,
        }
    }

    /// Where the last `k` messages begin: never after the person's last words, and not between
    /// calls and their results.
    fn start(&self, k: usize, last_asks: Option<usize>) -> usize {
        let start = self.rows.len().saturating_sub(k);
        let mut start = last_asks.map_or(start, |asks| start.min(asks));
        while start > 0 && self.rows.get(start).is_some_and(|row| row.answers) {
            start -= 1;
        }
        start
    }
}
