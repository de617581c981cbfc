//! The file itself: its name, its first line, and its longer form when a session goes on.

use std::path::{Path, PathBuf};

use segue_conversation::json::{Object, Value};
use segue_conversation::{Head, times};

use crate::delivery::{Change, Delivery, Draft};
use crate::detect;
use crate::open;
use crate::platform::{ImportReceipt, PlatformError, Target};
use crate::project;
use crate::surroundings::AgentEnv;

use super::ID;

/// The version written when the conversation does not come from Codex.
const VERSION: &str = "0.166.0";

/// Begins the longer form of a file we wrote, if nobody has used it since.
pub(super) fn grown(
    delivery: &mut Delivery,
    root: &Path,
    receipt: &ImportReceipt,
) -> Result<Draft, PlatformError> {
    let made = receipt
        .changes
        .iter()
        .rev()
        .find_map(|change| match change {
            Change::File { path, bytes, hash }
            | Change::Grown {
                path, bytes, hash, ..
            } => Some((path, *bytes, hash)),
            _ => None,
        });
    let Some((path, bytes, hash)) = made else {
        return Err(PlatformError::NotFound(
            "The receipt names no session file.".to_owned(),
        ));
    };
    open::refuse_held(path)?;
    let relative = path.strip_prefix(root).map_err(|_| {
        PlatformError::NotFound("The session is not where Codex looks for it now.".to_owned())
    })?;
    delivery.grow(relative, bytes, hash)
}

/// Returns where Codex would put a thread begun now, by the person's own clock.
pub(super) fn file_name(place: &AgentEnv, now: i64, id: &str) -> PathBuf {
    let zone = place
        .var("TZ")
        .and_then(|name| jiff::tz::TimeZone::get(name.to_str()?).ok())
        .unwrap_or_else(jiff::tz::TimeZone::system);
    let time = jiff::Timestamp::from_millisecond(now)
        .unwrap_or_default()
        .to_zoned(zone);
    let folder = time.strftime("%Y/%m/%d").to_string();
    let name = format!("rollout-{}-{id}.jsonl", time.strftime("%Y-%m-%dT%H-%M-%S"));
    Path::new("sessions").join(folder).join(name)
}

/// Writes the content of the first line: our own, except what belongs to the conversation.
pub(super) fn meta(id: &str, target: &Target, head: &Head, native: Option<Value<'_>>) -> String {
    let here = project::describe(&target.project);
    let version = head
        .source
        .version
        .as_deref()
        .filter(|version| head.source.platform == ID && detect::is_version(version));
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    object.string("session_id", id).string("id", id);
    let now = times::from_millis(target.now).unwrap_or_default();
    object.string("timestamp", &now);
    object.string("cwd", &target.project.to_string_lossy());
    object.string("originator", "segue");
    object.string("cli_version", version.unwrap_or(VERSION));
    object.string("source", "cli");
    let window = native
        .and_then(|native| native.get("meta"))
        .and_then(|meta| meta.get("context_window"));
    if let Some(window) = window.filter(Value::is_object) {
        object.raw("context_window", window.raw());
    }
    if here.remote.is_some() || here.branch.is_some() || here.commit.is_some() {
        let mut git = Object::begin(object.key("git"));
        git.maybe("commit_hash", here.commit.as_deref());
        git.maybe("branch", here.branch.as_deref());
        git.maybe("repository_url", here.remote.as_deref());
        git.end();
    }
    object.end();
    out
}
