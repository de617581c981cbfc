//! Answering requests: at once from the state, or in the background when it takes time.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use segue_door::{
    Caller, Code, Failure, LibraryRequest, Method, NodeRequest, PathRef, Reply, Request, RequestOf,
    Retry, SecretHome, Status, ask,
};
use segue_link::Profile;
use segue_network::identity::{self, Home, OpenError, Opened};
use serde_json::Value;

use super::state::{State, no_identity};
use super::{
    Answer, Background, ConnectionId, Finished, SharedHomes, handoffs, measure, people,
    window_opens,
};
use crate::{journal, package, settings};

/// How much work may run in the background.
const BACKGROUND: usize = 128;

/// A request, who made it, and by which connection.
pub(super) struct Asked {
    pub(super) connection: ConnectionId,
    pub(super) caller: Caller,
    pub(super) request: Request,
}

/// Answers a request, or starts the work that will. Who may ask what is decided here, by the row of
/// the method, whatever the surface that passed the request on has checked.
#[deny(clippy::wildcard_enum_match_arm)]
pub(super) fn answer(state: &mut State, background: &mut Background, asked: Asked, answer: Answer) {
    let Asked {
        connection,
        caller,
        mut request,
    } = asked;
    let row = request.row();
    tracing::debug!(connection, who = ?caller.kind.who(), method = row.name, "request");
    if !row.at_once && background.len() >= BACKGROUND {
        return reply(answer, Err(busy("The node has too much to do at once.")));
    }
    let found = request
        .check(&caller)
        .and_then(|()| state.conversations.handles.resolve(&mut request));
    if let Err(failure) = found {
        return reply(answer, Err(failure));
    }
    match request.by_part() {
        RequestOf::Node(request) => {
            of_node(state, background, (connection, &caller), request, answer);
        }
        RequestOf::Window(request) => {
            window_opens::answer(state, background, connection, request, answer);
        }
        RequestOf::People(request) => people::answer(state, background, request, answer),
        RequestOf::Library(request) => of_library(state, background, caller, request, answer),
        RequestOf::Reading(request) => {
            handoffs::read(state, background, caller, request, answer);
        }
        RequestOf::Exchange(request) => {
            let you = state.signer();
            let here = &state.conversations;
            here.answer_exchange(background, you, caller, request, answer);
        }
        RequestOf::Mailbox(request) => {
            handoffs::answer(state, background, caller, request, answer);
        }
    }
}

#[deny(clippy::wildcard_enum_match_arm)]
fn of_node(
    state: &mut State,
    background: &mut Background,
    (connection, caller): (ConnectionId, &Caller),
    request: NodeRequest,
    answer: Answer,
) {
    match request {
        NodeRequest::Status(_) => {
            reply(answer, Ok(Reply::Status(Box::new(state.status()))));
        }
        NodeRequest::Settings(_) => {
            reply(answer, Ok(Reply::Settings(Box::new(state.settings_view()))));
        }
        NodeRequest::ChangeSettings(ask::ChangeSettings { changes }) => {
            let changed = may_change(caller, &changes)
                .and_then(|()| settings::change(&state.profile.settings(), &changes));
            reply(
                answer,
                changed.map(|loaded| {
                    state.take_settings(loaded);
                    Reply::ChangeSettings(Box::new(state.settings_view()))
                }),
            );
        }
        NodeRequest::Doctor(ask::Doctor { person }) => {
            measure::measure(state, background, connection, person, answer);
        }
        NodeRequest::Journal(ask::Journal { before, limit }) => {
            let database = state.database.clone();
            background.spawn_blocking(move || {
                let page = journal::page(&database, before, limit);
                reply(answer, page.map(ask::Journal::reply));
                None
            });
        }
        NodeRequest::CheckPackage(ask::CheckPackage { path }) => {
            background.spawn_blocking(move || {
                let checked = path.path().and_then(|path| package::check(Path::new(path)));
                reply(answer, checked.map(ask::CheckPackage::reply));
                None
            });
        }
        NodeRequest::RetryIdentity(_) => {
            identity_work(
                state,
                background,
                answer,
                ask::RetryIdentity::reply,
                |profile, homes| identity::open(profile.root(), &homes, true),
            );
        }
        NodeRequest::MoveIdentity(ask::MoveIdentity { to }) => {
            let to = match to {
                SecretHome::Keyring => Home::Keyring,
                SecretHome::File => Home::File,
            };
            let record = state.identity.record.clone();
            match state.identity.key.clone() {
                Ok(key) => identity_work(
                    state,
                    background,
                    answer,
                    ask::MoveIdentity::reply,
                    move |profile, homes| {
                        identity::move_to(profile.root(), &homes, &record, &key, to)
                    },
                ),
                Err(_) => reply(answer, Err(nothing_to_move())),
            }
        }
    }
}

