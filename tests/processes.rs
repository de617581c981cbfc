//! One node per profile with real processes: killed hosts, races, frozen hosts, secrets in logs.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use segue_testkit::{Running, World};
use serde_json::Value;

fn device(status: &Value) -> String {
    status["you"]["device_id"].as_str().unwrap().to_owned()
}

fn host(status: &Value) -> u32 {
    u32::try_from(status["host"]["pid"].as_u64().unwrap()).unwrap()
}

fn hosting(world: &World) -> Running {
    let mut process = world.start(&["serve", "--no-ui", "--json"]);
    process.wait_for("it runs", |line| line["running"] == true);
    process
}

#[test]
fn a_killed_host_is_followed_by_one_of_the_attached() {
    let world = World::new();
    let mut first = hosting(&world);
    let before = world.ask(&["status"]);
    assert_eq!(host(&before), first.pid());
    let mut others: Vec<Running> = (0..3)
        .map(|_| {
            let mut other = world.start(&["log", "--follow", "--json"]);
            other.wait_for("attached", |line| line["data"] == "attached");
            other
        })
        .collect();
    first.kill();
    assert!(
        world.profile().join("node.sock").exists(),
        "a killed host cleans nothing up"
    );
    // The command that asks may itself be the host for a moment; the attached ones come after it.
    let after = (0..100)
        .map(|_| world.ask(&["status"]))
        .find(|status| others.iter().any(|other| other.pid() == host(status)))
        .expect("one of the attached becomes the host");
    assert_eq!(device(&after), device(&before));
    let new_host = host(&after);
    for other in &mut others {
        let wanted = if other.pid() == new_host {
            "hosting"
        } else {
            "attached"
        };
        other.wait_for(wanted, |line| {
            line["event"] == "connection" && line["data"] == wanted
        });
    }
    let kinds: Vec<String> = world.ask(&["log"])["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["kind"].as_str().unwrap().to_owned())
        .collect();
    assert!(kinds.contains(&"took_over".to_owned()), "{kinds:?}");
}

#[test]
fn killing_host_after_host_never_changes_the_identity() {
    let world = World::new();
    let mut identity = None;
    for _ in 0..5 {
        let mut process = hosting(&world);
        let device = device(&world.ask(&["status"]));
        assert_eq!(*identity.get_or_insert(device.clone()), device);
        process.kill();
    }
}

#[test]
fn processes_started_at_the_same_instant_on_a_fresh_profile_make_one_identity() {
    for _ in 0..5 {
        let world = World::new();
        let mut started: Vec<_> = (0..4)
            .map(|_| {
                world
                    .program("segue")
                    .args(["status", "--json"])
                    .stdout(std::process::Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        let devices: std::collections::BTreeSet<String> = started
            .drain(..)
            .map(|child| {
                let output = child.wait_with_output().unwrap();
                assert!(output.status.success(), "{output:?}");
                device(&serde_json::from_slice(&output.stdout).unwrap())
            })
            .collect();
        assert_eq!(devices.len(), 1, "{devices:?}");
        assert_eq!(world.key_files(), 1);
    }
}

#[test]
fn two_profiles_run_side_by_side_as_two_people() {
    let (one, two) = (World::new(), World::new());
    let (first, second) = (hosting(&one), hosting(&two));
    let (a, b) = (one.ask(&["status"]), two.ask(&["status"]));
    assert_eq!((host(&a), host(&b)), (first.pid(), second.pid()));
    assert_ne!(device(&a), device(&b));
}

#[test]
fn a_host_that_hangs_is_named_with_a_next_step() {
    let world = World::new();
    let process = hosting(&world);
    process.freeze();
    let ended = world.segue(&["status"]);
    process.thaw();
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(
        ended.err.contains(&format!("Process {}", process.pid())),
        "{}",
        ended.err
    );
    assert!(ended.err.contains("end that process"), "{}", ended.err);
    assert_eq!(
        host(&world.ask(&["status"])),
        process.pid(),
        "it goes on once it can"
    );
}

#[test]
fn the_log_is_structured_and_holds_no_secret() {
    let world = World::new();
    world.segue(&["settings", "set", "log.level", "debug"]);
    let process = hosting(&world);
    world.segue(&["settings", "set", "name", "a private name"]);
    world.segue(&["identity"]);
    world.segue(&["doctor"]);
    drop(process);
    let secret = std::fs::read_dir(world.profile())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|end| end == "key"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .expect("the key is in a file here");
    let log = std::fs::read_to_string(world.profile().join("logs/segue.log")).unwrap();
    assert!(log.lines().count() > 5, "{log}");
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).expect("each line is JSON");
        assert!(line["level"].is_string() && line["timestamp"].is_string());
    }
    assert!(
        log.contains("change_settings"),
        "requests are logged by name"
    );
    assert!(!log.contains(secret.trim()) && !log.contains("a private name"));
    assert!(!log.contains('\u{1b}'));
}
