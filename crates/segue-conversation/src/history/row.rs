//! What one message costs in a file and to a model, by what can be switched off.

use crate::head::EXTENSION;
use crate::json::Json;
use crate::message::{Message, Role};
use crate::part::{Body, Content, Data, File, Part};

use super::spoken::{is_summary, spoken};
use super::{Choice, Figures, Strategy, tokens};

/// A message, without its words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// Ids, times, brackets.
    frame: u32,
    said: Cost,
    calls: Cost,
    output: Cost,
    /// What stands around a tool's output, and stays without it.
    around: u32,
    results: u16,
    reasoning: Cost,
    /// Bytes of what only its own platform reads.
    native: u32,
    /// The person's own words.
    pub(super) asks: bool,
    /// Words under the person's name, whoever wrote them.
    pub(super) told: bool,
    pub(super) says: bool,
    /// Belongs to what stands before it: a tool's result, or a further piece of one answer.
    pub(super) follows: bool,
    /// Has nothing but reasoning.
    thinks: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    bytes: u32,
    tokens: u32,
}

/// The note in place of an output that was left out.
const NOTE: (u64, u64) = (62, 14);

/// What the encoder puts around each thing, as lengths of the same text without the thing.
mod around {
    pub(super) const MESSAGE: &str =
        r#",{"extensions":[""],"messageId":"","metadata":{"":{}},"parts":[],"role":"ROLE_USER"}"#;
    pub(super) const NATIVE: &str = r#""metadata":{"":{"native":}},"#;
    pub(super) const TEXT: &str = r#"{"text":""},"#;
    pub(super) const DATA: &str = r#"{"data":},"#;
    pub(super) const FILE: &str = r#"{"filename":"","mediaType":"","raw":""},"#;
    pub(super) const REASONING: &str =
        r#"{"data":{"text":""},"mediaType":"application/vnd.segue.reasoning+json"},"#;
    pub(super) const CALL: &str = r#"{"data":{"id":"","input":,"name":""},"mediaType":"application/vnd.segue.tool-call+json"},"#;
    pub(super) const RESULT: &str = r#"{"data":{"callId":"","content":[],"isError":false},"mediaType":"application/vnd.segue.tool-result+json"},"#;
}

impl Cost {
    fn add(&mut self, bytes: u64, tokens: u64) {
        self.bytes = more(self.bytes, bytes);
        self.tokens = more(self.tokens, tokens);
    }

    fn text(&mut self, text: &str, around: &str) {
        let measure = tokens::measure(text);
        self.add(measure.escaped + around.len() as u64, measure.tokens);
    }

    fn json(&mut self, json: &Json, around: &str) {
        let bytes = json.text().len() + around.len();
        self.add(bytes as u64, tokens::estimate(json.text()));
    }

    fn file(&mut self, file: &File) {
        let bytes = match &file.data {
            Data::Base64(text) | Data::Url(text) => text.len() as u64,
        };
        let tokens = match file.is_image() {
            true => tokens::IMAGE,
            false => bytes / 4,
        };
        let names = [&file.name, &file.media_type];
        let names: usize = names.into_iter().flatten().map(String::len).sum();
        self.add(bytes + (around::FILE.len() + names) as u64, tokens);
    }
}

fn more(had: u32, new: u64) -> u32 {
    had.saturating_add(u32::try_from(new).unwrap_or(u32::MAX))
}

impl Row {
    /// Measures a message. `group` is the group of the model's answer before it.
    pub(super) fn of(message: &Message, group: Option<&str>) -> Self {
        let mut row = Self {
            frame: more(0, frame(message)),
            ..Self::default()
        };
        let own = message.native.iter().chain(&message.beside);
        let own: usize = own.map(|json| json.text().len() + 10).sum();
        row.native = more(0, own as u64);
        let same = group.is_some() && message.group.as_deref() == group;
        row.follows = same && message.role == Role::Agent;
        for part in &message.parts {
            if let Some(native) = &part.native {
                let around = around::NATIVE.len() + EXTENSION.len();
                row.native = more(row.native, (native.text().len() + around) as u64);
            }
            row.part(message, part);
        }
        let reasoning = |part: &Part| matches!(part.body, Body::Reasoning(_));
        row.thinks = !message.parts.is_empty() && message.parts.iter().all(reasoning);
        row
    }

    fn part(&mut self, message: &Message, part: &Part) {
        match &part.body {
            Body::Text(text) => {
                self.said.text(text, around::TEXT);
                let said = !message.injected && !text.trim().is_empty();
                let told = said && message.role == Role::User;
                self.told |= told;
                self.asks |= told && !is_summary(text) && !spoken(text).is_empty();
                self.says |= said && message.role == Role::Agent;
            }
            Body::Reasoning(text) => self.reasoning.text(text, around::REASONING),
            Body::Call(call) => {
                self.calls.text(&call.name, &call.id);
                self.calls.json(&call.input, around::CALL);
            }
            Body::Result(result) => {
                self.follows = true;
                self.results = self.results.saturating_add(1);
                let around = around::RESULT.len() + result.call.len();
                self.around = more(self.around, around as u64);
                for content in &result.content {
                    match content {
                        Content::Text(text) => self.output.text(text, around::TEXT),
                        Content::File(file) => self.output.file(file),
                        Content::Other(json) => self.output.json(json, around::DATA),
                    }
                }
            }
            Body::File(file) => {
                self.said.file(file);
                self.asks |= message.role == Role::User && !message.injected;
            }
            Body::Other(json) => self.said.json(json, around::DATA),
        }
    }

    /// Checks whether nothing is left of the message with this choice.
    pub(super) fn vanishes(&self, choice: &Choice) -> bool {
        self.thinks && !choice.reasoning
    }

    pub(super) fn figures(&self, choice: &Choice) -> Figures {
        let summary = choice.strategy == Strategy::Summary;
        let mut bytes = u64::from(self.frame) + u64::from(self.said.bytes);
        let mut tokens = u64::from(self.said.tokens);
        if !summary {
            bytes += u64::from(self.around);
        }
        for (cost, chosen) in [
            (self.calls, !summary),
            (self.output, choice.tool_output && !summary),
            (self.reasoning, choice.reasoning && !summary),
        ] {
            if chosen {
                bytes += u64::from(cost.bytes);
                tokens += u64::from(cost.tokens);
            }
        }
        if !choice.tool_output && !summary {
            bytes += NOTE.0 * u64::from(self.results);
            tokens += NOTE.1 * u64::from(self.results);
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

/// Counts the bytes of a message other than its parts and what its platform adds.
fn frame(message: &Message) -> u64 {
    let members = [
        (&message.at, r#""at":"","#),
        (&message.group, r#""group":"","#),
        (&message.model, r#""model":"","#),
        (&message.parent, r#""parent":"","#),
    ];
    let members = members.iter().filter_map(|(member, around)| {
        let member = member.as_ref()?;
        Some(member.len() + around.len())
    });
    let more = message.more.as_ref().map_or(0, |more| more.text().len());
    let fixed = around::MESSAGE.len() + 2 * EXTENSION.len() + message.id.len();
    (fixed + members.sum::<usize>() + more) as u64
}

/// Measures a message that consists of one text.
pub(super) fn opening(text: &str) -> Figures {
    let row = Row::of(&Message::text("segue-brief", Role::User, text), None);
    row.figures(&Choice::default())
}
