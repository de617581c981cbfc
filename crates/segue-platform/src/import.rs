//! From a conversation file to a session, whole: check, write, read back, compare.
//!
//! ```text
//! file ──inspect──▶ hash and signature hold? ──▶ artifacts, messages ──Answered──▶ Writing
//!      ──▶ closing words ──▶ announce, finish ──▶ read back ──▶ same Essence? else taken back
//! ```

use std::io::Read;

use segue_conversation::file::{HashState, Item, Limits as FileLimits, Opened, Reader, SealState};
use segue_conversation::turns::Answered;
use segue_conversation::{Fate, Message, Part, Role};

use crate::essence::Essence;
use crate::paths::PathMap;
use crate::platform::{ImportReceipt, Limits, Platform, PlatformError, Resume, Target, Written};
use crate::surroundings::AgentEnv;
use crate::undo;

/// What the resumed agent reads last: who handed the conversation off, and what they ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// Who it comes from.
    pub from: Option<String>,
    /// What they should do.
    pub task: Option<String>,
    pub note: Option<String>,
    /// What they were asked about it and what they answered, oldest first.
    pub talk: Vec<Spoken>,
}

/// One thing that was said about a conversation after it was handed off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Whether the person who handed it off said it.
    pub by_them: bool,
    pub text: String,
}

impl Closing {
    /// Writes the words; `None` if nothing was asked.
    pub fn text(&self) -> Option<String> {
        if self.task.is_none() && self.note.is_none() && self.talk.is_empty() {
            return None;
        }
        let from = self.from.as_deref().unwrap_or("someone who gave no name");
        let but = match self.talk.is_empty() {
            true => "",
            false => ", except what they were asked",
        };
        let mut text = format!(
            "[This conversation was handed over by {from}, with Segue. \
             What follows in this message is from them{but}.]"
        );
        if let Some(task) = &self.task {
            text.push_str("\n\nTask: ");
            text.push_str(task);
        }
        if let Some(note) = &self.note {
            text.push_str("\n\nNote: ");
            text.push_str(note);
        }
        for one in &self.talk {
            text.push_str(match one.by_them {
                true => "\n\nTheir answer: ",
                false => "\n\nThey were asked: ",
            });
            text.push_str(&one.text);
        }
        Some(text)
    }
}

/// Everything that one import needs.
pub struct Request<'r> {
    pub platform: &'r dyn Platform,
    /// Where that platform's files are.
    pub place: &'r AgentEnv,
    /// Which folder, which title, whether for real.
    pub target: Target,
    /// Opens the file from its beginning; called once per pass.
    pub file: &'r dyn Fn() -> Result<Box<dyn Read>, PlatformError>,
    /// What to say at the end.
    pub closing: Option<Closing>,
    /// How many of the file's messages the target has already.
    pub skip: u64,
    /// Bounds for the file.
    pub file_limits: FileLimits,
    /// Bounds for reading back.
    pub limits: Limits,
    /// Gets the number of messages done, now and then.
    pub progress: &'r dyn Fn(u64),
    /// Gets what will be added before any of it is: after a crash in between, [`crate::settle`]
    /// finds out what came of it. If it fails, nothing is added.
    pub announce: &'r dyn Fn(&ImportReceipt) -> Result<(), String>,
}

/// What came of an import.
#[derive(Debug)]
pub struct Outcome {
    /// What the file was.
    pub opened: Opened,
    pub written: Written,
    /// How to resume the session.
    pub resume: Resume,
}

/// Reads a file to its end and refuses one that was changed after it was made.
pub fn checked(
    file: &dyn Fn() -> Result<Box<dyn Read>, PlatformError>,
    limits: FileLimits,
) -> Result<Opened, PlatformError> {
    let opened = segue_conversation::file::inspect(file()?, limits)?;
    if opened.checked.hash == HashState::Differs {
        return Err(PlatformError::Refused(
            "The file was changed after it was made: its content does not have the hash it names."
                .to_owned(),
        ));
    }
    if let SealState::Broken(why) = opened.checked.seal {
        return Err(PlatformError::Refused(format!(
            "The file's signature does not hold: {why}."
        )));
    }
    Ok(opened)
}

