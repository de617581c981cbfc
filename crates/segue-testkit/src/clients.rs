//! The real agent programs, run headless against a [`Model`] in a home of their own.
//!
//! Each gets an empty environment, a fresh home, a dummy key and the mock's address: nothing of the
//! developer's own. Run them inside [`crate::alone`]; a [`Home`] refuses to start anything where
//! there is another network than loopback.
//!
//! ```text
//! Home::new(client, &model) ── settings in a fresh home
//!    ├─ ask(project, prompt)        a new session     ┐
//!    ├─ resume(project, id, prompt) the next turn     ├── Outcome, and what the model was asked
//!    ├─ list(project)               the client's own list, as its picker shows it
//!    └─ run(project, arguments)     anything else     ┘
//! ```

mod claude;
mod codex;
mod gemini;
mod opencode;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::ended::{self, Outcome};
use crate::installed::{CLAUDE, CODEX, GEMINI, NODE, OPENCODE, Package};
use crate::{Model, assert_alone};

/// How long one turn may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// An agent program: Claude Code, Codex, Gemini CLI or OpenCode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    Claude,
    Codex,
    Gemini,
    OpenCode,
}

/// A session as a client's own list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The id that resumes it.
    pub id: String,
    /// What the list calls it.
    pub title: String,
}

/// Which sessions to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Those a person's picker shows.
    Picker,
    /// Also those that were made headless, which some pickers hide.
    Headless,
}

impl Client {
    pub const ALL: [Self; 4] = [Self::Claude, Self::Codex, Self::Gemini, Self::OpenCode];

    fn package(self) -> Package {
        match self {
            Self::Claude => CLAUDE,
            Self::Codex => CODEX,
            Self::Gemini => GEMINI,
            Self::OpenCode => OPENCODE,
        }
    }
}

/// A home in which one client is set up to talk to one model.
pub struct Home {
    client: Client,
    home: PathBuf,
    url: String,
    program: PathBuf,
    node: PathBuf,
    // Goes last.
    _folder: Option<tempfile::TempDir>,
}

impl Home {
    /// Creates a fresh home, which is deleted when this is dropped.
    ///
    /// # Panics
    /// When the client is not installed: `cargo xtask clients` does that.
    pub fn new(client: Client, model: &Model) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("segue-home-")
            .tempdir()
            .expect("a temporary folder");
        let mut home = Self::at(client, folder.path(), model);
        home._folder = Some(folder);
        home
    }

    /// Sets up a client in this home folder, with whatever is there already; its settings are
    /// written.
    ///
    /// # Panics
    /// When the client is not installed: `cargo xtask clients` does that.
    pub fn at(client: Client, folder: &Path, model: &Model) -> Self {
        let home = Self {
            client,
            home: folder.canonicalize().expect("the home is there"),
            url: model.url(),
            program: client.package().needed(),
            node: NODE.needed(),
            _folder: None,
        };
        match client {
            Client::Claude => {}
            Client::Codex => codex::set_up(&home),
            Client::Gemini => gemini::set_up(&home),
            Client::OpenCode => opencode::set_up(&home),
        }
        home
    }

    /// Returns which client lives here.
    pub fn client(&self) -> Client {
        self.client
    }

    /// Returns the home folder.
    pub fn path(&self) -> &Path {
        &self.home
    }

    /// Starts a new session with this prompt. Sessions made this way count as headless.
    pub fn ask(&self, project: &Path, prompt: &str) -> Outcome {
        self.turn(project, None, prompt)
    }

    /// Continues a session.
    pub fn resume(&self, project: &Path, session: &str, prompt: &str) -> Outcome {
        self.turn(project, Some(session), prompt)
    }

    fn turn(&self, project: &Path, session: Option<&str>, prompt: &str) -> Outcome {
        let (arguments, input) = match self.client {
            Client::Claude => claude::turn(session, prompt),
            Client::Codex => codex::turn(session, prompt),
            Client::Gemini => gemini::turn(session, prompt),
            Client::OpenCode => opencode::turn(session, prompt),
        };
        let mut command = self.command(project);
        command.args(arguments);
        ended::finish(&mut command, input.as_deref(), PATIENCE)
    }

    /// Lists the sessions of a project as the client itself does, newest first where it sorts them.
    ///
    /// Look before resuming: Claude Code counts a session that went on headless as headless. Gemini
    /// CLI shows the first 97 characters of a title, and asks the model for one where there is none.
    ///
    /// # Panics
    /// When the list can't be had or read.
    pub fn list(&self, project: &Path, shown: Shown) -> Vec<Listed> {
        match self.client {
            Client::Claude => claude::list(self, project, shown),
            Client::Codex => codex::list(self, project, shown),
            Client::Gemini => gemini::list(self, project),
            Client::OpenCode => opencode::list(self, project),
        }
    }

    /// Runs the client with these arguments to its end.
    pub fn run(&self, project: &Path, arguments: &[&str]) -> Outcome {
        ended::finish(self.command(project).args(arguments), None, PATIENCE)
    }

    /// Builds a command that runs the client in this home and this project.
    ///
    /// # Panics
    /// When there is a network besides loopback.
    pub fn command(&self, project: &Path) -> Command {
        self.dress(Command::new(&self.program), project)
    }

    /// Gives any command this home and nothing else.
    fn dress(&self, mut command: Command, project: &Path) -> Command {
        assert_alone();
        let node = self.node.parent().unwrap_or(&self.node);
        command
            .current_dir(project)
            .env_clear()
            .env("HOME", &self.home)
            .env(
                "PATH",
                format!("{}:/usr/local/bin:/usr/bin:/bin", node.display()),
            )
            .envs([("TERM", "dumb"), ("TZ", "UTC"), ("LANG", "C.UTF-8")]);
        match self.client {
            Client::Claude => command.envs(claude::environment(&self.url)),
            Client::Codex => command.env("OPENAI_API_KEY", "dummy"),
            Client::Gemini => command.envs(gemini::environment(&self.url)),
            Client::OpenCode => command.envs(opencode::environment()),
        };
        command
    }

    fn write(&self, path: &str, text: &str) {
        let file = self.home.join(path);
        let folder = file.parent().expect("a file in the home");
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&file, text))
            .expect("settings can be written");
    }
}
