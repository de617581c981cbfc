//! How fast a session becomes a file and a file a session, next to a bare parse of its lines.
//!
//! Each measured step runs in a process of its own, so that its peak memory is its own.
//!
//! ```text
//! convert            makes sessions, then runs itself once per step and prints the ratios
//! convert <step> …   does one step and prints seconds and peak memory
//! ```
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark stops at the first surprise"
)]

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use segue_conversation::file::{Limits as FileLimits, Writer};
use segue_conversation::{FORMAT, Head, Source};
use segue_platform::{AgentEnv, ImportRequest, Limits, PlatformError, Target, by_id, import};

const SESSION: &str = "0a0a0a0a-0000-4000-8000-00000000000a";

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    match arguments.first().map(String::as_str) {
        Some("parse" | "values" | "export" | "import") => step(&arguments),
        _ => compare(&arguments),
    }
}

fn step(arguments: &[String]) {
    let home = PathBuf::from(&arguments[1]);
    let start = Instant::now();
    match arguments[0].as_str() {
        "parse" => lines(&home, |line| {
            serde_json::from_str::<serde::de::IgnoredAny>(line).unwrap();
        }),
        "values" => lines(&home, |line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap();
        }),
        "export" => export(&home),
        _ => import_into(&home, &arguments[2]),
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{seconds} {}", peak());
}

fn session_file(home: &Path) -> PathBuf {
    home.join(format!(".claude/projects/-bench/{SESSION}.jsonl"))
}

fn output(home: &Path) -> PathBuf {
    home.join("out.a2a.json")
}

fn lines(home: &Path, each: impl Fn(&str)) {
    let file = File::open(session_file(home)).unwrap();
    for line in BufReader::with_capacity(1 << 20, file).lines() {
        each(&line.unwrap());
    }
}

fn export(home: &Path) {
    let platform = by_id("claude-code").unwrap();
    let session = platform.find(&AgentEnv::new(home)).unwrap().remove(0);
    let mut reading = platform.open(&session, &Limits::default()).unwrap();
    let out = BufWriter::with_capacity(1 << 20, File::create(output(home)).unwrap());
    #[expect(clippy::disallowed_methods, reason = "a benchmark sends nothing")]
    let mut writer = Writer::new(out, "context");
    while let Some(message) = reading.message().unwrap() {
        writer.message(&message).unwrap();
    }
    let about = reading.about();
    let head = Head {
        format: FORMAT.into(),
        export_id: "bench".into(),
        source: Source {
            platform: platform.id().into(),
            session_id: Some(about.session_id),
            version: about.version,
        },
        project: about.project,
        native: about.native,
        history: "full".into(),
        ..Head::default()
    };
    writer.finish(head, None).unwrap();
}

fn import_into(home: &Path, platform: &str) {
    let file = || -> Result<Box<dyn Read>, PlatformError> {
        let path = output(home);
        Ok(Box::new(
            File::open(&path).map_err(PlatformError::at(&path))?,
        ))
    };
    import::import(ImportRequest {
        platform: by_id(platform).unwrap(),
        place: &AgentEnv::new(home),
        target: Target {
            title: Some("Bench".into()),
            ..Target::new(home.to_owned(), 1_794_800_000_000)
        },
        file: &file,
        closing: None,
        skip: 0,
        file_limits: FileLimits::default(),
        limits: Limits::default(),
        progress: &|_| {},
        announce: &|_| Ok(()),
    })
    .unwrap();
}

/// The most memory this process ever held, in kilobytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

fn run(step: &[&str]) -> (f64, f64) {
    let this = std::env::current_exe().unwrap();
    let mut best = (f64::MAX, 0.0_f64);
    for _ in 0..3 {
        let done = Command::new(&this).args(step).output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        let mut numbers = text.split_whitespace().map(|n| n.parse::<f64>().unwrap());
        let (Some(seconds), Some(memory)) = (numbers.next(), numbers.next()) else {
            panic!("{}", String::from_utf8_lossy(&done.stderr));
        };
        best = (best.0.min(seconds), best.1.max(memory / 1024.0));
    }
    best
}

fn compare(arguments: &[String]) {
    let sizes: Vec<u64> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() {
        vec![50, 200]
    } else {
        sizes
    };
    for size in sizes {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        let path = session_file(&home);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let project = home.join("their").display().to_string();
        let messages =
            segue_testkit::large::claude_session(&path, SESSION, &project, size << 20).unwrap();
        let megabytes = std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
        let home = home.display().to_string();
        let floor = run(&["parse", &home]);
        let values = run(&["values", &home]);
        let export = run(&["export", &home]);
        let file = std::fs::metadata(output(Path::new(&home))).unwrap().len() as f64 / 1e6;
        println!(
            "Claude Code session of {megabytes:.0} MB, {messages} messages; best of 3, one thread"
        );
        let row = |name: &str, (seconds, memory): (f64, f64)| {
            println!(
                "  {name:<34} {seconds:6.2} s  {:6.0} MB/s  {:5.2} of a bare parse  peak {memory:4.0} MB",
                megabytes / seconds,
                floor.0 / seconds,
            );
        };
        row("bare parse of each line", floor);
        row("parse of each line into values", values);
        row("to a file, hashed", export);
        for platform in ["claude-code", "codex", "gemini-cli"] {
            if by_id(platform).is_some() {
                let import = run(&["import", &home, platform]);
                row(&format!("file to {platform}, read back"), import);
            }
        }
        println!(
            "  the file is {:.2} of the session's size",
            file / megabytes
        );
        if size >= 200 {
            let met = megabytes / export.0 >= 300.0 && export.1 <= 64.0;
            let goal = if met { "met" } else { "NOT MET" };
            println!("  goal (300 MB/s to a file, 64 MB of memory): {goal}");
        }
    }
}
