//! Files on their way through a real network: cut off, killed, and whole in the end.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use segue_testkit::{Host, Running, lan};
use serde_json::Value;

/// A file that does not get smaller on its way.
fn sample(folder: &Path, megabytes: usize) -> PathBuf {
    let path = folder.join("sample");
    let mut file = std::fs::File::create(&path).expect("a file");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..megabytes {
        let block: Vec<u8> = (0..125_000)
            .flat_map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state.to_le_bytes()
            })
            .collect();
        file.write_all(&block).expect("it can be written");
    }
    path
}

fn peer(host: &Host, folder: &Path, what: &[&str]) -> Running {
    let at = format!("{}:0", host.ipv4().expect("an address"));
    let mut command = host.program("segue-peer");
    command
        .arg("--folder")
        .arg(folder)
        .args(["--listen", &at])
        .args(what);
    // It serves as long as its standard input is open.
    Running::start(command.stdin(Stdio::piped()))
}

struct Scene {
    giver: Running,
    ticket: String,
    sample: PathBuf,
    inbox: tempfile::TempDir,
    _outbox: tempfile::TempDir,
}

fn scene(from: &Host, megabytes: usize) -> Scene {
    let (outbox, inbox) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a folder"),
    );
    let sample = sample(outbox.path(), megabytes);
    let name = sample.to_str().expect("a name").to_owned();
    let mut giver = peer(from, outbox.path(), &["give", "--same", &name]);
    let ready = giver.wait_for("it gives", |line| line["ready"].is_object());
    let ticket = ready["ready"]["ticket"]
        .as_str()
        .expect("a ticket")
        .to_owned();
    Scene {
        giver,
        ticket,
        sample,
        inbox,
        _outbox: outbox,
    }
}

fn came(line: &Value) -> u64 {
    line["progress"]["done"].as_u64().unwrap_or(0)
}

impl Scene {
    fn take(&self, host: &Host) -> Running {
        peer(host, self.inbox.path(), &["take", &self.ticket])
    }

    /// Nothing has its final name unless it is all there.
    fn assert_whole_or_absent(&self) {
        let taken = self.inbox.path().join("taken");
        if taken.exists() {
            self.assert_whole();
        }
    }

    fn assert_whole(&self) {
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

#[test]
fn a_cut_cable_costs_little() {
    lan("moving::a_cut_cable_costs_little", |lan| {
        lan.shape("200mbit");
        let (a, b) = (lan.host("a"), lan.host("b"));
        lan.shape("200mbit");
        let scene = scene(&a, 60);
        let mut taker = scene.take(&b);
        taker.wait_for("a third is there", |line| came(line) > 20_000_000);
        b.unplug();
        std::thread::sleep(std::time::Duration::from_secs(3));
        b.plug();
        let done = taker.wait_for("all is there", |line| line["done"].is_object());
        scene.assert_whole();
        let wire = done["done"]["wire_bytes"].as_u64().expect("a figure");
        let again = wire.saturating_sub(60_000_000);
        assert!(again < 3_000_000, "{again} bytes of 60 MB came twice");
    });
}

#[test]
fn a_new_address_does_not_end_a_transfer() {
    lan("moving::a_new_address_does_not_end_a_transfer", |lan| {
        let (a, mut b) = (lan.host("a"), lan.host("b"));
        lan.shape("200mbit");
        let scene = scene(&a, 60);
        let mut taker = scene.take(&b);
        taker.wait_for("some is there", |line| came(line) > 10_000_000);
        b.readdress("10.77.0.99/24");
        taker.wait_for("all is there", |line| line["done"].is_object());
        scene.assert_whole();
    });
}

#[test]
fn killed_at_any_point_a_file_is_whole_or_absent() {
    lan(
        "moving::killed_at_any_point_a_file_is_whole_or_absent",
        |lan| {
            let (a, b) = (lan.host("a"), lan.host("b"));
            lan.shape("400mbit");
            let mut scene = scene(&a, 40);
            let mut most = 0;
            // The taker is killed wherever it is, again and again; each time it goes on from there.
            for step in 1..=12_u64 {
                let mut taker = scene.take(&b);
                let at = step * 2_500_000;
                let line = taker.wait_for("it goes on", |line| {
                    came(line) >= at || line["done"].is_object()
                });
                taker.kill();
                scene.assert_whole_or_absent();
                if line["done"].is_object() {
                    break;
                }
                most = most.max(came(&line));
            }
            assert!(most > 10_000_000, "{most}");
            // The giver is killed too, and comes back as the same device.
            let mut taker = scene.take(&b);
            taker.wait_for("it goes on", |line| {
                came(line) > 30_000_000 || line["done"].is_object()
            });
            scene.giver.kill();
            let outbox = scene.sample.parent().expect("a folder").to_owned();
            let name = scene.sample.to_str().expect("a name").to_owned();
            taker.kill();
            let mut giver = peer(&a, &outbox, &["give", "--same", &name]);
            let ready = giver.wait_for("it gives again", |line| line["ready"].is_object());
            scene.ticket = ready["ready"]["ticket"]
                .as_str()
                .expect("a ticket")
                .to_owned();
            scene.giver = giver;
            let mut taker = scene.take(&b);
            let done = taker.wait_for("all is there", |line| line["done"].is_object());
            scene.assert_whole();
            let wire = done["done"]["wire_bytes"].as_u64().expect("a figure");
            assert!(
                wire < 20_000_000,
                "what was there did not come again: {wire}"
            );
        },
    );
}
