//! Answering requests: at once from the state, or beside the loop when it takes time.

use std::sync::Arc;

use segue_network::identity::{self, Home, OpenError, Opened};

use super::state::{State, no_identity};
use super::{Answer, Background, CallerId, Finished, SharedHomes};
use crate::door::{Code, Failure, Reply, Request, SecretHome, Status};
use crate::profile::Profile;
use crate::{doctor, journal, settings};

/// How much work may run beside the loop.
const BACKGROUND: usize = 16;

/// Answers a request, or starts the work that will.
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    caller: CallerId,
    request: Request,
    answer: Answer,
) {
    tracing::debug!(caller, method = method(&request), "request");
    if background.len() >= BACKGROUND {
        let busy = Failure::new(Code::Busy, "The node has too much to do at once.")
            .hint("Try again in a moment.")
            .retry(crate::door::Retry::Safe);
        return reply(answer, Err(busy));
    }
    match request {
        Request::Status => reply(answer, Ok(Reply::Status(Box::new(state.status())))),
        Request::Settings => reply(answer, Ok(Reply::Settings(Box::new(state.settings_view())))),
        Request::ChangeSettings { changes } => {
            let changed = settings::change(&state.profile.settings(), &changes);
            reply(
                answer,
                changed.map(|loaded| {
                    state.take_settings(loaded);
                    Reply::ChangeSettings(Box::new(state.settings_view()))
                }),
            );
        }
        Request::ClaimWindow => {
            reply(answer, Ok(Reply::ClaimWindow(state.claim_window(caller))));
        }
        Request::Doctor => {
            let (profile, storage) = (state.profile.clone(), state.storage.clone());
            let (status, problems) = (state.status(), state.settings.problems.clone());
            background.spawn_blocking(move || {
                let report = doctor::examine(&profile, &storage, &status, &problems);
                reply(answer, Ok(Reply::Doctor(report)));
                None
            });
        }
        Request::Journal { before, limit } => {
            let storage = state.storage.clone();
            background.spawn_blocking(move || {
                reply(
                    answer,
                    journal::page(&storage, before, limit).map(Reply::Journal),
                );
                None
            });
        }
        Request::RetryIdentity => {
            identity_work(
                state,
                background,
                answer,
                Reply::RetryIdentity,
                |profile, homes| identity::open(profile.root(), &homes),
            );
        }
        Request::MoveIdentity { to } => {
            let to = match to {
                SecretHome::Keyring => Home::Keyring,
                SecretHome::File => Home::File,
            };
            identity_work(
                state,
                background,
                answer,
                Reply::MoveIdentity,
                move |profile, homes| identity::move_to(profile.root(), &homes, to),
            );
        }
    }
}

/// Takes over what came back, and answers.
pub(super) fn finished(state: &mut State, finished: Finished) {
    let Finished {
        result,
        reply: name,
        answer,
    } = finished;
    let result = result.map_err(no_identity).map(|opened| {
        state.take_identity(opened);
        name(Box::new(state.status()))
    });
    reply(answer, result);
}

fn identity_work(
    state: &State,
    background: &mut Background,
    answer: Answer,
    reply: fn(Box<Status>) -> Reply,
    work: impl FnOnce(Profile, SharedHomes) -> Result<Opened, OpenError> + Send + 'static,
) {
    let (profile, homes) = (state.profile.clone(), Arc::clone(&state.homes));
    background.spawn_blocking(move || {
        Some(Box::new(Finished {
            result: work(profile, homes),
            reply,
            answer,
        }))
    });
}

fn reply(answer: Answer, result: Result<Reply, Failure>) {
    // The one who asked may have gone.
    answer.send(result).ok();
}

fn method(request: &Request) -> &'static str {
    match request {
        Request::Status => "status",
        Request::Settings => "settings",
        Request::ChangeSettings { .. } => "change_settings",
        Request::Doctor => "doctor",
        Request::Journal { .. } => "journal",
        Request::RetryIdentity => "retry_identity",
        Request::MoveIdentity { .. } => "move_identity",
        Request::ClaimWindow => "claim_window",
    }
}
