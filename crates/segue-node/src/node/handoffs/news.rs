//! What happened to a handoff, in words: for the journal, for those who watch, and for lists.

use segue_door::{Direction, Event};
use segue_handoff::{End, Receipt};

use super::super::state::State;
use crate::conversations::named;
use crate::handoffs::{HandoffRow, Machine};
use crate::journal::Happening;
use crate::plural::counted;

/// A receipt that the person should hear of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct News(Receipt);

impl News {
    pub(super) fn of(receipt: Receipt) -> Self {
        Self(receipt)
    }
}

impl State {
    /// Tells everyone the news, and writes it into the journal.
    pub(super) fn tell_news(&self, row: &HandoffRow, news: News) {
        let name = self.name_for(&row.device, &row.name);
        let what = named(row.facts.title.as_deref());
        let count = counted(row.facts.messages, "message", "messages");
        let short: String = row.id.to_string().chars().take(8).collect();
        let review = format!("segue review {short}");
        let why = match row.end() {
            Some(End::Dismissed { reason }) => reason.clone(),
            Some(End::Failed { why }) => Some(why.clone()),
            _ => None,
        };
        let why = why.map(|why| segue_conversation::truncate(&why, 200));
        let (kind, title, detail) = match (row.direction(), news.0) {
            (Direction::Received, Receipt::Delivered) => (
                "handoff_arrived",
                format!("{name} handed you {what} ({count})"),
                review,
            ),
            (Direction::Received, Receipt::Answered) => (
                "handoff_answered",
                format!("{name} answered about {what}"),
                review,
            ),
            (Direction::Received, Receipt::Withdrawn) => (
                "handoff_withdrawn",
                format!("{name} took back {what}"),
                "Nothing was done with it.".to_owned(),
            ),
            (Direction::Received, Receipt::Failed) => (
                "handoff_failed",
                format!("{what} from {name} will not come"),
                why.unwrap_or_default(),
            ),
            (Direction::Sent, Receipt::Delivered) => {
                ("handoff_delivered", format!("{name} has {what}"), review)
            }
            (Direction::Sent, Receipt::Opened) => {
                ("handoff_opened", format!("{name} opened {what}"), review)
            }
            (Direction::Sent, Receipt::Downloaded) => (
                "handoff_downloaded",
                format!("{name} downloaded {what}"),
                review,
            ),
            (Direction::Sent, Receipt::Imported) => (
                "handoff_imported",
                format!("{name} imported {what}"),
                review,
            ),
            (Direction::Sent, Receipt::ImportUndone) => (
                "handoff_import_undone",
                format!("{name} took the import of {what} back"),
                review,
            ),
            (Direction::Sent, Receipt::Dismissed) => (
                "handoff_dismissed",
                format!("{name} dismissed {what}"),
                why.map_or(review, |why| format!("“{why}”")),
            ),
            (Direction::Sent, Receipt::InputRequired) => {
                ("handoff_asked", format!("{name} asks about {what}"), review)
            }
            (Direction::Sent, Receipt::Answered) => (
                "handoff_chosen",
                format!("{name} decided about {what}"),
                review,
            ),
            (Direction::Sent, Receipt::Reopened) => (
                "handoff_reopened",
                format!("{name} brought back {what}"),
                review,
            ),
            (Direction::Sent, Receipt::Withdrawn) => (
                "handoff_withdrawn",
                format!("{what} to {name} was taken back"),
                review,
            ),
            (Direction::Sent, Receipt::Failed) => (
                "handoff_failed",
                format!("{what} did not reach {name}"),
                why.unwrap_or_default(),
            ),
            (_, Receipt::AuthRequired) => (
                "handoff_auth",
                format!("{what} waits: {name} has to be verified again"),
                self.distrust(row).unwrap_or_default(),
            ),
            _ => return,
        };
        self.journal(Happening::new(kind, title).detail(detail));
        if row.direction() == Direction::Received && news.0 == Receipt::Delivered {
            self.tell(Event::HandoffArrived(Box::new(self.handoff_view(row))));
        }
    }

    /// Tells those who watch the state of a handoff.
    pub(super) fn tell_handoff(&self, row: &HandoffRow) {
        self.tell(Event::HandoffChanged(Box::new(self.handoff_view(row))));
    }
}

/// Describes how a handoff ended.
pub(super) fn ended(row: &HandoffRow) -> String {
    let name = &row.name;
    let out = row.direction() == Direction::Sent;
    match row.end() {
        None => "it has not ended".to_owned(),
        Some(End::Imported) if out => format!("{name} imported it"),
        Some(End::Imported) => "you imported it".to_owned(),
        Some(End::Decided) if out => format!("{name} decided"),
        Some(End::Decided) => "you decided".to_owned(),
        Some(End::Dismissed { .. }) if out => format!("{name} dismissed it"),
        Some(End::Dismissed { .. }) => "you dismissed it".to_owned(),
        Some(End::Withdrawn { expired: true }) => "its time was over".to_owned(),
        Some(End::Withdrawn { .. }) if out => "you took it back".to_owned(),
        Some(End::Withdrawn { .. }) => format!("{name} took it back"),
        Some(End::Failed { why }) => segue_conversation::truncate(why, 200),
    }
}

