//! What can be typed, with help that teaches.

mod conversations;
mod envelope;
mod handoffs;
mod people;
mod rules;

use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

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

/// Hands an AI conversation to someone who continues it in their own agent.
#[derive(Parser)]
#[command(name = "segue", version, propagate_version = true, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Arguments {
    /// Uses this profile folder for all of Segue's data instead of the default one.
    #[arg(
        long,
        global = true,
        env = "SEGUE_PROFILE",
        value_name = "DIR",
        hide_env_values = true,
        help_heading = "Global options"
    )]
    pub profile: Option<PathBuf>,
    /// Prints the reply as JSON.
    #[arg(long, global = true, help_heading = "Global options")]
    pub json: bool,
    /// Prints log messages to standard error.
    #[arg(long, short, global = true, help_heading = "Global options")]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// Parses what was typed.
    pub fn typed() -> Result<Self, clap::Error> {
        let matches = command().try_get_matches()?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))
    }
}

/// Returns all commands, with the help that clap adds worded like the rest.
pub fn command() -> clap::Command {
    let mut command = Arguments::command();
    command.build();
    reworded(command)
}

fn reworded(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "help" if arg.get_long_help().is_some() => arg
            .help("Prints help (see more with '--help')")
            .long_help("Prints help (see a summary with '-h')"),
        "help" => arg.help("Prints help"),
        "version" => arg.help("Prints the version"),
        _ => arg,
    });
    command.mut_subcommands(|command| match command.get_name() {
        "help" => reworded(command.about("Prints help for a command")),
        _ => reworded(command),
    })
}

const EXAMPLES: &str = "\
Examples:
  segue list --search \"login form\"  finds a conversation in any of your agents
  segue export 1a2b3c4d             writes it to a file that someone else can import
  segue import handoff.a2a.json --to claude-code
                                    imports a file, so that you can continue it
  segue invite                      invites someone; they run: segue join
  segue send 1a2b3c4d --to Sam --task \"Write the missing tests\"
                                    hands it to Sam, who can continue it
  segue inbox                       lists what others handed you; next: segue review ID
  segue status                      shows who you are and how the node is running
  segue doctor                      finds out what doesn't work, with next steps
  segue serve                       keeps the node running, with a page for your browser
  segue settings set name \"Sam\"     sets the name other people see

Each profile has one node: the first program runs it, the others attach to it.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by a rule or a person.";

