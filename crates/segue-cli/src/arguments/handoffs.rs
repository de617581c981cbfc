//! What can be typed about handoffs.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use super::conversations::{ChoiceOptions, DecisionOptions, LeavingOptions};

pub const SEND_HELP: &str = "\
You see what leaves before it does, as with `segue export`: in a terminal you
decide about each possible secret and confirm before it's sent; elsewhere, and
with --yes, all of them are removed. PERSON is a name, or an ID from
`segue people`. Only verified people can get it.

Someone who is offline gets it when they come online while Segue runs
(`segue serve` or the app). `segue outbox` shows what became of it, and
`segue cancel` cancels it.

Examples:
  segue send 1a2b3c4d --to Sam --task \"Write the missing tests\"
  segue send 1a2b3c4d --to Sam --to Mia --history summary --attach-diff
  segue send 1a2b3c4d --to Sam --status blocked --blocker \"Which database?\" \\
      --option SQLite --option Postgres
  segue send 1a2b3c4d --to Sam --history pointer   # they can fetch the messages
  segue send handoff.a2a.json --to Sam --queue";

pub const OUTBOX_HELP: &str = "\
Examples:
  segue outbox
  segue outbox --all --json";

pub const INBOX_HELP: &str = "\
Nothing in your inbox was opened, run or shown to an agent. `segue review` tells
the sender that you opened it.

Examples:
  segue inbox
  segue review 1a2b3c4d";

pub const CANCEL_HELP: &str = "\
Before it's delivered, they never get it. After that, their computer is asked to
drop it. If they already imported it, they keep it.

Example:
  segue cancel 1a2b3c4d";

pub const REVIEW_HELP: &str = "\
The sender is told that you opened it. Nothing is run, and nothing is written to
any agent.

Examples:
  segue review 1a2b3c4d
  segue review 1a2b3c4d --messages 40
  segue review 1a2b3c4d --all | less";

pub const DOWNLOAD_HELP: &str = "\
Read the file with `segue inspect`, or import it with `segue import`. With
--diff, Segue saves the attached changes instead, and prints the command that
applies them. It never runs that command for you.

Examples:
  segue download 1a2b3c4d
  segue download 1a2b3c4d -o ~/handoffs
  segue download 1a2b3c4d --diff";

pub const DISMISS_HELP: &str = "\
The sender isn't told for ten seconds. Until then, `segue undo` restores it
unnoticed. If nothing else runs the node, the command waits until the sender is
told.

Examples:
  segue dismiss 1a2b3c4d
  segue dismiss 1a2b3c4d --reason \"Mia does this already\"";

pub const ASK_HELP: &str = "\
The sender answers with `segue answer`, and can send more of the conversation.
Until then the handoff waits. You can still import or dismiss it.

Examples:
  segue ask 1a2b3c4d \"Which branch is this about?\"
  segue ask 1a2b3c4d - < questions.txt";

pub const ANSWER_HELP: &str = "\
TEXT answers a question about a handoff you sent. --option chooses a way out of a
blocker in a handoff you received; `segue review` numbers them.

--more prepares a conversation again with the options above. You decide about its
findings as with `segue send`, and it replaces the one you sent before.

Examples:
  segue answer 1a2b3c4d \"It is about main\"
  segue answer 1a2b3c4d --option 2
  segue answer 1a2b3c4d \"Here is all of it\" --more 9f8e7d6c --history full";

pub const FETCH_HELP: &str = "\
For a handoff that came as a pointer, with only its details. Its messages stay
with the sender until you fetch them.

Example:
  segue fetch 1a2b3c4d";

pub const AUTO_HELP: &str = "\
Auto-import is off unless you turn it on for one verified person, one agent and
one folder. It stops when the person is no longer verified or is blocked, when
their key changes, and when the agent or folder is gone; `segue auto list` shows
why. You can undo every import with `segue undo`.

Examples:
  segue auto add Sam --to claude-code --project ~/work/app
  segue auto list
  segue auto revoke Sam";

pub const HISTORY_HELP: &str = "\
Each version has one line: who had it, in which agent, and who it was handed to.
Branches of the same version are indented. Records that aren't what they claim to
be are listed with the reason, and ignored.

WHAT is a conversation from `segue list`, a handoff, or a JSON file with versions
recorded elsewhere.

