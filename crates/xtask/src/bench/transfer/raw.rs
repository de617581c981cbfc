//! Raw TCP: what nothing that moves bytes over one connection can be much faster than.
//!
//! ```text
//! give: file ── read ── buffer ── write ── socket      take: socket ── read ── buffer ── write ── file
//! ```
//!
//! No encryption, no check, no compression; each end copies through one buffer.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::hosts::{LEFT, RIGHT};
use crate::shell;

/// How many bytes are read at once.
const BUFFER: usize = 256 << 10;

/// Listens, says where, and gives the file to everyone who connects, until it is ended.
pub fn give(listen: &str, file: &Path) -> Result<()> {
    let listener = TcpListener::bind(listen).with_context(|| format!("listening on {listen}"))?;
    let address = listener.local_addr()?.to_string();
    println!("{}", json!({"ready": {"ticket": address}}));
    for socket in listener.incoming() {
        copy(&mut File::open(file)?, &mut socket?)?;
    }
    Ok(())
}

/// Connects and writes what arrives to the file until the other end closes.
pub fn take(from: &str, file: &Path) -> Result<()> {
    let mut socket = TcpStream::connect(from).with_context(|| format!("connecting to {from}"))?;
    copy(&mut socket, &mut File::create(file)?)
}

fn copy(from: &mut impl Read, to: &mut impl Write) -> Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let read = from.read(&mut buffer)?;
        let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else {
            return Ok(());
        };
        to.write_all(bytes)?;
    }
}

/// Measures how many megabytes iperf3 moves in a second, from memory to memory; `None` when it is
/// not installed.
pub fn iperf() -> Option<f64> {
    let program = shell::find("iperf3")?;
    let mut server = LEFT
        .command(&program)
        .args(["--server", "--one-off", "--idle-timeout", "20"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let ask = |client: &mut Command| {
        client.args([
            "--client",
            LEFT.address,
            "--reverse",
            "--time",
            "2",
            "--json",
        ]);
        let said: Value = serde_json::from_str(&shell::read(client)?).ok()?;
        said["end"]["sum_received"]["bits_per_second"].as_f64()
    };
    // It says nothing when it listens, so it is asked until it answers.
    let speed = (0..50).find_map(|_| {
        let speed = ask(&mut RIGHT.command(&program));
        if speed.is_none() {
            std::thread::sleep(Duration::from_millis(100));
        }
        speed
    });
    // With one visit served it has ended by itself.
    server.kill().ok();
    server.wait().ok();
    speed.map(|bits| bits / 8e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_arrive_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let bytes: Vec<u8> = (0..3 * BUFFER + 17).map(|n| (n / 7) as u8).collect();
        std::fs::write(&from, &bytes).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let giver = std::thread::spawn(move || {
            let (mut socket, _) = listener.accept().unwrap();
            copy(&mut File::open(from).unwrap(), &mut socket).unwrap();
        });
        take(&address, &to).unwrap();
        giver.join().unwrap();
        assert!(std::fs::read(to).unwrap() == bytes);
    }
}
