//! What can be typed about conversations and their files.

use std::path::PathBuf;

use clap::Args;

use super::envelope::EnvelopeOptions;

pub const LIST_HELP: &str = "\
Until a long conversation is fully indexed, MESSAGES is approximate: it includes
messages you went back from.

Examples:
  segue list
  segue list --project .
  segue list --platform claude-code --limit 100
  segue list --since 2026-01-31 --handed in
  segue list --search \"login form\"";

pub const SHOW_HELP: &str = "\
CONVERSATION is an id from `segue list`, at least the first 4 characters of it,
or agent:id.

Examples:
  segue show 1a2b3c4d
  segue show claude-code:1a2b3c4d --from 40 --limit 20
  segue show 1a2b3c4d --all | less";

pub const EXPORT_HELP: &str = "\
Possible secrets are shown first. In a terminal you decide about each one;
elsewhere, and with --yes, all of them are removed. --keep keeps a finding by its
id, with a reason if it's certain. A private key can't be kept. `segue rules`
adds rules of your own.

Examples:
  segue export 1a2b3c4d
  segue export 1a2b3c4d --preview | less
  segue export 1a2b3c4d --history last:20 --no-tool-output
  segue export 1a2b3c4d --keep \"jwt-k3f9q=it expired last year\"
  segue export 1a2b3c4d -o handoff.a2a.json --task \"Write the missing tests\"
  segue export 1a2b3c4d --status blocked --blocker \"Which database?\" \\
      --option SQLite --option Postgres
  segue export 1a2b3c4d -o - | ssh desk 'cat > handoff.a2a.json'";

pub const INSPECT_HELP: &str = "\
Ends with exit code 3 if the file can't be imported: it was changed after it was
made, or it names a sender who didn't sign it.

Example:
  segue inspect fix-the-login-form-1a2b3c4d.a2a.json";

pub const OPEN_HELP: &str = "\
You can review the file there. Nothing is imported. The app has to be open, or a
browser page from `segue serve`.

Example:
  segue open fix-the-login-form-1a2b3c4d.a2a.json";

pub const IMPORT_HELP: &str = "\
Nothing is run. The import is a new session; the original is never changed.
Without --again, nothing is imported twice into the same folder.

A handoff is an id from `segue inbox`. The sender is told that you imported it.

Examples:
  segue import 1a2b3c4d --to claude-code
  segue import handoff.a2a.json --to claude-code --dry-run
  segue import handoff.a2a.json --to claude-code --project ~/work/app";

pub const RESUME_HELP: &str = "\
Segue never starts an agent: it prints the command, and you run it. This works
for your own conversations and for imported ones.

Examples:
  segue resume 1a2b3c4d
  eval \"$(segue resume 1a2b3c4d)\"";

pub const UNDO_HELP: &str = "\
Removes exactly what the import added, unless you've continued the conversation
since. A dismissed handoff returns to your inbox.

WHAT is an import (an id from `segue imports`, the beginning of one, or the id of
its session) or a handoff you imported or dismissed (an id from
`segue inbox --all`).

Example:
  segue undo 5e6f7a8b";

#[derive(Args)]
pub struct ListOptions {
    /// Lists only conversations of this agent, by its name or the beginning of it; `segue
    /// platforms` lists agents.
    #[arg(long, value_name = "AGENT")]
    pub platform: Option<String>,
    /// Lists only conversations in this folder or a folder inside it.
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Lists only conversations with all these words in one message.
    #[arg(long, value_name = "TEXT")]
    pub search: Option<String>,
    /// Lists only conversations changed since this day or time, such as 2026-01-31.
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
    /// Lists only conversations you handed to someone (out) or received (in).
    #[arg(long, value_name = "DIRECTION")]
    pub handed: Option<HandedWay>,
    /// Lists at most this many.
    #[arg(long, short = 'n', default_value_t = 30, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub limit: u32,
    /// Lists what is known so far instead of waiting for the index.
    #[arg(long)]
    pub no_wait: bool,
}

/// Which way a conversation was handed.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum HandedWay {
    // You handed it to someone.
    Out,
    // It was made by an import of something you received.
    In,
}

