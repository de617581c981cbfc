//! What can be done with conversations: list, show, export, inspect, import, take back.
//!
//! ```text
//!  loop ── request ──▶ answer ──▶ work (a blocking thread, with progress and a way out) ──▶ reply
//!                                   │
//!            catalog (which one?) ──┤── show:    Reading ──▶ a page of messages
//!                                   ├── prepare: Reading ──▶ cut ──▶ cleared ──▶ the shelf
//!                                   ├── export:  the shelf ──▶ beside, then in place
//!                                   ├── inspect: file ──▶ what it says, checked
//!                                   ├── import:  file ──▶ platform, and a line in the ledger
//!                                   └── undo:    ledger ──▶ exactly what was added is gone
//! ```
//!
//! Nothing here runs on the node's loop and nothing here names a platform. One import or undo at a
//! time: two of the same file must not both find that there was none before.

mod ancestry;
mod before;
mod changes;
mod compare;
mod cut_off;
mod diff;
mod envelope;
mod export;
mod failure;
mod file;
mod folders;
mod given;
mod handed;
mod import;
mod inspect;
mod ledger;
mod outlines;
mod output;
mod pages;
mod plans;
mod prepare;
mod prepared;
mod project;
mod read;
mod reader;
mod resume;
mod rules;
mod shelf;
mod show;
mod since;
mod undo;
mod work;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use segue_network::clock::Clock;
use segue_network::identity::IdentityKey;
use tokio::sync::broadcast;

use crate::agents::Agents;
use crate::catalog::{Catalog, Query};
use crate::door::{Event, Failure, PlatformInfo, PlatformList, Reply, Request};
use crate::handles::Handles;
use crate::journal::{self, Happening};
use crate::node::{Answer, Background};
use crate::settings::Sending;
use crate::storage::Storage;

use given::Given;

pub(crate) use ancestry::{Ancestors, Ancestry};
pub(crate) use envelope::odd;
pub(crate) use export::named;
pub(crate) use handed::{delivered, patch_of};
pub(crate) use import::Import;
pub(crate) use output::{Output, name as file_name};
pub(crate) use read::ReadFrom;
pub(crate) use shelf::{Shelf, Staged};
pub(crate) use work::{Progress, beside};

