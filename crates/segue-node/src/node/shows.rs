//! What the window is asked to show from outside of it, kept until its page takes it; and small
//! answers for the desktop app.

use std::collections::VecDeque;
use std::path::Path;

use segue_door::{
    Event, Failure, Reply, Request, ResolvedHandle, Show, ShowAsked, WaitingShows, is_handle,
};

use super::answer::reply;
use super::state::State;
use super::{Answer, Background, CallerId};
use crate::package;

/// Older ones than this many are forgotten: nobody waits for them any more.
const MOST: usize = 8;

/// What waits to be shown, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Shows {
    waiting: VecDeque<Show>,
}

impl Shows {
    /// Keeps it; how many wait then.
    fn add(&mut self, show: Show) -> u32 {
        // The same once more is the same once.
        self.waiting.retain(|known| *known != show);
        if self.waiting.len() == MOST {
            self.waiting.pop_front();
        }
        self.waiting.push_back(show);
        u32::try_from(self.waiting.len()).unwrap_or(u32::MAX)
    }

    fn take(&mut self) -> Vec<Show> {
        std::mem::take(&mut self.waiting).into()
    }
}

/// Answers the requests of the desktop app.
pub(super) fn answer(
    state: &mut State,
    background: &mut Background,
    caller: CallerId,
    mut request: Request,
    answer: Answer,
) {
    if let Request::ResolveHandle { handle } = &request
        && !is_handle(handle)
    {
        return reply(answer, Err(Failure::invalid("That is not a handle.")));
    }
    if let Err(failure) = state.conversations.handles.resolve(&mut request) {
        return reply(answer, Err(failure));
    }
    match request {
        Request::Show { show } => {
            let waiting = state.shows.add(show);
            state.tell(Event::ShowRequested);
            reply(answer, Ok(Reply::Show(ShowAsked { waiting })));
        }
        Request::TakeShows => {
            let shows = if state.has_window(caller) {
                state.shows.take()
            } else {
                Vec::new()
            };
            reply(answer, Ok(Reply::TakeShows(WaitingShows { shows })));
        }
        // By now its handle has become its path.
        Request::ResolveHandle { handle: path } => {
            let is_folder = Path::new(&path).is_dir();
            let found = ResolvedHandle { path, is_folder };
            reply(answer, Ok(Reply::ResolveHandle(found)));
        }
        Request::CheckPackage { path } => {
            background.spawn_blocking(move || {
                reply(
                    answer,
                    package::check(Path::new(&path)).map(Reply::CheckPackage),
                );
                None
            });
        }
        _ => reply(answer, Err(Failure::invalid("This is asked elsewhere."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_taken_once_and_never_piles_up() {
        let mut shows = Shows::default();
        for number in 0..20 {
            shows.add(Show::Handoff {
                id: format!("task-{number}"),
            });
        }
        shows.add(Show::Inbox);
        shows.add(Show::Inbox);
        let taken = shows.take();
        assert_eq!(taken.len(), MOST);
        assert_eq!(taken.last(), Some(&Show::Inbox));
        assert_eq!(shows.take(), []);
    }
}
