//! Reading something: a handoff becomes the file of it that is here, if that may be looked at; the
//! rest is found by whoever reads.

use segue_door::{Caller, CallerEnv, Failure, Readable, ReadingRequest};

use super::super::state::State;
use super::super::{Answer, Background};
use super::reply;
use crate::conversations::ReadFrom;

/// Starts the work that answers a request to read.
#[deny(clippy::wildcard_enum_match_arm)]
pub(in super::super) fn read(
    state: &mut State,
    background: &mut Background,
    caller: Caller,
    request: ReadingRequest,
    answer: Answer,
) {
    let of = match &request {
        ReadingRequest::ReadMessages(asked) => &asked.of,
        ReadingRequest::ReadOutline(asked) => &asked.of,
        ReadingRequest::FindInMessages(asked) => &asked.of,
        ReadingRequest::ReadPart(asked) => &asked.of,
        ReadingRequest::ReadDiff(asked) => &asked.of,
    };
    match from(state, of.clone(), caller.env) {
        Ok(from) => state.conversations.read(background, from, request, answer),
        Err(failure) => reply(answer, Err(failure)),
    }
}

fn from(state: &State, of: Readable, env: Option<CallerEnv>) -> Result<ReadFrom, Failure> {
    Ok(match of {
        Readable::Session { conversation } => ReadFrom::Session(conversation, env),
        Readable::Prepared { hash } => ReadFrom::Prepared(hash),
        Readable::Handoff { handoff } => {
            let row = state.mailbox.named(&handoff)?;
            state.ensure_readable(&row)?;
            ReadFrom::Blob(state.mailbox.blobs.path(row.file()))
        }
        Readable::File { path } => ReadFrom::File(path.path()?.to_owned()),
    })
}
