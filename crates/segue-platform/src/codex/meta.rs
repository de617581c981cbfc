//! What the first line says about a session.

use segue_conversation::json::{Object, Value};
use segue_conversation::{Json, Project};

/// What the first line of a session says, as far as it travels.
pub(super) struct Meta {
    pub(super) project: Project,
    pub(super) version: Option<String>,
    /// Members that belong to the conversation.
    pub(super) kept: Json,
}

impl Meta {
    /// Takes the record's content apart.
    pub(super) fn of(payload: Value<'_>) -> Self {
        let path = payload.string_of("cwd").filter(|path| !path.is_empty());
        let git = payload.get("git");
        let of_git = |key: &str| git.and_then(|git| git.string_of(key));
        let name = path
            .as_deref()
            .and_then(|path| path.rsplit(['/', '\\']).find(|name| !name.is_empty()))
            .map(str::to_owned);
        // Named one by one: what is not named stays behind.
        let mut kept = String::new();
        let mut object = Object::begin(&mut kept);
        for key in ["context_window", "history_mode", "timestamp"] {
            if let Some(value) = payload.get(key) {
                object.raw(key, value.raw());
            }
        }
        object.end();
        Self {
            version: payload.string_of("cli_version"),
            project: Project {
                name,
                path,
                remote: of_git("repository_url")
                    .map(|url| crate::project::without_credentials(&url)),
                branch: of_git("branch"),
                commit: of_git("commit_hash"),
            },
            kept: Json::parse(&kept).unwrap_or_else(|_| Json::empty_object()),
        }
    }
}
