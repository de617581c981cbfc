//! Every limit is a number that is passed in, and every reader keeps it, shown at small size.

use std::time::Duration;

use segue_conversation::file::{FileError, Limits as FileLimits, inspect};
use segue_platform::{Limits, State};
use segue_testkit::Effort;
use serde_json::json;

use super::home::{Home, PLATFORMS, export, platform};
use super::store;

/// A session of many short turns as each agent stores it, in pieces of text that are one record.
fn records(id: &str, home: &Home, lines: &[String]) {
    if id == "opencode" {
        let db = store::open(&home.home);
        for (n, line) in lines.iter().enumerate() {
            let sql = "INSERT INTO part VALUES (?1, (SELECT max(id) FROM message), (SELECT id FROM session), 1, 1, ?2)";
            db.execute(sql, [&format!("prt_z{n}"), line]).unwrap();
        }
        return;
    }
    let path = home.session(id).path;
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.extend(lines.iter().map(|line| format!("{line}\n")));
    std::fs::write(path, text).unwrap();
}

/// What came of reading: messages, or an error; whether anything was left out in silence.
fn read(id: &str, home: &Home, limits: &Limits) -> (Result<u64, String>, bool) {
    let session = home.session(id);
    platform(id).glance(&session, limits).ok();
    platform(id).count(&session, limits).ok();
    let mut reading = match platform(id).open(&session, limits) {
        Ok(reading) => reading,
        Err(error) => return (Err(error.to_string()), true),
    };
    let mut count = 0;
    loop {
        match reading.message() {
            Ok(Some(_)) => count += 1,
            Ok(None) => break,
            Err(error) => return (Err(error.to_string()), true),
        }
    }
    let told =
        reading.report().is_lossy() || !matches!(reading.about().state, None | Some(State::Whole));
    (Ok(count), told)
}

#[test]
fn each_limit_leaves_out_what_is_over_it_and_says_so() {
    let full = Limits::default();
    let mut small = [full; 4];
    small[0].records = 4;
    small[1].record_bytes = 200;
    small[2].json.depth = 2;
    small[3].json.nodes = 12;
    for id in PLATFORMS {
        let home = Home::with_scene(id, false);
        let whole = read(id, &home, &full).0.unwrap();
        for (which, limits) in small.iter().enumerate() {
            let (read, told) = read(id, &home, limits);
            let read = read.unwrap_or(0);
            assert!(read < whole, "{id}, limit {which}: {read} of {whole}");
            assert!(told, "{id}, limit {which}: in silence");
        }
    }
}

#[test]
fn the_limit_for_what_stands_beside_is_kept() {
    for (id, folder) in [("claude-code", "tool-results"), ("gemini-cli", "")] {
        let home = Home::with_scene(id, false);
        let session = home.session(id);
        let folder = match id {
            "claude-code" => session.path.with_extension("").join(folder),
            _ => session
                .path
                .ancestors()
                .nth(2)
                .unwrap()
                .join("tool-outputs/session-9e319e31-1111-4111-8111-000000000003"),
        };
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["a.txt", "b.txt", "c.txt"] {
            std::fs::write(folder.join(name), "z".repeat(3000)).unwrap();
        }
        let size = |beside_bytes| {
            let limits = Limits {
                beside_bytes,
                ..Limits::default()
            };
            let (bytes, _) = export(id, &session, &limits).unwrap();
            bytes.iter().filter(|byte| **byte == b'z').count()
        };
        assert!(size(1 << 20) >= 9000, "{id}");
        assert!(size(4000) <= 6100, "{id}: {}", size(4000));
        assert!(size(0) < 100, "{id}");
    }
}

/// How large evil is. Deep enough for any stack, long and many enough for what is not linear.
#[derive(Clone, Copy)]
struct Size {
    deep: usize,
    long: usize,
    many: usize,
}

const LARGE: Size = Size {
    deep: 100_000,
    long: 5 << 20,
    many: 100_000,
};

/// For tests that go through every reader: what is over a limit is shown with small limits.
const SMALL: Size = Size {
    deep: 100_000,
    long: 200 << 10,
    many: 20_000,
};

/// Lines that make a careless reader fall over.
fn evil(size: Size) -> Vec<(&'static str, String)> {
    let wrap = |inner: &str| {
        format!(
            "{{\"type\":\"user\",\"id\":\"x\",\"uuid\":\"x\",\"payload\":{inner},\"message\":{inner},\"content\":{inner}}}"
        )
    };
    vec![
        ("deep lists", "[".repeat(size.deep)),
        ("deep objects", "{\"a\":".repeat(size.deep)),
        (
            "deep and closed",
            format!("{}{}", "[".repeat(size.deep), "]".repeat(size.deep)),
        ),
        (
            "deep inside",
            wrap(&format!(
                "{}{}",
                "[".repeat(size.deep),
                "]".repeat(size.deep)
            )),
        ),
        (
            "a long string",
            wrap(&format!("\"{}\"", "x".repeat(size.long))),
        ),
        (
            "many keys",
            wrap(&format!(
                "{{{}\"z\":0}}",
                (0..size.many)
                    .map(|n| format!("\"k{n}\":{n},"))
                    .collect::<String>()
            )),
        ),
        (
            "many equal keys",
            wrap(&format!("{{{}\"z\":0}}", "\"k\":1,".repeat(size.many))),
        ),
        (
            "lone surrogates",
            wrap("\"\\ud800 \\udfff \\udc00\\ud800\""),
        ),
        ("nulls", wrap("\"a\\u0000b\"")),
        ("raw nulls", "\0\0\0\0".repeat(1000)),
        ("not text", "\u{feff}\u{fffe}\u{202e}".to_owned()),
        (
            "huge numbers",
            wrap("[1e999999,-1e999999,123456789012345678901234567890]"),
        ),
        (
            "backslashes",
            wrap(&format!("\"{}\"", "\\\\".repeat(size.long / 5))),
        ),
        ("quotes", "\"".repeat(size.long / 5)),
    ]
}

