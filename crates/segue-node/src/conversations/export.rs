//! A conversation into a file: under a temporary name beside its place, signed, synced, then there.

use std::io::BufWriter;
use std::path::Path;

use segue_conversation::file::{self as a2a, Writer};
use segue_conversation::{FORMAT, Head, Json, Project, Sender, Source};
use segue_network::identity::IdentityKey;
use segue_platform::{About, Limits, Session, State, project};
use uuid::Uuid;

use super::work::Progress;
use super::{Conversations, Signer, failure, file, ledger, output};
use crate::door::{Code, Conversation, Exported, Failure, Place};
use crate::journal::{Happening, counted};
use crate::surroundings;

/// What to export.
pub(crate) struct Export {
    pub(crate) conversation: String,
    pub(crate) output: Option<String>,
    pub(crate) task: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) force: bool,
}

/// The device's key as files take it.
struct Seal<'k>(&'k IdentityKey);

impl a2a::Signer for Seal<'_> {
    fn public_key(&self) -> [u8; 32] {
        self.0.public()
    }

    fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).try_into().unwrap_or([0; 64])
    }
}

/// Writes the file and says what is in it.
pub(super) fn export(
    here: &Conversations,
    export: Export,
    place: Option<Place>,
    you: &Signer,
    progress: &Progress,
) -> Result<Exported, Failure> {
    let folder = place.as_ref().and_then(|place| place.folder.clone());
    let place = surroundings::of(place)?;
    let row = here.catalog.resolve(&place, &export.conversation, false)?;
    let platform = here.catalog.platform(row.session.platform)?;
    let session = row.session.clone();
    let conversation = here.catalog.known(row.clone())?;
    let output = output::choose(&export, folder, &conversation)?;
    // Only another export may be replaced: a slip of the keyboard must not cost an agent's session.
    if export.force && output.exists() && !output.to_string_lossy().ends_with(".a2a.json") {
        return Err(Failure::invalid(format!(
            "{} is there and is no export, so it is not replaced.",
            output.display()
        ))
        .hint("Name a file that ends with .a2a.json."));
    }
    if output.exists() && !export.force {
        return Err(output::taken(&output));
    }
    let at = |error: std::io::Error| failure::io(&output, &error);
    let beside = output.parent().unwrap_or(Path::new("/"));
    let mut reading = platform
        .open(&session, &Limits::default())
        .map_err(failure::platform)?;
    // From here on every step looks whether it is still wanted, so that no draft stays behind.
    progress.go_on()?;
    // Made for this user only.
    let draft = tempfile::Builder::new()
        .prefix(".segue-")
        .suffix(".tmp")
        .tempfile_in(beside)
        .map_err(|error| failure::io(beside, &error))?;

    let context = context(here, &session)?;
    let out = BufWriter::with_capacity(256 << 10, draft.as_file());
    let mut writer = Writer::new(out, context);
    let written = |error| failure::writing(&output, &error);
    while let Some(artifact) = reading.artifact().map_err(failure::platform)? {
        progress.go_on()?;
        writer.artifact(&artifact).map_err(written)?;
    }
    while let Some(message) = reading.message().map_err(failure::platform)? {
        progress.go_on()?;
        let (done, total) = reading.progress();
        progress.at(done, total);
        writer.message(&message).map_err(written)?;
    }
    here.catalog.counted(&row, writer.count());
    if writer.count() == 0 {
        return Err(Failure::new(
            Code::Unreadable,
            format!("{} has no messages to export.", conversation.name),
        ));
    }
    let about = reading.about();
    let report = reading.report().clone();
    let head = Head {
        report: report.clone(),
        ..head(&session, &about, &conversation, &export, you)?
    };
    let seal = you.key.as_ref().map(Seal);
    let signer = seal.as_ref().map(|seal| seal as &dyn a2a::Signer);
    let finished = writer.finish(head, signer).map_err(written)?;
    draft.as_file().sync_all().map_err(at)?;
    progress.go_on()?;
    output::place(draft, &output, export.force)?;

    let title = finished.head.title.clone();
    here.journal(
        Happening::new("exported", format!("Exported {}", named(title.as_deref()))).detail(
            format!(
                "{} of {} into {}.",
                counted(finished.head.message_count, "message", "messages"),
                conversation.name,
                output.display()
            ),
        ),
    );
    Ok(Exported {
        file: output.to_string_lossy().into_owned(),
        bytes: finished.bytes,
        messages: finished.head.message_count,
        title,
        export_id: finished.head.export_id,
        content_hash: finished.head.content_hash.unwrap_or_default(),
        signed: finished.head.signature.is_some(),
        report: file::report(&report),
        notes: notes(&about, you),
    })
}

