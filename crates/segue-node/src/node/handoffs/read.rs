//! Reading something: a handoff becomes the file of it that is here, if that may be looked at; the
//! rest is found by whoever reads.

use segue_door::{Failure, Readable, Request};

use super::super::state::State;
use super::super::{Answer, Background};
use super::reply;
use crate::conversations::ReadFrom;

/// Starts the work that answers a request to read.
pub(super) fn read(
    state: &mut State,
    background: &mut Background,
    request: Request,
    answer: Answer,
) {
    let of = match &request {
        Request::ReadMessages { of, .. }
        | Request::ReadOutline { of }
        | Request::FindInMessages { of, .. }
        | Request::ReadPart { of, .. }
        | Request::ReadDiff { of, .. } => of.clone(),
        _ => return,
    };
    match from(state, of) {
        Ok(from) => state.conversations.read(background, from, request, answer),
        Err(failure) => reply(answer, Err(failure)),
    }
}

fn from(state: &State, of: Readable) -> Result<ReadFrom, Failure> {
    Ok(match of {
        Readable::Session {
            conversation,
            place,
        } => ReadFrom::Session(conversation, place),
        Readable::Prepared { hash } => ReadFrom::Prepared(hash),
        Readable::Handoff { handoff } => {
            let row = state.desk.named(&handoff)?;
            state.may_look(&row)?;
            ReadFrom::Blob(state.desk.blobs.path(row.file()))
        }
        Readable::File { path } => ReadFrom::File(path),
    })
}
