//! What can be typed about people.

use clap::{ArgGroup, Args};

pub const PEOPLE_HELP: &str = "\
Verified people can hand you something; nobody else can. ID are the last letters
of their device's key: where two have one name, use those.

Examples:
  segue people
  segue people --nearby";

pub const INVITE_HELP: &str = "\
Whoever shows the invite first is verified at once, so pass it on where only
they can read it. It works once. You are told who used it, and can undo that:
segue forget PERSON

When nothing else runs the node, the command stays until the invite is used, and
Ctrl+C takes it back.

Examples:
  segue invite
  segue invite --qr                   for someone beside you
  segue invite --minutes 60 --wait
  segue invite --revoke 1a2b3c4d";

pub const JOIN_HELP: &str = "\
Without TICKET it is asked for, or read from standard input, so that it stands
neither in your shell's history nor in the list of processes.

Examples:
  segue join
  wl-paste | segue join
  segue join segue:invite/...";

pub const PAIR_HELP: &str = "\
Both computers show the same four words, unless someone stands in between. Read
them to each other and say whether they are the same; then both of you are
verified. Without PERSON, shows who asks; when nothing else runs the node, waits
two minutes for somebody to ask.

PERSON is a name, the letters of an ID, or HOST:PORT.

Examples:
  segue people --nearby
  segue pair Dana
  segue pair                          on Dana's computer
  segue pair Dana --confirm \"tiger ocean ladder bamboo\"
  segue pair Dana --differ";

pub const CONNECT_HELP: &str = "\
For networks on which nobody is found by themselves. `segue status` on the other
computer shows its addresses. Names are not looked up: type the numbers.

Examples:
  segue connect 192.168.1.20:47100
  segue connect [fd00::20]:47100";

pub const BLOCK_HELP: &str = "\
Their connections close at once, and nothing comes from or goes to them any more.
They are not told.

Examples:
  segue block Dana
  segue block k3f9q2";

pub const FORGET_HELP: &str = "\
They become a stranger again and can hand you nothing. Also the way to take back
what an invite did.

Example:
  segue forget Dana";

pub const NICKNAME_HELP: &str = "\
Only you see it. An empty name brings their own back.

Examples:
  segue nickname \"Wise Mango\" Dana
  segue nickname Dana \"\"";

#[derive(Args)]
pub struct PeopleOptions {
    /// Look for devices nearby as well, which may take a few seconds.
    #[arg(long)]
    pub nearby: bool,
}

#[derive(Args)]
pub struct InviteOptions {
    /// For how long it holds; a day by default, 10 minutes with --qr.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=10_080))]
    pub minutes: Option<u32>,
    /// Also show it as a picture for the camera of another device.
    #[arg(long)]
    pub qr: bool,
    /// Wait until someone uses it.
    #[arg(long)]
    pub wait: bool,
    /// Take back an invite that nobody used.
    #[arg(long, value_name = "ID", conflicts_with_all = ["minutes", "qr", "wait"])]
    pub revoke: Option<String>,
}

#[derive(Args)]
pub struct JoinOptions {
    /// The invite, or - for standard input.
    pub ticket: Option<String>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("word").args(["confirm", "differ", "ignore"]))]
pub struct PairOptions {
    /// With whom.
    pub person: Option<String>,
    /// The words or digits that the other screen shows.
    #[arg(long, value_name = "CODE", requires = "person")]
    pub confirm: Option<String>,
    /// The other screen shows another code: tell them, and pair nothing.
    #[arg(long, requires = "person")]
    pub differ: bool,
    /// Leave the request alone; their next one waits longer.
    #[arg(long, requires = "person")]
    pub ignore: bool,
}

#[derive(Args)]
pub struct ConnectOptions {
    /// Where.
    #[arg(value_name = "HOST:PORT")]
    pub address: String,
}

#[derive(Args)]
pub struct PersonOptions {
    /// Who: a name, or the letters of an ID.
    pub person: String,
}

#[derive(Args)]
pub struct NicknameOptions {
    /// Who: a name, or the letters of an ID.
    pub person: String,
    /// What you call them.
    pub name: String,
}
