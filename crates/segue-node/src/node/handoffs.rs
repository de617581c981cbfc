//! Handoffs in the loop: what should be under way is read off the rows after every turn, started beside
//! the loop, and what comes back is written before anything follows from it.
//!
//! ```text
//! request, offer, word, hello, time ──▶ event ──▶ machine ──▶ one transaction ──▶ news: events, journal
//!                                                                │
//! drive: which offers, pulls, words, records, syncs are due ◀────┘  (the same after a restart)
//! ```

mod act;
mod answered;
mod auto;
mod changes;
mod compare;
mod desk;
mod drive;
mod incoming;
mod lineage;
mod news;
mod outgoing;
mod pull;
mod read;
mod send;
mod show;
mod sync;
mod words;

use segue_door::{Code, Failure, Reply, Request};

use super::state::State;
use super::{Answer, Background};

pub(super) use desk::Desk;

/// Answers a request about handoffs, or starts the work that will.
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    mut request: Request,
    answer: Answer,
) {
    if let Err(failure) = state.conversations.handles.resolve(&mut request) {
        return reply(answer, Err(failure));
    }
    let result = match request {
        Request::SendHandoff {
            hash,
            rest,
            to,
            hours,
        } => {
            return send::send(
                state,
                background,
                send::Wish {
                    hash,
                    rest,
                    to,
                    hours,
                },
                answer,
            );
        }
        Request::Outbox { all } => show::list(state, segue_door::Way::Out, all).map(Reply::Outbox),
        Request::Inbox { all } => show::list(state, segue_door::Way::In, all).map(Reply::Inbox),
        Request::ShowHandoff { handoff, open } => {
            return show::show(state, background, &handoff, open, answer);
        }
        request @ (Request::ReadMessages { .. }
        | Request::ReadOutline { .. }
        | Request::FindInMessages { .. }
        | Request::ReadPart { .. }
        | Request::ReadDiff { .. }) => return read::read(state, background, request, answer),
        request @ Request::DownloadHandoff { .. } => {
            return act::download(state, background, request, answer);
        }
        request @ Request::ImportHandoff { .. } => {
            return act::import(state, background, request, answer);
        }
        Request::UndoImport { import, place } => {
            return act::undo_import(state, background, import, place, answer);
        }
        Request::DismissHandoff { handoff, reason } => act::dismiss(state, &handoff, reason),
        Request::UndoHandoff { handoff, place } => {
            return act::undo(state, background, &handoff, place, answer);
        }
        Request::AskHandoff { handoff, text } => answered::ask(state, &handoff, &text),
        Request::AnswerHandoff {
            handoff,
            text,
            option,
            hash,
        } => {
            return answered::answer(state, background, &handoff, (text, option, hash), answer);
        }
        Request::CancelHandoff { handoff } => answered::cancel(state, &handoff),
        Request::FetchHandoff { handoff } => {
            return pull::fetch(state, background, &handoff, answer);
        }
        Request::AddAuto {
            person,
            platform,
            folder,
            place,
        } => auto::add(state, &person, platform, folder, place),
        Request::ListAuto => auto::list(state),
        Request::RevokeAuto { order } => auto::revoke(state, &order),
        Request::Lineage {
            conversation,
            place,
        } => return lineage::lineage(state, background, conversation, place, answer),
        Request::CompareVersions {
            conversation,
            version,
        } => return compare::compare(state, background, conversation, version, answer),
        _ => Err(Failure::new(
            Code::Internal,
            "This is no question about handoffs.",
        )),
    };
    reply(answer, result);
}

/// Answers; the one who asked may have gone.
fn reply(answer: Answer, result: Result<Reply, Failure>) {
    answer.send(result).ok();
}
