//! A LAN is by itself: nothing gets out, nothing of another gets in, nothing stays.

use std::net::UdpSocket;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use segue_testkit::{Host, World, assert_in_lan, discovery_allowed, lan};

use crate::talk::{ears_v4, everybody_v4, heard, say, socket, v4};

#[test]
fn there_is_no_way_out() {
    lan("kept_in::there_is_no_way_out", |lan| {
        let a = lan.host("a");
        let no_way = || {
            for (from, to) in [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")] {
                let leaves = UdpSocket::bind(from).and_then(|socket| socket.connect(to));
                assert!(leaves.is_err(), "{to} can be reached");
            }
        };
        no_way();
        a.inside(no_way);
    });
}

#[test]
fn discovery_is_allowed_here_until_a_device_appears_that_is_not_ours() {
    let name = "kept_in::discovery_is_allowed_here_until_a_device_appears_that_is_not_ours";
    assert!(!discovery_allowed() || std::env::var_os("SEGUE_LAN").is_some());
    lan(name, |lan| {
        let mut a = lan.host("a");
        a.add_virtual("docker0", "172.17.0.1/16");
        assert!(a.inside(|| UdpSocket::bind("172.17.0.1:0").is_ok()));
        a.inside(assert_in_lan);
        assert_in_lan();
        a.set("SEGUE_DISCOVERY", "on");
        World::with_programs(Path::new("/nowhere")).set("SEGUE_DISCOVERY", "on");
        let made = a
            .tool("ip")
            .args(["link", "add", "eth0", "type", "bridge"])
            .status();
        assert!(made.is_ok_and(|status| status.success()));
        assert!(!a.inside(discovery_allowed));
        assert!(discovery_allowed());
    });
}

#[test]
fn programs_of_a_host_look_for_others_and_those_elsewhere_do_not() {
    fn told(world: &World) -> String {
        let output = world.tool("env").output().expect("env can be started");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
    let elsewhere = told(&World::with_programs(Path::new("/nowhere")));
    assert!(elsewhere.contains("SEGUE_DISCOVERY=off\n"));
    assert!(elsewhere.contains("SEGUE_LISTEN=127.0.0.1:0\n"));
    let name = "kept_in::programs_of_a_host_look_for_others_and_those_elsewhere_do_not";
    lan(name, |lan| {
        let mut a = lan.host("a");
        assert!(!told(a.world()).contains("SEGUE_DISCOVERY"));
        assert!(!told(a.world()).contains("SEGUE_LISTEN"));
        a.set("SEGUE_DISCOVERY", "off");
        assert!(told(a.world()).contains("SEGUE_DISCOVERY=off\n"));
    });
}

/// Two of them meet in this folder: the first to come is `one`.
fn meet(folder: &Path) -> &'static str {
    let come = |name| std::fs::File::create_new(folder.join(name)).is_ok();
    let (me, other) = if come("one") {
        ("one", "two")
    } else {
        ("two", "one")
    };
    assert!(me == "one" || come("two"), "nobody else comes here");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !folder.join(other).exists() {
        assert!(Instant::now() < deadline, "{me} waited in vain for {other}");
        std::thread::sleep(Duration::from_millis(5));
    }
    me
}

#[test]
fn two_lans_at_once_do_not_meet() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two-lans");
    let body = |lan: &mut segue_testkit::Lan| {
        let (a, b): (Host, Host) = (lan.host("a"), lan.host("b"));
        let ears = ears_v4(&b);
        let mouth = socket(&a, v4(&a), 0);
        let me = meet(&place.join("ready"));
        say(&mouth, everybody_v4(), me);
        assert_eq!(heard(&ears), me);
        // Both have spoken: whatever the other said would be here before what comes next.
        meet(&place.join("spoken"));
        say(&mouth, everybody_v4(), "the last word");
        assert_eq!(heard(&ears), "the last word");
    };
    let run = || lan("kept_in::two_lans_at_once_do_not_meet", body);
    if std::env::var_os("SEGUE_LAN").is_some() {
        return run();
    }
    std::fs::remove_dir_all(&place).ok();
    for corner in ["ready", "spoken"] {
        std::fs::create_dir_all(place.join(corner)).unwrap();
    }
    std::thread::scope(|scope| {
        scope.spawn(run);
        scope.spawn(run);
    });
}

#[test]
fn nothing_is_left_behind() {
    /// A time to sleep that nobody else sleeps.
    const UNUSUAL: &str = "86413.977";
    let sleepers = || {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let commands = processes.map(|process| std::fs::read(process.path().join("cmdline")));
        let sleeps = |command: &Vec<u8>| command.ends_with(format!("{UNUSUAL}\0").as_bytes());
        commands.flatten().filter(sleeps).count()
    };
    lan("kept_in::nothing_is_left_behind", |lan| {
        let a = lan.host("a");
        let script = "setsid sleep \"$0\" & echo started";
        let started = a
            .tool("sh")
            .args(["-c", script, UNUSUAL])
            .stderr(Stdio::null())
            .spawn();
        assert!(started.is_ok_and(|mut shell| shell.wait().is_ok()));
        assert!(Path::new("/run/netns/a").exists());
        let deadline = Instant::now() + Duration::from_secs(20);
        while sleepers() == 0 {
            assert!(Instant::now() < deadline, "the sleeper never slept");
        }
    });
    if !discovery_allowed() {
        assert_eq!(sleepers(), 0);
        assert!(!Path::new("/run/segue-lan").exists());
    }
}
