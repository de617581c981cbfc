//! The one door into a node of Segue: what can be asked ([`Request`]), what comes back ([`Reply`] or
//! [`Failure`]), and what a surface hears without asking ([`Event`]).
//!
//! A request and its reply carry the same `method` name on the wire, so that a typed caller in
//! TypeScript finds the reply of a method by that name alone:
//!
//! ```json
//! { "method": "change_settings", "params": { "changes": { "appearance.theme": "dark" } } }
//! { "method": "change_settings", "result": { "values": { "appearance": { "theme": "dark" } } } }
//! ```
//!
//! Everything here is plain data: no path is opened and no clock read in this crate.

pub mod ask;
pub mod settings;

mod approval;
mod caller;
mod conversation;
mod desktop;
mod doctor;
mod edits;
mod envelope;
mod event;
mod failure;
mod file;
mod handles;
mod handoff;
mod import;
mod journal;
mod methods;
mod path_ref;
mod people;
mod platforms;
mod prepare;
mod reading;
mod redaction;
mod request;
mod row;
mod status;

pub use approval::{Approval, ApprovedBy};
pub use caller::{AGENT_VARIABLES, Caller, CallerEnv, CallerKind};
pub use conversation::{
    Conversation, ConversationState, Handed, Indexing, Listing, PartKind, ProjectCount,
    ProjectList, ShownConversation, ShownMessage, ShownPart, ShownRole, Snippet, SnippetPiece,
};
pub use desktop::{
    CheckedPackage, DesktopAction, DesktopAnswer, OpenQueued, OpenRefused, OpenTarget, OpenTargets,
    ResolvedHandle, WindowClaim,
};
pub use doctor::{Act, Check, DoctorReport, Outcome, SettingsSection};
pub use edits::{DiffLine, DiffPage, DiffSign, EditKind, EditedFile, ShownEdit};
pub use envelope::{AttachedDiff, EnvelopeDiagnostic, HiddenCharacter};
pub use event::{Connection, Event};
pub use failure::{Code, Failure, Retry};
pub use file::{
    ContentState, Exported, FileExtent, FileSender, Inspected, ProjectHint, ReportFate, ReportLine,
    SignatureState,
};
pub use handles::{FolderChoice, FolderFit, FolderList, OpenedPath, WaitingFiles};
pub use handoff::{
    AutoImport, AutoList, ConversationLineage, Direction, DownloadWhat, Downloaded, FullCopy,
    Handoff, HandoffDetail, HandoffList, HandoffMoment, HandoffPerson, HandoffProgress,
    HandoffUndone, Lineage, QuarantinedRecord, RemoteCopy, Sent,
};
pub use import::{
    ChangeKind, ChangeLine, ImportList, ImportOutcome, ImportRecord, Imported, ProjectBy,
    ResumeCommand, Undone,
};
pub use journal::{JournalEntry, JournalPage};
pub use methods::{
    ExchangeRequest, LibraryRequest, METHODS, MailboxRequest, Method, NodeRequest, PeopleRequest,
    ReadingRequest, Reply, Request, RequestOf, WindowRequest,
};
pub use path_ref::{ConversationRef, DOWNLOADS, HANDLE, PathRef, is_handle};
pub use people::{
    InviteState, InviteView, Invited, NearbyDevice, PairingOver, PairingStage, PairingView,
    PeopleList, Person, PersonStanding, TicketText, VerifiedBy,
};
pub use platforms::{PlatformInfo, PlatformList};
pub use prepare::{
    Dropped, Finding, FindingConfidence, FindingDecision, FindingDecisions, FindingForm,
    FindingPage, FindingPlace, FindingSpot, HandoffFigures, Prepared, PreparedChoice, PreparedText,
    RuleHit, SendingChoice, TriedRules,
};
pub use reading::{
    ComparedVersions, FoundInMessages, Hit, PartText, ReadOutline, ReadPage, Readable, Turn,
};
pub use redaction::{RedactionCount, RedactionReport};
pub use row::{Crossing, Effect, Row, Who};
pub use settings::SettingsView;
pub use status::{
    Client, DiscoveryState, IdentityState, Network, NetworkOff, Notice, SecretHome, Severity,
    Status, Surface, You,
};
