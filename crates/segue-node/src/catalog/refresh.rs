//! What is there now: names, sizes and times, compared with the index. Nothing is opened.

use std::collections::HashMap;
use std::time::Duration;

use segue_door::{Event, Failure};
use segue_platform::{AgentEnv, Platform, PlatformError, Session};
use segue_store::sql::{Connection, params};

use super::{Catalog, Shared, fulltext, index, lock};
use crate::storage::failed;

/// A list that is asked for again this soon shows what was found then.
const FRESH: Duration = Duration::from_millis(500);

/// The same for a search, which is repeated with every keystroke, and for later pages.
const FRESH_ENOUGH: Duration = Duration::from_secs(2);

/// What a refresh found.
#[derive(Debug, Default)]
pub(crate) struct Refreshed {
    /// The scopes the request can see.
    pub(crate) scopes: Vec<i64>,
    /// Platforms that could not be looked at, in words.
    pub(crate) problems: Vec<String>,
}

/// What the index has of a session.
struct IndexedSession {
    id: i64,
    bytes: i64,
    modified: i64,
    scope: i64,
}

impl Catalog {
    /// Looks for the sessions of all platforms, or of one, however recently that was done.
    pub(crate) fn refresh(
        &self,
        place: &AgentEnv,
        only: Option<&str>,
    ) -> Result<Refreshed, Failure> {
        self.find(place, only, Duration::ZERO)
    }

    /// Looks for sessions like [`Self::refresh`], unless that was done a moment ago; for a caller
    /// who asks `often`, the moment is longer.
    pub(super) fn recent(
        &self,
        place: &AgentEnv,
        only: Option<&str>,
        often: bool,
    ) -> Result<Refreshed, Failure> {
        self.find(place, only, if often { FRESH_ENOUGH } else { FRESH })
    }

    fn find(
        &self,
        place: &AgentEnv,
        only: Option<&str>,
        fresh: Duration,
    ) -> Result<Refreshed, Failure> {
        let mut found = Refreshed::default();
        let mut changed = false;
        for platform in self.platforms().iter().copied() {
            if only.is_some_and(|only| only != platform.id()) {
                continue;
            }
            if lock(&self.shared.off).iter().any(|id| id == platform.id()) {
                if only.is_some() {
                    let name = platform.name();
                    found
                        .problems
                        .push(format!("{name} is turned off in your settings."));
                }
                continue;
            }
            let scope = self
                .shared
                .scope(platform, place)
                .map_err(|error| failed(&error))?;
            found.scopes.push(scope);
            if self.shared.is_fresh(scope, fresh) {
                continue;
            }
            let sessions = match platform.find(place) {
                Ok(sessions) => sessions,
                Err(PlatformError::NotFound(_)) => Vec::new(),
                Err(error) => {
                    // What was known stays, in case it is only a moment's trouble.
                    found
                        .problems
                        .push(format!("{} can't be listed: {error}", platform.name()));
                    continue;
                }
            };
            changed |= self
                .shared
                .take(scope, platform.id(), &sessions)
                .map_err(|error| failed(&error))?;
            let now = self.shared.clock.monotonic();
            lock(&self.shared.work).fresh.insert(scope, now);
        }
        if changed {
            self.shared.tell(Event::ConversationsChanged);
        }
        Ok(found)
    }
}

impl Shared {
    fn is_fresh(&self, scope: i64, within: Duration) -> bool {
        lock(&self.work)
            .fresh
            .get(&scope)
            .is_some_and(|at| self.clock.since(*at) < within)
    }

    /// Returns the number of the folder this platform keeps its sessions in; a new folder gets one.
    fn scope(&self, platform: &dyn Platform, place: &AgentEnv) -> segue_store::sql::Result<i64> {
        let folder = platform.detect(place).folder;
        let folder = folder.to_string_lossy();
        let key = params![platform.id(), folder];
        let find = "SELECT id FROM scope WHERE platform = ?1 AND folder = ?2";
        let known = lock(&self.reader)
            .prepare_cached(find)?
            .query_row(key, |row| row.get(0));
        if let Ok(id) = known {
            return Ok(id);
        }
        let writer = lock(&self.writer);
        writer.execute(
            "INSERT OR IGNORE INTO scope (platform, folder) VALUES (?1, ?2)",
            key,
        )?;
        writer.query_row(find, key, |row| row.get(0))
    }

    /// Updates the index with what was found, and returns whether anything is different.
    fn take(
        &self,
        scope: i64,
        platform: &'static str,
        sessions: &[Session],
    ) -> segue_store::sql::Result<bool> {
        let mut known = {
            let reader = lock(&self.reader);
            known(&reader, platform)?
        };
        let mut fresh: Vec<(&Session, &str, [u8; 16])> = Vec::new();
        let mut altered: Vec<(i64, &Session)> = Vec::new();
        // An empty file is no conversation, at least not yet.
        for session in sessions.iter().filter(|session| session.bytes > 0) {
            let Some(path) = session.path.to_str() else {
                tracing::warn!(path = %session.path.display(), "a name that is no text is passed over");
                continue;
            };
            let key = index::key(platform, path, &session.id);
            match known.remove(&key) {
                None => fresh.push((session, path, key)),
                Some(row)
                    if row.bytes != session.bytes.cast_signed()
                        || row.modified != session.modified
                        || row.scope != scope =>
                {
                    altered.push((row.id, session));
                }
                Some(_) => {}
            }
        }
        let gone: Vec<i64> = known
            .into_values()
            .filter(|row| row.scope == scope)
            .map(|row| row.id)
            .collect();
        if fresh.is_empty() && altered.is_empty() && gone.is_empty() {
            return Ok(false);
        }
        // In the order of the indexes, which then only grow at their end.
        fresh.sort_by_key(|(session, ..)| std::cmp::Reverse(session.modified));
        let mut writer = lock(&self.writer);
        let writing = writer.transaction()?;
        {
            let mut insert = writing.prepare_cached(
                "INSERT OR REPLACE INTO session
                     (key, scope, platform, path, session, bytes, modified)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            for (session, path, key) in fresh {
                let (bytes, modified) = (session.bytes.cast_signed(), session.modified);
                insert.execute(params![
                    key, scope, platform, path, session.id, bytes, modified
                ])?;
            }
            // What is known goes on being shown until it is known better.
            let mut update = writing.prepare_cached(
                "UPDATE session SET stage = CASE WHEN bytes = ?2 AND modified = ?3 THEN stage
                     ELSE 0 END, bytes = ?2, modified = ?3, scope = ?4 WHERE id = ?1",
            )?;
            for (id, session) in altered {
                update.execute(params![
                    id,
                    session.bytes.cast_signed(),
                    session.modified,
                    scope
                ])?;
            }
            for id in gone {
                fulltext::forget(&writing, id)?;
                writing
                    .prepare_cached("DELETE FROM session WHERE id = ?1")?
                    .execute([id])?;
            }
        }
        writing.commit()?;
        Ok(true)
    }
}

fn known(
    reader: &Connection,
    platform: &str,
) -> segue_store::sql::Result<HashMap<[u8; 16], IndexedSession>> {
    reader
        .prepare_cached("SELECT key, id, bytes, modified, scope FROM session WHERE platform = ?1")?
        .query_map([platform], |row| {
            let known = IndexedSession {
                id: row.get(1)?,
                bytes: row.get(2)?,
                modified: row.get(3)?,
                scope: row.get(4)?,
            };
            Ok((row.get(0)?, known))
        })?
        .collect()
}
