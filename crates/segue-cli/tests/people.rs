//! People on the command line: what is printed, as text and for programs, and with which codes
//! commands end. Two worlds with real processes, over loopback.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use segue_testkit::{Running, World};
use serde_json::{Value, json};

/// What differs from run to run, put into fixed words.
fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.add_filter(r"segue:invite/[a-z0-9]+", "[ticket]");
    settings.add_filter(r"12D3KooW\w+", "[device]");
    settings.add_filter(r"…\w{6}", "…[tail]");
    // Letters of an id have no O, so PERSON is none.
    settings.add_filter(
        r"(forget|unblock|pair) [1-9A-HJ-NP-Za-km-z]{6}\b",
        "$1 [tail]",
    );
    settings.add_filter(r"(?m)^(\w+ +)[1-9A-HJ-NP-Za-km-z]{6}  ", "$1[tail]  ");
    settings.add_filter(r"([Ii]nvite(?: --revoke)?) [0-9a-f]{8}", "$1 [invite]");
    settings.add_filter(r"(?m)^  [0-9a-f]{8}  until", "  [invite]  until");
    settings.add_filter(r"127\.0\.0\.1:\d+", "[address]");
    settings.add_filter(r"\d{4}-\d\d-\d\d \d\d:\d\d", "[time]");
    settings.add_filter(r"\b\d\d:\d\d\b", "[time]");
    settings
}

/// Someone with a name, and nobody's agents.
fn someone(name: &str) -> World {
    let mut world = World::new();
    world.set("PATH", "/nowhere");
    world.segue(&["settings", "set", "name", name]);
    world
}

fn shown(world: &World, arguments: &[&str]) -> String {
    let ended = world.segue(arguments);
    let mut text = format!("$ segue {}\ncode {}\n", arguments.join(" "), ended.code);
    for (name, part) in [("out", ended.out), ("err", ended.err)] {
        if !part.is_empty() {
            text.push_str(&format!("--- {name}\n{}\n", part.trim_end()));
        }
    }
    text
}

macro_rules! snapshot {
    ($name:literal, $world:expr, $($arguments:expr),+ $(,)?) => {
        settings().bind(|| {
            let shown: Vec<String> = vec![$(shown($world, &$arguments)),+];
            insta::assert_snapshot!($name, shown.join("\n"));
        });
    };
}

/// Keeps a node running, and says where it listens.
fn serve(world: &World) -> (Running, String) {
    let mut process = world.start(&["serve", "--no-ui", "--json"]);
    let said = process.wait_for("it runs", |line| line["running"] == json!(true));
    let listening = said["listening"].as_array().unwrap();
    let tcp = |at: &&Value| !at.as_str().unwrap().contains("QUIC");
    let at = listening.iter().find(tcp).unwrap().as_str().unwrap();
    (process, at.to_owned())
}

