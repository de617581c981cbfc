//! How long a history of many records takes: to load, to add to, to bring to another device; how
//! large its file is and what it needs in memory.
//!
//! ```text
//! four people's records ──▶ file ──▶ load (with and without proof) ──▶ append ──▶ sync of 100
//!                                └──▶ floor: the file's bytes hashed, as many signatures verified
//! ```
//!
//! `ledger <records>…`; 10,000 and 100,000 if not said. One thread.
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark stops at the first surprise"
)]

use std::{hint::black_box, time::Instant};

use ed25519_dalek::SigningKey;
use segue_ledger::{
    Entry, Handoff, Ledger, Outgoing, PublicKey, Receipt, ReceiptKind, RecordId, Signer, Sync,
    Version,
};

const CONVERSATION: &str = "8f14e45f-ceea-467f-a8c3-7d1f0d5c9b1e";

/// Numbers without a pattern; always the same.
struct Dice(blake3::OutputReader);

impl Dice {
    fn new(seed: u64) -> Self {
        Dice(
            blake3::Hasher::new()
                .update(&seed.to_le_bytes())
                .finalize_xof(),
        )
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill(&mut bytes);
        bytes
    }

    fn uuid(&mut self) -> String {
        uuid::Builder::from_random_bytes(self.bytes())
            .into_uuid()
            .to_string()
    }

    fn hash(&mut self) -> String {
        blake3::Hash::from_bytes(self.bytes()).to_string()
    }
}

/// Records that are written one by one.
const BLOCK: usize = 10_000;
const NAMES: [&str; 4] = ["Dana", "Sam", "Kim", "Lee"];

fn people() -> Vec<SigningKey> {
    (1..=4)
        .map(|seed| SigningKey::from_bytes(&[seed; 32]))
        .collect()
}

fn key(person: &SigningKey) -> PublicKey {
    PublicKey(person.public_key())
}

/// Writes what happens in a busy conversation: a version, a handoff, and what became of it.
fn write(ledger: &mut Ledger, people: &[SigningKey], count: usize, seed: u64) {
    let chain = seed.to_le_bytes();
    let mut dice = Dice::new(seed);
    let mut at = 1_790_000_000_000 + seed * 1_000_000_000;
    let mut parent: Option<RecordId> = None;
    let goal = ledger.len() + count;
    let mut turn = 0;
    while ledger.len() < goal {
        let (from, to) = (turn % people.len(), (turn + 1) % people.len());
        let (sender, task_id) = (key(&people[from]), dice.uuid());
        let mut add = |by: usize, entry: Entry| {
            let full = ledger.len() == goal;
            let id = ledger.id_of(key(&people[by]), NAMES[by], &entry).unwrap();
            if !full {
                ledger
                    .append(&people[by], chain, NAMES[by], &entry)
                    .unwrap();
            }
            id
        };
        at += 1 + u64::from(u16::from_le_bytes(dice.bytes())) * 37;
        let version = add(
            from,
            Entry::Version(Version {
                parents: parent.into_iter().collect(),
                platform: ["claude-code", "codex", "gemini-cli"][turn % 3].into(),
                session_id: Some(dice.uuid()),
                message_count: u64::from(u16::from_le_bytes(dice.bytes())),
                created_at: at,
                content_hash: dice.hash(),
            }),
        );
        parent = Some(version);
        add(
            from,
            Entry::Handoff(Handoff {
                version,
                to: key(&people[to]),
                to_name: NAMES[to].into(),
                at: at + 11,
                export_id: dice.uuid(),
                task_id: task_id.clone(),
                refers_to: None,
            }),
        );
        for kind in [
            ReceiptKind::Delivered,
            ReceiptKind::Opened,
            ReceiptKind::Imported,
        ] {
            at += 1 + u64::from(u16::from_le_bytes(dice.bytes()));
            let task_id = task_id.clone();
            add(
                to,
                Entry::Receipt(Receipt {
                    task_id,
                    sender,
                    kind,
                    at,
                    reason: None,
                }),
            );
        }
        turn += 1;
    }
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64() * 1e3)
}

/// The best of three.
fn best<T>(mut run: impl FnMut() -> (T, f64)) -> (T, f64) {
    let mut best = run();
    for _ in 0..2 {
        let next = run();
        if next.1 < best.1 {
            best = next;
        }
    }
    best
}

/// Brings two ledgers together; how many bytes travelled.
fn meet(one: &mut Ledger, other: &mut Ledger) -> usize {
    let (mut here, mut there, mut bytes) = (Sync::new(), Sync::new(), 0);
    loop {
        let sent = one.message(&mut here);
        let mut quiet = sent.is_none();
        bytes += deliver(other, &mut there, sent);
        let sent = other.message(&mut there);
        quiet &= sent.is_none();
        bytes += deliver(one, &mut here, sent);
        if quiet {
            return bytes;
        }
    }
}

fn deliver(to: &mut Ledger, sync: &mut Sync, sent: Option<Outgoing>) -> usize {
    let (news, length) = match sent {
        None => return 0,
        Some(Outgoing::Message(bytes)) => (to.receive(sync, "peer", &bytes), bytes.len()),
        Some(Outgoing::Whole(bytes)) => (to.take_whole(sync, "peer", &bytes), bytes.len()),
    };
    assert!(news.unwrap().refused.is_empty());
    length
}

/// A line of what the system says about this process, in megabytes.
fn memory(line: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let found = status.lines().find_map(|one| one.strip_prefix(line))?;
    let kilobytes: f64 = found.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1e3)
}

/// Processor time of this process so far, in milliseconds; what others do does not count.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e6)
}

fn figure(what: &str, value: f64, unit: &str) {
    println!("  {what:<52} {value:>9.2} {unit}");
}