/// Describes what happened last, as a receipt and in a sentence.
pub(super) fn standing(row: &HandoffRow, name: &str, asked: Option<&str>) -> (Receipt, String) {
    match &row.machine {
        Machine::Sent(machine) => {
            let heard = |receipt| machine.heard().contains(&receipt);
            match machine.end() {
                Some(End::Imported) if heard(Receipt::ImportUndone) => (
                    Receipt::ImportUndone,
                    format!("{name} imported it, then took that back"),
                ),
                Some(End::Imported) => (Receipt::Imported, format!("{name} imported it")),
                Some(End::Decided) => (Receipt::Answered, format!("{name} decided")),
                Some(End::Dismissed { reason: Some(why) }) => (
                    Receipt::Dismissed,
                    format!(
                        "{name} dismissed it: {}",
                        segue_conversation::truncate(why, 200)
                    ),
                ),
                Some(End::Dismissed { reason: None }) => {
                    (Receipt::Dismissed, format!("{name} dismissed it"))
                }
                Some(End::Withdrawn { expired: true }) => (
                    Receipt::Failed,
                    "Its time was over before it was delivered".to_owned(),
                ),
                Some(End::Withdrawn { .. }) => (Receipt::Withdrawn, "You took it back".to_owned()),
                Some(End::Failed { why }) => (
                    Receipt::Failed,
                    format!("It failed: {}", segue_conversation::truncate(why, 200)),
                ),
                None if machine.auth().is_some() => (
                    Receipt::AuthRequired,
                    format!("You and {name} have to verify each other again"),
                ),
                None if machine.is_withdrawing() => (
                    Receipt::Withdrawn,
                    format!("Being taken back; {name} has to hear of it"),
                ),
                None if machine.is_asked() => (
                    Receipt::InputRequired,
                    match asked {
                        Some(text) => format!("{name} asks: {text}"),
                        None => format!("{name} asks something"),
                    },
                ),
                None if heard(Receipt::Downloaded) => {
                    (Receipt::Downloaded, format!("{name} downloaded it"))
                }
                None if heard(Receipt::Opened) => (Receipt::Opened, format!("{name} opened it")),
                None => match machine.stage() {
                    segue_handoff::sender::Stage::Arrived => {
                        (Receipt::Delivered, format!("{name} has it"))
                    }
                    segue_handoff::sender::Stage::Offered => {
                        (Receipt::Offered, format!("On its way to {name}"))
                    }
                    segue_handoff::sender::Stage::Queued => {
                        (Receipt::Queued, format!("Waits for {name}"))
                    }
                },
            }
        }
        Machine::Received(machine) => match machine.end() {
            Some(End::Imported) if machine.imported().is_none() => (
                Receipt::ImportUndone,
                "You imported it, then took that back".to_owned(),
            ),
            Some(End::Imported) => (
                Receipt::Imported,
                format!(
                    "You imported it into {}",
                    machine.imported().unwrap_or("an agent")
                ),
            ),
            Some(End::Decided) => (Receipt::Answered, "You decided".to_owned()),
            Some(End::Dismissed { .. }) => (Receipt::Dismissed, "You dismissed it".to_owned()),
            Some(End::Withdrawn { expired: true }) => {
                (Receipt::Failed, "Its time was over".to_owned())
            }
            Some(End::Withdrawn { .. }) => (Receipt::Withdrawn, format!("{name} took it back")),
            Some(End::Failed { why }) => (
                Receipt::Failed,
                format!(
                    "It did not come: {}",
                    segue_conversation::truncate(why, 200)
                ),
            ),
            None if machine.dismissing().is_some() => (
                Receipt::Dismissed,
                format!("Dismissed; {name} hears of it in a moment"),
            ),
            None if machine.auth().is_some() => (
                Receipt::AuthRequired,
                format!("{name} has to be verified again"),
            ),
            None if machine.state() == segue_handoff::TaskState::InputRequired => (
                Receipt::InputRequired,
                format!("You asked {name}; no answer yet"),
            ),
            None if !machine.is_here() => (Receipt::Offered, format!("On its way from {name}")),
            None if machine.is_downloaded() => {
                (Receipt::Downloaded, "You downloaded it".to_owned())
            }
            None if machine.is_opened() => (Receipt::Opened, "Opened".to_owned()),
            None => (Receipt::Delivered, "NewHandoff".to_owned()),
        },
    }
}