#[derive(Args)]
pub struct OpenOptions {
    /// The conversation file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct ShowOptions {
    /// The conversation to show.
    pub conversation: String,
    /// Starts at this message number.
    #[arg(long, default_value_t = 1, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub from: u64,
    /// Shows at most this many messages.
    #[arg(long, short = 'n', default_value_t = 50, value_name = "COUNT", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub limit: u32,
    /// Shows all messages from there on, in full.
    #[arg(long)]
    pub all: bool,
}

#[derive(Args)]
pub struct ExportOptions {
    /// The conversation: an id from `segue list`, or the beginning of one.
    pub conversation: String,
    /// Writes to this file or folder, or to standard output with -; by default to a file named
    /// after the title, in the current folder.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replaces an existing file.
    #[arg(long)]
    pub force: bool,
    /// Shows what would leave, and writes nothing: figures, findings and every message.
    #[arg(long, conflicts_with_all = ["output", "force"])]
    pub preview: bool,
    #[command(flatten)]
    pub leaving: LeavingOptions,
}

/// What leaves, as a file or to someone.
#[derive(Args)]
pub struct LeavingOptions {
    /// What the receiver should do, in at most 500 characters.
    #[arg(long, value_name = "TEXT")]
    pub task: Option<String>,
    /// What the receiver should know.
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    #[command(flatten)]
    pub choice: ChoiceOptions,
    #[command(flatten)]
    pub decisions: DecisionOptions,
    #[command(flatten)]
    pub envelope: EnvelopeOptions,
}

/// How much goes along; by default as `segue settings` has it under `sending`.
#[derive(Args)]
#[command(next_help_heading = "What to include")]
pub struct ChoiceOptions {
    /// full: the full conversation; summary: a summary and the last exchange; last:K: the last K
    /// messages; pointer: only the details.
    #[arg(long, value_name = "full|summary|last:K|pointer")]
    pub history: Option<String>,
    /// Leaves out tool output.
    #[arg(long, overrides_with = "tool_output")]
    pub no_tool_output: bool,
    /// Includes tool output, whatever the settings say.
    #[arg(long)]
    pub tool_output: bool,
    /// Leaves out the model's reasoning.
    #[arg(long, overrides_with = "reasoning")]
    pub no_reasoning: bool,
    /// Includes the model's readable reasoning, whatever the settings say.
    #[arg(long)]
    pub reasoning: bool,
    /// Attaches the project's uncommitted changes.
    #[arg(long)]
    pub attach_diff: bool,
}

/// What becomes of what looks like a secret.
#[derive(Args)]
#[command(next_help_heading = "What to remove")]
pub struct DecisionOptions {
    /// Keeps this finding, for this reason; may be repeated.
    #[arg(long, value_name = "ID[=WHY]")]
    pub keep: Vec<String>,
    /// Removes the text of this finding wherever it occurs; may be repeated.
    #[arg(long, value_name = "ID")]
    pub redact_everywhere: Vec<String>,
    /// Also removes home folders, user and computer names, and email addresses.
    #[arg(long, overrides_with = "no_personal")]
    pub personal: bool,
    /// Keeps them, whatever the settings say.
    #[arg(long)]
    pub no_personal: bool,
    /// Removes every finding, and asks nothing.
    #[arg(long, short)]
    pub yes: bool,
}

#[derive(Args)]
pub struct InspectOptions {
    /// The file to inspect.
    pub file: PathBuf,
}

#[derive(Args)]
pub struct ImportOptions {
    /// A file, or a handoff from your inbox.
    #[arg(value_name = "FILE|HANDOFF")]
    pub what: PathBuf,
    /// Imports it to this agent, by its name or the beginning of it; `segue platforms` lists
    /// agents.
    #[arg(long, value_name = "AGENT")]
    pub to: Option<String>,
    /// Imports it into this folder; by default the one that matches its project.
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Uses this title instead of its own.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Replaces the sender's project folder with yours in the conversation.
    #[arg(long)]
    pub map_paths: bool,
    /// Shows what would be written, and writes nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Creates another session even if it was imported before.
    #[arg(long)]
    pub again: bool,
}

#[derive(Args)]
pub struct ResumeOptions {
    /// The conversation: an id from `segue list`, or the beginning of one.
    pub conversation: String,
}

#[derive(Args)]
pub struct UndoOptions {
    /// The import or handoff.
    pub what: String,
}
