//! Filling the index: first what lists show, then counts, then words; newest first, in batches.
//!
//! Two threads look, one writes: this one and a helper for the length of a batch.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use segue_door::Event;

use super::look::Seen;
use super::{SessionRow, Shared, index, lock, numbers, stage};

/// How often progress is reported.
const SAY: Duration = Duration::from_millis(200);

/// How often lists are asked to look again while much changes.
const AGAIN: Duration = Duration::from_secs(1);

/// How long to wait after the index could not be filled.
const PAUSE: Duration = Duration::from_secs(30);

/// Bytes of words in one transaction: few enough that nobody waits long for it.
const TEXT: usize = 2 << 20;

/// Fills until told to stop.
pub(super) fn run(shared: &Shared) {
    loop {
        {
            let mut work = lock(&shared.work);
            while !work.pending {
                if shared.stopping() {
                    return;
                }
                work = shared
                    .wake
                    .wait(work)
                    .unwrap_or_else(std::sync::PoisonError::into_inner);
            }
            work.pending = false;
        }
        if let Err(error) = everything(shared) {
            tracing::error!(%error, "the index of conversations can't be filled");
            // Tried again, but not at once: what is in the way may be gone then.
            let mut work = lock(&shared.work);
            work.pending = true;
            drop(shared.wake.wait_timeout(work, PAUSE));
        }
        if shared.stopping() {
            return;
        }
    }
}

fn everything(shared: &Shared) -> segue_store::sql::Result<()> {
    let (mut said, mut told) = (shared.clock.monotonic(), shared.clock.monotonic());
    let mut any = false;
    for (at, count) in [
        (stage::FOUND, 256),
        (stage::GLANCED, 64),
        (stage::COUNTED, 32),
    ] {
        loop {
            let batch = batch(shared, at, count)?;
            if batch.is_empty() || shared.stopping() {
                break;
            }
            any = true;
            write(shared, look_at(shared, &batch))?;
            if shared.clock.since(said) >= SAY {
                said = shared.clock.monotonic();
                say(shared)?;
            }
            if shared.clock.since(told) >= AGAIN {
                told = shared.clock.monotonic();
                shared.tell(Event::ConversationsChanged);
            }
        }
    }
    if any && !shared.stopping() {
        say(shared)?;
        shared.tell(Event::ConversationsChanged);
    }
    Ok(())
}

/// Returns the newest rows at a stage, in the scopes that were asked for.
fn batch(shared: &Shared, at: i64, count: usize) -> segue_store::sql::Result<Vec<SessionRow>> {
    let scopes = numbers(lock(&shared.work).active.iter().copied());
    let sql = format!(
        "SELECT {} FROM session WHERE stage = {at} AND stage < 3 AND scope IN ({scopes})
         ORDER BY modified DESC LIMIT {count}",
        index::COLUMNS
    );
    let reader = lock(&shared.reader);
    let mut statement = reader.prepare(&sql)?;
    let rows = statement.query_map([], |sql| index::row(sql, shared.platforms))?;
    rows.filter_map(Result::transpose).collect()
}

/// Looks at every row of a batch, with the help of one more thread. Returns nothing once the node
/// is stopping, since words may have been cut short.
fn look_at(shared: &Shared, batch: &[SessionRow]) -> Vec<(SessionRow, Seen)> {
    let next = AtomicUsize::new(0);
    let seen = Mutex::new(Vec::with_capacity(batch.len()));
    let work = || {
        while let Some(row) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
            if shared.stopping() {
                return;
            }
            let found = shared.look(row);
            lock(&seen).push((row.clone(), found));
        }
    };
    if batch.len() < 2 {
        work();
    } else {
        std::thread::scope(|scope| {
            scope.spawn(work);
            work();
        });
    }
    // Words cut short by stopping are not what the session says.
    if shared.stopping() {
        return Vec::new();
    }
    seen.into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Writes a batch down in transactions of bounded size.
fn write(shared: &Shared, seen: Vec<(SessionRow, Seen)>) -> segue_store::sql::Result<()> {
    let mut part = Vec::new();
    let mut bytes = 0;
    for (row, found) in seen {
        bytes += match &found {
            Seen::Words(text, _) => text.len(),
            _ => 0,
        };
        part.push((row, found));
        if bytes > TEXT {
            shared.note(&part)?;
            part.clear();
            bytes = 0;
        }
    }
    shared.note(&part)
}

fn say(shared: &Shared) -> segue_store::sql::Result<()> {
    let scopes: Vec<i64> = lock(&shared.work).active.iter().copied().collect();
    let state = shared.indexing(&scopes)?;
    shared.tell(Event::CatalogProgress {
        done: state.searchable,
        total: state.sessions,
    });
    Ok(())
}
