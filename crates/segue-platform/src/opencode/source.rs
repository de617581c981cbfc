//! Stored messages one after the other, in the order the model reads them.
//!
//! A compaction may keep the turns just before it. The client then tells the model the summary
//! first and those turns after it, so the rows are gone through in up to four stretches:
//!
//! ```text
//! older │ kept turns │ compaction, summary │ newer      as stored
//! older │ compaction, summary │ kept turns │ newer      as read
//! ```

use std::collections::{HashSet, VecDeque};

use rusqlite::{Connection, OptionalExtension, params};

use super::native::{Native, Object, object, text};
use super::neutral::Standing;
use crate::platform::{Limits, PlatformError};

/// A place in the order of a session: time, then id.
type Key = (i64, String);

/// The messages from one place up to another, which is not included.
#[derive(Debug)]
struct Stretch {
    from: Option<Key>,
    to: Option<Key>,
    tail: bool,
}

/// What came out of one row.
#[derive(Debug)]
pub(super) enum Met {
    /// A message and its role in the conversation.
    Message(Box<Native>, Standing),
    /// A row that cannot be read, and why.
    Damaged(String),
}

/// The messages of one session in a database, in order.
pub(super) struct Rows {
    connection: Connection,
    session: String,
    limits: Limits,
    stretches: VecDeque<Stretch>,
    resets: HashSet<String>,
    last: Option<Key>,
    page: VecDeque<Key>,
    met: usize,
    /// How much was read so far.
    pub(super) bytes: u64,
}

const PAGE: usize = 256;

impl Rows {
    /// Begins with the first message. `until` is where the person took messages back.
    pub(super) fn new(
        connection: Connection,
        session: &str,
        until: Option<&str>,
        limits: &Limits,
    ) -> Result<Self, PlatformError> {
        let mut rows = Self {
            connection,
            session: session.to_owned(),
            limits: *limits,
            stretches: VecDeque::new(),
            resets: HashSet::new(),
            last: None,
            page: VecDeque::new(),
            met: 0,
            bytes: 0,
        };
        let end = match until {
            Some(id) => rows.key(id)?,
            None => None,
        };
        rows.plan(end)?;
        Ok(rows)
    }

    fn key(&self, id: &str) -> Result<Option<Key>, PlatformError> {
        let found = self
            .connection
            .query_row(
                "SELECT time_created, id FROM message WHERE session_id = ?1 AND id = ?2",
                params![self.session, id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        Ok(found)
    }

    /// Finds the compactions that took effect, and the turns the last one kept.
    fn plan(&mut self, end: Option<Key>) -> Result<(), PlatformError> {
        let mut kept: Option<(Key, Key, Key)> = None;
        for (key, info) in self.summaries()? {
            if end.as_ref().is_some_and(|end| key >= *end) {
                continue;
            }
            let Some(asked) = text(&info, "parentID") else {
                continue;
            };
            let Some(part) = self.compaction(asked)? else {
                continue;
            };
            let Some(asked_at) = self.key(asked)? else {
                continue;
            };
            self.resets.insert(asked.to_owned());
            let tail = match text(&part, "tail_start_id") {
                Some(id) => self.key(id)?,
                None => None,
            };
            kept = tail
                .filter(|tail| *tail < asked_at && asked_at < key)
                .map(|tail| (tail, asked_at, key));
        }
        let stretch = |from: Option<&Key>, to: Option<&Key>, tail| Stretch {
            from: from.cloned(),
            to: to.cloned(),
            tail,
        };
        self.stretches = match kept {
            None => VecDeque::from([stretch(None, end.as_ref(), false)]),
            Some((tail, asked, summary)) => {
                let mut after = summary;
                // The smallest place after the summary.
                after.1.push('\0');
                VecDeque::from([
                    stretch(None, Some(&tail), false),
                    stretch(Some(&asked), Some(&after), false),
                    stretch(Some(&tail), Some(&asked), true),
                    stretch(Some(&after), end.as_ref(), false),
                ])
            }
        };
        Ok(())
    }

    fn summaries(&self) -> Result<Vec<(Key, Object)>, PlatformError> {
        let mut statement = self.connection.prepare(
            "SELECT time_created, id, data FROM message WHERE session_id = ?1 \
             AND octet_length(data) <= ?2 AND data LIKE '%\"summary\":true%' \
             ORDER BY time_created, id LIMIT 10000",
        )?;
        let most = i64::try_from(self.limits.record_bytes).unwrap_or(i64::MAX);
        let mut rows = statement.query(params![self.session, most])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let data: String = row.get(2)?;
            let Ok(info) = object(&data, &self.limits) else {
                continue;
            };
            let native = Native {
                info,
                ..Native::default()
            };
            if native.is_summary() {
                found.push(((row.get(0)?, row.get(1)?), native.info));
            }
        }
        Ok(found)
    }

    fn compaction(&self, message: &str) -> Result<Option<Object>, PlatformError> {
        let parts = self.parts(message)?;
        Ok(parts
            .into_iter()
            .flatten()
            .find(|part| text(part, "type") == Some("compaction")))
    }

    /// Reads the next message; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Met>, PlatformError> {
        loop {
            let Some(tail) = self.stretches.front().map(|stretch| stretch.tail) else {
                return Ok(None);
            };
            if self.page.is_empty() && !self.fill()? {
                self.stretches.pop_front();
                self.last = None;
                continue;
            }
            let Some(key) = self.page.pop_front() else {
                continue;
            };
            self.met += 1;
            if self.met > self.limits.records {
                self.stretches.clear();
                return Ok(Some(Met::Damaged("the session has too many".to_owned())));
            }
            return self.one(key, tail).map(Some);
        }
    }

