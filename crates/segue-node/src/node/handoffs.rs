//! Requests about handoffs.

use super::state::State;
use super::{Answer, Background};
use crate::door::{Code, Failure, Request};

/// Answers a request about handoffs, or starts the work that will.
pub(super) fn answer(
    _state: &mut State,
    _background: &mut Background,
    _request: Request,
    answer: Answer,
) {
    answer
        .send(Err(Failure::new(Code::Internal, "Not yet.")))
        .ok();
}
