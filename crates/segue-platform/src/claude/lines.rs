//! One record of a session as a line of JSON.

use std::path::Path;

use segue_conversation::json::{JsonLimits, Object, Tape, Value};
use segue_conversation::{Head, Json};
use uuid::Uuid;

use super::{ID, record};
use crate::detect;

/// What every line of an import shares.
pub struct Lines {
    session: String,
    project: String,
    /// The sender's project folder, to recognise paths inside it.
    theirs: Option<String>,
    version: String,
    common: Option<Json>,
    own: bool,
}

/// The version that is written when the source has none of its own.
const VERSION: &str = "2.1.325";

impl Lines {
    /// Prepares the lines of a session in this project.
    pub fn new(session: &str, project: &Path, head: &Head) -> Self {
        let own = head.source.platform == ID;
        let native = head.native.as_ref().filter(|_| own);
        let mut tape = Tape::default();
        let native = native.map(record::cleaned);
        let common = native
            .as_ref()
            .and_then(|native| native.open(&mut tape).ok())
            .and_then(|native| native.get("common"))
            .filter(Value::is_object)
            .map(Json::of);
        let version = head.source.version.clone();
        let version = version.filter(|version| own && detect::is_version(version));
        Self {
            session: session.to_owned(),
            project: project.to_string_lossy().into_owned(),
            theirs: head
                .project
                .as_ref()
                .and_then(|project| project.path.clone()),
            version: version.unwrap_or_else(|| VERSION.to_owned()),
            common,
            own,
        }
    }

    /// Checks whether the source is the same platform, whose own records are then written again.
    pub fn own(&self) -> bool {
        self.own
    }

    /// Derives a new id from one of theirs; always the same one within this session.
    pub fn rebased(&self, id: &str) -> String {
        let number = format!("{:032x}", record::number(id));
        let mixed = record::hashed(&["uuid", &self.session, &number]);
        uuid::Builder::from_random_bytes(mixed.to_le_bytes())
            .into_uuid()
            .to_string()
    }

    /// Derives a new id for a model answer; `run` tells apart answers that share one by mistake.
    pub fn answer(&self, group: &str, run: u64) -> String {
        let mixed = record::hashed(&["answer", &self.session, group, &run.to_string()]);
        format!("msg_{mixed:032x}")
    }

    /// Writes the members every record has, except those that its own line names or that are
    /// `absent`.
    pub fn common_members(
        &self,
        object: &mut Object<'_>,
        line: Option<Value<'_>>,
        absent: &[String],
        sidechain: bool,
    ) {
        let has = |name: &str| line.is_some_and(|line| line.get(name).is_some());
        let lacks = |name: &str| absent.iter().any(|key| key == name);
        if !has("isSidechain") {
            object.raw("isSidechain", if sidechain { "true" } else { "false" });
        }
        let mut tape = Tape::default();
        let common = self
            .common
            .as_ref()
            .and_then(|common| common.open(&mut tape).ok());
        for (name, default) in [
            ("cwd", self.project.as_str()),
            ("entrypoint", "cli"),
            ("gitBranch", ""),
            ("userType", "external"),
            ("version", self.version.as_str()),
        ] {
            if has(name) || lacks(name) {
                continue;
            }
            let theirs = common.and_then(|common| common.str_of(name));
            if common.is_some() && theirs.is_none() {
                continue;
            }
            let value = theirs.as_deref().unwrap_or(default);
            object.string(name, &self.settled(name, value));
        }
    }

    /// Adapts a field for the receiver: their folder, and never hidden from their list.
    pub fn settled(&self, name: &str, value: &str) -> String {
        match name {
            "cwd" => self.folder(value),
            "entrypoint" if value.starts_with("sdk") => "cli".to_owned(),
            _ => value.to_owned(),
        }
    }

    /// Maps a folder of the sender's to the same place inside our project, or to the project.
    fn folder(&self, path: &str) -> String {
        let inside = self
            .theirs
            .as_deref()
            .and_then(|theirs| path.strip_prefix(theirs))
            .filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
            .filter(|rest| !rest.split(['/', '\\']).any(|piece| piece == ".."));
        match inside {
            Some(rest) => format!("{}{rest}", self.project),
            None => self.project.clone(),
        }
    }

    /// Writes a record again as it was, with new ids and the receiver's folder. `None` if it may
    /// not be carried.
    ///
    /// `parent` decides what a parent's new id becomes; that parent may not have been written.
    pub fn again(
        &self,
        record: &Json,
        parent: impl Fn(String) -> Option<String>,
    ) -> Option<String> {
        let record = record::cleaned(record);
        let mut tape = Tape::default();
        let value = tape
            .parse(record.text().as_bytes(), &JsonLimits::default())
            .ok()
            .filter(Value::is_object)?;
        // What a sender wraps as harmless may be anything: the same rules as for reading.
        if record::kind(value) == record::Kind::Private {
            return None;
        }
        let carried = record::carried(value, value.str_of("parentUuid").as_deref());
        let mut tape = Tape::default();
        let value = carried.open(&mut tape).ok()?;
        let mut text = String::with_capacity(record.text().len());
        let mut object = Object::begin(&mut text);
        for (key, member) in value.entries() {
            match key.as_ref() {
                "sessionId" => {
                    object.string("sessionId", &self.session);
                }
                "uuid" | "logicalParentUuid" | "leafUuid" | "sourceToolAssistantUUID" => {
                    match member.str() {
                        Some(id) => object.string(&key, &self.rebased(&id)),
                        None => object.raw(&key, member.raw()),
                    };
                }
                "parentUuid" => {
                    let settled = member.str().and_then(|id| parent(self.rebased(&id)));
                    match settled {
                        Some(settled) => object.string("parentUuid", &settled),
                        None => object.raw("parentUuid", "null"),
                    };
                }
                "cwd" | "entrypoint" => {
                    let value = member.str().unwrap_or_default();
                    object.string(&key, &self.settled(&key, &value));
                }
                name if record::is_private_field(name) => {}
                name => {
                    object.raw(name, member.raw());
                }
            }
        }
        object.end();
        Some(text)
    }

    /// Returns the session's id.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// Creates a random id.
    pub fn fresh(&self) -> String {
        Uuid::new_v4().to_string()
    }
}
