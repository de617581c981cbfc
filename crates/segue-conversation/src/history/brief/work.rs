//! What the agent did, read from the calls of any platform by what their arguments are called.
//!
//! ```text
//! call ──▶ waiting ──its result──┬─ worked ──▶ files, commands, plan, answers
//!                                └─ failed, or the person refused it ──▶ not done, and why
//! ```
//!
//! Nothing counts as done before its result says so.

mod commands;
mod files;
mod outcome;
mod todos;

use std::collections::VecDeque;

use crate::json::{Tape, Value};
use crate::part::{Call, ToolResult};

use super::clip;
use super::replies;
use commands::Commands;
pub(super) use files::relative;
use files::{Files, Touched};
use todos::Todos;

/// What was done so far.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) files: Files,
    pub(super) commands: Commands,
    pub(super) todos: Todos,
    plan: Option<String>,
    waiting: VecDeque<Waiting>,
}

/// A call without its result.
#[derive(Debug)]
struct Waiting {
    call: String,
    /// What the call is to a person.
    label: String,
    files: Vec<Touched>,
    plan: Option<String>,
    questions: Vec<(String, String)>,
}

/// What a result tells beyond the work itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Learned {
    /// The person answered a question.
    Answered(String),
    /// The person turned something down, with what they said about it.
    Refused(String),
}

/// Calls that wait at a time. More are of hostile making; the oldest are forgotten.
const WAITING: usize = 256;
const LINE: usize = 200;
const PLAN: usize = 3_000;

impl Work {
    /// Notes a call. Returns whether it asks the person something.
    pub(super) fn call(&mut self, call: &Call) -> bool {
        let mut tape = Tape::default();
        let Ok(input) = call.input.open(&mut tape) else {
            return false;
        };
        let name = call.name.to_lowercase();
        let command = commands::command(&name, input);
        let files = files::touched(&name, input, command.as_deref());
        let plan = match name.contains("plan") {
            true => input.str_of("plan").map(|plan| clip::ends(&plan, PLAN)),
            false => None,
        };
        let asks = is_question(&name);
        let questions = if asks {
            replies::questions(input)
        } else {
            Vec::new()
        };
        let mut label = match (&command, files.first(), &plan) {
            (Some(command), ..) => format!("`{}`", clip::line(command, LINE)),
            (_, Some(file), _) => file.label(),
            (.., Some(_)) => "the plan of the agent".to_owned(),
            _ => format!("a call of {}", clip::line(&call.name, 60)),
        };
        if command
            .as_ref()
            .is_some_and(|command| command.contains("*** Begin Patch"))
        {
            label = files.first().map_or(label, Touched::label);
        } else if let Some(command) = &command {
            self.commands.run(&call.id, command);
        }
        self.commands.look_in(&call.id, &name, input);
        self.todos.call(&call.id, &name, input);
        if self.waiting.len() >= WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back(Waiting {
            call: call.id.clone(),
            label,
            files,
            plan,
            questions,
        });
        asks
    }

    /// Notes a result and returns what was learned from it.
    pub(super) fn result(&mut self, result: &ToolResult) -> Vec<Learned> {
        let Some(at) = self.waiting.iter().rposition(|it| it.call == result.call) else {
            return Vec::new();
        };
        let Some(it) = self.waiting.remove(at) else {
            return Vec::new();
        };
        let text = outcome::near(result);
        if let Some(said) = outcome::refusal(&text, result.is_error) {
            self.commands.refused(&result.call);
            let why = match said.is_empty() {
                true => String::new(),
                false => format!(": {}", clip::line(&said, 300)),
            };
            return vec![Learned::Refused(format!("refused {}{why}", it.label))];
        }
        self.commands.result(&result.call, &text, result.is_error);
        self.todos.result(&result.call, &text);
        if outcome::failed(&text, result.is_error) {
            return Vec::new();
        }
        for file in it.files {
            self.files.touch(file);
        }
        if it.plan.is_some() {
            self.plan = it.plan;
        }
        let answers = replies::answers(&it.questions, &text);
        answers.into_iter().map(Learned::Answered).collect()
    }

    /// Returns the plan the person last agreed to.
    pub(super) fn plan(&self) -> Option<&str> {
        self.plan.as_deref()
    }

    /// Lists the questions of tools that have no answer yet.
    pub(super) fn questions(&self) -> Vec<String> {
        let open = self.waiting.iter().flat_map(|it| &it.questions);
        open.map(|(_, question)| question.clone()).collect()
    }

    /// Lists the files whose changes were requested but whose outcome is unknown.
    pub(super) fn unseen(&self) -> Vec<String> {
        let open = self.waiting.iter().flat_map(|it| &it.files);
        let open = open.filter(|file| file.changes());
        open.take(20).map(|file| file.path().to_owned()).collect()
    }

    /// Drops the open questions of waiting calls, because the person said something new.
    pub(super) fn moved_on(&mut self) {
        for it in &mut self.waiting {
            it.questions.clear();
        }
    }
}

fn is_question(tool: &str) -> bool {
    [
        "askuserquestion",
        "ask_user",
        "request_user_input",
        "question",
        "ask_user_question",
    ]
    .contains(&tool)
}

/// Finds the first of these arguments that is a text.
fn text_of<'t>(input: Value<'t>, names: &[&str]) -> Option<std::borrow::Cow<'t, str>> {
    names.iter().find_map(|name| input.str_of(name))
}
