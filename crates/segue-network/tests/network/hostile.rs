//! What hostile devices do to a network, and what they get out of it: nothing.
//!
//! Strangers and verified people alike; all on loopback, where 127.0.0.2, … are other computers.

mod bombs;
mod codes;
mod doors;
mod floods;
mod forgeries;
mod givers;
mod greetings;
mod names;
mod offers;
mod peer_messages;
mod probes;
#[cfg(target_os = "linux")]
mod room;
#[cfg(unix)]
mod swaps;
mod talks;

use std::collections::BTreeMap;
use std::path::Path;

use segue_network::Event;
use segue_network::network::Standing;
use segue_testkit::hostile::{DOORS, Hostile, SyncSession, hello};
use tokio::sync::mpsc;

use crate::party::Party;

/// A device that is verified, says hello like anyone, and hands over what is pulled from it.
pub async fn liar(party: &mut Party) -> (Hostile, mpsc::Receiver<SyncSession>) {
    let liar = Hostile::new().await;
    greet_back(&liar);
    let pulls = liar.serve(DOORS[4]);
    party.count(liar.device(), Standing::Verified, vec![liar.address()]);
    (liar, pulls)
}

/// A device that is verified and connected, and was not asked for.
pub async fn verified(party: &mut Party) -> Hostile {
    let eve = Hostile::new().await;
    party.count(eve.device(), Standing::Verified, Vec::new());
    let at = party.address().await;
    eve.reach(party.device(), at).await.unwrap();
    eve
}

/// Answers every hello and keeps its stream.
fn greet_back(hostile: &Hostile) {
    let mut hellos = hostile.serve(DOORS[0]);
    tokio::spawn(async move {
        let mut kept = Vec::new();
        while let Some(mut talk) = hellos.recv().await {
            talk.send(&hello("Friend")).await;
            kept.push(talk);
        }
    });
}

/// A stranger who is connected to this party.
pub async fn stranger(party: &Party) -> Hostile {
    let stranger = Hostile::new().await;
    stranger
        .reach(party.device(), party.address().await)
        .await
        .unwrap();
    stranger
}

/// Everything that was reported until the network stopped.
pub async fn reported(mut party: Party) -> Vec<Event> {
    party.network.stop().await;
    let mut all = Vec::new();
    while let Ok(event) = party.events.try_recv() {
        all.push(event);
    }
    all
}

/// Whether an event asks a person something, or tells of something that moved.
pub fn matters(event: &Event) -> bool {
    !matches!(event, Event::Hello { .. } | Event::Gone { .. })
}

/// Every file below a folder, with what is in it.
pub fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                all.insert(name, b"a folder".to_vec());
                left.push(path);
            } else if kind.is_symlink() {
                all.insert(name, b"a link".to_vec());
            } else {
                all.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// The most memory that this process had since the last [`forget_peak`], in bytes.
#[cfg(target_os = "linux")]
pub fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse::<u64>().unwrap() * 1024
}

/// Measures from here on, and says how much there is now.
#[cfg(target_os = "linux")]
pub fn forget_peak() -> u64 {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    peak()
}