fn goal(what: &str, value: f64, most: f64, unit: &str) {
    let verdict = if value < most { "met" } else { "NOT MET" };
    println!("  {what:<52} {value:>9.2} {unit:<3} goal < {most:>4.0} {unit:<3} {verdict}");
}

fn measure(count: usize) {
    // The goals are for ten thousand; more is only shown.
    let against = |what: &str, value: f64, most: f64, unit: &str| {
        if count == 10_000 {
            goal(what, value, most, unit);
        } else {
            figure(what, value, unit);
        }
    };
    let people = people();
    let mut ledger = Ledger::new(CONVERSATION).unwrap();
    let (_, made) = timed(|| write(&mut ledger, &people, count.min(BLOCK), 1));
    // The rest in blocks that are brought together: one by one takes the longer the more there are.
    for block in 2.. {
        let left = count - ledger.len();
        if left == 0 {
            break;
        }
        let mut more = Ledger::new(CONVERSATION).unwrap();
        write(&mut more, &people, left.min(BLOCK), block);
        meet(&mut ledger, &mut more);
    }
    println!("{count} records by four people, best of 3, one thread");
    figure(
        "the first 10,000 written one by one, each",
        made / count.min(BLOCK) as f64,
        "ms",
    );
    let (bytes, saved) = timed(|| ledger.save());
    figure("save", saved, "ms");
    against("file", bytes.len() as f64 / 1e6, 3.0, "MB");
    let checked = ledger.checked().unwrap();
    drop(ledger);

    let (_, floor) = best(|| timed(|| blake3::hash(black_box(&bytes))));
    figure("floor: the file hashed", floor, "ms");
    let signed = people[0].sign(&[7; 400]);
    let signature = ed25519_dalek::Signature::from_bytes(&signed);
    let verifying = people[0].verifying_key();
    let (_, floor) = timed(|| {
        for _ in 0..1_000 {
            verifying
                .verify_strict(black_box(&[7; 400]), &signature)
                .unwrap();
        }
    });
    figure(
        "floor: as many signatures verified",
        floor * count as f64 / 1e3,
        "ms",
    );

    let resident = memory("VmRSS:");
    let (mut ledger, once) = timed(|| Ledger::load(CONVERSATION, &bytes, Some(&checked)).unwrap());
    let grown = memory("VmRSS:")
        .zip(resident)
        .map(|(after, before)| after - before);
    let (_, load) = best(|| timed(|| Ledger::load(CONVERSATION, &bytes, Some(&checked)).unwrap()));
    against(
        "load, with the proof of the last time",
        load.min(once),
        150.0,
        "ms",
    );
    let before = processor();
    black_box(Ledger::load(CONVERSATION, &bytes, Some(&checked)).unwrap());
    if let (Some(before), Some(after)) = (before, processor()) {
        figure("  processor time of one", after - before, "ms");
    }
    let (_, anew) = timed(|| Ledger::load(CONVERSATION, &bytes, None).unwrap());
    figure("load, every signature verified", anew, "ms");
    if let (Some(grown), Some(peak)) = (grown, memory("VmHWM:")) {
        figure("memory of a loaded ledger", grown, "MB");
        figure("most memory of this process so far", peak, "MB");
    }

    let (_, view) = best(|| timed(|| black_box(ledger.lineage())));
    figure("what it all says: versions, handoffs, states", view, "ms");
    let mut seed = 100;
    let (_, append) = best(|| {
        seed += 1;
        timed(|| write(&mut ledger, &people, 1, seed))
    });
    figure("append one", append, "ms");
    let (more, incremental) = timed(|| ledger.save_more().unwrap());
    figure("save what is new", incremental, "ms");
    black_box(more);

    let mut other = Ledger::load(CONVERSATION, &bytes, Some(&checked)).unwrap();
    meet(&mut ledger, &mut other);
    let mut travelled = 0;
    let (_, sync) = best(|| {
        seed += 1;
        write(&mut ledger, &people, 100, seed);
        timed(|| travelled = meet(&mut ledger, &mut other))
    });
    against("sync of 100 new ones, both sides", sync, 100.0, "ms");
    figure("  travelled", travelled as f64 / 1e3, "kB");
    let (_, same) = best(|| timed(|| travelled = meet(&mut ledger, &mut other)));
    figure("sync of equal ones", same, "ms");
    figure("  travelled", travelled as f64 / 1e3, "kB");
    drop(other);

    // Many at once into what was just loaded, which once took gigabytes.
    let mut other = Ledger::load(CONVERSATION, &bytes, Some(&checked)).unwrap();
    let mut more = Ledger::load(CONVERSATION, &bytes, Some(&checked)).unwrap();
    write(&mut more, &people, 2_000, seed + 1);
    // Linux begins to count the peak anew.
    let reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = memory("VmRSS:");
    let (_, many) = timed(|| meet(&mut more, &mut other));
    figure("sync of 2,000 new ones, both sides", many, "ms");
    if let (true, Some(before), Some(peak)) = (reset, before, memory("VmHWM:")) {
        against("  more memory at most", peak - before, 64.0, "MB");
    }
    drop((other, more));
    let mut newcomer = Ledger::new(CONVERSATION).unwrap();
    let (_, all) = timed(|| travelled = meet(&mut ledger, &mut newcomer));
    figure("sync of all, to a newcomer", all, "ms");
    figure("  travelled", travelled as f64 / 1e6, "MB");
    assert_eq!(newcomer.len(), ledger.len());
    if let Some(peak) = memory("VmHWM:") {
        figure("most memory since, two ledgers in it", peak, "MB");
    }
}

fn main() {
    let said: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let counts = if said.is_empty() {
        vec![10_000, 100_000]
    } else {
        said
    };
    counts.into_iter().for_each(measure);
}
