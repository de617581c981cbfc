//! What can be typed about conversations and their files.

use std::path::PathBuf;

use clap::Args;

use super::envelope::EnvelopeOptions;

pub const LIST_HELP: &str = "\
MESSAGES of a long conversation is about right until all of it was read: it
counts what you went back from, too.

Examples:
  segue list
  segue list --project .
  segue list --platform claude-code --limit 100
  segue list --since 2026-01-31 --handed in
  segue list --search \"login form\"";

pub const SHOW_HELP: &str = "\
CONVERSATION is its id as `segue list` shows it, any beginning of it of at least
4 characters, or platform:id.

Examples:
  segue show 1a2b3c4d
  segue show claude-code:1a2b3c4d --from 40 --limit 20
  segue show 1a2b3c4d --all | less";

pub const EXPORT_HELP: &str = "\
What looks like a secret is shown first. In a terminal you decide about each;
elsewhere, and with --yes, all of it is taken out. --keep names a finding by its
id, with a reason when it is certain; a private key can't be kept. `segue rules`
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
Ends with code 3 when the file would not be imported: it was changed after it
was made, or names a sender who did not sign it.

Example:
  segue inspect fix-the-login-form-1a2b3c4d.a2a.json";

pub const OPEN_HELP: &str = "\
The file is read there before anything is done with it; nothing is imported. Any
Segue that shows a page will do: the app, or a browser at `segue serve`.

Example:
  segue open fix-the-login-form-1a2b3c4d.a2a.json";

pub const IMPORT_HELP: &str = "\
Nothing is run. The session gets a new id; the original is never touched. What
was imported into a folder before is not imported into it again.

A handoff is named by its id as `segue inbox` lists it; whoever sent it is told.

Examples:
  segue import 1a2b3c4d --to claude-code
  segue import handoff.a2a.json --to claude-code --dry-run
  segue import handoff.a2a.json --to claude-code --project ~/work/app";

pub const RESUME_HELP: &str = "\
Segue runs no agent: it prints the command, and you run it. Works for your own
conversations and for those you imported.

Examples:
  segue resume 1a2b3c4d
  eval \"$(segue resume 1a2b3c4d)\"";

pub const UNDO_HELP: &str = "\
WHAT is an import: its id as `segue imports` lists it, a beginning of it, or the
id of the session it made. Or a handoff that you imported or dismissed, by its id
as `segue inbox --all` lists it: what you dismissed is in your inbox again.

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
    /// Only conversations that changed since that day or time, such as 2026-01-31.
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
    /// Only conversations that you handed to someone, or that someone handed to you.
    #[arg(long, value_name = "WAY")]
    pub handed: Option<HandedWay>,
    /// How many at most.
    #[arg(long, short = 'n', default_value_t = 30, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub limit: u32,
    /// Show what is known so far instead of waiting for the index.
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
    /// Which file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
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
    /// Replace a file that is there.
    #[arg(long)]
    pub force: bool,
    /// Only show what would leave: figures, findings and every message as it would be.
    #[arg(long, conflicts_with_all = ["output", "force"])]
    pub preview: bool,
    #[command(flatten)]
    pub leaving: LeavingOptions,
}

/// What leaves, as a file or to someone.
#[derive(Args)]
pub struct LeavingOptions {
    /// What the receiver should do with it, in at most 500 characters.
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
#[command(next_help_heading = "How much goes along")]
pub struct ChoiceOptions {
    /// full: all of it; summary: a brief and the last exchange; last:K: the last K messages;
    /// pointer: only the facts.
    #[arg(long, value_name = "full|summary|last:K|pointer")]
    pub history: Option<String>,
    /// Leave out what tools printed.
    #[arg(long, overrides_with = "tool_output")]
    pub no_tool_output: bool,
    /// Send what tools printed along, whatever the settings say.
    #[arg(long)]
    pub tool_output: bool,
    /// Leave out the model's reasoning.
    #[arg(long, overrides_with = "reasoning")]
    pub no_reasoning: bool,
    /// Send the model's readable reasoning along, whatever the settings say.
    #[arg(long)]
    pub reasoning: bool,
    /// Attach the changes of the project that are not committed.
    #[arg(long)]
    pub attach_diff: bool,
}

/// What becomes of what looks like a secret.
#[derive(Args)]
#[command(next_help_heading = "What is taken out")]
pub struct DecisionOptions {
    /// Keep this finding, for this reason; can be given several times.
    #[arg(long, value_name = "ID[=WHY]")]
    pub keep: Vec<String>,
    /// Take the text of this finding out wherever it stands; can be given several times.
    #[arg(long, value_name = "ID")]
    pub redact_everywhere: Vec<String>,
    /// Also take out home folders, user and computer names, and e-mail addresses.
    #[arg(long, overrides_with = "no_personal")]
    pub personal: bool,
    /// Leave those in, whatever the settings say.
    #[arg(long)]
    pub no_personal: bool,
    /// Take everything out without asking.
    #[arg(long, short)]
    pub yes: bool,
}

#[derive(Args)]
pub struct InspectOptions {
    /// Which file.
    pub file: PathBuf,
}

#[derive(Args)]
pub struct ImportOptions {
    /// Which file, or which handoff of your inbox.
    #[arg(value_name = "FILE|HANDOFF")]
    pub what: PathBuf,
    /// The agent that shall carry on with it, by its name or a beginning of it; `segue platforms`
    /// lists them.
    #[arg(long, value_name = "PLATFORM")]
    pub to: Option<String>,
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
pub struct ResumeOptions {
    /// Which conversation: its id as `segue list` shows it, or a beginning of it.
    pub conversation: String,
}

#[derive(Args)]
pub struct UndoOptions {
    /// Which import or handoff.
    pub what: String,
}
