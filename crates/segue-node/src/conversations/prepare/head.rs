//! What a prepared file says about its conversation, before it is cleared.

use std::path::Path;

use segue_conversation::file as a2a;
use segue_conversation::history::{Choice, Figures, Strategy};
use segue_conversation::{
    CHOSEN_BY_SENDER, Extent, FORMAT, Head, Json, Project, Report, Sender, Source,
};
use segue_door::Failure;
use segue_network::identity::IdentityKey;
use segue_platform::{About, Session, State, project};
use uuid::Uuid;

use super::super::{Ancestry, Conversations, Signer, ledger};
use super::origin::Origin;
use crate::plural::counted;

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

/// Lists what the person should know about what leaves.
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
            segue_conversation::truncate(why, 200)
        )),
        _ => {}
    }
    if you.key.is_none() {
        notes.push(
            "Your identity key is out of reach, so the file is not signed and nobody can tell that \
             it comes from you."
                .to_owned(),
        );
    }
    notes
}

/// What a head is made of.
pub(super) struct HeadInputs<'a> {
    pub(super) from: &'a Origin,
    pub(super) about: &'a About,
    pub(super) you: &'a Signer,
    pub(super) envelope: Json,
    pub(super) ancestry: Ancestry,
    /// When the file is made.
    pub(super) at: String,
    pub(super) choice: Choice,
    /// How many messages the conversation has.
    pub(super) of: u64,
    pub(super) tokens: u64,
    pub(super) report: Report,
}

/// Makes the head of the file.
pub(super) fn head(known: HeadInputs<'_>) -> Head {
    let HeadInputs {
        from,
        about,
        you,
        envelope,
        ancestry,
        at,
        choice,
        of,
        tokens,
        report,
    } = known;
    let (history, extent) = extent(from, &choice, of, tokens);
    Head {
        format: FORMAT.to_owned(),
        export_id: Uuid::new_v4().to_string(),
        exported_at: Some(at),
        source: Source {
            platform: from.platform.clone(),
            session_id: from.session.clone(),
            version: about.version.clone().or(from.version.clone()),
        },
        title: about.title.clone().or(from.title.clone()),
        project: known_project(about, from),
        history,
        extent: Some(extent),
        report,
        sender: you.key.as_ref().map(|_| Sender {
            peer_id: you.device_id.clone(),
            name: you.name.clone(),
        }),
        parent_version: ancestry.parent,
        envelope: Some(envelope),
        native: about.native.clone().filter(|_| choice.is_whole()),
        ..Head::default()
    }
}

/// Determines how much of the conversation is there. What a file lacked before, it still lacks.
fn extent(from: &Origin, choice: &Choice, of: u64, tokens: u64) -> (String, Extent) {
    let had = from.had.as_ref();
    let before = had.and_then(|had| had.extent.as_ref());
    let known = ["summary", "last_k"];
    let part = had.filter(|had| known.contains(&had.history.as_str()));
    let (history, last_k) = match (choice.strategy, part) {
        (Strategy::Full, Some(had)) => {
            (had.history.clone(), before.and_then(|before| before.last_k))
        }
        (Strategy::LastK(k), _) => (choice.strategy.name().to_owned(), Some(k)),
        (strategy, _) => (strategy.name().to_owned(), None),
    };
    let extent = Extent {
        of: before.map_or(of, |before| before.of.max(of)),
        last_k,
        tool_output: choice.tool_output && before.is_none_or(|before| before.tool_output),
        reasoning: choice.reasoning && before.is_none_or(|before| before.reasoning),
        tokens,
        justification: CHOSEN_BY_SENDER.to_owned(),
    };
    (history, extent)
}

/// Combines what the session says about its project with what its folder adds. Of a file, only what
/// it says itself counts.
fn known_project(about: &About, from: &Origin) -> Option<Project> {
    let said = about.project.clone().unwrap_or_default();
    if from.had.is_some() {
        return Some(said).filter(|said| *said != Project::default());
    }
    let folder = said.path.clone().or(from.project.clone());
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
        branch: said.branch.or(from.branch.clone()).or(there.branch),
        commit: said.commit.or(there.commit),
    };
    (project != Project::default()).then_some(project)
}

/// Returns the conversation's id: the one it came with, or one that is always the same for the same
/// session.
pub(in super::super) fn context(
    here: &Conversations,
    session: &Session,
) -> Result<String, Failure> {
    known(here, session).map(|(context, _)| context)
}

/// Returns the conversation's id, and the session's whole id if an import made it.
pub(super) fn known(here: &Conversations, session: &Session) -> Result<(String, String), Failure> {
    let made = ledger::made(&here.database, session.platform, &session.id)?;
    let (id, context) = match made {
        Some(made) => (made.session, made.context),
        None => (session.id.clone(), None),
    };
    let own = || id_of(&format!("{}\n{}", session.platform, session.id));
    Ok((context.unwrap_or_else(own), id))
}

/// Derives an id that is always the same for the same text.
pub(super) fn id_of(text: &str) -> String {
    let hash = blake3::hash(format!("segue-conversation-v1\n{text}").as_bytes());
    let mut bytes = [0; 16];
    for (to, from) in bytes.iter_mut().zip(hash.as_bytes()) {
        *to = *from;
    }
    uuid::Builder::from_custom_bytes(bytes)
        .into_uuid()
        .to_string()
}
