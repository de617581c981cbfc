//! Who asks, and where they see the person's agents. The node checks it against the row of the
//! method; a link can be narrowed to a page's or an agent's, and never widened again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::row::{Row, Who};
use crate::{Failure, Surface};

/// The one who sends a request, and where they see the person's agents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Caller {
    /// What kind of caller.
    #[serde(flatten)]
    pub kind: CallerKind,
    /// Where they see the person's agents; by default where the host does.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub env: Option<CallerEnv>,
}

/// The kind of a [`Caller`], which decides what it may ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CallerKind {
    /// A person at a program of Segue.
    Person {
        /// The kind of program.
        surface: Surface,
    },
    /// The page. It shows foreign text, so it may name no file or folder of this computer: it names
    /// what a person chose, by the handle that was given out for it.
    Page,
    /// An agent of the person.
    Agent {
        /// What the agent calls itself.
        name: String,
        /// Its session, once that is proved.
        session: Option<String>,
    },
}

/// The surroundings of the caller, which may differ from those of the process that hosts the node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CallerEnv {
    pub home: String,
    /// The environment variables that agents read, as far as they are set.
    #[serde(default)]
    pub vars: BTreeMap<String, String>,
    /// The folder that the calling program is in.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub folder: Option<String>,
}

impl Caller {
    /// Creates a caller for a person at this kind of program, who sees their agents where the host
    /// does.
    pub fn person(surface: Surface) -> Self {
        Self {
            kind: CallerKind::Person { surface },
            env: None,
        }
    }

    /// Creates a caller for the page, which is allowed the least.
    pub fn page() -> Self {
        Self {
            kind: CallerKind::Page,
            env: None,
        }
    }

    /// Narrows a person to their page; a page or an agent stays what it is. The surroundings are
    /// dropped.
    #[must_use]
    pub fn as_page(self) -> Self {
        let kind = match self.kind {
            CallerKind::Person { .. } => CallerKind::Page,
            narrower => narrower,
        };
        Self { kind, env: None }
    }

    /// Checks whether the caller is a person.
    pub fn is_person(&self) -> bool {
        matches!(self.kind, CallerKind::Person { .. })
    }

    /// Refuses a method that this kind of caller may not ask for, and surroundings from anyone but
    /// a person.
    pub fn may_ask(&self, row: &Row) -> Result<(), Failure> {
        if !row.allows(self.kind.who()) {
            let who = match self.kind.who() {
                Who::Person => "A person",
                Who::Page => "A page",
                Who::Agent => "An agent",
            };
            return Err(Failure::invalid(format!(
                "{who} can't ask for {}.",
                row.name
            )));
        }
        if self.env.is_some() && !self.is_person() {
            return Err(Failure::invalid(
                "Only a person's program says where agents are.",
            ));
        }
        Ok(())
    }
}

impl CallerKind {
    /// Returns the kind of caller without its details.
    pub fn who(&self) -> Who {
        match self {
            Self::Person { .. } => Who::Person,
            Self::Page => Who::Page,
            Self::Agent { .. } => Who::Agent,
        }
    }
}

/// The environment variables that say where agents keep their things.
pub const AGENT_VARIABLES: &[&str] = &[
    "PATH",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "CODEX_SQLITE_HOME",
    "GEMINI_CLI_HOME",
    "OPENCODE_DB",
    "OPENCODE_CHANNEL",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "APPDATA",
    "LOCALAPPDATA",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrowed_caller_is_never_widened() {
        let agent = Caller {
            kind: CallerKind::Agent {
                name: "reviewer".to_owned(),
                session: None,
            },
            env: Some(CallerEnv::default()),
        };
        assert_eq!(agent.clone().as_page().kind, agent.kind);
        let page = Caller::person(Surface::Cli).as_page();
        assert_eq!(page.kind, CallerKind::Page);
        assert_eq!(page.clone().as_page(), page);
        assert_eq!(agent.as_page().env, None);
    }
}
