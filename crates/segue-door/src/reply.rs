//! What the node answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::settings::Settings;
use crate::{
    AutoImport, AutoList, CheckedPackage, ComparedVersions, DiffPage, DoctorReport, Downloaded,
    Dropped, Exported, FindingPage, FolderList, FoundInMessages, Handoff, HandoffDetail,
    HandoffFigures, HandoffList, HandoffUndone, ImportList, Imported, Inspected, InviteView,
    Invited, JournalPage, Lineage, Listing, NearbyDevice, OpenedPath, PairingView, PartText,
    PeopleList, Person, PlatformList, Prepared, PreparedText, ProjectList, ReadOutline, ReadPage,
    ResolvedHandle, ResumeCommand, Sent, ShowAsked, ShownConversation, Status, TriedRules, Undone,
    WaitingFiles, WaitingShows,
};

/// The answer to the [`Request`](super::Request) of the same name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "method", content = "result", rename_all = "snake_case")]
pub enum Reply {
    /// Who this node is and how it is doing.
    Status(Box<Status>),
    /// The settings in force.
    Settings(Box<SettingsView>),
    /// The settings after the change.
    ChangeSettings(Box<SettingsView>),
    /// What was measured.
    Doctor(DoctorReport),
    /// A page of what happened.
    Journal(JournalPage),
    /// The status after trying again.
    RetryIdentity(Box<Status>),
    /// The status after the move.
    MoveIdentity(Box<Status>),
    /// Whether the caller is the one window of this profile.
    ClaimWindow(WindowClaim),
    /// The name of what was chosen.
    OpenPath(OpenedPath),
    /// The files that waited.
    TakeFiles(WaitingFiles),
    /// Where it leads to.
    ResolveHandle(ResolvedHandle),
    /// It waits to be shown.
    Show(ShowAsked),
    /// What waited.
    TakeShows(WaitingShows),
    /// It is what was released.
    CheckPackage(CheckedPackage),
    /// Folders to choose from.
    Folders(FolderList),
    /// The agents, with the change.
    SetPlatformFolder(PlatformList),
    /// The agents.
    Platforms(PlatformList),
    /// A page of conversations.
    ListConversations(Listing),
    /// The project folders.
    Projects(ProjectList),
    /// A page of one conversation.
    ShowConversation(Box<ShownConversation>),
    /// How to carry on.
    Resume(ResumeCommand),
    /// Some of the messages.
    ReadMessages(Box<ReadPage>),
    /// What there is to scroll and jump by.
    ReadOutline(Box<ReadOutline>),
    /// Where a text stands.
    FindInMessages(FoundInMessages),
    /// Some of a part.
    ReadPart(PartText),
    /// Some of the changes.
    ReadDiff(DiffPage),
    /// About how much a choice sends.
    HandoffFigures(HandoffFigures),
    /// A file that is ready to leave.
    PrepareHandoff(Box<Prepared>),
    /// Some of the findings.
    PreparedFindings(FindingPage),
    /// Some of the bytes that leave.
    ReadPrepared(PreparedText),
    /// The file that was written.
    ExportPrepared(Box<Exported>),
    /// It is gone.
    DropPrepared(Dropped),
    /// What rules make of a text.
    TryRules(TriedRules),
    /// What a file says.
    InspectFile(Box<Inspected>),
    /// What came of an import.
    ImportFile(Box<Imported>),
    /// What was imported.
    Imports(ImportList),
    /// What was taken back.
    UndoImport(Box<Undone>),
    /// Everyone there is to see.
    People(Box<PeopleList>),
    /// A new invite.
    Invite(Box<Invited>),
    /// The invite that was taken back.
    RevokeInvite(InviteView),
    /// The one who invited.
    Join(Box<Person>),
    /// The code to compare.
    Pair(Box<PairingView>),
    /// The pairing after the decision; what it comes to is told by events.
    DecidePairing(Box<PairingView>),
    /// The pairing after the code was typed; what it comes to is told by events.
    ConfirmPairing(Box<PairingView>),
    /// The pairing that was left.
    LeavePairing(Box<PairingView>),
    /// Who answers there.
    Connect(Box<NearbyDevice>),
    /// The one who is blocked now.
    Block(Box<Person>),
    /// The one who is not blocked any more.
    Unblock(Box<Person>),
    /// The one who was forgotten.
    Forget(Box<Person>),
    /// The one with the new name.
    Nickname(Box<Person>),
    /// What is on its way now.
    SendHandoff(Box<Sent>),
    /// What you handed to others.
    Outbox(HandoffList),
    /// What others handed to you.
    Inbox(HandoffList),
    /// Everything about one handoff.
    ShowHandoff(Box<HandoffDetail>),
    /// The file that was written.
    DownloadHandoff(Downloaded),
    /// What came of the import.
    ImportHandoff(Box<Imported>),
    /// The handoff, which can be brought back for ten seconds before anyone hears of it.
    DismissHandoff(Box<Handoff>),
    /// What was taken back.
    UndoHandoff(Box<HandoffUndone>),
    /// The handoff that waits for an answer.
    AskHandoff(Box<Handoff>),
    /// The handoff that goes on.
    AnswerHandoff(Box<Handoff>),
    /// The handoff that is taken back.
    CancelHandoff(Box<Handoff>),
    /// The handoff with all of its messages.
    FetchHandoff(Box<Handoff>),
    /// The new standing order.
    AddAuto(Box<AutoImport>),
    /// Standing orders.
    ListAuto(AutoList),
    /// The standing order that ended.
    RevokeAuto(Box<AutoImport>),
    /// The versions.
    Lineage(Box<Lineage>),
    /// A version beside the one it grew from.
    CompareVersions(Box<ComparedVersions>),
}

/// The settings in force and where they come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SettingsView {
    /// What applies now.
    pub values: Settings,
    /// Dotted names of the settings that differ from their default by the person's choice.
    pub changed: Vec<String>,
    /// The file the person's differences live in.
    pub file: String,
    /// Lines of that file that were not understood, in words; the rest still applies.
    pub problems: Vec<String>,
    /// One sentence on each setting, by dotted name.
    pub about: BTreeMap<String, String>,
}

/// Whether a surface may open the window of this profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WindowClaim {
    /// `true`: open it. `false`: another program has it and was asked to bring it to the front.
    pub granted: bool,
}
