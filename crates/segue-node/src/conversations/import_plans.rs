//! What an import was announced to write: the id of the new session and the moment, which its names are
//! made of. Whoever looks first and then imports gets exactly the files they were shown.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use uuid::Uuid;

/// How many are remembered, and for how long, in milliseconds.
const MOST: usize = 50;
const KEPT: i64 = 10 * 60 * 1000;

/// Which import: the file's hash, the agent, the folder.
pub(super) type Which = (String, &'static str, PathBuf);

/// What the names of an import's files are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) id: Uuid,
    /// The moment, in milliseconds since 1970.
    pub(super) at: i64,
}

/// What was announced and not done yet.
#[derive(Default)]
pub(super) struct Plans(Mutex<VecDeque<(Which, Plan)>>);

impl Plans {
    /// Returns what an import would write, the same each time it is asked.
    pub(super) fn announce(&self, which: Which, now: i64) -> Plan {
        let plan = self.take(&which, now);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((which, plan));
        if kept.len() > MOST {
            kept.pop_front();
        }
        plan
    }

    /// Returns what an import writes now: what was announced, which is used up, or else something
    /// new.
    pub(super) fn take(&self, which: &Which, now: i64) -> Plan {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(_, plan)| (0..KEPT).contains(&(now - plan.at)));
        let at = kept.iter().position(|(known, _)| known == which);
        let known = at.and_then(|at| kept.remove(at));
        known.map_or_else(
            || Plan {
                id: Uuid::new_v4(),
                at: now,
            },
            |(_, plan)| plan,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_announced_is_done_once_and_soon() {
        let plans = Plans::default();
        let which = |folder: &str| ("hash".to_owned(), "codex", PathBuf::from(folder));
        let first = plans.announce(which("/a"), 1_000);
        assert_eq!(plans.announce(which("/a"), 2_000), first);
        assert_ne!(plans.announce(which("/b"), 2_000).id, first.id);
        assert_eq!(plans.take(&which("/a"), 3_000), first);
        assert_ne!(plans.take(&which("/a"), 3_000).id, first.id);
        let late = plans.announce(which("/a"), 4_000);
        assert_ne!(plans.take(&which("/a"), 4_000 + KEPT).id, late.id);
        for number in 0..200 {
            plans.announce(which(&number.to_string()), 5_000);
        }
        assert!(plans.0.lock().unwrap().len() <= MOST);
    }
}
