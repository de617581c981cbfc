//! What a surface can ask of the node.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    DownloadWhat, Failure, FindingDecisions, Handed, Place, Readable, SecretHome, SendingChoice,
    Show, TicketText,
};
use crate::settings::SecretRule;

/// A question or a command for the node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "method", content = "params", rename_all = "snake_case")]
pub enum Request {
    /// Who this node is and how it is doing.
    Status,
    /// The settings in force, and which of them the person changed.
    Settings,
    /// Change settings by dotted name; `null` puts one back to its default. All or none apply.
    ChangeSettings {
        /// New values by dotted name, for example `appearance.theme`.
        #[ts(type = "{ [key in string]?: string | boolean | number | null | unknown[] }")]
        changes: BTreeMap<String, serde_json::Value>,
    },
    /// Measure what can go wrong on this computer and between it and others.
    Doctor {
        /// Whom to try to reach as well.
        #[serde(default)]
        #[ts(optional = nullable)]
        person: Option<String>,
    },
    /// What happened on this node, newest first.
    Journal {
        /// Only entries older than this one.
        #[ts(type = "number | null")]
        before: Option<i64>,
        /// How many at most; the node returns no more than 500.
        limit: u32,
    },
    /// Try again to reach the place where the identity key is kept.
    RetryIdentity,
    /// Move the secret half of the identity key to another place.
    MoveIdentity {
        /// Where it should live from now on.
        to: SecretHome,
    },
    /// Ask to be the one window of this profile.
    ClaimWindow,
    /// Give a file or folder that a person chose a name that a page may use. What is not there yet
    /// can be named for writing.
    OpenPath {
        /// Its whole path.
        path: String,
        /// Also show the file, wherever there is a page for it.
        #[serde(default)]
        show: bool,
    },
    /// The files that wait to be shown; they wait no more.
    TakeFiles,
    /// Where a handle leads to. Not for a page.
    ResolveHandle {
        /// The handle.
        handle: String,
    },
    /// Ask the window to show something. Not for a page.
    Show {
        /// What.
        show: Show,
    },
    /// What waits to be shown; it waits no more. Only who has the window gets anything.
    TakeShows,
    /// Whether a package of Segue is the one that was released, by the key in this program.
    CheckPackage {
        /// The package; `SHA256SUMS` and its signature lie beside it.
        path: String,
    },
    /// The project folders of this computer, those that fit first.
    Folders {
        /// The handoff they should fit.
        #[serde(default)]
        #[ts(optional = nullable)]
        handoff: Option<String>,
        /// The file they should fit.
        #[serde(default)]
        #[ts(optional = nullable)]
        file: Option<String>,
    },
    /// Look for the conversations of an agent in another folder than it uses by itself.
    SetPlatformFolder {
        /// The platform's id.
        platform: String,
        /// The folder; by default the agent's own.
        #[serde(default)]
        #[ts(optional = nullable)]
        folder: Option<String>,
    },
    /// The agents this program knows, and which of them are here.
    Platforms {
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// Conversations of all agents, newest first.
    ListConversations {
        /// Only those of this platform.
        #[serde(default)]
        #[ts(optional = nullable)]
        platform: Option<String>,
        /// Only those of this folder or a folder inside it.
        #[serde(default)]
        #[ts(optional = nullable)]
        project: Option<String>,
        /// Only those in which all these words stand.
        #[serde(default)]
        #[ts(optional = nullable)]
        search: Option<String>,
        /// How many at most; the node returns no more than 200.
        limit: u32,
        /// Only those that changed since: a date, or a time as RFC 3339 has it.
        #[serde(default)]
        #[ts(optional = nullable)]
        since: Option<String>,
        /// Only those that were handed this way.
        #[serde(default)]
        #[ts(optional = nullable)]
        handed: Option<Handed>,
        /// The `next` of the page before.
        #[serde(default)]
        #[ts(optional = nullable)]
        after: Option<String>,
        /// So many are skipped, for a list that jumps; not together with `after`.
        #[serde(default)]
        #[ts(optional = nullable, type = "number")]
        offset: Option<u64>,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// The project folders there are conversations of.
    Projects {
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// A page of one conversation.
    ShowConversation {
        /// `platform:id`, or a beginning of the id, with or without its platform.
        conversation: String,
        /// Only messages after this number.
        #[serde(default)]
        #[ts(optional = nullable, type = "number")]
        after: Option<u64>,
        /// How many at most; the node may return fewer.
        limit: u32,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// The command that carries on with a conversation in its own agent.
    Resume {
        /// `platform:id`, or a beginning of the id, with or without its platform.
        conversation: String,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// Some of the messages of anything that can be read.
    ReadMessages {
        /// What is read.
        of: Readable,
        /// Only messages after this number.
        #[ts(type = "number")]
        after: u64,
        /// How many at most; the node may return fewer.
        limit: u32,
    },
    /// How long each message is and what the person said, to scroll and jump by.
    ReadOutline {
        /// What is read.
        of: Readable,
    },
    /// Where a text stands, whatever its case, also in what is folded.
    FindInMessages {
        /// What is read.
        of: Readable,
        /// The text.
        text: String,
        /// How many places at most; the node returns no more than 500.
        limit: u32,
    },
    /// The whole text of a part, or the picture it is, piece by piece.
    ReadPart {
        /// What is read.
        of: Readable,
        /// The number of the message.
        #[ts(type = "number")]
        message: u64,
        /// Which of its parts, counted from 0.
        part: u32,
        /// Where to begin: 0, or the `next` of the piece before.
        #[ts(type = "number")]
        from: u64,
    },
    /// The changes of a project that came with a file, file by file.
    ReadDiff {
        /// What they came with.
        of: Readable,
        /// How many files to leave out: 0, or the `next` of the page before.
        #[ts(type = "number")]
        after: u64,
    },
    /// About how much of a conversation a choice would send.
    HandoffFigures {
        /// `platform:id`, or a beginning of the id, with or without its platform.
        conversation: String,
        /// What is chosen.
        #[serde(default)]
        choice: SendingChoice,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// Make the file that would leave, with every finding decided, and keep it for a while.
    PrepareHandoff {
        /// `platform:id`, or a beginning of the id, with or without its platform; or a conversation
        /// file by its whole path.
        conversation: String,
        /// What is chosen.
        #[serde(default)]
        choice: SendingChoice,
        /// What shall become of findings; those that are not named are redacted.
        #[serde(default)]
        #[ts(type = "{ [key in string]?: FindingDecision }")]
        decisions: FindingDecisions,
        /// What the receiver should do, in at most 500 characters.
        #[serde(default)]
        #[ts(optional = nullable)]
        task: Option<String>,
        /// What the receiver should know.
        #[serde(default)]
        #[ts(optional = nullable)]
        note: Option<String>,
        /// The rest of the envelope, as far as the person said anything: status, summary, blockers
        /// and so on, under the names of the envelope.
        #[serde(default)]
        #[ts(optional = nullable, type = "unknown")]
        envelope: Option<serde_json::Value>,
        /// Attach the uncommitted changes of the project.
        #[serde(default)]
        attach_diff: bool,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// More of the findings in a prepared file.
    PreparedFindings {
        /// The prepared file.
        hash: String,
        /// Only those after so many.
        #[ts(type = "number")]
        after: u64,
        /// How many at most; the node returns no more than 200.
        limit: u32,
    },
    /// Some of the very bytes of a prepared file.
    ReadPrepared {
        /// The prepared file.
        hash: String,
        /// The first byte.
        #[ts(type = "number")]
        from: u64,
    },
    /// Write a prepared file to its place: those bytes and no others.
    ExportPrepared {
        /// The prepared file.
        hash: String,
        /// The file, or a folder for it; by default the folder the one who asks is in.
        #[serde(default)]
        #[ts(optional = nullable)]
        output: Option<String>,
        /// Replace a file that is there.
        #[serde(default)]
        force: bool,
        /// The folder the one who asks is in.
        #[serde(default)]
        #[ts(optional = nullable)]
        folder: Option<String>,
    },
    /// Forget a prepared file.
    DropPrepared {
        /// The prepared file.
        hash: String,
    },
    /// What rules make of a text. Nothing is kept of it.
    TryRules {
        /// The text.
        text: String,
        /// Rules to try beside the built-in ones; by default those of the settings.
        #[serde(default)]
        #[ts(optional = nullable)]
        rules: Option<Vec<SecretRule>>,
        /// An allow list to try; by default that of the settings.
        #[serde(default)]
        #[ts(optional = nullable)]
        allow: Option<Vec<String>>,
        /// Also look for personal things; by default as the settings have it.
        #[serde(default)]
        #[ts(optional = nullable)]
        personal: Option<bool>,
    },
    /// Read a file and say what it is; nothing is written.
    InspectFile {
        /// Which file.
        path: String,
    },
    /// Write the conversation of a file into an agent's own storage.
    ImportFile {
        /// Which file.
        path: String,
        /// The platform's id.
        to: String,
        /// The project folder; by default the one that fits.
        #[serde(default)]
        #[ts(optional = nullable)]
        project: Option<String>,
        /// The title to show instead of the file's.
        #[serde(default)]
        #[ts(optional = nullable)]
        title: Option<String>,
        /// Rewrite the sender's project folder to ours inside text.
        #[serde(default)]
        map_paths: bool,
        /// Only say what would be written.
        #[serde(default)]
        dry_run: bool,
        /// Make another session even if the same was imported before.
        #[serde(default)]
        again: bool,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// What was imported, newest first.
    Imports,
    /// Take an import back.
    UndoImport {
        /// Its id or a beginning of it, or the id of the session it made.
        import: String,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// Everyone this profile knows, pairings that wait, and invites.
    People {
        /// Look for devices nearby as well, which may take a moment.
        #[serde(default)]
        nearby: bool,
    },
    /// Make a one-time invite.
    Invite {
        /// For how long; a day by default, at most a week.
        #[serde(default)]
        #[ts(optional = nullable)]
        minutes: Option<u32>,
    },
    /// Take an invite back that nobody used.
    RevokeInvite {
        /// Its short name.
        id: String,
    },
    /// Use someone's invite.
    Join {
        /// The whole text of it.
        #[ts(type = "string")]
        ticket: TicketText,
    },
    /// Ask someone nearby to pair, or go on with a pairing that waits.
    Pair {
        /// Their name, the letters of their id, or where they are (`host:port`).
        person: String,
    },
    /// Say whether both screens show the same code.
    DecidePairing {
        /// Its id, or the person it is with.
        pairing: String,
        /// Whether they do.
        matches: bool,
    },
    /// Say which code the other screen shows; a wrong one changes nothing.
    ConfirmPairing {
        /// The person, or the id of the pairing.
        person: String,
        /// The words or the digits of the other screen.
        code: String,
    },
    /// Leave a pairing without saying that the codes differ.
    LeavePairing {
        /// Its id, or the person it is with.
        pairing: String,
    },
    /// Connect to whoever answers at an address.
    Connect {
        /// `host:port`, an IP address, or a multiaddr.
        address: String,
    },
    /// Let nothing come from or go to someone, from now on.
    Block {
        /// Who: a name, or letters of the id.
        person: String,
    },
    /// Stop blocking someone.
    Unblock {
        /// Who: a name, or letters of the id.
        person: String,
    },
    /// Make someone a stranger again; also takes back what an invite did.
    Forget {
        /// Who: a name, or letters of the id.
        person: String,
    },
    /// Call someone by a name of your own.
    Nickname {
        /// Who: a name, or letters of the id.
        person: String,
        /// The name; empty for their own.
        name: String,
    },
    /// Hand a prepared file to people: those bytes and no others.
    SendHandoff {
        /// The prepared file.
        hash: String,
        /// The prepared file that a pointer points to.
        #[serde(default)]
        #[ts(optional = nullable)]
        rest: Option<String>,
        /// To whom: names, or letters of their ids.
        to: Vec<String>,
        /// For how many hours it is offered; two weeks by default.
        #[serde(default)]
        #[ts(optional = nullable)]
        hours: Option<u32>,
    },
    /// What you handed to others.
    Outbox {
        /// Also what ended.
        #[serde(default)]
        all: bool,
    },
    /// What others handed to you.
    Inbox {
        /// Also what ended.
        #[serde(default)]
        all: bool,
    },
    /// Everything about one handoff.
    ShowHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
        /// Whether the person looks at it, which its sender is told.
        #[serde(default)]
        open: bool,
    },
    /// Write a handoff, or the changes attached to it, into a file.
    DownloadHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
        /// What of it.
        #[serde(default)]
        what: DownloadWhat,
        /// The file, or a folder for it; by default the folder the one who asks is in.
        #[serde(default)]
        #[ts(optional = nullable)]
        output: Option<String>,
        /// Replace a file that is there.
        #[serde(default)]
        force: bool,
        /// The folder the one who asks is in.
        #[serde(default)]
        #[ts(optional = nullable)]
        folder: Option<String>,
    },
    /// Make a session of a handoff.
    ImportHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
        /// The platform's id.
        to: String,
        /// The project folder; by default the one that fits.
        #[serde(default)]
        #[ts(optional = nullable)]
        project: Option<String>,
        /// The title to show instead of the file's.
        #[serde(default)]
        #[ts(optional = nullable)]
        title: Option<String>,
        /// Rewrite the sender's project folder to ours inside text.
        #[serde(default)]
        map_paths: bool,
        /// Only say what would be written.
        #[serde(default)]
        dry_run: bool,
        /// Make another session even if the same was imported before.
        #[serde(default)]
        again: bool,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// Say no to a handoff. For ten seconds nobody hears of it.
    DismissHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
        /// Why, for the sender.
        #[serde(default)]
        #[ts(optional = nullable)]
        reason: Option<String>,
    },
    /// Take back a dismissal or an import.
    UndoHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// Ask the sender of a handoff something.
    AskHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
        /// What.
        text: String,
    },
    /// Answer what was asked, or choose a way out of what blocks a handoff.
    AnswerHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
        /// What.
        #[serde(default)]
        #[ts(optional = nullable)]
        text: Option<String>,
        /// The way out, numbered from 1.
        #[serde(default)]
        #[ts(optional = nullable)]
        option: Option<u32>,
        /// A prepared file that takes the place of the one before.
        #[serde(default)]
        #[ts(optional = nullable)]
        hash: Option<String>,
    },
    /// Take back what you handed to someone.
    CancelHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
    },
    /// Get the messages that a pointer points to.
    FetchHandoff {
        /// Its id, or a beginning of it.
        handoff: String,
    },
    /// Import at once what someone hands over, from now on.
    AddAuto {
        /// Whose handoffs.
        person: String,
        /// Into which agent.
        platform: String,
        /// Into which project folder.
        folder: String,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// Standing orders to import.
    ListAuto,
    /// End a standing order.
    RevokeAuto {
        /// Its short name, or the person.
        order: String,
    },
    /// Where conversations were and what became of them.
    Lineage {
        /// A conversation: its id, a session as `platform:id`, or a handoff; all of them by default.
        #[serde(default)]
        #[ts(optional = nullable)]
        conversation: Option<String>,
        /// Where the one who asks sees the person's agents; by default where the host does.
        #[serde(default)]
        #[ts(optional = nullable)]
        place: Option<Place>,
    },
    /// A version of a conversation beside the one it grew from.
    CompareVersions {
        /// The conversation: its id, or a handoff of it.
        conversation: String,
        /// The version: its id.
        version: String,
    },
}

impl Request {
    /// Reads a request that came as JSON from outside, or says what is wrong with it.
    pub fn parse(json: serde_json::Value) -> Result<Self, Failure> {
        serde_json::from_value(json).map_err(|error| {
            let why: String = error.to_string().chars().take(300).collect();
            Failure::invalid(format!("The request is not understood: {why}."))
        })
    }

    /// Returns whether it may be asked again by itself when the host went away in between: it only
    /// reads, or what it changed went with that host.
    pub fn may_be_repeated(&self) -> bool {
        // The next host does not know yet who has the window.
        self.only_reads() || matches!(self, Self::ClaimWindow)
    }

    /// Returns whether asking twice is the same as asking once.
    pub fn only_reads(&self) -> bool {
        match self {
            Self::Status
            | Self::Settings
            | Self::Doctor { .. }
            | Self::Journal { .. }
            | Self::Platforms { .. }
            | Self::ListConversations { .. }
            | Self::Projects { .. }
            | Self::Folders { .. }
            | Self::ResolveHandle { .. }
            | Self::CheckPackage { .. }
            | Self::ShowConversation { .. }
            | Self::Resume { .. }
            | Self::ReadMessages { .. }
            | Self::ReadOutline { .. }
            | Self::FindInMessages { .. }
            | Self::ReadPart { .. }
            | Self::ReadDiff { .. }
            | Self::CompareVersions { .. }
            | Self::HandoffFigures { .. }
            | Self::PreparedFindings { .. }
            | Self::ReadPrepared { .. }
            | Self::TryRules { .. }
            | Self::InspectFile { .. }
            | Self::Imports
            | Self::Outbox { .. }
            | Self::Inbox { .. }
            | Self::ShowHandoff { open: false, .. }
            | Self::ListAuto
            | Self::Lineage { .. }
            | Self::People { .. } => true,
            Self::ChangeSettings { .. }
            | Self::RetryIdentity
            | Self::MoveIdentity { .. }
            | Self::ClaimWindow
            | Self::OpenPath { .. }
            | Self::TakeFiles
            | Self::Show { .. }
            | Self::TakeShows
            | Self::SetPlatformFolder { .. }
            | Self::PrepareHandoff { .. }
            | Self::ExportPrepared { .. }
            | Self::DropPrepared { .. }
            | Self::ImportFile { .. }
            | Self::UndoImport { .. }
            | Self::Invite { .. }
            | Self::RevokeInvite { .. }
            | Self::Join { .. }
            | Self::Pair { .. }
            | Self::DecidePairing { .. }
            | Self::ConfirmPairing { .. }
            | Self::LeavePairing { .. }
            | Self::Connect { .. }
            | Self::Block { .. }
            | Self::Unblock { .. }
            | Self::Forget { .. }
            | Self::Nickname { .. }
            | Self::SendHandoff { .. }
            | Self::ShowHandoff { open: true, .. }
            | Self::DownloadHandoff { .. }
            | Self::ImportHandoff { .. }
            | Self::DismissHandoff { .. }
            | Self::UndoHandoff { .. }
            | Self::AskHandoff { .. }
            | Self::AnswerHandoff { .. }
            | Self::CancelHandoff { .. }
            | Self::FetchHandoff { .. }
            | Self::AddAuto { .. }
            | Self::RevokeAuto { .. } => false,
        }
    }
}