#[test]
fn evil_lines_cost_little_and_the_rest_is_read() {
    let wide = Limits::default();
    let mut narrow = wide;
    narrow.record_bytes = SMALL.long / 2;
    narrow.json.nodes = SMALL.many / 2;
    for id in PLATFORMS {
        let home = Home::with_scene(id, false);
        let whole = read(id, &home, &wide).0.unwrap();
        assert_eq!(read(id, &home, &narrow).0.unwrap(), whole, "{id}");
        for (name, line) in evil(SMALL) {
            let home = Home::with_scene(id, false);
            records(id, &home, &[line]);
            for limits in [&wide, &narrow] {
                let effort = Effort::begin();
                let (found, _) = read(id, &home, limits);
                let took = effort.so_far();
                assert!(took < Duration::from_secs(10), "{id}, {name}: {took:?}");
                let found = found.unwrap_or_else(|error| panic!("{id}, {name}: {error}"));
                assert!(found + 2 >= whole, "{id}, {name}: {found} of {whole}");
            }
        }
    }
}

#[test]
fn many_lines_are_gone_through_in_order_and_bounded() {
    for id in ["claude-code", "codex", "gemini-cli"] {
        let home = Home::with_scene(id, false);
        records(id, &home, &vec!["{}".to_owned(); 200_000]);
        let effort = Effort::begin();
        assert!(read(id, &home, &Limits::default()).0.unwrap() > 3, "{id}");
        assert!(
            effort.so_far() < Duration::from_secs(30),
            "{id}: {:?}",
            effort.so_far()
        );
        let limits = Limits {
            records: 1000,
            ..Limits::default()
        };
        let (_, told) = read(id, &home, &limits);
        assert!(told, "{id}: what follows is left out and reported");
    }
}

#[test]
fn loops_and_equal_ids_end() {
    let time = "2026-11-16T00:00:00.000Z";
    let record = |uuid: &str, parent: &str| {
        json!({"type": "user", "uuid": uuid, "parentUuid": parent, "timestamp": time,
        "sessionId": "s", "message": {"role": "user", "content": "loop"}})
        .to_string()
    };
    let shapes: [&[(&str, &str)]; 4] = [
        &[("a", "b"), ("b", "a")],
        &[("a", "a")],
        &[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")],
        &[("a", "b"), ("a", "c"), ("b", "a"), ("c", "a"), ("a", "a")],
    ];
    for shape in shapes {
        let home = Home::with_scene("claude-code", false);
        let lines: Vec<String> = shape
            .iter()
            .map(|(id, parent)| record(id, parent))
            .collect();
        records("claude-code", &home, &lines);
        read("claude-code", &home, &Limits::default()).0.unwrap();
        let leaf = json!({"type": "last-prompt", "leafUuid": "a", "lastPrompt": "x"}).to_string();
        records("claude-code", &home, &[leaf]);
        read("claude-code", &home, &Limits::default()).0.unwrap();
    }
    let home = Home::with_scene("gemini-cli", false);
    let again: Vec<String> = (0..50)
        .flat_map(|_| {
            [
                "{\"$rewindTo\":\"rec-1\"}".to_owned(),
                json!({"id": "rec-1", "type": "user", "content": "x", "timestamp": time})
                    .to_string(),
            ]
        })
        .collect();
    records("gemini-cli", &home, &again);
    read("gemini-cli", &home, &Limits::default()).0.unwrap();
    let home = Home::with_scene("opencode", false);
    store::open(&home.home)
        .execute_batch("UPDATE session SET parent_id = id")
        .unwrap();
    super::readers::read_all("opencode", &home, &Limits::default());
}

#[test]
fn a_conversation_file_is_bounded_in_every_way() {
    let text = super::home::file_of("claude-code", false).to_string();
    let full = FileLimits::default();
    let too_large = |limits: FileLimits| {
        matches!(
            inspect(text.as_bytes(), limits),
            Err(FileError::TooLarge(_) | FileError::Json { .. })
        )
    };
    assert!(!too_large(full));
    assert!(too_large(FileLimits {
        piece_bytes: 500,
        ..full
    }));
    assert!(too_large(FileLimits {
        messages: 3,
        ..full
    }));
    assert!(too_large(FileLimits {
        file_bytes: 1000,
        ..full
    }));
    let mut limits = full;
    limits.json.depth = 3;
    assert!(too_large(limits));
    limits = full;
    limits.json.nodes = 5;
    assert!(too_large(limits));
    for (name, line) in evil(LARGE) {
        for text in [
            line.clone(),
            format!("{{\"id\":{line}}}"),
            format!("{{\"history\":[{line}]}}"),
            format!("{{\"metadata\":{line}}}"),
        ] {
            let effort = Effort::begin();
            let read = inspect(text.as_bytes(), full);
            assert!(effort.so_far() < Duration::from_secs(10), "{name}");
            drop(read);
        }
    }
}
