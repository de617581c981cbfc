//! What the window is asked to show from outside of it, kept until its page takes it; and small
//! answers for the desktop app.

use std::collections::VecDeque;
use std::path::Path;

use segue_door::{
    Event, Failure, Method, OpenQueued, OpenTarget, OpenTargets, PathRef, ResolvedHandle,
    WindowRequest, ask,
};

use super::answer::reply;
use super::state::State;
use super::{Answer, Background, ConnectionId};

/// How many wait at most; the oldest are forgotten, as nobody waits for them any more.
const MOST: usize = 8;

/// What waits to be shown, oldest first.
#[derive(Debug, Default)]
pub(crate) struct PendingOpens {
    waiting: VecDeque<OpenTarget>,
}

impl PendingOpens {
    /// Adds something to show, and returns how many wait then.
    fn add(&mut self, target: OpenTarget) -> u32 {
        // The same once more is the same once.
        self.waiting.retain(|known| *known != target);
        if self.waiting.len() == MOST {
            self.waiting.pop_front();
        }
        self.waiting.push_back(target);
        u32::try_from(self.waiting.len()).unwrap_or(u32::MAX)
    }

    fn take(&mut self) -> Vec<OpenTarget> {
        std::mem::take(&mut self.waiting).into()
    }
}

/// Answers a request about the window.
#[deny(clippy::wildcard_enum_match_arm)]
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    connection: ConnectionId,
    request: WindowRequest,
    answer: Answer,
) {
    let result = match request {
        WindowRequest::ClaimWindow(_) => {
            Ok(ask::ClaimWindow::reply(state.claim_window(connection)))
        }
        WindowRequest::OpenPath(asked) => return open(state, background, asked, answer),
        WindowRequest::TakeFiles(_) => {
            Ok(ask::TakeFiles::reply(state.conversations.handles.take()))
        }
        // By now its handle has become its path.
        WindowRequest::ResolveHandle(ask::ResolveHandle { handle }) => match handle {
            PathRef::Chosen { path, .. } => {
                let is_folder = Path::new(&path).is_dir();
                Ok(ask::ResolveHandle::reply(ResolvedHandle {
                    path,
                    is_folder,
                }))
            }
            PathRef::Handle(_) | PathRef::Path(_) => Err(Failure::invalid("That is not a handle.")),
        },
        WindowRequest::OpenInWindow(ask::OpenInWindow { target }) => {
            let waiting = state.pending_opens.add(target);
            state.tell(Event::OpenRequested);
            Ok(ask::OpenInWindow::reply(OpenQueued { waiting }))
        }
        WindowRequest::TakeOpens(_) => {
            let targets = if state.has_window(connection) {
                state.pending_opens.take()
            } else {
                Vec::new()
            };
            Ok(ask::TakeOpens::reply(OpenTargets { targets }))
        }
    };
    reply(answer, result);
}

/// Gives a handle to what a person chose, in the background since its disk may be slow.
fn open(state: &State, background: &mut Background, asked: ask::OpenPath, answer: Answer) {
    let handles = state.conversations.handles.clone();
    let events = state.events.clone();
    background.spawn_blocking(move || {
        let opened = handles.open(&asked.path, asked.show);
        if let (true, Ok(opened)) = (asked.show, &opened) {
            // Nobody listening is fine.
            events.send(Event::FileOpened(opened.clone())).ok();
        }
        reply(answer, opened.map(ask::OpenPath::reply));
        None
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_taken_once_and_never_piles_up() {
        let mut opens = PendingOpens::default();
        for number in 0..20 {
            opens.add(OpenTarget::Handoff {
                id: format!("task-{number}"),
            });
        }
        opens.add(OpenTarget::Inbox);
        opens.add(OpenTarget::Inbox);
        let taken = opens.take();
        assert_eq!(taken.len(), MOST);
        assert_eq!(taken.last(), Some(&OpenTarget::Inbox));
        assert_eq!(opens.take(), []);
    }
}
