//! A database as OpenCode 1.18 makes it, filled by hand, and the way through the real driver.

use std::io::Cursor;
use std::path::PathBuf;

use rusqlite::{Connection, params};
use segue_conversation::file::{Limits as FileLimits, Writer};
use segue_conversation::{FORMAT, Head, Message};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::import::{self, Closing, Outcome, Request};
use crate::opencode::OpenCode;
use crate::platform::{ImportReceipt, Limits, Platform, PlatformError, Session, Target};
use crate::surroundings::AgentEnv;

/// Later than every time in the fixtures.
pub(crate) const NOW: i64 = 1_900_000_000_000;
pub(crate) const PIXEL: &str = "data:image/png;base64,iVBORw0KGgo=";

const SCHEMA: &str = include_str!("../../../tests/opencode.sql");

/// A person's home with an initialised OpenCode, and a project folder.
pub(crate) struct Home {
    pub(crate) folder: TempDir,
    pub(crate) place: AgentEnv,
    pub(crate) project: PathBuf,
    time: std::cell::Cell<i64>,
}

impl Home {
    pub(crate) fn new() -> Self {
        let home = Self::empty();
        let data = home.folder.path().join(".local/share/opencode");
        std::fs::create_dir_all(&data).unwrap();
        home.db_at(&data.join("opencode.db"))
            .execute_batch(SCHEMA)
            .unwrap();
        home
    }

    pub(crate) fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().canonicalize().unwrap().join("app");
        std::fs::create_dir_all(&project).unwrap();
        Self {
            place: AgentEnv::new(folder.path()),
            folder,
            project,
            time: std::cell::Cell::new(1_800_000_000_000),
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(".local/share/opencode/opencode.db")
    }

    fn db_at(&self, path: &std::path::Path) -> Connection {
        let db = Connection::open(path).unwrap();
        db.pragma_update(None, "journal_mode", "wal").unwrap();
        db
    }

    pub(crate) fn db(&self) -> Connection {
        self.db_at(&self.path())
    }

    pub(crate) fn session(&self, id: &str, parent: Option<&str>) {
        self.db()
            .execute(
                "INSERT INTO session (id, project_id, parent_id, slug, directory, title, version, \
                 share_url, permission, cost, tokens_input, time_created, time_updated) \
                 VALUES (?1, 'global', ?2, 'calm-otter', ?3, 'A talk', '1.18.33', 'https://share', \
                 '[{\"permission\":\"*\"}]', 0.5, 7, 1800000000000, 1800000000001)",
                params![id, parent, self.project.to_string_lossy()],
            )
            .unwrap();
    }

    /// Adds a message and gives its id.
    pub(crate) fn say(&self, session: &str, mut info: Value, parts: &[Value]) -> String {
        let time = self.time.get() + 1000;
        self.time.set(time);
        let id = format!("msg_{:012x}aaaaaaaaaaaaaa", time & 0xffff_ffff_ffff);
        info["time"]["created"] = time.into();
        let db = self.db();
        db.execute(
            "INSERT INTO message VALUES (?1, ?2, ?3, ?3, ?4)",
            params![id, session, time, info.to_string()],
        )
        .unwrap();
        for (index, part) in parts.iter().enumerate() {
            db.execute(
                "INSERT INTO part VALUES (?1, ?2, ?3, ?4, ?4, ?5)",
                params![
                    format!("prt_{id}{index:03}"),
                    id,
                    session,
                    time,
                    part.to_string()
                ],
            )
            .unwrap();
        }
        id
    }

    pub(crate) fn user(&self, session: &str, parts: &[Value]) -> String {
        let model = json!({ "providerID": "theirs", "modelID": "big" });
        let info = json!({ "role": "user", "agent": "build", "model": model });
        self.say(session, info, parts)
    }

    pub(crate) fn agent(&self, session: &str, asked: &str, parts: &[Value], more: Value) -> String {
        let mut info = json!({
            "role": "assistant", "parentID": asked, "mode": "build", "agent": "build",
            "path": { "cwd": "/theirs", "root": "/" }, "cost": 0.25, "modelID": "big",
            "providerID": "theirs", "finish": "stop", "time": { "completed": self.time.get() + 1500 },
            "tokens": { "input": 1, "output": 2, "reasoning": 0, "cache": { "read": 0, "write": 0 } },
        });
        for (key, value) in more.as_object().unwrap() {
            info[key] = value.clone();
        }
        self.say(session, info, parts)
    }