/// A title in a sentence.
pub(super) fn named(title: Option<&str>) -> String {
    match title {
        Some(title) => format!("“{}”", segue_conversation::shown(title, 80)),
        None => "a conversation without a title".to_owned(),
    }
}

fn notes(about: &About, you: &Signer) -> Vec<String> {
    let mut notes = Vec::new();
    match &about.state {
        Some(State::Live) => notes.push(
            "Its agent was still writing it; the file has what was there by then.".to_owned(),
        ),
        Some(State::Partly { damaged, why }) => notes.push(format!(
            "The file lacks {} that could not be read. The first: {}.",
            counted(*damaged, "record", "records"),
            segue_conversation::shown(why, 200)
        )),
        _ => {}
    }
    if you.key.is_none() {
        notes.push(
            "Your identity key is out of reach, so the file is not signed and names no sender."
                .to_owned(),
        );
    }
    notes
}

fn head(
    session: &Session,
    about: &About,
    conversation: &Conversation,
    export: &Export,
    you: &Signer,
) -> Result<Head, Failure> {
    let internal = |error: serde_json::Error| Failure::new(Code::Internal, error.to_string());
    let text = |text: &Option<String>| {
        let text = text.as_deref().map(str::trim).unwrap_or_default();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let (task, note) = (text(&export.task), text(&export.note));
    let envelope = if task.is_some() || note.is_some() {
        let mut members = serde_json::Map::new();
        for (key, value) in [("task", task), ("note", note)] {
            if let Some(value) = value {
                members.insert(key.to_owned(), value.into());
            }
        }
        Some(Json::from_serde(&members).map_err(internal)?)
    } else {
        None
    };
    Ok(Head {
        format: FORMAT.to_owned(),
        export_id: Uuid::new_v4().to_string(),
        exported_at: segue_conversation::times::from_millis(
            jiff::Timestamp::now().as_millisecond(),
        ),
        source: Source {
            platform: session.platform.to_owned(),
            session_id: Some(session.id.clone()),
            version: about.version.clone().or(conversation.version.clone()),
        },
        title: about.title.clone().or(conversation.title.clone()),
        project: known_project(about, conversation),
        history: "full".to_owned(),
        sender: you.key.as_ref().map(|_| Sender {
            peer_id: you.device_id.clone(),
            name: you.name.clone(),
        }),
        envelope,
        native: about.native.clone(),
        ..Head::default()
    })
}

/// What the session says about its project, and what its folder adds.
fn known_project(about: &About, conversation: &Conversation) -> Option<Project> {
    let said = about.project.clone().unwrap_or_default();
    let folder = said.path.clone().or(conversation.project.clone());
    let there = folder
        .as_deref()
        .map(Path::new)
        .filter(|folder| folder.is_absolute() && folder.is_dir())
        .map(project::describe)
        .unwrap_or_default();
    let last = |folder: &String| folder.rsplit(['/', '\\']).next().map(str::to_owned);
    let project = Project {
        name: said.name.or(there.name).or(folder.as_ref().and_then(last)),
        path: folder,
        remote: said.remote.or(there.remote),
        branch: said.branch.or(conversation.branch.clone()).or(there.branch),
        commit: said.commit.or(there.commit),
    };
    (project != Project::default()).then_some(project)
}

/// The conversation's id: the one it came with, or always the same for the same session.
fn context(here: &Conversations, session: &Session) -> Result<String, Failure> {
    if let Some(known) = ledger::context_of(&here.storage, session.platform, &session.id)? {
        return Ok(known);
    }
    let text = format!(
        "segue-conversation-v1\n{}\n{}",
        session.platform, session.id
    );
    let hash = blake3::hash(text.as_bytes());
    let mut bytes = [0; 16];
    for (to, from) in bytes.iter_mut().zip(hash.as_bytes()) {
        *to = *from;
    }
    Ok(uuid::Builder::from_custom_bytes(bytes)
        .into_uuid()
        .to_string())
}
