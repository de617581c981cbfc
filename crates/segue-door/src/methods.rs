//! The one table of methods. A row says everything about a method that does not depend on the
//! values it is asked with; from it come [`Request`], [`Reply`], the requests of each part of the
//! node, the typed answer of [`Method`], who may ask, whether it only reads, and the tables of the
//! page.
//!
//! ```text
//! row ──▶ Request::Inbox(ask::Inbox) ──▶ RequestOf::Mailbox(MailboxRequest::Inbox(…)) ──▶ handler
//!     ├─▶ Reply::Inbox(Box<HandoffList>)
//!     ├─▶ impl Method for ask::Inbox { type Reply = HandoffList }
//!     └─▶ METHODS ──▶ ui/src/bindings/door.ts
//! ```

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::path_ref::NamesPath;
use crate::row::{Effect, Row, Who};
use crate::*;

/// Something that can be asked, and what it answers.
pub trait Method: Into<Request> + Send + 'static {
    /// The type of its answer.
    type Reply: Send + 'static;

    /// What is known about it.
    const ROW: Row;

    /// Takes the answer out of a reply; `None` when that is the reply of another method.
    fn answer_in(reply: Reply) -> Option<Self::Reply>;

    /// Makes a reply of an answer.
    fn reply(answer: Self::Reply) -> Reply;
}

