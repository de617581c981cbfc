//! What can be typed, with help that teaches.

mod conversations;
mod envelope;
mod handoffs;
mod people;
mod rules;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use conversations::{
    ChoiceOptions, DecisionOptions, ExportOptions, HandedWay, ImportOptions, InspectOptions,
    LeavingOptions, ListOptions, OpenOptions, ResumeOptions, ShowOptions, UndoOptions,
};
use conversations::{
    EXPORT_HELP, IMPORT_HELP, INSPECT_HELP, LIST_HELP, OPEN_HELP, RESUME_HELP, SHOW_HELP, UNDO_HELP,
};
pub use envelope::{Artifact, Blocker, EnvelopeOptions};
use handoffs::{
    ANSWER_HELP, ASK_HELP, AUTO_HELP, CANCEL_HELP, DISMISS_HELP, DOWNLOAD_HELP, FETCH_HELP,
    HISTORY_HELP, INBOX_HELP, OUTBOX_HELP, REVIEW_HELP, SEND_HELP,
};
pub use handoffs::{
    AnswerOptions, AskOptions, AutoChange, BoxOptions, DismissOptions, DownloadOptions,
    HandoffOptions, HistoryOptions, ReviewOptions, SendOptions,
};
use people::{
    BLOCK_HELP, CONNECT_HELP, FORGET_HELP, INVITE_HELP, JOIN_HELP, NICKNAME_HELP, PAIR_HELP,
    PEOPLE_HELP,
};
pub use people::{
    ConnectOptions, InviteOptions, JoinOptions, NicknameOptions, PairOptions, PeopleOptions,
    PersonOptions,
};
use rules::RULES_HELP;
pub use rules::RulesChange;

/// Hand an AI conversation to someone who carries on with it in their own tool.
#[derive(Parser)]
#[command(name = "segue", version, propagate_version = true, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Arguments {
    /// The folder that holds everything Segue keeps; by default your system's place for it.
    #[arg(
        long,
        global = true,
        env = "SEGUE_PROFILE",
        value_name = "DIR",
        hide_env_values = true,
        help_heading = "Options of every command"
    )]
    pub profile: Option<PathBuf>,
    /// Print the node's reply as JSON, for programs.
    #[arg(long, global = true, help_heading = "Options of every command")]
    pub json: bool,
    /// Say on standard error what happens inside.
    #[arg(long, short, global = true, help_heading = "Options of every command")]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  segue list --search \"login form\"  find a conversation of any of your agents
  segue export 1a2b3c4d             write it into a file that someone else can import
  segue import talk.a2a.json --to claude-code
                                    carry on with a conversation in your own agent
  segue invite                      let someone join; they run: segue join
  segue send 1a2b3c4d --to Sam --task \"Write the missing tests\"
                                    hand it to someone who carries on with it
  segue inbox                       what others handed to you; then: segue review ID
  segue status                      who you are here and how the node is doing
  segue doctor                      measure what can go wrong, with one next step each
  segue serve                       keep the node running and open the page in a browser
  segue settings set name \"Sam\"     the name other people see

One node runs per profile: the first program hosts it, the others attach to it.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by a rule or a person.";