Examples:
  segue history
  segue history 1a2b3c4d
  segue history 1a2b3c4d --mermaid > history.mmd";

#[derive(Args)]
pub struct SendOptions {
    /// A conversation (an id from `segue list`, or the beginning of one) or an exported file.
    #[arg(value_name = "CONVERSATION|FILE")]
    pub conversation: String,
    /// Hands it to this person; several are allowed.
    #[arg(long, value_name = "PERSON", required = true, num_args = 1..)]
    pub to: Vec<String>,
    /// Shows what would leave, and sends nothing: figures, findings and every message.
    #[arg(long, conflicts_with = "queue")]
    pub preview: bool,
    /// Puts it into the outbox, and doesn't wait for delivery.
    #[arg(long)]
    pub queue: bool,
    /// Offers it for this many hours; two weeks by default, at most 90 days.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=8_760))]
    pub hours: Option<u32>,
    #[command(flatten)]
    pub leaving: LeavingOptions,
}

#[derive(Args)]
pub struct BoxOptions {
    /// Includes finished handoffs: imported, dismissed, cancelled or failed.
    #[arg(long)]
    pub all: bool,
}

#[derive(Args)]
pub struct HandoffOptions {
    /// The handoff: its id, or the beginning of it.
    pub handoff: String,
}

#[derive(Args)]
pub struct ReviewOptions {
    /// The handoff: its id, or the beginning of it.
    pub handoff: String,
    /// Shows this many messages; a few by default.
    #[arg(long, short = 'n', value_name = "COUNT", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub messages: Option<u32>,
    /// Shows all messages, in full.
    #[arg(long)]
    pub all: bool,
    /// Shows only the messages after this number.
    #[arg(long, value_name = "NUMBER")]
    pub after: Option<u64>,
}

#[derive(Args)]
pub struct DownloadOptions {
    /// The handoff: its id, or the beginning of it.
    pub handoff: String,
    /// Writes to this file or folder; by default to a file named after the title, in the current
    /// folder.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replaces an existing file.
    #[arg(long)]
    pub force: bool,
    /// Saves the attached changes instead of the conversation.
    #[arg(long)]
    pub diff: bool,
}

#[derive(Args)]
pub struct DismissOptions {
    /// The handoff: its id, or the beginning of it.
    pub handoff: String,
    /// Tells the sender why.
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

#[derive(Args)]
pub struct AskOptions {
    /// The handoff: its id, or the beginning of it.
    pub handoff: String,
    /// Your question, or - for standard input.
    pub text: String,
}

#[derive(Args)]
#[command(group = ArgGroup::new("word").args(["text", "option", "more"]).multiple(true).required(true))]
pub struct AnswerOptions {
    /// The handoff: its id, or the beginning of it.
    pub handoff: String,
    /// Your answer, or - for standard input.
    pub text: Option<String>,
    /// Chooses the way out with this number.
    #[arg(long, value_name = "NUMBER", conflicts_with = "more", value_parser = clap::value_parser!(u32).range(1..))]
    pub option: Option<u32>,
    /// Sends this conversation again in place of the one before.
    #[arg(long, value_name = "CONVERSATION")]
    pub more: Option<String>,
    #[command(flatten)]
    pub choice: ChoiceOptions,
    #[command(flatten)]
    pub decisions: DecisionOptions,
}

#[derive(Subcommand)]
pub enum AutoChange {
    /// Turns on auto-import for a person, starting with their next handoff.
    Add {
        /// The person: a name, or an ID from `segue people`.
        person: String,
        /// Imports to this agent; `segue platforms` lists agents.
        #[arg(long, value_name = "AGENT")]
        to: String,
        /// Imports into this project folder.
        #[arg(long, value_name = "DIR")]
        project: PathBuf,
    },
    /// Lists auto-imports, and why one has stopped.
    List,
    /// Turns off an auto-import.
    Revoke {
        /// Its id from `segue auto list`, or the person.
        #[arg(value_name = "ID|PERSON")]
        order: String,
    },
}

#[derive(Args)]
pub struct HistoryOptions {
    /// A conversation, handoff or file; all conversations by default.
    #[arg(value_name = "WHAT")]
    pub what: Option<String>,
    /// Prints a Mermaid graph.
    #[arg(long, conflicts_with = "json")]
    pub mermaid: bool,
}
