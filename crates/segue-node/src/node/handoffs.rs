//! Handoffs in the loop: what should be under way is read off the rows after every turn, started in the
//! background, and what comes back is written before anything follows from it.
//!
//! ```text
//! request, offer, word, hello, time ──▶ event ──▶ machine ──▶ one transaction ──▶ news: events, journal
//!                                                                │
//! drive: which offers, pulls, messages, records, syncs are due ◀────┘  (the same after a restart)
//! ```

mod act;
mod answered;
mod auto;
mod changes;
mod compare;
mod drive;
mod incoming;
mod lineage;
mod mailbox;
mod news;
mod offer_turns;
mod outgoing;
mod peer_messages;
mod pull;
mod read;
mod send;
mod show;
mod sync;

use segue_door::{Caller, Direction, Failure, MailboxRequest, Method, Reply, ask};

use super::state::State;
use super::{Answer, Background};

pub(super) use mailbox::Mailbox;
pub(super) use read::read;

/// Answers a request about handoffs, or starts the work that will.
#[deny(clippy::wildcard_enum_match_arm)]
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    caller: Caller,
    request: MailboxRequest,
    answer: Answer,
) {
    let result = match request {
        MailboxRequest::SendHandoff(asked) => {
            return send::send(state, background, &caller, asked, answer);
        }
        MailboxRequest::Outbox(ask::Outbox { all }) => {
            show::list(state, Direction::Sent, all).map(ask::Outbox::reply)
        }
        MailboxRequest::Inbox(ask::Inbox { all }) => {
            show::list(state, Direction::Received, all).map(ask::Inbox::reply)
        }
        MailboxRequest::ShowHandoff(ask::ShowHandoff { handoff }) => {
            return show::show(state, background, &handoff, ask::ShowHandoff::reply, answer);
        }
        MailboxRequest::OpenHandoff(ask::OpenHandoff { handoff }) => {
            match show::opened(state, &handoff) {
                Ok(()) => {
                    let reply = ask::OpenHandoff::reply;
                    return show::show(state, background, &handoff, reply, answer);
                }
                Err(failure) => Err(failure),
            }
        }
        MailboxRequest::DownloadHandoff(asked) => {
            return act::download(state, background, &caller, asked, answer);
        }
        MailboxRequest::ImportHandoff(asked) => {
            return act::import(state, background, caller, asked, answer);
        }
        MailboxRequest::DismissHandoff(ask::DismissHandoff { handoff, reason }) => {
            act::dismiss(state, &handoff, reason)
        }
        MailboxRequest::UndoHandoff(ask::UndoHandoff { handoff }) => {
            return act::undo(state, background, &handoff, caller.env, answer);
        }
        MailboxRequest::UndoImport(ask::UndoImport { import }) => {
            return act::undo_import(state, background, import, caller.env, answer);
        }
        MailboxRequest::AskHandoff(ask::AskHandoff { handoff, text }) => {
            answered::ask(state, &handoff, &text)
        }
        MailboxRequest::AnswerHandoff(asked) => {
            return answered::answer(state, background, &caller, asked, answer);
        }
        MailboxRequest::CancelHandoff(ask::CancelHandoff { handoff }) => {
            answered::cancel(state, &handoff)
        }
        MailboxRequest::FetchHandoff(ask::FetchHandoff { handoff }) => {
            return pull::fetch(state, background, &handoff, answer);
        }
        MailboxRequest::AddAuto(asked) => auto::add(state, asked, caller.env),
        MailboxRequest::ListAuto(_) => auto::list(state),
        MailboxRequest::RevokeAuto(ask::RevokeAuto { order }) => auto::revoke(state, &order),
        MailboxRequest::Lineage(ask::Lineage { conversation }) => {
            return lineage::lineage(state, background, conversation, caller.env, answer);
        }
        MailboxRequest::CompareVersions(asked) => {
            let ask::CompareVersions {
                conversation,
                version,
            } = asked;
            return compare::compare(state, background, conversation, version, answer);
        }
    };
    reply(answer, result);
}

/// Answers; whoever asked may have gone.
fn reply(answer: Answer, result: Result<Reply, Failure>) {
    answer.send(result).ok();
}
