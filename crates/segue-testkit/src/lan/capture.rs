//! What passes the switch, byte for byte.
//!
//! Nothing may be missing, or a test could not say that something was never sent: the capture
//! ends only after a mark of its own, sent last, has come by, and not if the system lost anything.

use std::fs::File;
use std::io::Read;
use std::net::UdpSocket;
use std::process::Command;

use super::tools::{capture_missing, until};
use super::{SWITCH, SWITCH_ADDRESS};
use crate::Running;

/// Where the mark goes: to everybody on the LAN, who do not listen there.
const MARK_TO: &str = "10.77.0.255:9";

/// A running capture.
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

    /// Ends it and returns everything that passed since it began, as a pcap file. What was sent in
    /// one small piece is in one piece; longer things may be cut by packet headers.
    ///
    /// # Panics
    /// When anything that passed may be missing.
    pub fn stop(mut self) -> Vec<u8> {
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
        bytes
    }
}

fn file(folder: &tempfile::TempDir) -> std::path::PathBuf {
    folder.path().join("lan.pcap")
}

/// The first line with these words.
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