/// What the work on conversations needs.
#[derive(Clone)]
pub(crate) struct Conversations {
    pub(crate) catalog: Catalog,
    storage: Storage,
    clock: Clock,
    events: broadcast::Sender<Event>,
    /// Held while an import is made or taken back.
    importing: Arc<Mutex<()>>,
    pages: Arc<pages::Pages>,
    outlines: Arc<outlines::Outlines>,
    plans: Arc<plans::Plans>,
    finders: Arc<rules::Finders>,
    shelf: Arc<Shelf>,
    ancestors: Ancestors,
    stop: Arc<AtomicBool>,
    /// What a person chose.
    pub(crate) handles: Handles,
    /// What they set about their agents.
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
        storage: Storage,
        shelf: Shelf,
        clock: Clock,
        events: broadcast::Sender<Event>,
    ) -> Self {
        Self {
            catalog,
            storage,
            events,
            importing: Arc::default(),
            pages: Arc::new(pages::Pages::new(clock.clone())),
            clock,
            outlines: Arc::default(),
            plans: Arc::default(),
            finders: Arc::default(),
            shelf: Arc::new(shelf),
            ancestors: ancestry::none(),
            stop: Arc::default(),
            handles: Handles::default(),
            agents: Agents::default(),
        }
    }

    /// The same, told by this one where conversations come from.
    pub(crate) fn with_ancestry(mut self, ancestors: Ancestors) -> Self {
        self.ancestors = ancestors;
        self
    }

    /// Takes over what the person set about their agents.
    pub(crate) fn take_agents(&self, choices: &crate::settings::AgentChoices) {
        if self.agents.set(choices) {
            self.catalog.leave_out(&choices.off);
            self.catalog.changed();
        }
    }

    /// Ends what is under way as soon as it can end without leaving anything half done.
    pub(crate) fn stopping(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the index's own threads.
    pub(crate) fn stop(&self) {
        self.stopping();
        self.catalog.stop();
    }

    /// Starts the work that answers a request about conversations.
    pub(crate) fn answer(
        &self,
        background: &mut Background,
        you: Signer,
        request: Request,
        answer: Answer,
    ) {
        let about = match &request {
            Request::PrepareHandoff { conversation, .. }
            | Request::HandoffFigures { conversation, .. } => Some(conversation.clone()),
            Request::ExportPrepared { hash, .. } => Some(hash.clone()),
            Request::ImportFile { path, .. } | Request::InspectFile { path } => Some(path.clone()),
            _ => None,
        };
        let here = self.clone();
        let work = move |progress: &Progress| here.reply(request, &you, progress);
        background.spawn(work::run(self.clone(), about, answer, work));
    }

    fn reply(
        &self,
        mut request: Request,
        you: &Signer,
        progress: &Progress,
    ) -> Result<Reply, Failure> {
        self.handles.resolve(&mut request)?;
        match request {
            Request::OpenPath { path, show } => {
                let opened = self.handles.open(&path, show)?;
                if show {
                    // Nobody listening is fine.
                    self.events.send(Event::FileOpened(opened.clone())).ok();
                }
                Ok(Reply::OpenPath(opened))
            }
            Request::TakeFiles => Ok(Reply::TakeFiles(self.handles.take())),
            Request::Folders { file, .. } => {
                folders::folders(self, file.as_deref(), progress).map(Reply::Folders)
            }
            Request::SetPlatformFolder { .. } => self.platforms(None).map(Reply::SetPlatformFolder),
            Request::Projects { place } => folders::projects(self, place).map(Reply::Projects),
            Request::Platforms { place } => self.platforms(place).map(Reply::Platforms),
            Request::ListConversations {
                platform,
                project,
                search,
                limit,
                since,
                handed,
                after,
                offset,
                place,
            } => {
                let given = Given::read(&self.storage)?;
                let query = Query {
                    platform,
                    project,
                    search,
                    limit,
                    after,
                    offset: offset.unwrap_or(0),
                    since: since.as_deref().map(since::millis).transpose()?,
                    among: handed.map(|way| given.sessions(way)),
                };
                let place = self.agents.place(place)?;
                let mut listing = self.catalog.list(&place, &query)?;
                given.tell(&mut listing.conversations);
                Ok(Reply::ListConversations(listing))
            }
            Request::ShowConversation {
                conversation,
                after,
                limit,
                place,
            } => show::show(
                self,
                &conversation,
                after.unwrap_or(0),
                limit,
                place,
                progress,
            )
            .map(|shown| Reply::ShowConversation(Box::new(shown))),
            Request::Resume {
                conversation,
                place,
            } => self.resume_named(&conversation, place).map(Reply::Resume),
            Request::HandoffFigures { .. } | Request::PrepareHandoff { .. } => {
                prepare::answer(self, request, you, progress)
            }
            Request::PreparedFindings { .. }
            | Request::ReadPrepared { .. }
            | Request::DropPrepared { .. } => prepared::answer(self, request),
            Request::ExportPrepared {
                hash,
                output,
                force,
                folder,
            } => export::export(
                self,
                &hash,
                &Output {
                    output,
                    force,
                    folder,
                },
                progress,
            )
            .map(|done| Reply::ExportPrepared(Box::new(done))),
            Request::TryRules {
                text,
                rules,
                allow,
                personal,
            } => rules::try_out(you, &text, rules, allow, personal).map(Reply::TryRules),
            Request::InspectFile { path } => inspect::inspect(&path, you, progress)
                .map(|found| Reply::InspectFile(Box::new(found))),
            Request::ImportFile {
                path,
                to,
                project,
                title,
                map_paths,
                dry_run,
                again,
                place,
            } => {
                let import = Import {
                    path,
                    to,
                    project,
                    title,
                    map_paths,
                    dry_run,
                    again,
                    talk: Vec::new(),
                };
                import::import(self, &import, place, progress)
                    .map(|done| Reply::ImportFile(Box::new(done)))
            }
            Request::Imports => ledger::list(&self.storage).map(Reply::Imports),
            _ => Err(Failure::new(
                crate::door::Code::Internal,
                "This is no question about conversations.",
            )),
        }
    }

    fn platforms(&self, place: Option<crate::door::Place>) -> Result<PlatformList, Failure> {
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

    /// Writes a line of the journal and tells everyone.
    fn journal(&self, what: Happening) {
        match journal::add(&self.storage, self.clock.now(), what) {
            // Nobody listening is fine.
            Ok(entry) => drop(self.events.send(Event::JournalAdded(entry))),
            Err(failure) => tracing::error!(%failure, "a journal line was lost"),
        }
    }
}
