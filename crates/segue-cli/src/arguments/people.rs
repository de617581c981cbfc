//! What can be typed about people.

use clap::{ArgGroup, Args};

pub const PEOPLE_HELP: &str = "\
Only verified people can hand you something. ID is the end of a person's device
id. Use it where two people have the same name.

Examples:
  segue people
  segue people --nearby";

pub const INVITE_HELP: &str = "\
Anyone who has the invite can use it, and the first person who does is verified
at once. Send it over a channel you trust. It works once. You're told who used
it. To undo that: segue forget PERSON

If nothing else runs the node, the command waits until the invite is used, and
Ctrl+C revokes it.

Examples:
  segue invite
  segue invite --qr                   # for someone next to you
  segue invite --minutes 60 --wait
  segue invite --revoke 1a2b3c4d";

pub const JOIN_HELP: &str = "\
Without INVITE, Segue asks for it or reads standard input. That keeps it out of
your shell's history and the list of processes.

Examples:
  segue join
  wl-paste | segue join
  segue join segue:invite/...";

pub const PAIR_HELP: &str = "\
Both computers show the same four words, unless someone is intercepting the
connection. Compare them in the same room or on the phone. If they match, confirm
it, and both of you are verified.

Without PERSON, shows who wants to pair. If nothing else runs the node, waits two
minutes for someone to ask.

PERSON is a name, an ID from `segue people`, or HOST:PORT.

Examples:
  segue people --nearby
  segue pair Dana
  segue pair                          # on Dana's computer
  segue pair Dana --confirm \"tiger ocean ladder bamboo\"
  segue pair Dana --differ";

pub const CONNECT_HELP: &str = "\
For networks where discovery doesn't work. `segue status` on the other computer
shows its addresses. Use an IP address: names aren't looked up.

Examples:
  segue connect 192.168.1.20:47100
  segue connect [fd00::20]:47100";

pub const BLOCK_HELP: &str = "\
Their connections close at once, and nothing comes from them or goes to them.
They aren't told.

Examples:
  segue block Dana
  segue block k3f9q2";

pub const FORGET_HELP: &str = "\
You can't hand each other anything until you pair again or use a new invite. Also
use this if the wrong person used your invite.

Example:
  segue forget Dana";

pub const NICKNAME_HELP: &str = "\
Only you see it. An empty name removes it.

Examples:
  segue nickname \"Wise Mango\" Dana
  segue nickname Dana \"\"";

#[derive(Args)]
pub struct PeopleOptions {
    /// Also looks for people on this network, which can take a few seconds.
    #[arg(long)]
    pub nearby: bool,
}

#[derive(Args)]
pub struct InviteOptions {
    /// Keeps it valid for this many minutes; a day by default, 10 minutes with --qr.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=10_080))]
    pub minutes: Option<u32>,
    /// Also shows it as a QR code, for the camera of another device.
    #[arg(long)]
    pub qr: bool,
    /// Waits until someone uses it.
    #[arg(long)]
    pub wait: bool,
    /// Revokes an invite that nobody has used.
    #[arg(long, value_name = "ID", conflicts_with_all = ["minutes", "qr", "wait"])]
    pub revoke: Option<String>,
}

#[derive(Args)]
pub struct JoinOptions {
    /// The invite, or - for standard input.
    #[arg(value_name = "INVITE")]
    pub ticket: Option<String>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("word").args(["confirm", "differ", "ignore"]))]
pub struct PairOptions {
    /// The person to pair with.
    pub person: Option<String>,
    /// Confirms the pairing with the words or digits on the other screen.
    #[arg(long, value_name = "CODE", requires = "person")]
    pub confirm: Option<String>,
    /// Ends the pairing because the words don't match, and tells them.
    #[arg(long, requires = "person")]
    pub differ: bool,
    /// Ignores their request; the next one has to wait longer.
    #[arg(long, requires = "person")]
    pub ignore: bool,
}

#[derive(Args)]
pub struct ConnectOptions {
    /// The address, such as 192.168.1.20:47100.
    #[arg(value_name = "HOST:PORT")]
    pub address: String,
}

#[derive(Args)]
pub struct PersonOptions {
    /// The person: a name, or an ID from `segue people`.
    pub person: String,
}

#[derive(Args)]
pub struct NicknameOptions {
    /// The person: a name, or an ID from `segue people`.
    pub person: String,
    /// Your name for them.
    pub name: String,
}
