//! Second pass over a session: records to messages, one at a time.

use std::path::{Path, PathBuf};

use segue_conversation::file::Artifact;
use segue_conversation::json::{Kind as JsonKind, Object, Tape, Value};
use segue_conversation::{Json, Message, Part, Project, Report, Role, times};
use uuid::Uuid;

use super::index::{COMMON, Entry, Index};
use super::record::{self, Kind};
use super::sidecar::Beside;
use super::stored::Stored;
use super::{ID, blocks, duplicate_output};
use crate::lines::Window;
use crate::open;
use crate::platform::{About, Limits, PlatformError, Reading, Session as Found};

/// A session being read.
pub struct Session {
    id: String,
    path: PathBuf,
    limits: Limits,
    index: Index,
    window: Window,
    tape: Tape,
    at: usize,
    total: u64,
    before: Vec<Json>,
    pending: Option<Message>,
    last: Option<u128>,
    reset: bool,
    beside: Beside,
    stored: Stored,
    report: Report,
}

/// Members of a record that are in the neutral message already.
const TAKEN: &[&str] = &[
    "isMeta",
    "message",
    "parentUuid",
    "sessionId",
    "timestamp",
    "type",
    "uuid",
];

impl Session {
    /// Opens a session and finds its active branch.
    pub fn open(found: &Found, limits: &Limits) -> Result<Self, PlatformError> {
        let at = || PlatformError::at(&found.path);
        let file = open::plain_file(&found.path).map_err(at())?;
        let total = file.metadata().map_err(at())?.len();
        let index = Index::read(file, limits).map_err(at())?;
        let again = open::plain_file(&found.path).map_err(at())?;
        Ok(Self {
            id: found.id.clone(),
            beside: Beside::of(&found.path, limits),
            stored: Stored::of(&found.path, limits),
            path: found.path.clone(),
            limits: *limits,
            report: index.report.clone(),
            index,
            window: Window::new(again),
            tape: Tape::default(),
            at: 0,
            total,
            before: Vec::new(),
            pending: None,
            last: None,
            reset: false,
        })
    }

    /// Reads the next record; returns a message when one is complete.
    fn step(&mut self, entry: Entry) -> Result<Option<Message>, PlatformError> {
        let travels = !matches!(entry.kind, Kind::Private | Kind::LastPrompt);
        if !travels {
            return Ok(None);
        }
        let parent = self
            .index
            .carried_parent(&entry)
            .and_then(|place| self.index.entries.get(place))
            .map(Entry::id);
        let bytes = self
            .window
            .take(entry.span)
            .map_err(PlatformError::at(&self.path))?;
        let Ok(record) = self.tape.parse(bytes, &self.limits.json) else {
            self.report
                .dropped("damaged record", "the file was changed while it was read");
            return Ok(None);
        };
        if !entry.is_message() {
            if entry.kind == Kind::System {
                self.reset |=
                    entry.active && record.str_of("subtype").as_deref() == Some("compact_boundary");
            }
            if let Some(thoughts) = reasoning_note(record) {
                let mut message = Message::new(shown(entry.id()), Role::Agent, vec![thoughts]);
                message.at = time(record);
                return Ok(self.put(message, entry.id()));
            }
            match entry.kind {
                Kind::User | Kind::Assistant | Kind::Attached => {
                    self.report
                        .kept("record of an abandoned branch or a subagent");
                }
                Kind::System if self.reset => self.report.kept("compaction"),
                _ => self.report.kept("note of the client"),
            }
            let parent = parent.map(shown);
            let carried = record::carried(record, parent.as_deref());
            match &mut self.pending {
                Some(message) => message.beside.push(carried),
                None => self.before.push(carried),
            }
            return Ok(None);
        }
        let mut message = message(record, entry, &self.index.common, &mut self.report);
        self.stored.fill(&mut message, &mut self.report);
        message.resets |= std::mem::take(&mut self.reset);
        if parent != self.last {
            message.parent = parent.map(shown);
        }
        Ok(self.put(message, entry.id()))
    }

    fn put(&mut self, message: Message, id: u128) -> Option<Message> {
        for part in &message.parts {
            self.report.kept(part.body.kind());
        }
        self.last = Some(id);
        self.pending.replace(message)
    }
}

impl Reading for Session {
    fn about(&self) -> About {
        let common = |name: &str| {
            let (_, raw) = self.index.common.iter().find(|(key, _)| key == name)?;
            serde_json::from_str::<String>(raw).ok()
        };
        let path = common("cwd");
        let project = path.as_ref().map(|path| Project {
            name: path
                .rsplit(['/', '\\'])
                .find(|piece| !piece.is_empty())
                .map(str::to_owned),
            branch: common("gitBranch").filter(|branch| branch != "HEAD" && !branch.is_empty()),
            path: Some(path.clone()),
            ..Project::default()
        });
        let mut text = String::new();
        let mut native = Object::begin(&mut text);
        if !self.before.is_empty() {
            let out = native.key("beside");
            out.push('[');
            let list: Vec<&str> = self.before.iter().map(Json::text).collect();
            out.push_str(&list.join(","));
            out.push(']');
        }
        let mut shared = Object::begin(native.key("common"));
        for (key, raw) in &self.index.common {
            shared.raw(key, raw);
        }
        shared.end();
        native.string("platform", ID);
        native.end();
        About {
            session_id: self.id.clone(),
            title: self.index.title.clone(),
            project,
            version: common("version"),
            native: Json::parse(&text).ok(),
            state: Some(self.index.state()),
        }
    }

    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError> {
        self.beside.next(&mut self.report)
    }

