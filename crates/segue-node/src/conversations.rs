//! What can be done with conversations: list, show, export, inspect, import, take back.
//!
//! ```text
//!  loop ── request ──▶ answer ──▶ work (a blocking thread, with progress and a way out) ──▶ reply
//!                                   │
//!            catalog (which one?) ──┤── show:    Reading ──▶ a page of messages
//!                                   ├── prepare: Reading ──▶ cut ──▶ cleared ──▶ prepared files
//!                                   ├── export:  prepared file ──▶ a new file, then in place
//!                                   ├── inspect: file ──▶ what it says, checked
//!                                   ├── import:  file ──▶ platform, and a line in the ledger
//!                                   └── undo:    ledger ──▶ exactly what was added is gone
//! ```
//!
//! Nothing here runs on the node's loop and nothing here names a platform. One import or undo at a
//! time: two of the same file must not both find that there was none before.

mod ancestry;
mod changes;
mod compare;
mod dates;
mod diff;
mod earlier_imports;
mod envelope;
mod export;
mod failure;
mod file;
mod folders;
mod handoff_marks;
mod handoff_ports;
mod import;
mod import_plans;
mod inspect;
mod ledger;
mod outlines;
mod output;
mod pages;
mod prepare;
mod prepared;
mod prepared_files;
mod project;
mod read;
mod reader;
mod recover_imports;
mod resume;
mod rules;
mod show;
mod undo;
mod work;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use segue_clock::Clock;
use segue_network::identity::IdentityKey;
use tokio::sync::broadcast;

use crate::agents::Agents;
use crate::approvals;
use crate::catalog::{Catalog, Query};
use crate::handles::Handles;
use crate::journal::{self, Happening};
use crate::node::{Answer, Background};
use segue_store::Database;

use handoff_marks::Marks;
use segue_door::settings::Sending;
use segue_door::{
    Caller, CallerEnv, Dropped, Event, ExchangeRequest, Failure, LibraryRequest, Listing, Method,
    PathRef, PlatformInfo, PlatformList, Reply, ask,
};

pub(crate) use ancestry::{Ancestors, Ancestry};
pub(crate) use envelope::warnings;
pub(crate) use export::named;
pub(crate) use handoff_marks::{HandoffMarks, ReadMarks};
pub(crate) use handoff_ports::{delivered, patch_of};
pub(crate) use import::Import;
pub(crate) use ledger::TABLES;
pub(crate) use output::{Output, name as file_name};
pub(crate) use prepared_files::{PreparedFile, PreparedFiles};
pub(crate) use read::ReadFrom;
pub(crate) use work::{Progress, run_blocking};

/// What the work on conversations needs.
#[derive(Clone)]
pub(crate) struct Conversations {
    pub(crate) catalog: Catalog,
    database: Database,
    clock: Clock,
    events: broadcast::Sender<Event>,
    /// Held while an import is made or taken back.
    importing: Arc<Mutex<()>>,
    pages: Arc<pages::Pages>,
    outlines: Arc<outlines::Outlines>,
    plans: Arc<import_plans::Plans>,
    finders: Arc<rules::Finders>,
    prepared_files: Arc<PreparedFiles>,
    ancestors: Ancestors,
    marks: ReadMarks,
    stop: Arc<AtomicBool>,
    /// Files and folders that a person chose.
    pub(crate) handles: Handles,
    /// What the person set about their agents.
    pub(crate) agents: Agents,
}

/// The person, as far as files name them.
pub(crate) struct Signer {
    pub(crate) name: String,
    pub(crate) device_id: String,
    pub(crate) key: Option<IdentityKey>,
    /// What they set for what leaves, or why nothing may.
    pub(crate) sending: Result<Sending, Failure>,
}

impl Conversations {
    pub(crate) fn new(
        catalog: Catalog,
        database: Database,
        prepared_files: PreparedFiles,
        clock: Clock,
        events: broadcast::Sender<Event>,
    ) -> Self {
        Self {
            catalog,
            database,
            events,
            importing: Arc::default(),
            pages: Arc::new(pages::Pages::new(clock.clone())),
            clock,
            outlines: Arc::default(),
            plans: Arc::default(),
            finders: Arc::default(),
            prepared_files: Arc::new(prepared_files),
            ancestors: ancestry::none(),
            marks: Arc::new(|| Ok(HandoffMarks::default())),
            stop: Arc::default(),
            handles: Handles::default(),
            agents: Agents::default(),
        }
    }

