//! Answering requests: at once from the state, or beside the loop when it takes time.

use std::sync::Arc;

use segue_door::{Code, Failure, Reply, Request, Retry, SecretHome, Status};
use segue_link::Profile;
use segue_network::identity::{self, Home, OpenError, Opened};

use super::state::{State, no_identity};
use super::{
    Answer, Background, CallerId, Finished, SharedHomes, handoffs, measure, people, shows,
};
use crate::{journal, settings};

/// How much work may run beside the loop.
const BACKGROUND: usize = 128;

/// Answers a request, or starts the work that will.
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    caller: CallerId,
    request: Request,
    answer: Answer,
) {
    tracing::debug!(caller, method = method(&request), "request");
    let works = !matches!(
        request,
        Request::Status
            | Request::Settings
            | Request::ChangeSettings { .. }
            | Request::ClaimWindow
            | Request::Show { .. }
            | Request::TakeShows
            | Request::RetryIdentity
            | Request::MoveIdentity { .. }
    );
    if works && background.len() >= BACKGROUND {
        return reply(answer, Err(busy("The node has too much to do at once.")));
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
        Request::Doctor { person } => {
            measure::measure(state, background, caller, person, answer);
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
        request @ (Request::Show { .. }
        | Request::TakeShows
        | Request::ResolveHandle { .. }
        | Request::CheckPackage { .. }) => {
            shows::answer(state, background, caller, request, answer);
        }
        Request::Folders { handoff, file } => match folders_of(state, handoff, file) {
            Ok(request) => {
                let you = state.signer();
                state.conversations.answer(background, you, request, answer);
            }
            Err(failure) => reply(answer, Err(failure)),
        },
        Request::SetPlatformFolder { platform, folder } => {
            match state.move_platform(&platform, folder.as_deref()) {
                Ok(()) => {
                    let request = Request::SetPlatformFolder { platform, folder };
                    let you = state.signer();
                    state.conversations.answer(background, you, request, answer);
                }
                Err(failure) => reply(answer, Err(failure)),
            }
        }
        request @ (Request::Platforms { .. }
        | Request::OpenPath { .. }
        | Request::TakeFiles
        | Request::ListConversations { .. }
        | Request::Projects { .. }
        | Request::ShowConversation { .. }
        | Request::Resume { .. }
        | Request::HandoffFigures { .. }
        | Request::PrepareHandoff { .. }
        | Request::PreparedFindings { .. }
        | Request::ReadPrepared { .. }
        | Request::ExportPrepared { .. }
        | Request::DropPrepared { .. }
        | Request::TryRules { .. }
        | Request::InspectFile { .. }
        | Request::ImportFile { .. }
        | Request::Imports) => {
            let you = state.signer();
            state.conversations.answer(background, you, request, answer);
        }
        request @ (Request::People { .. }
        | Request::Invite { .. }
        | Request::RevokeInvite { .. }
        | Request::Join { .. }
        | Request::Pair { .. }
        | Request::DecidePairing { .. }
        | Request::ConfirmPairing { .. }
        | Request::LeavePairing { .. }
        | Request::Connect { .. }
        | Request::Block { .. }
        | Request::Unblock { .. }
        | Request::Forget { .. }
        | Request::Nickname { .. }) => people::answer(state, background, request, answer),
        request @ (Request::UndoImport { .. }
        | Request::SendHandoff { .. }
        | Request::Outbox { .. }
        | Request::Inbox { .. }
        | Request::ShowHandoff { .. }
        | Request::ReadMessages { .. }
        | Request::ReadOutline { .. }
        | Request::FindInMessages { .. }
        | Request::ReadPart { .. }
        | Request::ReadDiff { .. }
        | Request::CompareVersions { .. }
        | Request::DownloadHandoff { .. }
        | Request::ImportHandoff { .. }
        | Request::DismissHandoff { .. }
        | Request::UndoHandoff { .. }
        | Request::AskHandoff { .. }
        | Request::AnswerHandoff { .. }
        | Request::CancelHandoff { .. }
        | Request::FetchHandoff { .. }
        | Request::AddAuto { .. }
        | Request::ListAuto
        | Request::RevokeAuto { .. }
        | Request::Lineage { .. }) => handoffs::answer(state, background, request, answer),
        Request::RetryIdentity => {
            identity_work(
                state,
                background,
                answer,
                Reply::RetryIdentity,
                |profile, homes| identity::open(profile.root(), &homes, true),
            );
        }
        Request::MoveIdentity { to } => {
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
                    Reply::MoveIdentity,
                    move |profile, homes| {
                        identity::move_to(profile.root(), &homes, &record, &key, to)
                    },
                ),
                Err(_) => reply(answer, Err(nothing_to_move())),
            }
        }
    }
}

