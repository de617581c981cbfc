//! How long tools took: the time from the message that calls one to the message that answers.

use std::collections::HashMap;

use segue_conversation::{Body, Message, times};
use segue_door::{PartKind, ShownMessage};

use super::message::call_name;

/// Calls that wait for their answer.
const MOST: usize = 10_000;

/// When the calls were made that nobody answered yet.
#[derive(Default)]
pub(crate) struct Took {
    open: HashMap<String, i64>,
}

impl Took {
    /// Takes note of a message that is not shown.
    pub(crate) fn pass(&mut self, message: &Message) {
        let at = message.at.as_deref().and_then(times::to_millis);
        for part in &message.parts {
            match &part.body {
                Body::Call(call) => self.call(call_name(&call.id), at),
                Body::Result(result) => drop(self.open.remove(&call_name(&result.call))),
                _ => {}
            }
        }
    }

    /// Writes into a message how long the tools took that it has the results of.
    pub(crate) fn tell(&mut self, shown: &mut ShownMessage) {
        let at = shown.at.as_deref().and_then(times::to_millis);
        for part in &mut shown.parts {
            let Some(call) = part.call.clone() else {
                continue;
            };
            match part.kind {
                PartKind::ToolCall => self.call(call, at),
                PartKind::ToolResult => {
                    let since = self.open.remove(&call);
                    let took = at.zip(since).and_then(|(at, since)| at.checked_sub(since));
                    part.took_ms = took.and_then(|took| u64::try_from(took).ok());
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, name: String, at: Option<i64>) {
        if let Some(at) = at
            && self.open.len() < MOST
        {
            self.open.insert(name, at);
        }
    }
}
