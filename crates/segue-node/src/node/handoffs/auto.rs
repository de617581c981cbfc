//! Standing orders: what a verified person hands over is imported at once, by the same path as a click.
//! A changed key, a lapsed pairing or hidden characters stop it, and the handoff waits in the inbox.

use segue_door::{AutoImport, AutoList, CallerEnv, Code, Failure, Imported, Method, Reply, ask};
use segue_handoff::receiver::Receiver;
use uuid::Uuid;

use super::super::state::State;
use super::super::{Background, Finished};
use super::mailbox::Job;
use crate::approvals;
use crate::conversations::{Import, Progress, run_blocking};
use crate::handoffs::{HandoffRow, Order};
use crate::journal::Happening;
use crate::people::Whom;

/// Why a standing order does not import a handoff, as the list of orders says it.
const HIDDEN: &str = "The last handoff has characters that can't be seen: look at it first.";

impl State {
    /// Imports a handoff as a standing order says, once.
    pub(super) fn follow_order(
        &mut self,
        background: &mut Background,
        row: HandoffRow,
    ) -> HandoffRow {
        if row.auto_done || !row.receiver().is_some_and(is_new) {
            return row;
        }
        match self.mailbox.orders.of(&row.device) {
            Ok(Some(order)) if !asks(&row) => {
                self.follow(background, &row, order);
                row
            }
            Ok(_) => {
                // One that is given later is for what comes later.
                let row = HandoffRow {
                    auto_done: true,
                    ..row
                };
                self.keep_row(row.clone());
                row
            }
            Err(failure) => {
                tracing::error!(%failure, "standing orders can't be read");
                row
            }
        }
    }

    fn follow(&mut self, background: &mut Background, row: &HandoffRow, order: Order) {
        let id = row.id;
        let Some(held) = self.mailbox.hold(Job::Import(id)) else {
            return;
        };
        let path = self.mailbox.blobs.path(&row.hash);
        let path = path.to_string_lossy().into_owned();
        let (here, you) = (self.conversations.clone(), self.signer());
        let import = Import {
            approval: approvals::of_order(order.id),
            path: path.clone(),
            to: order.platform.clone(),
            project: Some(order.folder.clone()),
            title: None,
            map_paths: false,
            dry_run: false,
            again: false,
            talk: Vec::new(),
        };
        let place = order.place.clone();
        background.spawn(async move {
            let conversations = here.clone();
            let work = move |progress: &Progress| -> Result<Imported, Failure> {
                let found = conversations.inspected(&path, &you, progress)?;
                if !found.hidden.is_empty() {
                    return Err(Failure::new(Code::Refused, HIDDEN));
                }
                conversations.imported(&import, place, progress)
            };
            // Nobody waits for this one; it goes on until it is done.
            let (mut answer, _kept) = tokio::sync::oneshot::channel();
            let done = run_blocking(here, None, &mut answer, work).await;
            Some(Finished::then(move |state: &mut State| {
                drop(held);
                state.mailbox.wake_one(id);
                state.followed(id, &order, done);
            }))
        });
    }

    fn followed(&mut self, id: Uuid, order: &Order, done: Result<Imported, Failure>) {
        let Ok(Some(row)) = self.mailbox.row(id) else {
            return;
        };
        let name = self.name_for(&row.device, &row.name);
        let what = crate::conversations::named(row.facts.title.as_deref());
        let done = done.and_then(|done| {
            // It may have lost its trust meanwhile.
            match self.distrust(&row) {
                None => self.imported(id, done),
                Some(why) => {
                    let import = done.import.unwrap_or_default();
                    if let Err(failure) = self.conversations.undone(&import, order.place.clone()) {
                        tracing::error!(%failure, "an import could not be taken back");
                    }
                    Err(Failure::new(Code::Refused, why))
                }
            }
        });
        if done.is_err()
            && let Ok(Some(mut row)) = self.mailbox.row(id)
        {
            row.auto_done = true;
            self.keep_row(row);
        }
        let stopped = done.as_ref().err().map(|failure| failure.message.clone());
        if let Err(failure) = self.mailbox.orders.note(order.id, stopped.as_deref()) {
            tracing::error!(%failure, "a standing order could not be noted");
        }
        let happening = match done {
            Ok(done) => Happening::new(
                "auto_imported",
                format!("{what} from {name} was imported by your standing order"),
            )
            .detail(format!("Carry on with: {}", done.resume.line)),
            Err(failure) => Happening::new(
                "auto_stopped",
                format!("{what} from {name} was not imported by itself"),
            )
            .detail(failure.message),
        };
        self.journal(happening);
    }

