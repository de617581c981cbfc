//! What can be typed about conversations and their files.

use std::path::PathBuf;

use clap::Args;

pub const LIST_HELP: &str = "\
MESSAGES of a long conversation is about right until all of it was read: it
counts what you went back from, too.

Examples:
  segue list
  segue list --project .
  segue list --platform claude-code --limit 100
  segue list --search \"login form\"";

pub const SHOW_HELP: &str = "\
CONVERSATION is its id as `segue list` shows it, any beginning of it of at least
4 characters, or platform:id.

Examples:
  segue show 1a2b3c4d
  segue show claude-code:1a2b3c4d --from 40 --limit 20
  segue show 1a2b3c4d --all | less";

pub const EXPORT_HELP: &str = "\
Examples:
  segue export 1a2b3c4d
  segue export 1a2b3c4d -o handoff.a2a.json --task \"Write the missing tests\"
  segue export 1a2b3c4d -o - | ssh desk 'cat > handoff.a2a.json'";

pub const INSPECT_HELP: &str = "\
Ends with code 3 when the file would not be imported: it was changed after it
was made, or names a sender who did not sign it.

Example:
  segue inspect fix-the-login-form-1a2b3c4d.a2a.json";

pub const IMPORT_HELP: &str = "\
Nothing is run. The session gets a new id; the original is never touched. What
was imported into a folder before is not imported into it again.

Examples:
  segue import handoff.a2a.json --to claude-code --dry-run
  segue import handoff.a2a.json --to claude-code --project ~/work/app";

pub const UNDO_HELP: &str = "\
IMPORT is its id as `segue imports` lists it, a beginning of it, or the id of
the session it made.

Example:
  segue undo 5e6f7a8b";

#[derive(Args)]
pub struct ListOptions {
    /// Only conversations of this agent, by its name or a beginning of it; `segue platforms` lists
    /// them.
    #[arg(long, value_name = "PLATFORM")]
    pub platform: Option<String>,
    /// Only conversations of this folder or one inside it.
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Only conversations in which all these words stand.
    #[arg(long, value_name = "TEXT")]
    pub search: Option<String>,
    /// How many at most.
    #[arg(long, short = 'n', default_value_t = 30, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub limit: u32,
    /// Show what is known so far instead of waiting for the index.
    #[arg(long)]
    pub no_wait: bool,
}

#[derive(Args)]
pub struct ShowOptions {
    /// Which conversation.
    pub conversation: String,
    /// The number of the first message to show.
    #[arg(long, default_value_t = 1, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// How many messages at most.
    #[arg(long, short = 'n', default_value_t = 50, value_name = "COUNT", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub limit: u32,
    /// Show all messages from there on, uncut.
    #[arg(long)]
    pub all: bool,
}

#[derive(Args)]
pub struct ExportOptions {
    /// Which conversation: its id as `segue list` shows it, or a beginning of it.
    pub conversation: String,
    /// The file to write, a folder for it, or - for standard output; by default one named after
    /// the title, here.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What the receiver should do with it.
    #[arg(long, value_name = "TEXT")]
    pub task: Option<String>,
    /// What the receiver should know.
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Replace a file that is there.
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub struct InspectOptions {
    /// Which file.
    pub file: PathBuf,
}

#[derive(Args)]
pub struct ImportOptions {
    /// Which file.
    pub file: PathBuf,
    /// The agent that shall carry on with it, by its name or a beginning of it; `segue platforms`
    /// lists them.
    #[arg(long, value_name = "PLATFORM")]
    pub to: String,
    /// The folder it shall be resumed in; by default the one that fits the file's project.
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// The title to show instead of the file's.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Rewrite the sender's project folder to yours inside the conversation.
    #[arg(long)]
    pub map_paths: bool,
    /// Only show what would be written.
    #[arg(long)]
    pub dry_run: bool,
    /// Make another session even if the same was imported before.
    #[arg(long)]
    pub again: bool,
}

#[derive(Args)]
pub struct UndoOptions {
    /// Which import.
    pub import: String,
}
