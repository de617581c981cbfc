//! What can be typed about handoffs.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use super::conversations::{ChoiceOptions, DecisionOptions, LeavingOptions};

pub const SEND_HELP: &str = "\
You see what leaves before it does, as with `segue export`: in a terminal you
decide about what looks like a secret and are asked once more; elsewhere, and
with --yes, all of it is taken out. PERSON is a name, or the letters of an ID as
`segue people` lists them. Only verified people get it.

Whoever is not here gets it when they appear while Segue runs (`segue serve` or
the app). `segue outbox` shows what became of it, `segue cancel` takes it back.

Examples:
  segue send 1a2b3c4d --to Sam --task \"Write the missing tests\"
  segue send 1a2b3c4d --to Sam --to Mia --history summary --attach-diff
  segue send 1a2b3c4d --to Sam --status blocked --blocker \"Which database?\" \\
      --option SQLite --option Postgres
  segue send 1a2b3c4d --to Sam --history pointer   they fetch the rest when they want it
  segue send handoff.a2a.json --to Sam --queue";

pub const OUTBOX_HELP: &str = "\
Examples:
  segue outbox
  segue outbox --all --json";

pub const INBOX_HELP: &str = "\
Nothing in it was opened, run or shown to an agent. Looking at one with
`segue review` tells its sender that you did.

Examples:
  segue inbox
  segue review 1a2b3c4d";

pub const CANCEL_HELP: &str = "\
As long as it waits, it is simply gone. Once they have it they are asked to drop
it; if they imported it already, it stays with them.

Example:
  segue cancel 1a2b3c4d";

pub const REVIEW_HELP: &str = "\
The sender is told that you looked. Nothing is run, and nothing is written to
any agent.

Examples:
  segue review 1a2b3c4d
  segue review 1a2b3c4d --messages 40
  segue review 1a2b3c4d --all | less";

pub const DOWNLOAD_HELP: &str = "\
The file can be looked at with `segue inspect` and imported with `segue import`.
With --diff, the changes attached to it are written instead, and the command that
applies them is printed; it is never run for you.

Examples:
  segue download 1a2b3c4d
  segue download 1a2b3c4d -o ~/handoffs
  segue download 1a2b3c4d --diff";

pub const DISMISS_HELP: &str = "\
For ten seconds nobody hears of it, and `segue undo` brings it back as if nothing
had been. When nothing else runs the node, the command stays until it is told.

Examples:
  segue dismiss 1a2b3c4d
  segue dismiss 1a2b3c4d --reason \"Mia does this already\"";

pub const ASK_HELP: &str = "\
The sender answers with `segue answer`, and may send more of the conversation
along. Until then the handoff waits; you can still import or dismiss it.

Examples:
  segue ask 1a2b3c4d \"Which branch is this about?\"
  segue ask 1a2b3c4d - < questions.txt";

pub const ANSWER_HELP: &str = "\
Answers what was asked about something you sent, or chooses a way out of what
blocks something you got: `segue review` numbers them.

With --more, the conversation is prepared once more as you choose, its findings
are decided as with `segue send`, and it takes the place of the one before.

Examples:
  segue answer 1a2b3c4d \"It is about main\"
  segue answer 1a2b3c4d --option 2
  segue answer 1a2b3c4d \"Here is all of it\" --more 9f8e7d6c --history full";

pub const FETCH_HELP: &str = "\
For a handoff that came as a pointer: only its facts travelled, and the messages
stayed with the sender until you want them.

Example:
  segue fetch 1a2b3c4d";

pub const AUTO_HELP: &str = "\
Without an order, nothing is imported unless you say so. An order holds for one
verified person, one agent and one folder. It stops by itself when the person is
not verified any more, when their key changed, when they are blocked, and when
the agent or the folder is gone; `segue auto list` says why. Every import can be
taken back with `segue undo`.

Examples:
  segue auto add Sam --to claude-code --project ~/work/app
  segue auto list
  segue auto revoke Sam";

pub const HISTORY_HELP: &str = "\
Every version has one line: who held it, in which agent, and to whom it went.
Versions that came from the same one stand further in. Records that are not what
they claim to be are listed with the reason, and count for nothing.

WHAT is a conversation as `segue list` shows it, a handoff, or a JSON file with
versions that were written down elsewhere.