    /// Ends the standing order for someone who is not trusted any more.
    pub(in super::super) fn end_orders(&self, device: &segue_network::DeviceId) {
        match self.mailbox.orders.of(device) {
            Ok(Some(order)) => {
                if let Err(failure) = self.mailbox.orders.revoke(order.id, self.now()) {
                    tracing::error!(%failure, "a standing order could not be ended");
                }
            }
            Ok(None) => {}
            Err(failure) => tracing::error!(%failure, "standing orders can't be read"),
        }
    }

    fn auto_shown(&self, order: &Order) -> AutoImport {
        let person = self.other(&order.device, "");
        let distrust = match self.contacts.get(&order.device) {
            Some(row) if row.warning.is_some() => Some("Their key may have changed.".to_owned()),
            _ if !person.verified => Some(format!("{} is not verified any more.", person.name)),
            _ => None,
        };
        AutoImport {
            id: order.id.to_string().chars().take(8).collect(),
            person,
            platform: order.platform.clone(),
            folder: order.folder.clone(),
            since: segue_conversation::times::from_millis(order.created).unwrap_or_default(),
            imported: order.imported,
            stopped: distrust.or(order.stopped.clone()),
        }
    }
}

fn is_new(machine: &Receiver) -> bool {
    machine.is_here()
        && machine.end().is_none()
        && machine.auth().is_none()
        && machine.dismissing().is_none()
        && !machine.is_opened()
}

/// Checks whether a person has to decide something first.
fn asks(row: &HandoffRow) -> bool {
    !row.facts.options().is_empty()
}

/// Gives a standing order.
pub(super) fn add(
    state: &mut State,
    asked: ask::AddAuto,
    place: Option<CallerEnv>,
) -> Result<Reply, Failure> {
    let ask::AddAuto {
        person,
        platform,
        folder,
    } = asked;
    let folder = folder.path()?.to_owned();
    let device = state.find(&person, Whom::Known)?;
    if !state.contacts.is_verified(&device) {
        return Err(Failure::new(
            Code::Refused,
            "Only what verified people hand over can be imported by itself.",
        )
        .hint("Pair first: segue pair, or segue invite."));
    }
    let known = state.conversations.catalog.platform(&platform)?;
    state.conversations.agents.may_write(known)?;
    let path = std::path::Path::new(&folder);
    if !path.is_absolute() || !path.is_dir() {
        return Err(Failure::invalid(format!(
            "{} is no folder of this computer.",
            segue_conversation::truncate(&folder, 200)
        ))
        .hint("Name the project folder by its whole path."));
    }
    let order = Order {
        id: Uuid::new_v4(),
        device,
        platform,
        folder,
        place,
        created: state.now(),
        imported: 0,
        stopped: None,
    };
    state.mailbox.orders.add(&order)?;
    let name = state.name_for(&device, "");
    state.journal(
        Happening::new(
            "auto_added",
            format!("What {name} hands you is imported by itself from now on"),
        )
        .detail(format!("Into {} in {}.", order.platform, order.folder)),
    );
    Ok(Reply::AddAuto(Box::new(state.auto_shown(&order))))
}

/// Lists the standing orders that are in force.
pub(super) fn list(state: &State) -> Result<Reply, Failure> {
    let orders = state.mailbox.orders.list()?;
    let orders = orders.iter().map(|order| state.auto_shown(order)).collect();
    Ok(ask::ListAuto::reply(AutoList { orders }))
}

/// Ends a standing order.
pub(super) fn revoke(state: &mut State, which: &str) -> Result<Reply, Failure> {
    let orders = state.mailbox.orders.list()?;
    let by_id: Vec<&Order> = orders
        .iter()
        .filter(|order| which.len() >= 4 && order.id.to_string().starts_with(&which.to_lowercase()))
        .collect();
    let order = match by_id.as_slice() {
        [one] => (*one).clone(),
        _ => {
            let device = state.find(which, Whom::Known)?;
            let order = orders.iter().find(|order| order.device == device);
            order.cloned().ok_or_else(|| {
                Failure::new(Code::NotFound, "There is no standing order for them.")
                    .hint("segue auto list shows those in force.")
            })?
        }
    };
    let now = state.now();
    state.mailbox.orders.revoke(order.id, now)?;
    let name = state.name_for(&order.device, "");
    state.journal(Happening::new(
        "auto_revoked",
        format!("What {name} hands you is not imported by itself any more"),
    ));
    Ok(Reply::RevokeAuto(Box::new(state.auto_shown(&order))))
}
