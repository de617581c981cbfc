//! Names for what is received: a direct child of the folder or an error, and nothing overwritten.

use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use segue_network::transfer::{Take, TakeError};

use super::tree;
use crate::party::{PATIENCE, Party, teammates};
use crate::transfer::{Sample, give, sample, take};

/// Names that are no plain names, on one system or another.
fn bad() -> Vec<String> {
    let mut all: Vec<String> = [
        "",
        ".",
        "..",
        "...",
        "/",
        "\\",
        "//",
        "./",
        "../",
        "..\\",
        "./x",
        "../x",
        "../../x",
        "..\\x",
        "..\\..\\x",
        "/x",
        "//x",
        "/etc/passwd",
        "/tmp/x",
        "\\x",
        "\\\\x",
        "\\\\host\\share\\x",
        "//host/share/x",
        "\\\\?\\C:\\x",
        "\\\\.\\PhysicalDrive0",
        "\\\\.\\pipe\\x",
        "\\??\\C:\\x",
        "C:",
        "C:x",
        "C:\\x",
        "C:/x",
        "c:\\..\\x",
        "file:///etc/passwd",
        "x/../../y",
        "x/..",
        "x/y",
        "x\\y",
        "x/./y",
        "x//y",
        "x/",
        "x\\",
        "a/../b",
        "..%2fx",
        "%2e%2e/x",
        "%2e%2e%2fx",
        "..%5cx",
        "%00",
        "x%00y",
        "..\u{2215}x",
        "..\u{ff0f}x",
        "\u{ff0e}\u{ff0e}\u{ff0f}x",
        "..\u{29f5}x",
        "x\0",
        "\0",
        "x\0.txt",
        "..\0/x",
        "x\n",
        "\nx",
        "x\r",
        "x\t",
        "\u{7f}x",
        "x\u{1b}[31m",
        "\u{1b}]52;c;eA==\u{7}",
        ".x",
        "..x",
        ".ssh",
        ".bashrc",
        ".git",
        ".hidden.txt",
        "~",
        "~/x",
        "~root",
        "~/.ssh/authorized_keys",
        "$HOME",
        "${HOME}/x",
        "%APPDATA%\\x",
        "`id`",
        "$(id)",
        "x;y",
        "x|y",
        "x&y",
        "x>y",
        "x<y",
        "x*y",
        "x?y",
        "x\"y",
        "x'y",
        "x:y",
        "x:stream",
        "x::$DATA",
        "x:$I30:$INDEX_ALLOCATION",
        "x.",
        "x..",
        "x...",
        "x. ",
        " x",
        "x ",
        "x .txt",
        " ",
        "  ",
        "\u{a0}",
        "x\u{a0}",
        "\u{202e}txt.exe",
        "x\u{202e}y",
        "x\u{200b}y",
        "\u{feff}x",
        "\u{ad}x",
        "x\u{301}",
        "é",
        "e\u{301}",
        "名前",
        "🙂",
        "ſ",
        "\u{212a}",
        "ı",
        "x,y",
        "x+y",
        "x=y",
        "x@y",
        "x#y",
        "x!y",
        "x(y)",
        "x[y]",
        "x{y}",
        "x^y",
        "x%y",
        "x~1",
        "PROGRA~1",
        "whole.part",
        "whole.list",
        "x.part",
        "x.list",
        "x.PART",
        "x.List",
        "a.b.part",
        "-.part",
        "x.part.",
        "con",
        "CON",
        "Con.txt",
        "con.",
        "con.tar.gz",
        "CONIN$",
        "CONOUT$",
        "CLOCK$",
        "prn",
        "PRN.x",
        "aux",
        "aux.c",
        "AUX.h",
        "nul",
        "NUL",
        "NUL.txt",
        "nul.a.b",
    ]
    .map(str::to_owned)
    .into();
    for port in ["com", "lpt", "COM", "Lpt"] {
        for number in 0..=9 {
            all.push(format!("{port}{number}"));
            all.push(format!("{port}{number}.txt"));
        }
        all.push(format!("{port}\u{b9}"));
    }
    all.push("x".repeat(201));
    all.push("x".repeat(100_000));
    all.push("../".repeat(500) + "etc/passwd");
    all
}

const GOOD: &[&str] = &[
    "x",
    "X",
    "a-b_c.d",
    "0",
    "-",
    "--help",
    "_",
    "a..b",
    "com",
    "com10",
    "console",
    "null",
    "nul-1",
    "part",
    "list",
    "x.partial",
    "x.part.x",
    "whole2",
    "01912345-89ab-7def-8000-000000000000.segue",
];

