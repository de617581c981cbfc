//! For tests: a session through the file and into a platform, by the real driver.

use std::io::Read;
use std::path::{Path, PathBuf};

use segue_conversation::file::{Limits as FileLimits, Writer};
use segue_conversation::{FORMAT, Head, Message, Source};
use tempfile::TempDir;

use crate::import::{self, Closing, Outcome};
use crate::platform::{ImportReceipt, Limits, Platform, PlatformError, Session, Target};
use crate::surroundings::AgentEnv;

/// A home with a project folder in it.
pub struct Home {
    _folder: TempDir,
    pub place: AgentEnv,
    pub project: PathBuf,
}

impl Home {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        let project = home.join("work/app");
        std::fs::create_dir_all(&project).unwrap();
        Self {
            place: AgentEnv::new(home),
            project,
            _folder: folder,
        }
    }

    /// Reads every file below the home.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn walk(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                if entry.file_type().unwrap().is_dir() {
                    walk(&entry.path(), found);
                } else {
                    found.push((entry.path(), std::fs::read(entry.path()).unwrap()));
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.place.home, &mut found);
        found.sort();
        found
    }
}

/// Exports a session as the node does.
pub fn export(platform: &dyn Platform, session: &Session) -> Vec<u8> {
    let mut reading = platform.open(session, &Limits::default()).unwrap();
    let mut bytes = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut bytes, "context-1");
    while let Some(artifact) = reading.artifact().unwrap() {
        writer.artifact(&artifact).unwrap();
    }
    while let Some(message) = reading.message().unwrap() {
        writer.message(&message).unwrap();
    }
    let about = reading.about();
    let head = Head {
        format: FORMAT.into(),
        export_id: "export-1".into(),
        source: Source {
            platform: platform.id().into(),
            session_id: Some(about.session_id),
            version: about.version,
        },
        title: about.title,
        project: about.project,
        history: "full".into(),
        report: reading.report().clone(),
        native: about.native,
        ..Head::default()
    };
    writer.finish(head, None).unwrap();
    bytes
}

/// Writes a file of these messages, from no platform in particular.
pub fn file_of(messages: &[Message], platform: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "a test sends nothing")]
    let mut writer = Writer::new(&mut bytes, "context-1");
    for message in messages {
        writer.message(message).unwrap();
    }
    let head = Head {
        format: FORMAT.into(),
        export_id: "export-1".into(),
        source: Source {
            platform: platform.into(),
            ..Source::default()
        },
        title: Some("A title".into()),
        history: "full".into(),
        ..Head::default()
    };
    writer.finish(head, None).unwrap();
    bytes
}

/// What differs from import to import.
#[derive(Default)]
pub struct With {
    pub dry_run: bool,
    pub onto: Option<ImportReceipt>,
    pub skip: u64,
    pub closing: Option<Closing>,
    pub map_paths: bool,
}

/// Imports as the node does.
pub fn import(
    platform: &dyn Platform,
    home: &Home,
    bytes: &[u8],
    with: With,
) -> Result<Outcome, PlatformError> {
    announced(platform, home, bytes, with, &|_| Ok(()))
}

/// Imports as the node does, with a callback that gets what will be added.
pub fn announced(
    platform: &dyn Platform,
    home: &Home,
    bytes: &[u8],
    with: With,
    announce: &dyn Fn(&ImportReceipt) -> Result<(), String>,
) -> Result<Outcome, PlatformError> {
    let file = || -> Result<Box<dyn Read>, PlatformError> {
        Ok(Box::new(std::io::Cursor::new(bytes.to_vec())))
    };
    import::import(import::Request {
        platform,
        place: &home.place,
        target: Target {
            dry_run: with.dry_run,
            onto: with.onto,
            map_paths: with.map_paths,
            ..Target::new(home.project.clone(), 1_794_800_000_000)
        },
        file: &file,
        closing: with.closing,
        skip: with.skip,
        file_limits: FileLimits::default(),
        limits: Limits::default(),
        progress: &|_| {},
        announce,
    })
}

/// Reads every message of a session.
pub fn messages(platform: &dyn Platform, session: &Session) -> Vec<Message> {
    let mut reading = platform.open(session, &Limits::default()).unwrap();
    let mut found = Vec::new();
    while let Some(message) = reading.message().unwrap() {
        found.push(message);
    }
    found
}
