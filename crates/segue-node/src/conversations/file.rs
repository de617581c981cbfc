//! A conversation file on disk: opened once, read as often as needed, and who made it.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use segue_conversation::file::{Limits, Opened, SealState};
use segue_conversation::{Fate, Head, Project, Report};
use segue_door::{
    Code, Failure, FileSender, ProjectHint, RedactionReport, ReportFate, ReportLine, SignatureState,
};
use segue_network::identity::device_id;
use segue_platform::{PlatformError, open};
use segue_redact::Redaction;

use super::failure;
use super::work::{Progress, Wanted};
use crate::plural::counted;

/// A file that was opened once: what is checked is what is read later.
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    file: File,
    progress: Progress,
}

impl Source {
    /// Opens the file a person named. A link they named is theirs to name.
    pub(super) fn open(path: &str, progress: &Progress) -> Result<Self, Failure> {
        let named = Path::new(path);
        if !named.is_absolute() {
            return Err(Failure::invalid(
                "The file must be named by its whole path.",
            ));
        }
        let real = named
            .canonicalize()
            .map_err(|error| failure::io(named, &error))?;
        let file = open::plain_file(&real).map_err(|error| failure::io(named, &error))?;
        let bytes = file
            .metadata()
            .map_err(|error| failure::io(named, &error))?
            .len();
        Ok(Self {
            path: named.to_owned(),
            bytes,
            file,
            progress: progress.clone(),
        })
    }

    /// Begins to read the file from its beginning. Only one reading at a time: they share a
    /// position.
    pub(super) fn read(&self) -> Result<Wanted<File>, PlatformError> {
        let begin = || {
            let mut file = self.file.try_clone()?;
            file.rewind()?;
            Ok(file)
        };
        let file = begin().map_err(PlatformError::at(&self.path))?;
        Ok(Wanted::new(file, self.progress.clone()))
    }

    /// Begins to read like [`Self::read`], for the import, which takes any reader.
    pub(super) fn boxed(&self) -> Result<Box<dyn Read>, PlatformError> {
        Ok(Box::new(self.read()?))
    }
}

/// Determines who made a file, as far as its signature proves it.
pub(super) fn sender(opened: &Opened, own: &str) -> FileSender {
    let claimed = opened.head.sender.as_ref();
    let named = claimed
        .map(|sender| sender.peer_id.as_str())
        .filter(|id| !id.is_empty());
    let signature = match &opened.checked.seal {
        SealState::Unsigned => SignatureState::Unsigned,
        SealState::Broken(why) => SignatureState::Broken {
            why: (*why).to_owned(),
        },
        SealState::Signed { public_key } => match device_id(public_key) {
            Some(id) if named.is_none_or(|named| named == id) => SignatureState::Signed,
            Some(device_id) => SignatureState::OtherDevice { device_id },
            None => SignatureState::Broken {
                why: "its key is no key".to_owned(),
            },
        },
    };
    FileSender {
        name: claimed.and_then(|sender| clean_name(&sender.name)),
        device_id: named.map(|id| segue_conversation::truncate(id, 100)),
        is_you: signature == SignatureState::Signed && named == Some(own),
        signature,
    }
}

/// Reads a file to its end and refuses one that was changed since it was made, claims what it does
/// not prove, or has no messages to go on with.
pub(super) fn checked(
    source: &Source,
    own: &str,
    progress: &Progress,
) -> Result<(Opened, FileSender), Failure> {
    let read = || source.boxed();
    let opened = segue_platform::import::checked(&read, Limits::default()).map_err(|error| {
        progress
            .go_on()
            .err()
            .unwrap_or_else(|| failure::platform(error))
    })?;
    let sender = sender(&opened, own);
    if let Some(why) = refusal(&sender) {
        return Err(Failure::new(Code::Refused, why)
            .hint("Ask the sender for the file again.")
            .hint("segue inspect shows what the file says."));
    }
    if let Some(why) = is_pointer(&opened.head, opened.messages) {
        return Err(
            Failure::new(Code::Refused, why).hint("Ask the sender for the conversation itself.")
        );
    }
    if opened.messages == 0 {
        return Err(Failure::new(
            Code::Unreadable,
            "The file has no messages to import.",
        ));
    }
    Ok((opened, sender))
}