    fn one(&mut self, key: Key, tail: bool) -> Result<Met, PlatformError> {
        let most = i64::try_from(self.limits.record_bytes).unwrap_or(i64::MAX);
        let data: Option<String> = self
            .connection
            .prepare_cached(
                "SELECT CASE WHEN octet_length(data) <= ?2 THEN data END FROM message WHERE id = ?1",
            )?
            .query_row(params![key.1, most], |row| row.get(0))
            .optional()?
            .flatten();
        let Some(data) = data else {
            return Ok(Met::Damaged("it is too large".to_owned()));
        };
        self.bytes += data.len() as u64;
        let info = match object(&data, &self.limits) {
            Ok(info) => info,
            Err(why) => return Ok(Met::Damaged(why)),
        };
        let (created, id) = key;
        let parts = match self.parts(&id)? {
            Ok(parts) => parts,
            Err(why) => return Ok(Met::Damaged(why)),
        };
        let standing = Standing {
            resets: self.resets.contains(&id),
            tail,
        };
        let native = Native {
            id,
            created,
            info,
            parts,
        };
        Ok(Met::Message(Box::new(native), standing))
    }

    /// Reads the parts of a message, or says why not all of it can be read.
    fn parts(&self, message: &str) -> Result<Result<Vec<Object>, String>, PlatformError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT CASE WHEN octet_length(data) <= ?2 THEN data END FROM part \
             WHERE message_id = ?1 ORDER BY id",
        )?;
        let most = i64::try_from(self.limits.record_bytes).unwrap_or(i64::MAX);
        let mut rows = statement.query(params![message, most])?;
        let (mut parts, mut bytes) = (Vec::new(), 0);
        while let Some(row) = rows.next()? {
            let data: Option<String> = row.get(0)?;
            bytes += data.as_ref().map_or(0, String::len);
            let Some(data) = data.filter(|_| bytes <= self.limits.record_bytes) else {
                return Ok(Err("it is too large".to_owned()));
            };
            match object(&data, &self.limits) {
                Ok(part) => parts.push(part),
                Err(why) => return Ok(Err(why)),
            }
        }
        Ok(Ok(parts))
    }

    fn fill(&mut self) -> Result<bool, PlatformError> {
        let Some(stretch) = self.stretches.front() else {
            return Ok(false);
        };
        let first = (i64::MIN, String::new());
        // From the first place of the stretch, or after the last one met.
        let (from, after) = match (&self.last, &stretch.from) {
            (Some(last), _) => (last, true),
            (None, Some(from)) => (from, false),
            (None, None) => (&first, false),
        };
        let end = (i64::MAX, "\u{10ffff}".to_owned());
        let to = stretch.to.as_ref().unwrap_or(&end);
        let mut statement = self.connection.prepare_cached(
            "SELECT time_created, id FROM message WHERE session_id = ?1 \
             AND (time_created, id) >= (?2, ?3) AND (time_created, id) < (?4, ?5) AND NOT (?6 AND id = ?3 AND time_created = ?2) \
             ORDER BY time_created, id LIMIT ?7",
        )?;
        let mut rows = statement.query(params![
            self.session,
            from.0,
            from.1,
            to.0,
            to.1,
            after,
            PAGE as i64
        ])?;
        let mut page = VecDeque::new();
        while let Some(row) = rows.next()? {
            page.push_back((row.get(0)?, row.get(1)?));
        }
        drop(rows);
        drop(statement);
        self.last = page.back().cloned().or(self.last.take());
        self.page = page;
        Ok(!self.page.is_empty())
    }

    /// Returns the database, for what is beside the session.
    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }
}
