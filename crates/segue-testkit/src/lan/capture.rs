//! What passes the switch, byte for byte.
//!
//! Nothing may be missing, or a test could not say that something was never sent: the capture
//! ends only after a mark of its own, sent last, has come by, and not if the system lost anything.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::net::{IpAddr, UdpSocket};
use std::process::Command;

use super::tools::{capture_missing, until};
use super::{SWITCH, SWITCH_ADDRESS};
use crate::Running;

/// Where the mark goes: to everybody on the LAN, who do not listen there.
const MARK_TO: &str = "10.77.0.255:9";

/// A capture that is still running.
pub struct Capture {
    folder: tempfile::TempDir,
    tcpdump: Running,
}

impl Capture {
    pub(super) fn start() -> Self {
        if let Some(reason) = capture_missing() {
            panic!("nothing can be captured here: {reason}");
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let script =
            "exec tcpdump --immediate-mode -U -n -s 0 -B 65536 -Z root -i \"$0\" -w \"$1\" 2>&1";
        let mut tcpdump = Running::start(
            Command::new("sh")
                .args(["-c", script, SWITCH])
                .arg(file(&folder)),
        );
        said(&mut tcpdump, "listening on");
        Self { folder, tcpdump }
    }

    /// Ends it and returns everything that passed since it began.
    ///
    /// # Panics
    /// When anything that passed may be missing.
    pub fn stop(mut self) -> Passed {
        let mark = self
            .folder
            .path()
            .to_string_lossy()
            .into_owned()
            .into_bytes();
        let socket = UdpSocket::bind((SWITCH_ADDRESS, 0)).expect("a socket at the switch");
        socket.set_broadcast(true).expect("a socket for everybody");
        let mut capture = File::open(file(&self.folder)).expect("the capture is there");
        let mut bytes = Vec::new();
        let mut read = |bytes: &mut Vec<u8>| {
            capture.read_to_end(bytes).expect("the capture can be read");
        };
        read(&mut bytes);
        let before_mark = bytes.len();
        let mut rounds = 0_u32;
        until("the capture has come to its end", || {
            if rounds.is_multiple_of(100) {
                socket.send_to(&mark, MARK_TO).expect("a mark can be sent");
            }
            rounds += 1;
            read(&mut bytes);
            holds(&bytes[before_mark..], &mark)
        });
        self.tcpdump.terminate();
        let lost = said(&mut self.tcpdump, "dropped by kernel");
        assert!(lost.starts_with("0 "), "the capture has holes: {lost}");
        read(&mut bytes);
        Passed(bytes)
    }
}

/// What passed the switch, as a pcap file.
pub struct Passed(Vec<u8>);

/// Lengths of the headers of the file, of each packet in it, and of the frame around each packet.
const FILE: usize = 24;
const PACKET: usize = 16;
const FRAME: usize = 14;

impl Passed {
    /// Returns how many bytes there are.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Checks whether these bytes passed. What was sent in one small piece is in one piece; longer
    /// things may be cut by packet headers.
    pub fn holds(&self, bytes: impl AsRef<[u8]>) -> bool {
        holds(&self.0, bytes.as_ref())
    }

    /// Returns every address that something was sent to.
    ///
    /// # Panics
    /// When this is no capture of a LAN.
    pub fn receivers(&self) -> BTreeSet<IpAddr> {
        let mut receivers = BTreeSet::new();
        let mut rest = self.0.get(FILE..).expect("a capture");
        while let Some((head, packets)) = rest.split_first_chunk::<PACKET>() {
            let length = u32::from_ne_bytes([head[8], head[9], head[10], head[11]]) as usize;
            // The last one may have been cut off at the end.
            let Some((frame, next)) = packets.split_at_checked(length) else {
                break;
            };
            receivers.extend(receiver(frame));
            rest = next;
        }
        receivers
    }
}

/// Returns where a frame goes. `None` when it carries no IP.
fn receiver(frame: &[u8]) -> Option<IpAddr> {
    let packet = frame.get(FRAME..)?;
    match frame.get(FRAME - 2..FRAME)? {
        [0x08, 0x00] => Some(IpAddr::from(*packet.get(16..)?.first_chunk::<4>()?)),
        [0x86, 0xdd] => Some(IpAddr::from(*packet.get(24..)?.first_chunk::<16>()?)),
        _ => None,
    }
}

fn file(folder: &tempfile::TempDir) -> std::path::PathBuf {
    folder.path().join("lan.pcap")
}

/// Waits for the first line with these words.
fn said(tcpdump: &mut Running, words: &str) -> String {
    loop {
        let line = tcpdump.line();
        if line.contains(words) {
            return line;
        }
    }
}

fn holds(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len()).any(|window| window == mark)
}