    /// Sets the function that tells which version a conversation grew from.
    pub(crate) fn with_ancestry(mut self, ancestors: Ancestors) -> Self {
        self.ancestors = ancestors;
        self
    }

    /// Sets the function that tells which sessions were handed over.
    pub(crate) fn with_marks(mut self, marks: ReadMarks) -> Self {
        self.marks = marks;
        self
    }

    /// Applies what the person set about their agents.
    pub(crate) fn take_agents(&self, choices: &segue_door::settings::AgentChoices) {
        if self.agents.set(choices) {
            self.catalog.leave_out(&choices.off);
            self.catalog.changed();
        }
    }

    /// Ends what is under way as soon as it can end without leaving anything half done.
    pub(crate) fn stopping(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends what is under way, and the index's own threads.
    pub(crate) fn stop(&self) {
        self.stopping();
        self.catalog.stop();
    }

    /// Starts the work that answers a request about the conversations on this computer.
    pub(crate) fn answer_library(
        &self,
        background: &mut Background,
        caller: Caller,
        request: LibraryRequest,
        answer: Answer,
    ) {
        let here = self.clone();
        let work = move |progress: &Progress| here.library(request, caller.env, progress);
        background.spawn(work::run(self.clone(), None, answer, work));
    }

    /// Starts the work that answers a request about what leaves or enters.
    pub(crate) fn answer_exchange(
        &self,
        background: &mut Background,
        you: Signer,
        caller: Caller,
        request: ExchangeRequest,
        answer: Answer,
    ) {
        let about = match &request {
            ExchangeRequest::PrepareHandoff(asked) => Some(asked.conversation.named()),
            ExchangeRequest::HandoffFigures(asked) => Some(asked.conversation.named()),
            ExchangeRequest::ExportPrepared(asked) => Some(asked.hash.as_str()),
            ExchangeRequest::ImportFile(asked) => Some(asked.path.named()),
            ExchangeRequest::InspectFile(asked) => Some(asked.path.named()),
            ExchangeRequest::PreparedFindings(_)
            | ExchangeRequest::ReadPrepared(_)
            | ExchangeRequest::DropPrepared(_)
            | ExchangeRequest::TryRules(_)
            | ExchangeRequest::Imports(_) => None,
        };
        let about = about.map(str::to_owned);
        let here = self.clone();
        let work = move |progress: &Progress| here.exchange(request, caller, &you, progress);
        background.spawn(work::run(self.clone(), about, answer, work));
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    fn library(
        &self,
        request: LibraryRequest,
        env: Option<CallerEnv>,
        progress: &Progress,
    ) -> Result<Reply, Failure> {
        match request {
            LibraryRequest::Folders(ask::Folders { file, .. }) => {
                let file = file.as_ref().map(PathRef::path).transpose()?;
                folders::folders(self, file, progress).map(ask::Folders::reply)
            }
            LibraryRequest::SetPlatformFolder(_) => {
                self.platforms(None).map(ask::SetPlatformFolder::reply)
            }
            LibraryRequest::Projects(_) => folders::projects(self, env).map(ask::Projects::reply),
            LibraryRequest::Platforms(_) => self.platforms(env).map(ask::Platforms::reply),
            LibraryRequest::ListConversations(asked) => {
                self.list(asked, env).map(ask::ListConversations::reply)
            }
            LibraryRequest::ShowConversation(asked) => {
                let after = asked.after.unwrap_or(0);
                show::show(self, &asked.conversation, after, asked.limit, env, progress)
                    .map(ask::ShowConversation::reply)
            }
            LibraryRequest::Resume(ask::Resume { conversation }) => self
                .resume_named(&conversation, env)
                .map(ask::Resume::reply),
        }
    }

    fn list(
        &self,
        asked: ask::ListConversations,
        env: Option<CallerEnv>,
    ) -> Result<Listing, Failure> {
        let marks = Marks::read(&self.database, &self.marks)?;
        let query = Query {
            platform: asked.platform,
            project: asked.project,
            search: asked.search,
            limit: asked.limit,
            after: asked.after,
            offset: asked.offset.unwrap_or(0),
            since: asked.since.as_deref().map(dates::millis).transpose()?,
            among: asked.handed.map(|way| marks.sessions(way)),
        };
        let place = self.agents.place(env)?;
        let mut listing = self.catalog.list(&place, &query)?;
        marks.tell(&mut listing.conversations);
        Ok(listing)
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    fn exchange(
        &self,
        request: ExchangeRequest,
        caller: Caller,
        you: &Signer,
        progress: &Progress,
    ) -> Result<Reply, Failure> {
        match request {
            ExchangeRequest::HandoffFigures(asked) => {
                prepare::figures(self, &asked, caller.env, you, progress)
                    .map(ask::HandoffFigures::reply)
            }
            ExchangeRequest::PrepareHandoff(asked) => {
                prepare::prepare(self, asked, caller.env, you, progress)
                    .map(|staged| ask::PrepareHandoff::reply(staged.prepared.clone()))
            }
            ExchangeRequest::PreparedFindings(asked) => {
                let staged = self.prepared_files.get(&asked.hash)?;
                let page = prepared::findings(&staged, asked.after, asked.limit);
                Ok(ask::PreparedFindings::reply(page))
            }
            ExchangeRequest::ReadPrepared(asked) => {
                let staged = self.prepared_files.get(&asked.hash)?;
                prepared::piece(&staged, asked.from).map(ask::ReadPrepared::reply)
            }
            ExchangeRequest::DropPrepared(ask::DropPrepared { hash }) => {
                let was_there = self.prepared_files.forget(&hash);
                Ok(ask::DropPrepared::reply(Dropped { was_there }))
            }
            ExchangeRequest::ExportPrepared(asked) => {
                let approval = approvals::of_call(&caller)?;
                let output = Output::new(asked.output, asked.force, &caller);
                export::export(self, &approval, &asked.hash, &output, progress)
                    .map(ask::ExportPrepared::reply)
            }
            ExchangeRequest::TryRules(asked) => {
                rules::try_out(you, &asked.text, asked.rules, asked.allow, asked.personal)
                    .map(ask::TryRules::reply)
            }
            ExchangeRequest::InspectFile(ask::InspectFile { path }) => {
                inspect::inspect(path.path()?, you, progress).map(ask::InspectFile::reply)
            }
            ExchangeRequest::ImportFile(asked) => {
                let import = Import {
                    approval: approvals::of_call(&caller)?,
                    path: asked.path.path()?.to_owned(),
                    to: asked.to,
                    project: path_text(asked.project)?,
                    title: asked.title,
                    map_paths: asked.map_paths,
                    dry_run: asked.dry_run,
                    again: asked.again,
                    talk: Vec::new(),
                };
                import::import(self, &import, caller.env, progress).map(ask::ImportFile::reply)
            }
            ExchangeRequest::Imports(_) => ledger::list(&self.database).map(ask::Imports::reply),
        }
    }

    fn platforms(&self, place: Option<CallerEnv>) -> Result<PlatformList, Failure> {
        let place = self.agents.place(place)?;
        let mut platforms = Vec::new();
        for platform in self.catalog.platforms() {
            let id = platform.id();
            let detected = platform.detect(&place);
            let off = self.agents.is_off(id);
            let (conversations, problem) = if off {
                (0, None)
            } else {
                let mut found = self.catalog.refresh(&place, Some(id))?;
                let counts = self.catalog.counts(&found.scopes)?;
                (
                    counts.iter().map(|(_, count)| count).sum(),
                    found.problems.pop(),
                )
            };
            let missing = detected.program.is_none() && !detected.used;
            let importable = match self.agents.may_write(*platform) {
                Err(failure) => Some(failure.message),
                Ok(()) if missing => Some(format!(
                    "{} was not found on this computer.",
                    platform.name()
                )),
                Ok(()) => None,
            };
            let text = |path: std::path::PathBuf| path.to_string_lossy().into_owned();
            platforms.push(PlatformInfo {
                id: id.to_owned(),
                name: platform.name().to_owned(),
                program: detected.program.map(text),
                version: detected.version,
                folder: text(detected.folder),
                used: detected.used,
                conversations,
                problem,
                off,
                read_only: self.agents.is_read_only(id),
                custom_folder: self.agents.is_moved(id),
                importable,
            });
        }
        Ok(PlatformList { platforms })
    }

    /// Writes a line of the journal and notifies everyone.
    fn journal(&self, what: Happening) {
        match journal::add(&self.database, self.clock.now(), what) {
            // Nobody listening is fine.
            Ok(entry) => drop(self.events.send(Event::JournalAdded(entry))),
            Err(failure) => tracing::error!(%failure, "a journal line was lost"),
        }
    }
}

/// Returns the path of a file or folder, if one was named.
pub(crate) fn path_text(named: Option<PathRef>) -> Result<Option<String>, Failure> {
    let path = named.as_ref().map(PathRef::path).transpose()?;
    Ok(path.map(str::to_owned))
}