/// Joins, the invite on standard input.
fn join(world: &World, ticket: &str) -> (i32, Value) {
    let mut command: Command = world.program("segue");
    let mut child = command
        .args(["join", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(ticket.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let reply = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code().unwrap(), reply)
}

#[test]
fn help_teaches() {
    let world = World::new();
    snapshot!(
        "people_help",
        &world,
        ["people", "--help"],
        ["invite", "--help"],
        ["join", "--help"],
        ["pair", "--help"],
        ["connect", "--help"],
        ["block", "--help"],
        ["unblock", "--help"],
        ["forget", "--help"],
        ["nickname", "--help"]
    );
}

#[test]
fn nobody_yet() {
    let sam = someone("Sam");
    snapshot!(
        "people_nobody",
        &sam,
        ["people"],
        ["people", "--nearby"],
        ["forget", "Dana"],
        ["block", "Dana"],
        ["unblock", "Dana"],
        ["nickname", "Dana", "D"],
        ["invite", "--revoke", "1a2b3c4d"],
        ["join", "hello"],
        ["join"],
        ["connect", "dana.local:47100"],
        ["pair", "Dana", "--differ"]
    );
    for wrong in [
        &["pair", "--differ"][..],
        &["pair", "Dana", "--differ", "--ignore"],
        &["invite", "--revoke", "x", "--qr"],
        &["invite", "--minutes", "0"],
        &["connect"],
    ] {
        assert_eq!(sam.segue(wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn an_invite_from_a_running_node_and_what_people_see_of_each_other() {
    let (sam, dana) = (someone("Sam"), someone("Dana"));
    let (mut node, _) = serve(&sam);
    snapshot!("people_invite", &sam, ["invite"], ["people"]);
    let invited = sam.ask(&["invite", "--minutes", "5"]);
    let (code, person) = join(&dana, invited["ticket"].as_str().unwrap());
    assert_eq!((code, &person["name"]), (0, &json!("Sam")));
    let (code, failure) = join(&someone("Eve"), invited["ticket"].as_str().unwrap());
    assert_eq!((code, &failure["failure"]["code"]), (3, &json!("refused")));
    // Both said goodbye.
    loop {
        let all = sam.ask(&["people"]);
        let here = all["people"][0]["nearby"] == true;
        if !here && all["nearby"] == json!([]) {
            break;
        }
    }
    snapshot!(
        "people_known",
        &sam,
        ["people"],
        ["nickname", "Dana", "D"],
        ["people"],
        ["nickname", "d", ""],
        ["block", "Dana"],
        ["people"],
        ["unblock", "Dana"],
        ["forget", "Dana"],
        ["people"]
    );
    node.terminate();
}

#[test]
fn an_invite_without_a_running_node_stays_until_it_is_used() {
    let (sam, dana) = (someone("Sam"), someone("Dana"));
    let mut inviting = sam.start(&["invite", "--json"]);
    let invited = inviting.wait_for("the ticket", |line| line["ticket"].is_string());
    let (code, _) = join(&dana, invited["ticket"].as_str().unwrap());
    assert_eq!(code, 0);
    let joined = inviting.wait_for("the outcome", |line| line["outcome"].is_string());
    assert_eq!(joined["outcome"], "joined");
    assert_eq!(joined["person"]["name"], "Dana");
    assert_eq!(inviting.ended(), Some(0));
    assert_eq!(sam.ask(&["people"])["people"][0]["standing"], "verified");
}

#[test]
fn an_invite_that_is_waited_for_outlives_the_program_that_hosted_it() {
    let (mut sam, dana) = (someone("Sam"), someone("Dana"));
    // The same place before and after, so that the ticket leads there.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = free.local_addr().unwrap().to_string();
    drop(free);
    sam.set("SEGUE_LISTEN", &place);
    let (mut host, _) = serve(&sam);
    let mut inviting = sam.start(&["invite", "--wait", "--json"]);
    let invited = inviting.wait_for("the ticket", |line| line["ticket"].is_string());
    host.kill();
    let status = (0..300).map(|_| sam.ask(&["status"])).find(|status| {
        status["host"]["pid"] == inviting.pid() && status["network"]["state"] == "on"
    });
    assert!(status.is_some(), "{}", sam.ask(&["status"]));
    let (code, joined) = join(&dana, invited["ticket"].as_str().unwrap());
    assert_eq!(code, 0, "{joined}");
    let joined = inviting.wait_for("the outcome", |line| line["outcome"].is_string());
    assert_eq!(joined["person"]["name"], "Dana");
    assert_eq!(inviting.ended(), Some(0));
}

#[test]
fn stopping_an_invite_takes_it_back() {
    let (sam, dana) = (someone("Sam"), someone("Dana"));
    let mut inviting = sam.start(&["invite", "--json"]);
    let invited = inviting.wait_for("the ticket", |line| line["ticket"].is_string());
    assert_eq!(inviting.terminate(), Some(1));
    let outcome = inviting.wait_for("the outcome", |line| line["outcome"].is_string());
    assert_eq!(outcome["outcome"], "revoked");
    let invites = sam.ask(&["people"])["invites"].clone();
    assert_eq!(invites[0]["state"], "revoked");
    let (code, failure) = join(&dana, invited["ticket"].as_str().unwrap());
    assert_eq!(
        (code, &failure["failure"]["code"]),
        (1, &json!("unreachable"))
    );
}

#[test]
fn two_people_pair_from_other_terminals() {
    let (sam, dana) = (someone("Sam"), someone("Dana"));
    let (mut of_sam, _) = serve(&sam);
    let (mut of_dana, at) = serve(&dana);
    snapshot!("people_connect", &sam, ["connect", &at], ["people"]);
    let mut pairing = sam.start(&["pair", "Dana", "--json"]);
    let ours = pairing.wait_for("the code", |line| line["stage"]["state"] == "comparing");
    let words = |view: &Value| {
        let words: Vec<_> = view["stage"]["words"].as_array().unwrap().clone();
        words
            .iter()
            .map(|word| word.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let asked = loop {
        let asked = dana.ask(&["pair"]);
        if asked[0].is_object() {
            break asked[0].clone();
        }
    };
    assert_eq!(words(&asked), words(&ours));
    assert_eq!(asked["ours"], false);
    let wrong = dana.segue(&["pair", "Sam", "--confirm", "zoo zoo zoo zoo"]);
    assert_eq!(wrong.code, 3, "{wrong:?}");
    assert!(wrong.err.contains("The codes differ"), "{}", wrong.err);
    let mut confirming = dana.start(&["pair", "Sam", "--confirm", &words(&asked), "--json"]);
    confirming.wait_for("our word", |line| line["stage"]["we_match"] == true);
    let digits = ours["stage"]["digits"].as_str().unwrap();
    let told = sam.segue(&["pair", "Dana", "--confirm", digits]);
    assert_eq!(told.code, 0, "{told:?}");
    for process in [&mut pairing, &mut confirming] {
        process.wait_for("the outcome", |line| line["stage"]["state"] == "paired");
        assert_eq!(process.ended(), Some(0));
    }
    settings().bind(|| insta::assert_snapshot!("people_paired", shown(&sam, &["people"])));
    assert_eq!(dana.ask(&["people"])["people"][0]["how"], "code");
    of_sam.terminate();
    of_dana.terminate();
}

#[test]
fn codes_that_differ_end_with_three_on_both_sides() {
    let (sam, dana) = (someone("Sam"), someone("Dana"));
    let (mut of_dana, at) = serve(&dana);
    // Nothing else runs Sam's node: the command hosts it and waits.
    let mut pairing = sam.start(&["pair", &at, "--json"]);
    pairing.wait_for("the code", |line| line["stage"]["state"] == "comparing");
    let differ = loop {
        let ended = dana.segue(&["pair", "Sam", "--differ"]);
        if ended.code != 1 {
            break ended;
        }
    };
    assert_eq!(differ.code, 3, "{differ:?}");
    let outcome = pairing.wait_for("the outcome", |line| line["stage"]["state"] == "ended");
    assert_eq!(outcome["stage"]["why"], "differ");
    assert_eq!(pairing.ended(), Some(3));
    assert_eq!(sam.ask(&["people"])["people"], json!([]));
    of_dana.terminate();
}

#[test]
fn the_picture_of_an_invite_is_printed() {
    let sam = someone("Sam");
    let (mut node, _) = serve(&sam);
    let ended = sam.segue(&["invite", "--qr"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.out.contains("██ ▄▄▄▄▄ █"), "{}", ended.out);
    node.terminate();
}

/// A command in a terminal: what it shows, and what is typed.
struct Terminal {
    child: std::process::Child,
    shown: String,
}

impl Terminal {
    fn start(world: &World, arguments: &str) -> Self {
        segue_testkit::needs("script");
        let program = world.program("segue");
        let segue = program.get_program().to_string_lossy().into_owned();
        let mut script = Command::new("/usr/bin/script");
        script.env_clear();
        for (name, value) in program.get_envs() {
            script.env(name, value.unwrap_or_default());
        }
        let child = script
            .env("SHELL", "/bin/sh")
            .args(["-qec", &format!("{segue} {arguments}"), "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            child,
            shown: String::new(),
        }
    }

    /// Reads until this is shown.
    fn until(&mut self, text: &str) {
        let out = self.child.stdout.as_mut().unwrap();
        let mut bytes = self.shown.clone().into_bytes();
        let mut byte = [0];
        while !String::from_utf8_lossy(&bytes).contains(text) {
            assert_eq!(
                out.read(&mut byte).unwrap(),
                1,
                "{}",
                String::from_utf8_lossy(&bytes)
            );
            bytes.push(byte[0]);
        }
        self.shown = String::from_utf8_lossy(&bytes).into_owned();
    }

    fn answer(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn ends(mut self) -> (i32, String) {
        let mut rest = Vec::new();
        // A terminal that is gone can't be read.
        self.child
            .stdout
            .take()
            .unwrap()
            .read_to_end(&mut rest)
            .ok();
        let code = self.child.wait().unwrap().code().unwrap();
        (code, self.shown + &String::from_utf8_lossy(&rest))
    }
}

#[test]
fn a_terminal_is_asked_whether_the_codes_are_the_same() {
    for (answer, code) in [("y", 0), ("n", 3), ("d", 3)] {
        let (sam, dana) = (someone("Sam"), someone("Dana"));
        let (mut of_dana, at) = serve(&dana);
        let mut terminal = Terminal::start(&sam, &format!("pair {at}"));
        terminal.until("Do both screens show the same words?");
        let asked = loop {
            let asked = dana.ask(&["pair"]);
            if asked[0].is_object() {
                break asked[0].clone();
            }
        };
        let digits = asked["stage"]["digits"].as_str().unwrap();
        assert!(terminal.shown.contains(digits), "{}", terminal.shown);
        terminal.answer(answer);
        if answer == "y" {
            terminal.until("Waiting for Dana");
            let ended = dana.segue(&["pair", "Sam", "--confirm", digits]);
            assert_eq!(ended.code, 0, "{ended:?}");
        }
        let (ended, text) = terminal.ends();
        assert_eq!(ended, code, "{text}");
        let known = sam.ask(&["people"])["people"].as_array().unwrap().len();
        assert_eq!(known, usize::from(answer == "y"), "{text}");
        of_dana.terminate();
    }
}