/// Returns why a file must not be imported, because it claims what it does not prove; `None` if it
/// may be.
pub(super) fn refusal(sender: &FileSender) -> Option<String> {
    match &sender.signature {
        SignatureState::Signed => None,
        SignatureState::Unsigned if sender.device_id.is_none() && sender.name.is_none() => None,
        SignatureState::Unsigned => {
            Some("The file names a sender, but nobody signed it.".to_owned())
        }
        SignatureState::OtherDevice { .. } => {
            Some("The file names a sender, but somebody else signed it.".to_owned())
        }
        SignatureState::Broken { why } => {
            Some(format!("The file's signature does not hold: {why}."))
        }
    }
}

/// Reduces a name to one line of at most 60 characters, without anything that hides or turns text.
/// Returns `None` if nothing is left.
fn clean_name(name: &str) -> Option<String> {
    let visible = |c: &char| {
        !c.is_control()
            && !matches!(c,
        '[' | ']' | '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    let clean: String = name.chars().filter(visible).take(60).collect();
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.to_owned())
}

/// Returns why a file that holds no message can't be continued; `None` for any other file.
pub(super) fn is_pointer(head: &Head, messages: u64) -> Option<String> {
    (head.history == "pointer" && messages == 0).then(|| {
        "It holds only the facts about the conversation: its messages stayed with the sender."
            .to_owned()
    })
}

/// Lists what the person who carries on should know: how much there is, and that something was
/// taken out.
pub(super) fn what_is_missing(head: &Head) -> Vec<String> {
    let mut notes = Vec::new();
    let extent = head.extent.as_ref();
    let of = extent.map(|extent| format!(" of {} messages", extent.of));
    let of = of.unwrap_or_default();
    match head.history.as_str() {
        "summary" => notes.push(format!("The file has a brief instead of the history{of}.")),
        "last_k" => notes.push(format!("The file has the end of a history{of}.")),
        _ => {}
    }
    if extent.is_some_and(|extent| !extent.tool_output) {
        notes.push("The sender left out what tools printed.".to_owned());
    }
    if extent.is_some_and(|extent| !extent.reasoning) {
        notes.push("The sender left out the model's reasoning.".to_owned());
    }
    let taken = redaction(head)
        .map(|told| told.redacted)
        .unwrap_or_default();
    let places = taken
        .iter()
        .fold(0_u64, |sum, count| sum.saturating_add(count.places));
    if places > 0 {
        notes.push(format!(
            "Secrets were taken out before it was sent, in {}; [redacted:…] stands there.",
            counted(places, "place", "places")
        ));
    }
    notes
}

/// Returns what a file says was taken out of it. This is a claim, like everything it says.
pub(super) fn redaction(head: &Head) -> Option<RedactionReport> {
    let redaction: Redaction = serde_json::from_str(head.redaction.as_ref()?.text()).ok()?;
    let mut told = super::prepare::redaction(&redaction);
    told.redacted.truncate(200);
    told.kept.truncate(200);
    Some(told)
}

/// Returns what a file says about its project, bounded for the door.
pub(super) fn project_hint(project: &Project) -> ProjectHint {
    let cut = |text: &String| segue_conversation::truncate(text, 500);
    ProjectHint {
        name: project.name.as_ref().map(cut),
        path: project.path.as_ref().map(cut),
        remote: project.remote.as_ref().map(cut),
        branch: project.branch.as_ref().map(cut),
        commit: project.commit.as_ref().map(cut),
    }
}

/// Converts a report for the door, within bounds.
pub(super) fn report(report: &Report) -> Vec<ReportLine> {
    report
        .entries()
        .into_iter()
        .map(|entry| ReportLine {
            fate: match entry.fate {
                Fate::Kept => ReportFate::Kept,
                Fate::Changed => ReportFate::Changed,
                Fate::Dropped => ReportFate::Dropped,
            },
            kind: segue_conversation::truncate(&entry.kind, 100),
            count: entry.count,
            why: entry
                .why
                .as_deref()
                .map(|why| segue_conversation::truncate(why, 200)),
        })
        .take(200)
        .collect()
}
