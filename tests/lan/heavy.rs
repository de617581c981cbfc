//! A large handoff, and a receiver that is killed again and again while it comes.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use segue_testkit::lan;
use segue_testkit::samples::claude;

use crate::desk::Desk;
use crate::handing::{
    assert_blobs_whole, find, id, import, listed, project, receipt, send, sessions, until,
};

/// How often it is killed.
const KILLS: u32 = 12;
/// Tool outputs in the session, of 64 kB each.
const OUTPUTS: u32 = 48;

#[test]
fn killed_while_a_large_one_comes_it_goes_on_from_there() {
    lan(
        "heavy::killed_while_a_large_one_comes_it_goes_on_from_there",
        |lan| {
            let mut ana = Desk::new(lan.host("a"), "Ana");
            let mut ben = Desk::new(lan.host("b"), "Ben");
            ben.join(&ana.invite());
            let what = large(&ana);
            ben.kill();
            let task = id(&send(ana.world(), &what, &["--to", "Ben", "--queue"])[0]);
            lan.shape("16mbit");
            let seed = SystemTime::now().duration_since(UNIX_EPOCH);
            let mut state = seed.expect("after 1970").subsec_nanos() | 1;
            println!("seed {state}");
            let (mut most, mut moments) = (0, 0);
            for _ in 0..KILLS {
                ben.restart();
                let known = until("it to be known", || {
                    find(ben.world(), &task).ok_or_else(String::new)
                });
                if known["receipt"] == "delivered" {
                    break;
                }
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                // Any moment is as good as another.
                std::thread::sleep(Duration::from_millis(u64::from(state % 300)));
                let far = find(ben.world(), &task).expect("it")["progress"]["done"].as_u64();
                ben.kill();
                assert_blobs_whole(ben.world());
                moments += u32::from(far > Some(0));
                most = most.max(far.unwrap_or(0));
            }
            assert!(
                moments >= 3,
                "killed while it came: {moments}, {most} bytes at most"
            );
            ana.kill();
            ana.restart();
            ben.restart();
            let came = receipt(ben.world(), &task, "delivered");
            assert_blobs_whole(ben.world());
            let (travelled, bytes) = (came["travelled"].as_u64(), came["bytes"].as_u64());
            println!("{moments} kills, {most} of {bytes:?} before the last; then {travelled:?}");
            assert_eq!(listed(ben.world(), "inbox").len(), 1);
            import(ben.world(), &task);
            receipt(ana.world(), &task, "imported");
            assert_eq!(sessions(ben.world()).len(), 1);
        },
    );
}

/// A session of some megabytes.
fn large(desk: &Desk) -> String {
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