/// Checks that a page does not say where agents are: it has to name a folder that a person chose.
/// It may put agents back to their own place.
fn may_change(caller: &Caller, changes: &BTreeMap<String, Value>) -> Result<(), Failure> {
    match changes.get("platforms.folders") {
        Some(to) if !to.is_null() && !caller.is_person() => {
            Err(Failure::invalid("A page can't say where agents are.")
                .hint("Choose the folder in a dialog."))
        }
        _ => Ok(()),
    }
}

#[deny(clippy::wildcard_enum_match_arm)]
fn of_library(
    state: &mut State,
    background: &mut Background,
    caller: Caller,
    mut request: LibraryRequest,
    answer: Answer,
) {
    let ready = match &mut request {
        LibraryRequest::Folders(asked) => fit_handoff(state, asked),
        LibraryRequest::SetPlatformFolder(asked) => {
            let folder = asked.folder.as_ref().map(PathRef::path).transpose();
            folder.and_then(|folder| state.move_platform(&asked.platform, folder))
        }
        LibraryRequest::Platforms(_)
        | LibraryRequest::Projects(_)
        | LibraryRequest::ListConversations(_)
        | LibraryRequest::ShowConversation(_)
        | LibraryRequest::Resume(_) => Ok(()),
    };
    match ready {
        Ok(()) => state
            .conversations
            .answer_library(background, caller, request, answer),
        Err(failure) => reply(answer, Err(failure)),
    }
}

/// Adds the file of a handoff to a request for folders that fit that handoff.
fn fit_handoff(state: &State, asked: &mut ask::Folders) -> Result<(), Failure> {
    if let Some(handoff) = &asked.handoff {
        asked.file = Some(PathRef::from(state.file_of(handoff)?.as_path()));
    }
    Ok(())
}

fn nothing_to_move() -> Failure {
    Failure::new(
        Code::Identity,
        "The key can't be reached where it is, so it can't be moved.",
    )
    .hint("Make that place reachable first, then run: segue identity --retry")
}

fn busy(words: &str) -> Failure {
    Failure::new(Code::Busy, words)
        .hint("Try again in a moment.")
        .retry(Retry::Safe)
}

/// Takes over the result of a job, and answers.
pub(super) fn on_job_done(state: &mut State, finished: Finished) {
    let (result, name, answer) = match finished {
        Finished::Then(step) => return step(state),
        Finished::Identity {
            result,
            reply,
            answer,
        } => (*result, reply, answer),
    };
    state.identity_busy = false;
    let result = result.map_err(no_identity).and_then(|opened| {
        state.take_identity(opened)?;
        Ok(name(state.status()))
    });
    reply(answer, result);
}

fn identity_work(
    state: &mut State,
    background: &mut Background,
    answer: Answer,
    name: fn(Status) -> Reply,
    work: impl FnOnce(Profile, SharedHomes) -> Result<Opened, OpenError> + Send + 'static,
) {
    if std::mem::replace(&mut state.identity_busy, true) {
        return reply(
            answer,
            Err(busy(
                "The identity key is being looked for or moved already.",
            )),
        );
    }
    let (profile, homes) = (state.profile.clone(), Arc::clone(&state.homes));
    background.spawn_blocking(move || {
        let result = Box::new(work(profile, homes));
        Some(Box::new(Finished::Identity {
            result,
            reply: name,
            answer,
        }))
    });
}

pub(super) fn reply(answer: Answer, result: Result<Reply, Failure>) {
    // The one who asked may have gone.
    answer.send(result).ok();
}