    fn message(&mut self) -> Result<Option<Message>, PlatformError> {
        while let Some(entry) = self.index.entries.get(self.at).copied() {
            self.at += 1;
            if let Some(done) = self.step(entry)? {
                return Ok(Some(done));
            }
        }
        Ok(self.pending.take())
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn progress(&self) -> (u64, u64) {
        let at = self.index.entries.get(self.at);
        (at.map_or(self.total, |entry| entry.span.offset), self.total)
    }
}

/// Formats a record's id as text.
fn shown(id: u128) -> String {
    Uuid::from_u128(id).to_string()
}

fn time(record: Value<'_>) -> Option<String> {
    times::normal(&record.str_of("timestamp")?)
}

/// Returns reasoning that an import of ours put where the model does not read it again.
fn reasoning_note(record: Value<'_>) -> Option<Part> {
    let text = record.get("segue")?.string_of("reasoning")?;
    Some(Part::new(segue_conversation::Body::Reasoning(text)))
}

fn message(
    record: Value<'_>,
    entry: Entry,
    common: &[(String, String)],
    report: &mut Report,
) -> Message {
    let inner = record.get("message");
    let content = inner.and_then(|inner| inner.get("content"));
    let mut message = Message::new(
        shown(entry.id()),
        match entry.kind {
            Kind::Assistant => Role::Agent,
            _ => Role::User,
        },
        match (entry.kind, content) {
            (Kind::Attached, _) => attached(record),
            (_, Some(content)) => blocks::parts(content, report),
            (_, None) => Vec::new(),
        },
    );
    message.at = time(record);
    message.injected = record.flag("isMeta");
    message.resets = record.flag("isCompactSummary");
    if let Some(inner) = inner {
        message.model = inner.string_of("model");
        message.group = inner.string_of("id").filter(|id| id.len() <= 200);
    }
    message.native = Some(native(record, entry.kind, common, &message));
    message
}

/// Converts what the person attached to text.
fn attached(record: Value<'_>) -> Vec<Part> {
    let prompt = record
        .get("attachment")
        .and_then(|attachment| attachment.get("prompt"));
    if let Some(prompt) = prompt {
        return blocks::parts(prompt, &mut Report::default());
    }
    let rendered = record.get("rendered");
    let parts: Vec<Part> = rendered
        .iter()
        .flat_map(Value::items)
        .filter_map(|piece| piece.string_of("content").map(Part::text))
        .collect();
    if !parts.is_empty() {
        return parts;
    }
    // A file without the words it was shown with: its name and what is in it.
    let attachment = record.get("attachment");
    let file = attachment
        .and_then(|attachment| attachment.get("content"))
        .and_then(|content| content.get("file"));
    let text = file.and_then(|file| file.string_of("content"));
    let name = attachment
        .and_then(|attachment| attachment.string_of("filename"))
        .or_else(|| file.and_then(|file| file.string_of("filePath")));
    text.map(|text| Part::text(format!("[{}]\n{text}", name.unwrap_or_default())))
        .into_iter()
        .collect()
}

/// Collects what the neutral message lacks of its record: `line` and `message` with the members
/// left over, `absent` common fields, the shape of `content`, and what the record says `twice`.
fn native(record: Value<'_>, kind: Kind, common: &[(String, String)], message: &Message) -> Json {
    let mut text = String::with_capacity(256);
    let mut native = Object::begin(&mut text);
    // Keys in sorted order: the text is canonical as it is written.
    let mut absent: Vec<&str> = common.iter().map(|(key, _)| key.as_str()).collect();
    for (key, _) in record.entries() {
        absent.retain(|name| *name != key);
    }
    if !absent.is_empty() {
        native.raw("absent", &serde_json::json!(absent).to_string());
    }
    let twice = duplicate_output::taken(record);
    let line: Vec<_> = record
        .entries()
        .filter(|(key, value)| !is_known(key, *value, kind, common, message))
        .filter(|(key, _)| twice.is_none() || key != "toolUseResult")
        .collect();
    let line = Json::object(line.iter().map(|(key, value)| (key.as_ref(), *value)));
    native.raw("line", line.text());
    let mut rest = Json::null();
    if let Some(inner) = record.get("message") {
        let left: Vec<_> = inner
            .entries()
            .filter(|(key, value)| match key.as_ref() {
                "content" => false,
                "role" => value.str().as_deref() != Some(role_name(message.role)),
                "model" => message.model.is_none(),
                "id" => message.group.is_none(),
                _ => true,
            })
            .collect();
        rest = Json::object(left.iter().map(|(key, value)| (key.as_ref(), *value)));
        native.raw("message", rest.text());
        if inner
            .get("content")
            .is_some_and(|content| content.kind() == JsonKind::String)
        {
            native.raw("string", "true");
        }
    }
    let twice = twice.unwrap_or_else(Json::null);
    if twice != Json::null() {
        native.raw("twice", twice.text());
    }
    native.end();
    Json::from_canonical(text, &[&line, &rest, &twice])
}

/// Checks whether a member of a record is in the neutral message, in the common fields, or private.
fn is_known(
    name: &str,
    value: Value<'_>,
    kind: Kind,
    common: &[(String, String)],
    message: &Message,
) -> bool {
    let shared = COMMON.contains(&name)
        && common
            .iter()
            .any(|(known, raw)| known == name && raw == value.raw());
    // A time in another spelling is written again as it was.
    let odd_time = name == "timestamp" && value.str().as_deref() != message.at.as_deref();
    let odd_type = name == "type" && kind == Kind::Attached;
    let said_false = name == "isMeta" && !value.is_true();
    let taken = TAKEN.contains(&name) && !odd_time && !odd_type && !said_false;
    taken || shared || record::is_private_field(name)
}

pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Agent => "assistant",
    }
}

/// Returns the folder beside a session file that holds what belongs to it.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    path.with_extension("")
}
