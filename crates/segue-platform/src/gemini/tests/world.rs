//! A home, a project, and ways in and out.

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use segue_conversation::file::{Limits as FileLimits, Writer};
use segue_conversation::{Head, Message, Source};
use serde_json::{Value, json};

use crate::gemini::Gemini;
use crate::import::{Closing, Outcome, Request, import};
use crate::platform::{About, ImportReceipt, Limits, Platform, PlatformError, Session, Target};
use crate::surroundings::AgentEnv;

/// The moment of every import here.
pub(super) const NOW: i64 = 1_795_000_000_000;

pub(super) struct World {
    _folder: tempfile::TempDir,
    pub(super) place: AgentEnv,
    pub(super) project: PathBuf,
}

impl World {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let project = root.join("My App");
        std::fs::create_dir_all(&project).unwrap();
        Self {
            place: AgentEnv::new(root.join("home")),
            project,
            _folder: folder,
        }
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.place.home.join(".gemini")
    }

    /// Puts a session of these lines where the client would.
    pub(super) fn native(&self, name: &str, lines: &[Value]) -> Session {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.file(name, text.as_bytes())
    }

    pub(super) fn file(&self, name: &str, bytes: &[u8]) -> Session {
        let chats = self.folder().join("tmp/theirs/chats");
        std::fs::create_dir_all(&chats).unwrap();
        std::fs::write(chats.join("../.project_root"), "/home/them/theirs").unwrap();
        let path = chats.join(name);
        std::fs::write(&path, bytes).unwrap();
        let found = Gemini.find(&self.place).unwrap();
        found
            .into_iter()
            .find(|session| session.path == path)
            .unwrap()
    }

    pub(super) fn target(&self) -> Target {
        Target::new(self.project.clone(), NOW)
    }

    pub(super) fn import(&self, file: &[u8], target: Target) -> Result<Outcome, PlatformError> {
        self.import_with(file, target, None, 0)
    }

    pub(super) fn import_with(
        &self,
        file: &[u8],
        target: Target,
        closing: Option<Closing>,
        skip: u64,
    ) -> Result<Outcome, PlatformError> {
        let bytes = file.to_vec();
        import(Request {
            platform: &Gemini,
            place: &self.place,
            target,
            file: &move || Ok(Box::new(Cursor::new(bytes.clone())) as Box<dyn Read>),
            closing,
            skip,
            file_limits: FileLimits::default(),
            limits: Limits::default(),
            progress: &|_| {},
            announce: &|_| Ok(()),
        })
    }

    pub(super) fn session(&self, receipt: &ImportReceipt) -> Session {
        Gemini.written(&self.place, receipt).unwrap()
    }

    /// Every file and folder below the home, for before and after.
    pub(super) fn everything(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        walk(&self.place.home, &mut found);
        found.sort();
        found
    }
}

fn walk(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.push((path.clone(), Vec::new()));
            walk(&path, found);
        } else {
            found.push((path.clone(), std::fs::read(&path).unwrap()));
        }
    }
}

pub(super) struct Told {
    pub(super) about: About,
    pub(super) messages: Vec<Message>,
    pub(super) report: segue_conversation::Report,
    pub(super) file: Vec<u8>,
}

/// Reads a session into a conversation file.
pub(super) fn told(session: &Session) -> Told {
    let mut reading = Gemini.open(session, &Limits::default()).unwrap();
    let mut file = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut file, "context");
    while let Some(artifact) = reading.artifact().unwrap() {
        writer.artifact(&artifact).unwrap();
    }
    let mut messages = Vec::new();
    while let Some(message) = reading.message().unwrap() {
        writer.message(&message).unwrap();
        messages.push(message);
    }
    let about = reading.about();
    let head = head("gemini-cli", &about);
    writer.finish(head, None).unwrap();
    Told {
        about,
        messages,
        report: reading.report().clone(),
        file,
    }
}

fn head(platform: &str, about: &About) -> Head {
    Head {
        format: "1.0".into(),
        export_id: "export".into(),
        source: Source {
            platform: platform.into(),
            ..Source::default()
        },
        title: about.title.clone(),
        native: about.native.clone(),
        history: "full".into(),
        ..Head::default()
    }
}

/// A conversation file of messages from elsewhere.
pub(super) fn file_of(platform: &str, messages: &[Message]) -> Vec<u8> {
    let mut file = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut file, "context");
    for message in messages {
        writer.message(message).unwrap();
    }
    let about = About {
        title: Some("A title\nof two lines".into()),
        ..About::default()
    };
    writer.finish(head(platform, &about), None).unwrap();
    file
}

/// The records of a file.
pub(super) fn lines(session: &Session) -> Vec<Value> {
    let text = std::fs::read_to_string(&session.path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What the client would load from a file: its own rules, written down again.
pub(super) fn loaded(session: &Session) -> Vec<Value> {
    let mut live: Vec<Value> = Vec::new();
    let put = |live: &mut Vec<Value>, record: &Value| match live
        .iter_mut()
        .find(|known| known["id"] == record["id"])
    {
        Some(known) => *known = record.clone(),
        None => live.push(record.clone()),
    };
    for record in lines(session) {
        if let Some(to) = record.get("$rewindTo") {
            let at = live.iter().position(|known| known["id"] == *to);
            live.truncate(at.unwrap_or(0));
        } else if record.get("id").is_some() {
            put(&mut live, &record);
        } else if let Some(list) = record["$set"]["messages"].as_array() {
            live.clear();
            list.iter().for_each(|record| put(&mut live, record));
        }
    }
    live
}

pub(super) fn header(id: &str) -> Value {
    json!({"sessionId": id, "projectHash": "abc", "startTime": "2026-11-16T02:45:24.499Z",
        "lastUpdated": "2026-11-16T02:45:24.499Z", "kind": "main"})
}

pub(super) fn user(id: &str, text: &str) -> Value {
    json!({"id": id, "timestamp": "2026-11-16T02:45:25.000Z", "type": "user",
        "content": [{"text": text}]})
}

pub(super) fn agent(id: &str, text: &str) -> Value {
    json!({"id": id, "timestamp": "2026-11-16T02:45:26.000Z", "type": "gemini", "content": text,
        "thoughts": [], "tokens": {"input": 10, "output": 5}, "model": "gemini-2.5-flash"})
}

pub(super) fn context(id: &str) -> Value {
    user(
        id,
        "<session_context>\nMy home is /home/them. SECRET-CONTEXT\n</session_context>",
    )
}