struct World {
    root: tempfile::TempDir,
    ann: Party,
    ben: Party,
    sample: Sample,
}

impl World {
    async fn new() -> Self {
        let (ann, mut ben) = teammates().await;
        ben.read_on();
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("deep/inbox/folder")).unwrap();
        std::fs::write(root.path().join("deep/x"), "outside").unwrap();
        std::fs::write(root.path().join("deep/inbox/canary"), "inside").unwrap();
        let given = root.path().join("given");
        std::fs::create_dir(&given).unwrap();
        let sample = sample(&given, 0);
        give(&ben, &ann, &sample);
        Self {
            root,
            ann,
            ben,
            sample,
        }
    }

    fn inbox(&self) -> std::path::PathBuf {
        self.root.path().join("deep/inbox")
    }

    async fn take(&self, name: &str) -> Result<std::path::PathBuf, TakeError> {
        let take = Take {
            name: name.to_owned(),
            ..take(&self.ben, &self.sample, &self.inbox())
        };
        let taking = self.ann.network.take(take).wait();
        let taken = tokio::time::timeout(PATIENCE, taking).await.unwrap();
        taken.map(|taken| taken.path)
    }

    /// Takes under this name and says what is wrong with what happened.
    async fn check(&self, name: &str) -> Result<bool, String> {
        let mut before = tree(self.root.path());
        let taken = self.take(name).await;
        let mut after = tree(self.root.path());
        let Ok(path) = taken else {
            return (before == after)
                .then_some(false)
                .ok_or(format!("{name:?} was refused and left something"));
        };
        let child = Path::new("deep/inbox").join(name).display().to_string();
        if path.parent() != Some(&self.inbox()) || before.contains_key(&child) {
            return Err(format!("{name:?} became {}", path.display()));
        }
        let whole = std::fs::read(&self.sample.path).unwrap();
        before.insert(child.clone(), whole);
        let same = before == after;
        after.clear();
        std::fs::remove_file(&path).unwrap();
        same.then_some(true)
            .ok_or(format!("{name:?} changed more than {child}"))
    }
}

#[tokio::test]
async fn no_name_leads_elsewhere() {
    let world = World::new().await;
    let bad = bad();
    assert!(bad.len() >= 200, "{} names", bad.len());
    for name in &bad {
        assert_eq!(world.check(name).await, Ok(false), "{name:?}");
    }
    for name in GOOD {
        assert_eq!(world.check(name).await, Ok(true), "{name:?}");
    }
    // What is there stays.
    for name in ["canary", "folder"] {
        assert_eq!(world.check(name).await, Ok(false), "{name:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn links_are_not_followed() {
    let world = World::new().await;
    for (link, to) in [
        ("out", "../x"),
        ("in", "canary"),
        ("dangling", "../new"),
        ("new-inside", "other"),
        ("a.part", "../x"),
        ("b.part", "canary"),
        ("c.part", "../new"),
        ("d.part", "other"),
        ("e.list", "../x"),
        ("f.list", "canary"),
        ("g.list", "../new"),
    ] {
        let link = world.inbox().join(link);
        std::os::unix::fs::symlink(to, link).unwrap();
    }
    for name in ["out", "in", "dangling", "new-inside", "a", "b", "c", "d"] {
        assert_eq!(world.check(name).await, Ok(false), "{name}");
    }
    let canaries = ["deep/x", "deep/inbox/canary", "deep/new"];
    let before = tree(world.root.path());
    for name in ["e", "f", "g"] {
        assert!(world.take(name).await.is_err(), "{name}");
        let after = tree(world.root.path());
        for canary in canaries {
            assert_eq!(before.get(canary), after.get(canary), "{name} {canary}");
        }
    }
}

#[test]
fn whatever_the_name_is_it_is_a_direct_child_or_an_error() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::new());
    let pieces = prop_oneof![
        Just(".".to_owned()),
        Just("..".to_owned()),
        Just("/".to_owned()),
        Just("\\".to_owned()),
        Just(":".to_owned()),
        Just("\0".to_owned()),
        Just("canary".to_owned()),
        Just(".part".to_owned()),
        Just("con".to_owned()),
        "[a-zA-Z0-9._-]{1,8}",
        ".{0,4}",
    ];
    let names = proptest::collection::vec(pieces, 0..6).prop_map(|pieces| pieces.concat());
    let mut runner = TestRunner::new(Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    });
    let checked = runner.run(&names, |name| {
        let checked = runtime.block_on(world.check(&name));
        checked.map(|_| ()).map_err(TestCaseError::fail)
    });
    checked.unwrap();
}