/// The question about folders with the file of its handoff in it.
fn folders_of(
    state: &State,
    handoff: Option<String>,
    file: Option<String>,
) -> Result<Request, Failure> {
    let Some(name) = handoff else {
        return Ok(Request::Folders {
            handoff: None,
            file,
        });
    };
    let path = state.file_of(&name)?;
    Ok(Request::Folders {
        handoff: Some(name),
        file: Some(path.to_string_lossy().into_owned()),
    })
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

/// Takes over what came back, and answers.
pub(super) fn finished(state: &mut State, finished: Finished) {
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
        Ok(name(Box::new(state.status())))
    });
    reply(answer, result);
}

fn identity_work(
    state: &mut State,
    background: &mut Background,
    answer: Answer,
    name: fn(Box<Status>) -> Reply,
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

fn method(request: &Request) -> &'static str {
    match request {
        Request::Status => "status",
        Request::Settings => "settings",
        Request::ChangeSettings { .. } => "change_settings",
        Request::Doctor { .. } => "doctor",
        Request::Journal { .. } => "journal",
        Request::RetryIdentity => "retry_identity",
        Request::MoveIdentity { .. } => "move_identity",
        Request::ClaimWindow => "claim_window",
        Request::Platforms { .. } => "platforms",
        Request::ListConversations { .. } => "list_conversations",
        Request::Projects { .. } => "projects",
        Request::OpenPath { .. } => "open_path",
        Request::TakeFiles => "take_files",
        Request::ResolveHandle { .. } => "resolve_handle",
        Request::Show { .. } => "show",
        Request::TakeShows => "take_shows",
        Request::CheckPackage { .. } => "check_package",
        Request::Folders { .. } => "folders",
        Request::SetPlatformFolder { .. } => "set_platform_folder",
        Request::ShowConversation { .. } => "show_conversation",
        Request::Resume { .. } => "resume",
        Request::ReadMessages { .. } => "read_messages",
        Request::ReadOutline { .. } => "read_outline",
        Request::FindInMessages { .. } => "find_in_messages",
        Request::ReadPart { .. } => "read_part",
        Request::ReadDiff { .. } => "read_diff",
        Request::HandoffFigures { .. } => "handoff_figures",
        Request::PrepareHandoff { .. } => "prepare_handoff",
        Request::PreparedFindings { .. } => "prepared_findings",
        Request::ReadPrepared { .. } => "read_prepared",
        Request::ExportPrepared { .. } => "export_prepared",
        Request::DropPrepared { .. } => "drop_prepared",
        Request::TryRules { .. } => "try_rules",
        Request::InspectFile { .. } => "inspect_file",
        Request::ImportFile { .. } => "import_file",
        Request::Imports => "imports",
        Request::UndoImport { .. } => "undo_import",
        Request::People { .. } => "people",
        Request::Invite { .. } => "invite",
        Request::RevokeInvite { .. } => "revoke_invite",
        Request::Join { .. } => "join",
        Request::Pair { .. } => "pair",
        Request::DecidePairing { .. } => "decide_pairing",
        Request::ConfirmPairing { .. } => "confirm_pairing",
        Request::LeavePairing { .. } => "leave_pairing",
        Request::Connect { .. } => "connect",
        Request::Block { .. } => "block",
        Request::Unblock { .. } => "unblock",
        Request::Forget { .. } => "forget",
        Request::Nickname { .. } => "nickname",
        Request::SendHandoff { .. } => "send_handoff",
        Request::Outbox { .. } => "outbox",
        Request::Inbox { .. } => "inbox",
        Request::ShowHandoff { .. } => "show_handoff",
        Request::DownloadHandoff { .. } => "download_handoff",
        Request::ImportHandoff { .. } => "import_handoff",
        Request::DismissHandoff { .. } => "dismiss_handoff",
        Request::UndoHandoff { .. } => "undo_handoff",
        Request::AskHandoff { .. } => "ask_handoff",
        Request::AnswerHandoff { .. } => "answer_handoff",
        Request::CancelHandoff { .. } => "cancel_handoff",
        Request::FetchHandoff { .. } => "fetch_handoff",
        Request::AddAuto { .. } => "add_auto",
        Request::ListAuto => "list_auto",
        Request::RevokeAuto { .. } => "revoke_auto",
        Request::Lineage { .. } => "lineage",
        Request::CompareVersions { .. } => "compare_versions",
    }
}
