//! Reading a session: stored messages become what the model saw, subagents stand beside.

use std::collections::VecDeque;

use segue_conversation::file::Artifact;
use segue_conversation::{Body, Json, Message, Part, Report};
use serde_json::{Value, json};

use super::native::{Native, Object, inner, text};
use super::source::{Met, Rows};
use super::tree::Files;
use super::{ID, database, find, neutral, tree};
use crate::platform::{About, Limits, PlatformError, Reading, Session, State};
use crate::project;

/// What of a session's row travels: what it is about, never share, permission or account data.
const CARRIED: [&str; 13] = [
    "slug",
    "version",
    "summary_additions",
    "summary_deletions",
    "summary_files",
    "summary_diffs",
    "cost",
    "tokens_input",
    "tokens_output",
    "tokens_reasoning",
    "tokens_cache_read",
    "tokens_cache_write",
    "time_created",
];

/// The size that a piece of a subagent's transcript has at most, roughly.
const PIECE: usize = 4 << 20;

enum Source {
    Rows(Box<Rows>),
    Files(Files),
}

/// A session being read.
pub(super) struct Open {
    source: Source,
    session: Session,
    limits: Limits,
    row: Object,
    ready: VecDeque<Message>,
    over: bool,
    beside: Vec<Json>,
    report: Report,
    damaged: u64,
    why: String,
    live: bool,
    children: Children,
}

#[derive(Default)]
struct Children {
    begun: bool,
    waiting: VecDeque<String>,
    current: Option<(Object, Rows, u64)>,
    bytes: u64,
}

/// Opens a session.
pub(super) fn open(session: &Session, limits: &Limits) -> Result<Open, PlatformError> {
    let mut report = Report::default();
    let (source, row) = if find::is_file(session) {
        let info = tree::info(&session.path, limits)?;
        let files = Files::new(&session.path, limits)?;
        (Source::Files(files), info)
    } else {
        let connection = database::read(&session.path)?;
        // One view of the database from the first row to the last.
        connection.execute_batch("BEGIN")?;
        let row = find::row(&connection, &session.id)?;
        let taken_back = text(&row, "revert")
            .and_then(|revert| super::native::object(revert, limits).ok())
            .and_then(|revert| text(&revert, "messageID").map(str::to_owned));
        if taken_back.is_some() {
            report.dropped("message taken back", "the person undid it in OpenCode");
        }
        let rows = Rows::new(connection, &session.id, taken_back.as_deref(), limits)?;
        (Source::Rows(Box::new(rows)), row)
    };
    for (key, kind) in [
        ("permission", "permission rule"),
        ("share_url", "share link"),
    ] {
        if row.get(key).is_some_and(|value| !value.is_null()) {
            report.dropped(kind, "it is the sender's own setup");
        }
    }
    Ok(Open {
        source,
        session: session.clone(),
        limits: *limits,
        row,
        ready: VecDeque::new(),
        over: false,
        beside: Vec::new(),
        report,
        damaged: 0,
        why: String::new(),
        live: false,
        children: Children::default(),
    })
}

impl Open {
    fn pull(&mut self) -> Result<(), PlatformError> {
        let met = match &mut self.source {
            Source::Rows(rows) => rows.next()?,
            Source::Files(files) => files.next(),
        };
        let (mut native, standing) = match met {
            None => {
                self.over = true;
                return Ok(());
            }
            Some(Met::Damaged(why)) => {
                self.report.dropped("damaged record", "it cannot be read");
                self.damaged += 1;
                if self.why.is_empty() {
                    self.why = why;
                }
                return Ok(());
            }
            Some(Met::Message(native, standing)) => (*native, standing),
        };
        self.live = native.is_live();
        native.clean(&mut self.report);
        let found = neutral::messages(&native, standing, &mut self.report);
        if !found.is_empty() {
            self.ready.extend(found);
            return Ok(());
        }
        self.report.kept("record beside the messages");
        match self.ready.back_mut() {
            Some(last) => last.beside.push(native.to_json()),
            None => self.beside.push(native.to_json()),
        }
        Ok(())
    }

    fn own(&self, key: &str) -> Option<String> {
        text(&self.row, key).map(str::to_owned)
    }
}

