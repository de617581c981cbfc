//! A file on its way from one computer to another, by `segue-peer` at both ends.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use segue_testkit::{Host, Running};
use serde_json::Value;

/// What the file says now and then.
pub const CANARY: &str = "canary-in-the-file";
/// How often it says so: seldom enough that the file does not get smaller on its way.
const EACH: usize = 1000;

/// A giver that waits, and the folder of a taker.
pub struct Way {
    pub giver: Running,
    transport: &'static str,
    ticket: String,
    sample: PathBuf,
    inbox: tempfile::TempDir,
    _outbox: tempfile::TempDir,
}

impl Way {
    /// A file of so many megabytes that this computer gives.
    pub fn from(host: &Host, megabytes: usize) -> Self {
        Self::by(host, megabytes, "tcp")
    }

    /// The same by this transport.
    pub fn by(host: &Host, megabytes: usize, transport: &'static str) -> Self {
        let folder = || tempfile::tempdir().expect("a folder");
        let (outbox, inbox) = (folder(), folder());
        let sample = sample(outbox.path(), megabytes);
        let (giver, ticket) = give(host, &sample, transport);
        Self {
            giver,
            transport,
            ticket,
            sample,
            inbox,
            _outbox: outbox,
        }
    }

    /// Starts a giver in the place of the last one: the same device, the same file.
    pub fn give_again(&mut self, host: &Host) {
        (self.giver, self.ticket) = give(host, &self.sample, self.transport);
    }

    /// Starts a taker; it goes on from what is in its folder.
    pub fn take(&self, host: &Host) -> Running {
        let what = ["take", &self.ticket];
        peer(host, self.inbox.path(), self.transport, &what)
    }

    /// From now on takers begin anew.
    pub fn begin_anew(&mut self) {
        self.inbox = tempfile::tempdir().expect("a folder");
    }

    /// Nothing has its final name unless it is all there.
    pub fn assert_whole_or_absent(&self) {
        if self.is_there() {
            self.assert_whole();
        }
    }

    /// Whether the file has its final name.
    pub fn is_there(&self) -> bool {
        self.inbox.path().join("taken").exists()
    }

    /// The file is here as it was there.
    pub fn assert_whole(&self) {
        let (one, other) = (
            std::fs::read(&self.sample),
            std::fs::read(self.inbox.path().join("taken")),
        );
        assert!(
            one.expect("the sample") == other.expect("the whole file"),
            "not the same"
        );
    }
}

/// How much of the file is there when a taker says this.
pub fn came(line: &Value) -> u64 {
    line["progress"]["done"].as_u64().unwrap_or(0)
}

fn give(host: &Host, sample: &Path, transport: &str) -> (Running, String) {
    let folder = sample.parent().expect("a folder");
    let name = sample.to_str().expect("a name");
    let mut giver = peer(host, folder, transport, &["give", "--same", name]);
    let ready = giver.wait_for("it gives", |line| line["ready"].is_object());
    let ticket = ready["ready"]["ticket"].as_str().expect("a ticket");
    (giver, ticket.to_owned())
}

fn peer(host: &Host, folder: &Path, transport: &str, what: &[&str]) -> Running {
    let at = format!("{}:0", host.ipv4().expect("an address"));
    let mut command = host.program("segue-peer");
    command
        .arg("--folder")
        .arg(folder)
        .args(["--listen", &at, "--transport", transport])
        .args(what);
    // It serves as long as its standard input is open.
    Running::start(command.stdin(Stdio::piped()))
}

/// A file that does not get smaller on its way, with the canary in it again and again.
fn sample(folder: &Path, megabytes: usize) -> PathBuf {
    let path = folder.join("sample");
    let mut file = std::fs::File::create(&path).expect("a file");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..megabytes {
        let mut block: Vec<u8> = (0..125_000)
            .flat_map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state.to_le_bytes()
            })
            .collect();
        for piece in block.chunks_mut(EACH) {
            piece[..CANARY.len()].copy_from_slice(CANARY.as_bytes());
        }
        file.write_all(&block).expect("it can be written");
    }
    path
}
