//! The list of things to do: written anew each time, or kept item by item.

use crate::json::{Kind, Value};

use super::super::clip;
use super::{LINE, text_of};

/// The list as it stands.
#[derive(Debug, Default)]
pub(in super::super) struct Todos {
    items: Vec<Item>,
}

#[derive(Debug)]
struct Item {
    /// Its number, once the tool said it.
    id: Option<String>,
    /// The call that made it.
    call: String,
    text: String,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    UnderWay,
    Done,
    GivenUp,
}

const MOST: usize = 60;

/// What the text of an item is called.
const TEXTS: &[&str] = &["content", "step", "subject", "title", "description", "text"];

impl State {
    fn of(word: &str) -> Self {
        match word {
            "completed" | "done" => Self::Done,
            "in_progress" | "active" => Self::UnderWay,
            "cancelled" | "canceled" => Self::GivenUp,
            _ => Self::Open,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::UnderWay => "under way",
            Self::Done => "done",
            Self::GivenUp => "given up",
        }
    }
}

impl Todos {
    pub(super) fn call(&mut self, call: &str, tool: &str, input: Value<'_>) {
        match tool {
            "taskcreate" => {
                if let Some(text) = text_of(input, TEXTS) {
                    self.add(None, call, &text, State::Open);
                }
            }
            "taskupdate" => self.update(input),
            _ if tool.contains("todo") || tool.contains("plan") => {
                let lists = ["todos", "plan", "items", "tasks"];
                let found = lists.iter().find_map(|key| input.get(key));
                if let Some(items) = found.filter(|items| items.kind() == Kind::Array) {
                    self.items.clear();
                    for item in items.items().take(MOST) {
                        self.listed(item);
                    }
                }
            }
            _ => {}
        }
    }

    /// Gives a task its number, from a result such as `Task #3 created successfully: …`.
    pub(super) fn result(&mut self, call: &str, text: &str) {
        let made = self
            .items
            .iter_mut()
            .rfind(|item| item.call == call && item.id.is_none());
        let number = text.split_once('#').map(|(_, rest)| digits(rest));
        if let (Some(item), Some(number)) = (made, number.filter(|number| !number.is_empty())) {
            item.id = Some(number.to_owned());
        }
    }

    /// Lists the items with how far they are.
    pub(in super::super) fn lines(&self) -> Vec<String> {
        let line = |item: &Item| format!("[{}] {}", item.state.as_str(), item.text);
        self.items.iter().map(line).collect()
    }

    fn listed(&mut self, item: Value<'_>) {
        let Some(text) = text_of(item, TEXTS) else {
            return;
        };
        let done = item.flag("done") || item.flag("completed");
        let state = match done {
            true => State::Done,
            false => State::of(&item.str_of("status").unwrap_or_default()),
        };
        self.add(None, "", &text, state);
    }

    fn update(&mut self, input: Value<'_>) {
        let id = text_of(input, &["taskId", "task_id", "id"]);
        let Some(at) = id.and_then(|id| {
            let is = |item: &Item| item.id.as_deref() == Some(id.trim_start_matches('#'));
            self.items.iter().position(is)
        }) else {
            return;
        };
        let status = input.str_of("status");
        if status.as_deref() == Some("deleted") {
            self.items.remove(at);
            return;
        }
        let Some(item) = self.items.get_mut(at) else {
            return;
        };
        if let Some(status) = status {
            item.state = State::of(&status);
        }
        if let Some(subject) = input.str_of("subject") {
            item.text = clip::line(&subject, LINE);
        }
    }

    fn add(&mut self, id: Option<String>, call: &str, text: &str, state: State) {
        if self.items.len() >= MOST {
            let done = self.items.iter().position(|item| item.state == State::Done);
            self.items.remove(done.unwrap_or(0));
        }
        self.items.push(Item {
            id,
            call: call.to_owned(),
            text: clip::line(text, LINE),
            state,
        });
    }
}

fn digits(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text.get(..end.min(12)).unwrap_or_default()
}