Examples:
  segue history
  segue history 1a2b3c4d
  segue history 1a2b3c4d --mermaid > history.mmd";

#[derive(Args)]
pub struct SendOptions {
    /// Which conversation: its id as `segue list` shows it, a beginning of it, or a file that was
    /// exported.
    #[arg(value_name = "CONVERSATION|FILE")]
    pub conversation: String,
    /// To whom; several can be named.
    #[arg(long, value_name = "PERSON", required = true, num_args = 1..)]
    pub to: Vec<String>,
    /// Only show what would leave: figures, findings and every message as it would be.
    #[arg(long, conflicts_with = "queue")]
    pub preview: bool,
    /// Put it into the outbox and do not wait until it is delivered.
    #[arg(long)]
    pub queue: bool,
    /// For how many hours it is offered; two weeks by default.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=8_760))]
    pub hours: Option<u32>,
    #[command(flatten)]
    pub leaving: LeavingOptions,
}

#[derive(Args)]
pub struct BoxOptions {
    /// Also what ended: imported, dismissed, taken back, failed.
    #[arg(long)]
    pub all: bool,
}

#[derive(Args)]
pub struct HandoffOptions {
    /// Which handoff: its id, or a beginning of it.
    pub handoff: String,
}

#[derive(Args)]
pub struct ReviewOptions {
    /// Which handoff: its id, or a beginning of it.
    pub handoff: String,
    /// How many messages to show; a few by default.
    #[arg(long, short = 'n', value_name = "COUNT", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub messages: Option<u32>,
    /// Show all messages, uncut.
    #[arg(long)]
    pub all: bool,
    /// Only messages after this number, without the rest.
    #[arg(long, value_name = "NUMBER")]
    pub after: Option<u64>,
}

#[derive(Args)]
pub struct DownloadOptions {
    /// Which handoff: its id, or a beginning of it.
    pub handoff: String,
    /// The file to write, or a folder for it; by default one named after the title, here.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that is there.
    #[arg(long)]
    pub force: bool,
    /// Write the attached changes of the project instead of the conversation.
    #[arg(long)]
    pub diff: bool,
}

#[derive(Args)]
pub struct DismissOptions {
    /// Which handoff: its id, or a beginning of it.
    pub handoff: String,
    /// Why, for the sender.
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

#[derive(Args)]
pub struct AskOptions {
    /// Which handoff: its id, or a beginning of it.
    pub handoff: String,
    /// What you want to know, or - for standard input.
    pub text: String,
}

#[derive(Args)]
#[command(group = ArgGroup::new("word").args(["text", "option", "more"]).multiple(true).required(true))]
pub struct AnswerOptions {
    /// Which handoff: its id, or a beginning of it.
    pub handoff: String,
    /// The answer, or - for standard input.
    pub text: Option<String>,
    /// The way out that you choose, by its number.
    #[arg(long, value_name = "NUMBER", conflicts_with = "more", value_parser = clap::value_parser!(u32).range(1..))]
    pub option: Option<u32>,
    /// Send this conversation again in place of the one before.
    #[arg(long, value_name = "CONVERSATION")]
    pub more: Option<String>,
    #[command(flatten)]
    pub choice: ChoiceOptions,
    #[command(flatten)]
    pub decisions: DecisionOptions,
}

#[derive(Subcommand)]
pub enum AutoChange {
    /// Import at once what someone hands you, from now on.
    Add {
        /// Whose handoffs: a name, or the letters of an ID.
        person: String,
        /// Into which agent; `segue platforms` lists them.
        #[arg(long, value_name = "PLATFORM")]
        to: String,
        /// Into which project folder.
        #[arg(long, value_name = "DIR")]
        project: PathBuf,
    },
    /// List standing orders, and why one is stopped.
    List,
    /// End a standing order.
    Revoke {
        /// Its id as `segue auto list` shows it, or the person.
        #[arg(value_name = "ID|PERSON")]
        order: String,
    },
}

#[derive(Args)]
pub struct HistoryOptions {
    /// A conversation, a handoff or a file; all conversations by default.
    #[arg(value_name = "WHAT")]
    pub what: Option<String>,
    /// Print it as a Mermaid graph.
    #[arg(long, conflicts_with = "json")]
    pub mermaid: bool,
}
