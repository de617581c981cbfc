//! What a prepared file says about its conversation, before it is cleared.

use std::path::Path;

use segue_conversation::file as a2a;
use segue_conversation::history::{Choice, Figures, Strategy};
use segue_conversation::{
    CHOSEN_BY_SENDER, Extent, FORMAT, Head, Json, Project, Report, Sender, Source,
};
use segue_network::identity::IdentityKey;
use segue_platform::{About, Session, State, project};
use uuid::Uuid;

use super::super::{Conversations, Signer, ledger};
use crate::door::{Code, Conversation, Failure};
use crate::journal::counted;

/// The device's key as files take it.
pub(super) struct Seal<'k>(pub(super) &'k IdentityKey);

impl a2a::Signer for Seal<'_> {
    fn public_key(&self) -> [u8; 32] {
        self.0.public()
    }

    fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        self.0.sign(bytes).try_into().unwrap_or([0; 64])
    }
}

/// What the person should know.
pub(super) fn notes(
    about: &About,
    you: &Signer,
    choice: &Choice,
    figures: &Figures,
    pictures: u64,
) -> Vec<String> {
    let mut notes = Vec::new();
    if pictures > 0 {
        notes.push(format!(
            "{} along. What can be seen on {} is not looked through; look at {} yourself.",
            if pictures == 1 {
                "A picture goes".to_owned()
            } else {
                format!("{pictures} pictures go")
            },
            if pictures == 1 { "it" } else { "them" },
            if pictures == 1 { "it" } else { "them" },
        ));
    }
    // One of them tells of those that are not there.
    let own = figures.messages.saturating_sub(1);
    if let Strategy::LastK(k) = choice.strategy
        && own > u64::from(k)
    {
        notes.push(format!(
            "The last {own} messages go along instead of {k}: your last words are never left out, \
             and no tool result without its call."
        ));
    }
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

/// What a head is made of.
pub(super) struct Known<'a> {
    pub(super) session: &'a Session,
    pub(super) about: &'a About,
    pub(super) conversation: &'a Conversation,
    pub(super) you: &'a Signer,
    pub(super) task: Option<String>,
    pub(super) note: Option<String>,
    pub(super) choice: Choice,
    /// How many messages the conversation has.
    pub(super) of: u64,
    pub(super) tokens: u64,
    pub(super) report: Report,
}

/// The head of the file.
pub(super) fn head(known: Known<'_>) -> Result<Head, Failure> {
    let internal = |error: serde_json::Error| Failure::new(Code::Internal, error.to_string());
    let Known {
        session,
        about,
        conversation,
        you,
        task,
        note,
        choice,
        of,
        tokens,
        report,
    } = known;
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
        history: choice.strategy.name().to_owned(),
        extent: Some(Extent {
            of,
            last_k: match choice.strategy {
                Strategy::LastK(k) => Some(k),
                _ => None,
            },
            tool_output: choice.tool_output,
            reasoning: choice.reasoning,
            tokens,
            justification: CHOSEN_BY_SENDER.to_owned(),
        }),
        report,
        sender: you.key.as_ref().map(|_| Sender {
            peer_id: you.device_id.clone(),
            name: you.name.clone(),
        }),
        envelope,
        native: about.native.clone().filter(|_| choice.is_whole()),
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
pub(in super::super) fn context(here: &Conversations, session: &Session) -> Result<String, Failure> {
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
