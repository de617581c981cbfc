//! A large handoff, and a receiver that is killed again and again while it comes.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use segue_testkit::lan;
use segue_testkit::samples::claude;

use crate::handing::{assert_blobs_whole, id, import, listed, project, receipt, send, sessions};
use crate::test_peer::TestPeer;

/// How often it is killed.
const KILLS: u32 = 3;
/// Bytes that may come twice for every kill.
const UNDER_WAY: u64 = 2 << 20;
/// Tool outputs in the session, of 64 kB each.
const OUTPUTS: u32 = 130;

#[test]
fn killed_while_a_large_one_comes_it_goes_on_from_there() {
    lan(
        "heavy::killed_while_a_large_one_comes_it_goes_on_from_there",
        |lan| {
            let mut ana = TestPeer::new(lan.host("a"), "Ana");
            let mut ben = TestPeer::new(lan.host("b"), "Ben");
            ben.join(&ana.invite());
            let what = large(&ana);
            ben.kill();
            let task = id(&send(ana.world(), &what, &["--to", "Ben", "--queue"])[0]);
            lan.shape("12mbit");
            let seed = SystemTime::now().duration_since(UNIX_EPOCH);
            let mut state = seed.expect("after 1970").subsec_nanos() | 1;
            println!("seed {state}");
            let mut most = 0;
            for kill in 1..=KILLS {
                ben.restart();
                let line = ben.until("more of it came", |line| {
                    far(line) > most || line["data"]["receipt"] == "delivered"
                });
                assert!(far(&line) > 0, "it was there before kill {kill}: {line}");
                most = far(&line);
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                // Any moment is as good as another.
                std::thread::sleep(Duration::from_millis(u64::from(state % 150)));
                ben.kill();
                assert_blobs_whole(ben.world());
            }
            ana.kill();
            ana.restart();
            ben.restart();
            let came = receipt(ben.world(), &task, "delivered");
            assert_blobs_whole(ben.world());
            // What was there when it was killed did not come again; what was under way may have.
            let figure = |name: &str| came[name].as_u64().expect("a figure");
            let (last, bytes) = (figure("travelled"), figure("bytes"));
            println!("{most} of {bytes} bytes before the last kill, {last} after it");
            assert!(
                last < bytes - most + UNDER_WAY,
                "{last} after {most} of {bytes}"
            );
            assert_eq!(listed(ben.world(), "inbox").len(), 1);
            import(ben.world(), &task);
            receipt(ana.world(), &task, "imported");
            assert_eq!(sessions(ben.world()).len(), 1);
        },
    );
}

/// How much of a file came, when a line is about that.
fn far(line: &serde_json::Value) -> u64 {
    line["data"]["progress"]["done"].as_u64().unwrap_or(0)
}

/// A session of some megabytes.
fn large(desk: &TestPeer) -> String {
    let cwd = project(desk.world()).to_string_lossy().into_owned();
    let mut session = claude::Session::new(claude::id(1), cwd).ask("Read all of it");
    let mut state = 0x9e37_79b9_u32;
    for at in 0..OUTPUTS {
        let output: String = (0..8_000)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                format!("{state:07x} ")
            })
            .collect();
        let input = serde_json::json!({"file_path": format!("src/{at}.txt")});
        session = session.call("Read", input, &output);
    }
    session
        .answer("Done")
        .write(&desk.world().home().join(".claude"), 60);
    format!("claude-code:{}", claude::id(1))
}