/// Imports a file, reads the session back, and undoes the import if it does not read back the same.
/// A dry run writes nothing.
pub fn import(request: Request<'_>) -> Result<Outcome, PlatformError> {
    let opened = checked(request.file, request.file_limits)?;
    let platform = request.platform;
    let mut target = request.target;
    if let Some(receipt) = &target.onto {
        target.seed = read_back(platform, request.place, receipt, &request.limits)?;
    }
    target.last_answer = opened.last_answer.clone();
    let title = target.title.take().or_else(|| opened.head.title.clone());
    target.title = title.and_then(|title| one_line(&title));
    let (project, dry_run, now) = (target.project.clone(), target.dry_run, target.now);
    let map = PathMap::new(&opened.head, &target);
    let mut report = opened.skipped.clone();
    let mut writing = platform.write(request.place, target, &opened.head)?;

    if opened.artifacts > 0 {
        let mut reader = Reader::again((request.file)()?, request.file_limits);
        while let Some(item) = reader.item()? {
            if let Item::Artifact(artifact) = item {
                writing.artifact(*artifact)?;
            }
        }
    }

    let mut reader = Reader::again((request.file)()?, request.file_limits);
    let mut met = 0_u64;
    let progress = request.progress;
    let source = std::iter::from_fn(|| {
        loop {
            match reader.item() {
                Ok(Some(Item::Message(message))) => {
                    met += 1;
                    if met.is_multiple_of(1000) {
                        progress(met);
                    }
                    if met > request.skip {
                        return Some(Ok(*message));
                    }
                }
                Ok(Some(Item::Artifact(_))) => {}
                Ok(None) => return None,
                Err(error) => return Some(Err(PlatformError::from(error))),
            }
        }
    });
    let mut answered = Answered::new(source);
    for message in answered.by_ref() {
        writing.message(map.message(message?))?;
    }
    report.merge(answered.report());
    if let Some(text) = request.closing.as_ref().and_then(Closing::text) {
        let mut last = Message::new(
            uuid::Uuid::new_v4().to_string(),
            Role::User,
            vec![Part::text(text)],
        );
        last.at = segue_conversation::times::from_millis(now);
        writing.message(last)?;
        report.add(Fate::Kept, "task and note of the handoff", None, 1);
    }

    let mut written = writing.finish(&|receipt| match dry_run {
        true => Ok(()),
        false => (request.announce)(receipt).map_err(PlatformError::Refused),
    })?;
    report.merge(&written.report);
    report.merge(&map.report());
    written.report = report;
    if !dry_run {
        let found = read_back(platform, request.place, &written.receipt, &request.limits);
        let wrong = match &found {
            Ok(found) => written.essence.difference(found),
            Err(error) => Some(error.to_string()),
        };
        if let Some(wrong) = wrong {
            undo::undo(&written.receipt)?;
            return Err(PlatformError::Damaged(format!(
                "What was written did not read back the same ({wrong}). It was taken back."
            )));
        }
    }
    Ok(Outcome {
        resume: platform.resume(&written.receipt.session_id, &project),
        opened,
        written,
    })
}

/// Cleans a title for every agent to show: one line, nothing that steers a terminal or hides.
/// `None` if nothing is left.
fn one_line(title: &str) -> Option<String> {
    let hides = |c: char| {
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    let words: String = title
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !hides(*c))
        .collect();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then(|| segue_conversation::truncate(&line, 200))
}

/// Reads a written session back as if it were any other.
fn read_back(
    platform: &dyn Platform,
    place: &AgentEnv,
    receipt: &ImportReceipt,
    limits: &Limits,
) -> Result<Essence, PlatformError> {
    let session = platform.written(place, receipt)?;
    // The session itself is what is compared: nothing of what stands beside it is read into it.
    let limits = Limits {
        beside_bytes: 0,
        ..*limits
    };
    let mut reading = platform.open(&session, &limits)?;
    let mut essence = Essence::default();
    while let Some(message) = reading.message()? {
        essence.add(&message);
    }
    Ok(essence)
}