impl Reading for Open {
    fn about(&self) -> About {
        let mut native = json!({ "platform": ID, "session": carried(&self.row) });
        if let (Value::Object(native), false) = (&mut native, self.beside.is_empty()) {
            let beside: Vec<Value> = self.beside.iter().map(Json::to_serde).collect();
            native.insert("beside".to_owned(), beside.into());
        }
        About {
            session_id: self.session.id.clone(),
            title: self.own("title").filter(|title| !is_stand_in(title)),
            project: self
                .own("directory")
                .map(|folder| project::describe(folder.as_ref())),
            version: self.own("version"),
            native: Json::from_serde(&native).ok(),
            state: Some(if self.damaged > 0 {
                State::Partly {
                    damaged: self.damaged,
                    why: self.why.clone(),
                }
            } else if self.live {
                State::Live
            } else {
                State::Whole
            }),
        }
    }

    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError> {
        let Source::Rows(rows) = &self.source else {
            return Ok(None);
        };
        if !self.children.begun {
            self.children.begun = true;
            self.children.waiting = children(rows.connection(), &self.session.id)?;
        }
        self.children
            .next(&self.session, &self.limits, &mut self.report)
    }

    fn message(&mut self) -> Result<Option<Message>, PlatformError> {
        // One ahead, so that what stands beside a message is there when it is given out.
        while self.ready.len() < 2 && !self.over {
            self.pull()?;
        }
        Ok(self.ready.pop_front())
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn progress(&self) -> (u64, u64) {
        let done = match &self.source {
            Source::Rows(rows) => rows.bytes,
            Source::Files(files) => files.bytes,
        };
        (done, self.session.bytes.max(done))
    }
}

/// Lists the sessions that subagents made, and those that their subagents made.
fn children(
    connection: &rusqlite::Connection,
    session: &str,
) -> Result<VecDeque<String>, PlatformError> {
    let mut statement = connection.prepare(
        "WITH RECURSIVE below(id) AS (SELECT id FROM session WHERE parent_id = ?1 \
         UNION SELECT s.id FROM session s JOIN below ON s.parent_id = below.id) \
         SELECT id FROM below LIMIT 10000",
    )?;
    let found = statement.query_map([session], |row| row.get(0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

impl Children {
    fn next(
        &mut self,
        session: &Session,
        limits: &Limits,
        report: &mut Report,
    ) -> Result<Option<Artifact>, PlatformError> {
        loop {
            if self.bytes > limits.beside_bytes {
                report.dropped(
                    "subagent transcript",
                    "there is too much beside the session",
                );
                return Ok(None);
            }
            let Some((row, rows, piece)) = &mut self.current else {
                let Some(id) = self.waiting.pop_front() else {
                    return Ok(None);
                };
                let connection = database::read(&session.path)?;
                let row = find::row(&connection, &id)?;
                let rows = Rows::new(connection, &id, None, limits)?;
                self.current = Some((row, rows, 0));
                continue;
            };
            let (mut parts, mut size) = (Vec::new(), 0);
            while size < PIECE {
                match rows.next()? {
                    None => break,
                    Some(Met::Damaged(_)) => {
                        report.dropped("damaged record", "it cannot be read");
                    }
                    Some(Met::Message(native, _)) => {
                        let mut native: Native = *native;
                        native.clean(report);
                        let json = native.to_json();
                        size += json.text().len();
                        parts.push(Part::new(Body::Other(json)));
                    }
                }
            }
            self.bytes += size as u64;
            let number = *piece;
            *piece += 1;
            if parts.is_empty() && number > 0 {
                self.current = None;
                continue;
            }
            let id = text(row, "id").unwrap_or_default();
            let child = json!({
                "platform": ID, "child": id, "parent": row.get("parent_id"),
                "title": row.get("title"), "session": carried(row), "piece": number,
            });
            if number == 0 {
                report.kept("subagent transcript");
            }
            return Ok(Some(Artifact {
                id: format!("{id}/{number}"),
                name: text(row, "title").map(str::to_owned),
                parts,
                native: Json::from_serde(&child).ok(),
            }));
        }
    }
}

fn carried(row: &Object) -> Object {
    let mut kept: Object = CARRIED
        .iter()
        .filter_map(|key| Some(((*key).to_owned(), row.get(*key)?.clone())))
        .filter(|(_, value)| !value.is_null())
        .collect();
    // The old tree has times in an object.
    if let Some(created) = inner(row, "time").and_then(|time| time.get("created")) {
        kept.insert("time_created".to_owned(), created.clone());
    }
    kept
}

/// Checks whether a title only says when the session began.
fn is_stand_in(title: &str) -> bool {
    title.starts_with("New session - ") || title.starts_with("Child session - ")
}