#[derive(Subcommand)]
pub enum Command {
    /// Show who you are here and how the node is doing.
    Status,
    /// Show which agents are on this computer and how many conversations each has.
    Platforms,
    /// List conversations of all agents, newest first.
    #[command(after_help = LIST_HELP)]
    List(ListOptions),
    /// Show a conversation.
    #[command(after_help = SHOW_HELP)]
    Show(ShowOptions),
    /// Print the command that carries on with a conversation in its own agent.
    #[command(after_help = RESUME_HELP)]
    Resume(ResumeOptions),
    /// Write a conversation into a file that someone else can import.
    ///
    /// You see what leaves before it does, and secrets are taken out. The file is signed with your
    /// key. It carries the conversation, not your agent's system prompts, memory, permissions or
    /// account.
    #[command(after_help = EXPORT_HELP)]
    Export(Box<ExportOptions>),
    /// Show what a file says and who made it, without importing it.
    #[command(after_help = INSPECT_HELP)]
    Inspect(InspectOptions),
    /// Show a conversation file in the window that is open.
    #[command(after_help = OPEN_HELP)]
    Open(OpenOptions),
    /// Write the conversation of a file or handoff into an agent's own storage, so that it can be
    /// resumed.
    #[command(after_help = IMPORT_HELP)]
    Import(ImportOptions),
    /// List what was imported, newest first.
    Imports,
    /// Take an import or a dismissal back: exactly what it added, unless it was used since.
    #[command(after_help = UNDO_HELP)]
    Undo(UndoOptions),
    /// Hand a conversation to someone who carries on with it in their own agent.
    #[command(after_help = SEND_HELP)]
    Send(Box<SendOptions>),
    /// List what you handed to others, newest first.
    #[command(after_help = OUTBOX_HELP)]
    Outbox(BoxOptions),
    /// Take back what you handed to someone.
    #[command(after_help = CANCEL_HELP)]
    Cancel(HandoffOptions),
    /// List what others handed to you, newest first.
    #[command(after_help = INBOX_HELP)]
    Inbox(BoxOptions),
    /// Look at a handoff: what it is, what its sender wants, and what it says.
    #[command(after_help = REVIEW_HELP)]
    Review(ReviewOptions),
    /// Write a handoff, or the changes attached to it, into a file.
    #[command(after_help = DOWNLOAD_HELP)]
    Download(DownloadOptions),
    /// Say no to a handoff.
    #[command(after_help = DISMISS_HELP)]
    Dismiss(DismissOptions),
    /// Ask the sender of a handoff something.
    #[command(after_help = ASK_HELP)]
    Ask(AskOptions),
    /// Answer a question about a handoff, or choose a way out of what blocks it.
    #[command(after_help = ANSWER_HELP)]
    Answer(Box<AnswerOptions>),
    /// Get the messages of a handoff that stayed with its sender.
    #[command(after_help = FETCH_HELP)]
    Fetch(HandoffOptions),
    /// Import at once what a person hands you: add, list and revoke standing orders.
    #[command(after_help = AUTO_HELP)]
    Auto {
        #[command(subcommand)]
        change: AutoChange,
    },
    /// Show where conversations were, who had them, and what became of them.
    #[command(after_help = HISTORY_HELP)]
    History(HistoryOptions),
    /// List the people you know, and who is nearby.
    #[command(after_help = PEOPLE_HELP)]
    People(PeopleOptions),
    /// Make a one-time invite: whoever joins by it is verified.
    #[command(after_help = INVITE_HELP)]
    Invite(InviteOptions),
    /// Use someone's invite: both of you are verified.
    #[command(after_help = JOIN_HELP)]
    Join(JoinOptions),
    /// Compare a code with someone nearby: both of you are verified.
    #[command(after_help = PAIR_HELP)]
    Pair(PairOptions),
    /// Reach someone by address, where nobody is found by themselves.
    #[command(after_help = CONNECT_HELP)]
    Connect(ConnectOptions),
    /// Let nothing come from or go to someone.
    #[command(after_help = BLOCK_HELP)]
    Block(PersonOptions),
    /// Stop blocking someone.
    Unblock(PersonOptions),
    /// Make someone a stranger again.
    #[command(after_help = FORGET_HELP)]
    Forget(PersonOptions),
    /// Call someone by a name of your own.
    #[command(after_help = NICKNAME_HELP)]
    Nickname(NicknameOptions),
    /// Measure what can go wrong on this computer, with one next step each.
    ///
    /// Ends with code 1 when something does not work.
    Doctor(DoctorOptions),
    /// Check that a package of Segue is the one that was released, by the key in this program.
    ///
    /// SHA256SUMS and SHA256SUMS.sig lie beside the package. Nothing is fetched, and Segue never
    /// updates itself.
    CheckPackage(CheckPackageOptions),
    /// Show what happened on this node, newest last.
    Log(LogOptions),
    /// Show or change settings.
    #[command(
        after_help = "Examples:\n  segue settings\n  segue settings set appearance.theme dark\n  segue settings reset appearance.theme"
    )]
    Settings {
        #[command(subcommand)]
        change: Option<SettingsChange>,
    },
    /// Show, change and try your own rules for secrets.
    #[command(after_help = RULES_HELP)]
    Rules {
        #[command(subcommand)]
        change: Option<RulesChange>,
    },
    /// Show where your identity key is kept; reach it again or move it.
    Identity(IdentityOptions),
    /// Keep the node running, and serve its page to a browser on this computer.
    ///
    /// The page is served on the loopback address only. The printed link lets one browser tab in,
    /// once; run the command again, beside the first, for another.
    Serve(ServeOptions),
    /// Print a completion script for your shell.
    #[command(
        after_help = "Example:\n  segue completions bash > ~/.local/share/bash-completion/completions/segue"
    )]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub struct CheckPackageOptions {
    /// The package.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct DoctorOptions {
    /// Print the report for passing on: no home path, no names, no full device id, no public
    /// address.
    #[arg(long)]
    pub report: bool,
    /// Also try to reach this person.
    #[arg(long, value_name = "NAME")]
    pub person: Option<String>,
}

#[derive(Args)]
pub struct LogOptions {
    /// Keep printing as things happen, until Ctrl+C; with --json, every event of the node.
    #[arg(long, short)]
    pub follow: bool,
    /// How many lines to start with.
    #[arg(long, short = 'n', default_value_t = 20, value_name = "COUNT")]
    pub lines: u32,
}

#[derive(Subcommand)]
pub enum SettingsChange {
    /// Change one setting.
    Set {
        /// Its dotted name, as `segue settings` lists it.
        name: String,
        /// The new value.
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Put settings back to their defaults.
    Reset {
        /// Their dotted names.
        #[arg(required = true)]
        names: Vec<String>,
    },
}

#[derive(Args)]
pub struct IdentityOptions {
    /// Try again to reach the place where the key is kept.
    #[arg(long, conflicts_with = "move_to")]
    pub retry: bool,
    /// Move the secret half of the key there.
    #[arg(long = "move", value_name = "PLACE")]
    pub move_to: Option<Place>,
}

/// Places for the secret half of the identity key.
#[derive(Clone, Copy, ValueEnum)]
pub enum Place {
    /// The system's keyring.
    Keyring,
    /// A file that only you can read.
    File,
}

#[derive(Args)]
pub struct ServeOptions {
    /// Only keep the node running; serve no page.
    #[arg(long)]
    pub no_ui: bool,
    /// The port of the page; 0 takes a free one.
    #[arg(
        long,
        default_value_t = 0,
        value_name = "PORT",
        conflicts_with = "no_ui"
    )]
    pub port: u16,
}