    pub(crate) fn found(&self, id: &str) -> Session {
        let all = OpenCode.find(&self.place).unwrap();
        all.into_iter().find(|session| session.id == id).unwrap()
    }

    pub(crate) fn read(&self, id: &str) -> Vec<Message> {
        let session = self.found(id);
        let mut reading = OpenCode.open(&session, &Limits::default()).unwrap();
        std::iter::from_fn(|| reading.message().unwrap()).collect()
    }

    /// A session as a conversation file.
    pub(crate) fn export(&self, id: &str) -> Vec<u8> {
        let session = self.found(id);
        let mut reading = OpenCode.open(&session, &Limits::default()).unwrap();
        let mut out = Vec::new();
        #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
        let mut writer = Writer::new(&mut out, "talk");
        while let Some(artifact) = reading.artifact().unwrap() {
            writer.artifact(&artifact).unwrap();
        }
        while let Some(message) = reading.message().unwrap() {
            writer.message(&message).unwrap();
        }
        let about = reading.about();
        let mut head = head("opencode");
        head.source.session_id = Some(about.session_id);
        head.title = about.title;
        head.native = about.native;
        writer.finish(head, None).unwrap();
        out
    }

    pub(crate) fn target(&self) -> Target {
        Target::new(self.project.clone(), NOW)
    }

    pub(crate) fn import(&self, file: &[u8]) -> Result<Outcome, PlatformError> {
        self.import_to(file, self.target(), None, 0)
    }

    pub(crate) fn import_to(
        &self,
        file: &[u8],
        target: Target,
        closing: Option<Closing>,
        skip: u64,
    ) -> Result<Outcome, PlatformError> {
        import::import(Request {
            platform: &OpenCode,
            place: &self.place,
            target,
            file: &|| Ok(Box::new(Cursor::new(file.to_vec()))),
            closing,
            skip,
            file_limits: FileLimits::default(),
            limits: Limits::default(),
            progress: &|_| {},
            announce: &|_| Ok(()),
        })
    }

    /// Everything the database says, for comparing before and after.
    pub(crate) fn counts(&self) -> Vec<i64> {
        let db = self.db();
        ["project", "session", "message", "part"]
            .map(|table| {
                let sql = format!("SELECT count(*) FROM {table}");
                db.query_row(&sql, [], |row| row.get(0)).unwrap()
            })
            .to_vec()
    }

    /// Stored messages with their parts, in order.
    pub(crate) fn stored(&self, session: &str) -> Vec<(Value, Vec<Value>)> {
        let db = self.db();
        let list = |sql: &str, id: &str| -> Vec<(String, String)> {
            let mut statement = db.prepare(sql).unwrap();
            let rows = statement.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)));
            rows.unwrap().map(Result::unwrap).collect()
        };
        let sql = "SELECT id, data FROM message WHERE session_id = ?1 ORDER BY time_created, id";
        list(sql, session)
            .into_iter()
            .map(|(id, info)| {
                let sql = "SELECT id, data FROM part WHERE message_id = ?1 ORDER BY id";
                let parts = list(sql, &id);
                let parse = |text: &str| serde_json::from_str(text).unwrap();
                let parts = parts.iter().map(|(_, data)| parse(data)).collect();
                (parse(&info), parts)
            })
            .collect()
    }
}

pub(crate) fn head(platform: &str) -> Head {
    let mut head = Head {
        format: FORMAT.to_owned(),
        export_id: "export".to_owned(),
        history: "full".to_owned(),
        ..Head::default()
    };
    head.source.platform = platform.to_owned();
    head
}

/// A conversation of another platform as a file.
pub(crate) fn foreign(messages: &[Message]) -> Vec<u8> {
    let mut out = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut out, "talk");
    for message in messages {
        writer.message(message).unwrap();
    }
    writer.finish(head("elsewhere"), None).unwrap();
    out
}

pub(crate) fn text(words: &str) -> Value {
    json!({ "type": "text", "text": words })
}

pub(crate) fn tool(id: &str, state: Value) -> Value {
    json!({ "type": "tool", "tool": "bash", "callID": id, "state": state })
}

pub(crate) fn done(output: &str) -> Value {
    json!({
        "status": "completed", "input": { "command": "ls" }, "output": output, "title": "ls",
        "metadata": { "exit": 0 }, "time": { "start": 1, "end": 2 },
    })
}

pub(crate) fn onto(home: &Home, receipt: ImportReceipt) -> Target {
    Target {
        onto: Some(receipt),
        now: NOW + 10,
        ..home.target()
    }
}