#[derive(Subcommand)]
pub enum Command {
    /// Shows who you are on this computer and how the node is running.
    Status,
    /// Lists the agents on this computer and how many conversations each has.
    Platforms,
    /// Lists conversations of all agents, newest first.
    #[command(after_help = LIST_HELP)]
    List(ListOptions),
    /// Shows the messages of a conversation.
    #[command(after_help = SHOW_HELP)]
    Show(ShowOptions),
    /// Prints the command that continues a conversation in its own agent.
    #[command(after_help = RESUME_HELP)]
    Resume(ResumeOptions),
    /// Writes a conversation to a file that someone else can import.
    ///
    /// You see what leaves before it does, and secrets are removed. The file is signed with your
    /// key. It contains the conversation, not your agent's system prompts, memory, permissions or
    /// account.
    #[command(after_help = EXPORT_HELP)]
    Export(Box<ExportOptions>),
    /// Shows what a file contains and who made it, without importing it.
    #[command(after_help = INSPECT_HELP)]
    Inspect(InspectOptions),
    /// Opens a conversation file in Segue's window or browser page.
    #[command(after_help = OPEN_HELP)]
    Open(OpenOptions),
    /// Imports a file or handoff to an agent, so that you can continue it there.
    #[command(after_help = IMPORT_HELP)]
    Import(ImportOptions),
    /// Lists your imports, newest first.
    Imports,
    /// Undoes an import or a dismissal.
    #[command(after_help = UNDO_HELP)]
    Undo(UndoOptions),
    /// Hands a conversation to verified people.
    #[command(after_help = SEND_HELP)]
    Send(Box<SendOptions>),
    /// Lists what you handed to others, newest first.
    #[command(after_help = OUTBOX_HELP)]
    Outbox(BoxOptions),
    /// Cancels a handoff you sent.
    #[command(after_help = CANCEL_HELP)]
    Cancel(HandoffOptions),
    /// Lists what others handed to you, newest first.
    #[command(after_help = INBOX_HELP)]
    Inbox(BoxOptions),
    /// Shows a handoff: who sent it, what they want, and the first messages.
    #[command(after_help = REVIEW_HELP)]
    Review(ReviewOptions),
    /// Saves a handoff, or its attached changes, as a file.
    #[command(after_help = DOWNLOAD_HELP)]
    Download(DownloadOptions),
    /// Dismisses a handoff; the sender is told after ten seconds.
    #[command(after_help = DISMISS_HELP)]
    Dismiss(DismissOptions),
    /// Requests changes: asks the sender of a handoff a question.
    #[command(after_help = ASK_HELP)]
    Ask(AskOptions),
    /// Answers a question about a handoff, or chooses a way out of a blocker.
    #[command(after_help = ANSWER_HELP)]
    Answer(Box<AnswerOptions>),
    /// Fetches the messages of a handoff that came without them.
    #[command(after_help = FETCH_HELP)]
    Fetch(HandoffOptions),
    /// Manages auto-import, which imports a person's handoffs without asking.
    #[command(after_help = AUTO_HELP)]
    Auto {
        #[command(subcommand)]
        change: AutoChange,
    },
    /// Shows who had a conversation and what became of it.
    #[command(after_help = HISTORY_HELP)]
    History(HistoryOptions),
    /// Lists the people you know, and who is nearby.
    #[command(after_help = PEOPLE_HELP)]
    People(PeopleOptions),
    /// Creates a one-time invite, which verifies the first person to use it.
    #[command(after_help = INVITE_HELP)]
    Invite(InviteOptions),
    /// Joins with an invite, which verifies both of you.
    #[command(after_help = JOIN_HELP)]
    Join(JoinOptions),
    /// Pairs with someone by comparing four words, which verifies both of you.
    #[command(after_help = PAIR_HELP)]
    Pair(PairOptions),
    /// Connects to someone by address, when discovery doesn't find them.
    #[command(after_help = CONNECT_HELP)]
    Connect(ConnectOptions),
    /// Blocks a person: nothing comes from them or goes to them.
    #[command(after_help = BLOCK_HELP)]
    Block(PersonOptions),
    /// Unblocks a person.
    Unblock(PersonOptions),
    /// Forgets a person, who is then no longer verified.
    #[command(after_help = FORGET_HELP)]
    Forget(PersonOptions),
    /// Sets your own name for a person.
    #[command(after_help = NICKNAME_HELP)]
    Nickname(NicknameOptions),
    /// Checks what can go wrong on this computer, with a next step for each problem.
    ///
    /// Ends with exit code 1 if something doesn't work.
    Doctor(DoctorOptions),
    /// Checks whether an installation package is an official release.
    ///
    /// Uses the release key in this program. Keep SHA256SUMS and SHA256SUMS.sig in the same folder
    /// as the package. Nothing is downloaded, and Segue never updates itself.
    CheckPackage(CheckPackageOptions),
    /// Shows what happened on this computer, newest last.
    Log(LogOptions),
    /// Shows or changes settings.
    #[command(
        after_help = "Examples:\n  segue settings\n  segue settings set appearance.theme dark\n  segue settings reset appearance.theme"
    )]
    Settings {
        #[command(subcommand)]
        change: Option<SettingsChange>,
    },
    /// Shows, changes and tests your own rules for secrets.
    #[command(after_help = RULES_HELP)]
    Rules {
        #[command(subcommand)]
        change: Option<RulesChange>,
    },
    /// Shows where your key is kept, tries to reach it again, or moves it.
    Identity(IdentityOptions),
    /// Keeps the node running and serves its page to a browser on this computer.
    ///
    /// The page is served on the loopback address only. The printed link works once, for one browser
    /// tab. For another link, run the command again while the first one runs.
    Serve(ServeOptions),
    /// Prints a completion script for your shell.
    #[command(
        after_help = "Example:\n  segue completions bash > ~/.local/share/bash-completion/completions/segue"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub struct CheckPackageOptions {
    /// The package to check.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Args)]
pub struct DoctorOptions {
    /// Prints a report you can pass on: no home path, no names, no full device id, no public
    /// address.
    #[arg(long)]
    pub report: bool,
    /// Also checks the connection to this person.
    #[arg(long, value_name = "NAME")]
    pub person: Option<String>,
}

#[derive(Args)]
pub struct LogOptions {
    /// Keeps printing new entries until Ctrl+C; with --json, every event of the node.
    #[arg(long, short)]
    pub follow: bool,
    /// Starts with this many lines.
    #[arg(long, short = 'n', default_value_t = 20, value_name = "COUNT")]
    pub lines: u32,
}

#[derive(Subcommand)]
pub enum SettingsChange {
    /// Changes a setting.
    Set {
        /// Name of the setting, as `segue settings` lists it.
        name: String,
        /// The new value.
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Resets settings to their defaults.
    Reset {
        /// Names of the settings.
        #[arg(required = true)]
        names: Vec<String>,
    },
}

#[derive(Args)]
pub struct IdentityOptions {
    /// Tries again to reach the key.
    #[arg(long, conflicts_with = "move_to")]
    pub retry: bool,
    /// Moves the secret half of the key to this place.
    #[arg(long = "move", value_name = "PLACE")]
    pub move_to: Option<Place>,
}

/// Places for the secret half of the identity key.
#[derive(Clone, Copy, ValueEnum)]
pub enum Place {
    /// The system keyring.
    Keyring,
    /// A file that only you can read.
    File,
}

#[derive(Args)]
pub struct ServeOptions {
    /// Keeps the node running without serving a page.
    #[arg(long)]
    pub no_ui: bool,
    /// Serves the page on this port; 0 uses a free one.
    #[arg(
        long,
        default_value_t = 0,
        value_name = "PORT",
        conflicts_with = "no_ui"
    )]
    pub port: u16,
}