macro_rules! methods {
    ($(
        $(#[$about:meta])*
        $part:ident($requests:ident) {$(
            $name:ident {
                params: $method:ident, $(paths: [$($path:ident),+],)? reply: $reply:ident,
                effect: $effect:ident, callers: [$($who:ident),+] $(, $flag:ident)*
            }
        )+}
    )+) => {
        /// A question or a command for the node.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "method", content = "params", rename_all = "snake_case")]
        pub enum Request {$($(
            #[doc = concat!("See [`ask::", stringify!($method), "`].")]
            $method(ask::$method),
        )+)+}

        /// The same for the page, with the parameters in place: their structs share names with
        /// what is answered.
        impl TS for Request {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &ts_rs::Config) -> String {
                "Request".to_owned()
            }

            fn inline(config: &ts_rs::Config) -> String {
                let methods = [$($( in_typescript(
                    stringify!($name),
                    &<ask::$method as TS>::inline(config),
                ), )+)+];
                methods.join(" | ")
            }

            fn decl(config: &ts_rs::Config) -> String {
                format!("type Request = {};", Self::inline(config))
            }

            fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor) {
                $($( <ask::$method as TS>::visit_dependencies(visitor); )+)+
            }

            fn output_path() -> Option<std::path::PathBuf> {
                Some("Request.ts".into())
            }
        }

        /// The answer to the [`Request`] of the same name.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
        #[serde(tag = "method", content = "result", rename_all = "snake_case")]
        pub enum Reply {$($(
            #[doc = concat!("Answers [`ask::", stringify!($method), "`].")]
            $method(Box<$reply>),
        )+)+}

        /// A request, by the part of the node that answers it.
        #[derive(Debug, Clone, PartialEq)]
        pub enum RequestOf {$(
            $(#[$about])*
            $part($requests),
        )+}

        $(
            $(#[$about])*
            #[derive(Debug, Clone, PartialEq)]
            pub enum $requests {$(
                #[doc = concat!("See [`ask::", stringify!($method), "`].")]
                $method(ask::$method),
            )+}
        )+

        /// Every method there is.
        pub const METHODS: &[Row] = &[$($( <ask::$method as Method>::ROW, )+)+];

        impl Request {
            /// Returns the row of its method.
            pub const fn row(&self) -> Row {
                match self {$($( Self::$method(_) => <ask::$method as Method>::ROW, )+)+}
            }

            /// Hands it to the part of the node that answers it.
            pub fn by_part(self) -> RequestOf {
                match self {$($(
                    Self::$method(asked) => RequestOf::$part($requests::$method(asked)),
                )+)+}
            }

            /// Returns the files and folders it names, to put paths where handles are.
            pub fn path_refs(&mut self) -> Vec<&mut PathRef> {
                match self {$($(
                    Self::$method(_asked) => {
                        let found: Vec<Option<&mut PathRef>> =
                            vec![$($( NamesPath::path_ref(&mut _asked.$path) ),+)?];
                        found.into_iter().flatten().collect()
                    }
                )+)+}
            }
        }

        $($(
            impl Method for ask::$method {
                type Reply = $reply;

                const ROW: Row = Row::new(
                    stringify!($name),
                    Effect::$effect,
                    &[$(Who::$who),+],
                )$(.$flag())*;

                fn answer_in(reply: Reply) -> Option<$reply> {
                    match reply {
                        Reply::$method(answer) => Some(*answer),
                        _ => None,
                    }
                }

                fn reply(answer: $reply) -> Reply {
                    Reply::$method(Box::new(answer))
                }
            }

            impl From<ask::$method> for Request {
                fn from(asked: ask::$method) -> Self {
                    Self::$method(asked)
                }
            }
        )+)+
    };
}

/// Writes a method as the page asks it; one that takes nothing has no parameters.
fn in_typescript(method: &str, params: &str) -> String {
    match params {
        "Record<symbol, never>" => format!("{{ \"method\": \"{method}\" }}"),
        params => format!("{{ \"method\": \"{method}\", \"params\": {params} }}"),
    }
}

methods! {
    /// About the node itself.
    Node(NodeRequest) {
        status { params: Status, reply: Status, effect: Read, callers: [Person, Page], at_once }
        settings { params: Settings, reply: SettingsView, effect: Read, callers: [Person, Page], at_once }
        change_settings { params: ChangeSettings, reply: SettingsView, effect: Write, callers: [Person, Page], at_once }
        doctor { params: Doctor, reply: DoctorReport, effect: Read, callers: [Person, Page] }
        journal { params: Journal, reply: JournalPage, effect: Read, callers: [Person, Page] }
        retry_identity { params: RetryIdentity, reply: Status, effect: Write, callers: [Person, Page], at_once }
        move_identity { params: MoveIdentity, reply: Status, effect: Write, callers: [Person, Page], at_once }
        check_package { params: CheckPackage, paths: [path], reply: CheckedPackage, effect: Read, callers: [Person, Page] }
    }
    /// About the one window of a profile, and what it is asked to show.
    Window(WindowRequest) {
        claim_window { params: ClaimWindow, reply: WindowClaim, effect: Write, callers: [Person], at_once, of_host }
        open_path { params: OpenPath, reply: OpenedPath, effect: Write, callers: [Person] }
        take_files { params: TakeFiles, reply: WaitingFiles, effect: Write, callers: [Person, Page] }
        resolve_handle { params: ResolveHandle, paths: [handle], reply: ResolvedHandle, effect: Read, callers: [Person] }
        open_in_window { params: OpenInWindow, reply: OpenQueued, effect: Write, callers: [Person], at_once }
        take_opens { params: TakeOpens, reply: OpenTargets, effect: Write, callers: [Person, Page], at_once }
    }
    /// About people.
    People(PeopleRequest) {
        people { params: People, reply: PeopleList, effect: Read, callers: [Person, Page] }
        invite { params: Invite, reply: Invited, effect: Write, callers: [Person, Page] }
        revoke_invite { params: RevokeInvite, reply: InviteView, effect: Write, callers: [Person, Page] }
        join { params: Join, reply: Person, effect: Write, callers: [Person, Page] }
        pair { params: Pair, reply: PairingView, effect: Write, callers: [Person, Page] }
        decide_pairing { params: DecidePairing, reply: PairingView, effect: Write, callers: [Person, Page] }
        confirm_pairing { params: ConfirmPairing, reply: PairingView, effect: Write, callers: [Person, Page] }
        leave_pairing { params: LeavePairing, reply: PairingView, effect: Write, callers: [Person, Page] }
        connect { params: Connect, reply: NearbyDevice, effect: Write, callers: [Person, Page] }
        block { params: Block, reply: Person, effect: Write, callers: [Person, Page] }
        unblock { params: Unblock, reply: Person, effect: Write, callers: [Person, Page] }
        forget { params: Forget, reply: Person, effect: Write, callers: [Person, Page] }
        nickname { params: Nickname, reply: Person, effect: Write, callers: [Person, Page] }
    }
    /// About the conversations that are on this computer.
    Library(LibraryRequest) {
        platforms { params: Platforms, reply: PlatformList, effect: Read, callers: [Person, Page] }
        set_platform_folder { params: SetPlatformFolder, paths: [folder], reply: PlatformList, effect: Write, callers: [Person, Page] }
        folders { params: Folders, paths: [file], reply: FolderList, effect: Read, callers: [Person, Page] }
        projects { params: Projects, reply: ProjectList, effect: Read, callers: [Person, Page] }
        list_conversations { params: ListConversations, reply: Listing, effect: Read, callers: [Person, Page] }
        show_conversation { params: ShowConversation, reply: ShownConversation, effect: Read, callers: [Person, Page] }
        resume { params: Resume, reply: ResumeCommand, effect: Read, callers: [Person, Page] }
    }
    /// About what a conversation says, wherever it lies.
    Reading(ReadingRequest) {
        read_messages { params: ReadMessages, paths: [of], reply: ReadPage, effect: Read, callers: [Person, Page] }
        read_outline { params: ReadOutline, paths: [of], reply: ReadOutline, effect: Read, callers: [Person, Page] }
        find_in_messages { params: FindInMessages, paths: [of], reply: FoundInMessages, effect: Read, callers: [Person, Page] }
        read_part { params: ReadPart, paths: [of], reply: PartText, effect: Read, callers: [Person, Page] }
        read_diff { params: ReadDiff, paths: [of], reply: DiffPage, effect: Read, callers: [Person, Page] }
    }
    /// About what leaves as a file and what enters as a session.
    Exchange(ExchangeRequest) {
        handoff_figures { params: HandoffFigures, paths: [conversation], reply: HandoffFigures, effect: Read, callers: [Person, Page] }
        prepare_handoff { params: PrepareHandoff, paths: [conversation], reply: Prepared, effect: Write, callers: [Person, Page], slow }
        prepared_findings { params: PreparedFindings, reply: FindingPage, effect: Read, callers: [Person, Page] }
        read_prepared { params: ReadPrepared, reply: PreparedText, effect: Read, callers: [Person, Page] }
        export_prepared { params: ExportPrepared, paths: [output], reply: Exported, effect: Write, callers: [Person, Page], slow, leaves }
        drop_prepared { params: DropPrepared, reply: Dropped, effect: Write, callers: [Person, Page] }
        try_rules { params: TryRules, reply: TriedRules, effect: Read, callers: [Person, Page] }
        inspect_file { params: InspectFile, paths: [path], reply: Inspected, effect: Read, callers: [Person, Page], slow }
        import_file { params: ImportFile, paths: [path, project], reply: Imported, effect: Write, callers: [Person, Page], slow, enters }
        imports { params: Imports, reply: ImportList, effect: Read, callers: [Person, Page] }
    }
    /// About handoffs to and from people.
    Mailbox(MailboxRequest) {
        send_handoff { params: SendHandoff, reply: Sent, effect: Write, callers: [Person, Page], leaves }
        outbox { params: Outbox, reply: HandoffList, effect: Read, callers: [Person, Page] }
        inbox { params: Inbox, reply: HandoffList, effect: Read, callers: [Person, Page] }
        show_handoff { params: ShowHandoff, reply: HandoffDetail, effect: Read, callers: [Person, Page], slow }
        open_handoff { params: OpenHandoff, reply: HandoffDetail, effect: Write, callers: [Person, Page], slow }
        download_handoff { params: DownloadHandoff, paths: [output], reply: Downloaded, effect: Write, callers: [Person, Page], slow }
        import_handoff { params: ImportHandoff, paths: [project], reply: Imported, effect: Write, callers: [Person, Page], slow, enters }
        dismiss_handoff { params: DismissHandoff, reply: Handoff, effect: Write, callers: [Person, Page] }
        undo_handoff { params: UndoHandoff, reply: HandoffUndone, effect: Write, callers: [Person, Page], slow }
        undo_import { params: UndoImport, reply: Undone, effect: Write, callers: [Person, Page], slow }
        ask_handoff { params: AskHandoff, reply: Handoff, effect: Write, callers: [Person, Page] }
        answer_handoff { params: AnswerHandoff, reply: Handoff, effect: Write, callers: [Person, Page], slow, leaves }
        cancel_handoff { params: CancelHandoff, reply: Handoff, effect: Write, callers: [Person, Page] }
        fetch_handoff { params: FetchHandoff, reply: Handoff, effect: Write, callers: [Person, Page], slow }
        add_auto { params: AddAuto, paths: [folder], reply: AutoImport, effect: Write, callers: [Person, Page] }
        list_auto { params: ListAuto, reply: AutoList, effect: Read, callers: [Person, Page] }
        revoke_auto { params: RevokeAuto, reply: AutoImport, effect: Write, callers: [Person, Page] }
        lineage { params: Lineage, paths: [conversation], reply: Lineage, effect: Read, callers: [Person, Page] }
        compare_versions { params: CompareVersions, reply: ComparedVersions, effect: Read, callers: [Person, Page] }
    }
}
