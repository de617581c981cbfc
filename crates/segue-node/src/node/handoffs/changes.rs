//! The one way a machine changes: event in, everything written in one transaction, news out.

use segue_door::{Code, Failure};
use segue_handoff::sender::NotNow;
use segue_handoff::{Body, HandoffMessage, Receipt, receiver, sender};
use segue_ledger::{PublicKey, RecordId};
use uuid::Uuid;

use super::super::state::State;
use super::news::News;
use crate::handoffs::{HandoffRow, Machine, Written};
use crate::ledgers::{Queued, QueuedEntry};

impl State {
    /// Applies an event to a handoff we sent, and writes down and tells everyone what follows from
    /// it. Fails when the event is not allowed now, or the handoff is not ours.
    pub(super) fn sent_on(
        &mut self,
        row: HandoffRow,
        event: sender::Event,
        heard: Option<(Uuid, HandoffMessage)>,
    ) -> Result<HandoffRow, Failure> {
        let mut row = row;
        let Machine::Sent(machine) = &mut row.machine else {
            return Err(not_yours(&row));
        };
        let effects = machine.on(event).map_err(|why| refusal(&row, why))?;
        let Machine::Sent(_) = &row.machine else {
            return Err(not_yours(&row));
        };
        let mut written = Written {
            heard,
            ..Written::default()
        };
        let mut news = Vec::new();
        for effect in effects {
            match effect {
                sender::Effect::Say(said) => written.say.push(saying(&row, self.now(), said)),
                sender::Effect::Record(receipt, reason) => {
                    written.records.push(self.receipt(&row, receipt, reason));
                }
                sender::Effect::RecordHandoff => written.records.push(self.handoff_record(&row)),
                sender::Effect::News(receipt) => news.push(receipt),
            }
        }
        self.finish_change(row, written, &news)
    }

    /// Applies an event to a handoff we received. Fails when the event is not allowed now, or we
    /// sent the handoff.
    pub(super) fn received_on(
        &mut self,
        row: HandoffRow,
        event: receiver::Event,
        heard: Option<(Uuid, HandoffMessage)>,
    ) -> Result<HandoffRow, Failure> {
        self.received_with(row, event, heard, Vec::new())
    }

    /// Applies an event to a handoff we received, and writes it down together with records that
    /// belong to the change.
    pub(super) fn received_with(
        &mut self,
        row: HandoffRow,
        event: receiver::Event,
        heard: Option<(Uuid, HandoffMessage)>,
        records: Vec<(Uuid, String)>,
    ) -> Result<HandoffRow, Failure> {
        let mut row = row;
        let Machine::Received(machine) = &mut row.machine else {
            return Err(not_theirs(&row));
        };
        let effects = machine.on(event).map_err(|why| refusal(&row, why))?;
        let mut written = Written {
            heard,
            records,
            ..Written::default()
        };
        let mut news = Vec::new();
        for effect in effects {
            match effect {
                receiver::Effect::Say(said) => written.say.push(saying(&row, self.now(), said)),
                receiver::Effect::Record(receipt, reason) => {
                    written.records.push(self.receipt(&row, receipt, reason));
                }
                receiver::Effect::Pull(file) => {
                    let most = self.settings.values.handoffs.quota_mb;
                    let fits = file.bytes <= u64::from(most).saturating_mul(1 << 20);
                    let why = "What came with the answer is larger than handoffs.quota_mb allows.";
                    row.waits = (!fits).then(|| why.to_owned());
                    row.replacement = fits.then_some(file);
                    row.attempts = 0;
                }
                receiver::Effect::News(receipt) => news.push(receipt),
            }
        }
        self.finish_change(row, written, &news)
    }

    fn finish_change(
        &mut self,
        mut row: HandoffRow,
        written: Written,
        news: &[Receipt],
    ) -> Result<HandoffRow, Failure> {
        let now = self.now();
        let before = self.mailbox.row(row.id)?;
        let before = before.as_ref();
        let changed = before.is_none_or(|before| before.machine != row.machine);
        if changed {
            row.changed = now;
        }
        if row.end().is_some() && row.ended.is_none() {
            row.ended = Some(now);
            row.waits = None;
        }
        let nothing = !changed
            && written.say.is_empty()
            && written.records.is_empty()
            && written.heard.is_none()
            && before == Some(&row);
        if nothing {
            return Ok(row);
        }
        self.mailbox.keep(&[(row.clone(), written)])?;
        for receipt in news {
            self.tell_news(&row, News::of(*receipt));
        }
        self.tell_handoff(&row);
        Ok(row)
    }

    /// Writes a row whose next step changed, but not its machine.
    pub(super) fn keep_row(&mut self, row: HandoffRow) {
        self.keep_row_with(row, Written::default());
    }

    /// Writes a row together with what belongs to the change. A failure is only logged.
    pub(super) fn keep_row_with(&mut self, row: HandoffRow, written: Written) {
        let change = [(row, written)];
        let [(row, _)] = &change;
        if let Err(failure) = self.mailbox.keep(&change) {
            tracing::error!(%failure, id = %row.id, "a handoff could not be written");
        }
        self.tell_handoff(row);
    }

    pub(super) fn receipt(
        &self,
        row: &HandoffRow,
        receipt: Receipt,
        reason: Option<String>,
    ) -> (Uuid, String) {
        let sender = match row.machine {
            Machine::Sent(_) => self.public(),
            Machine::Received(_) => row.device.public(),
        };
        let entry = segue_ledger::Receipt {
            task_id: row.id.to_string(),
            sender: PublicKey(sender),
            kind: receipt.name().to_owned().into(),
            at: stamp(self.now()),
            reason: reason.map(|reason| segue_conversation::truncate(&reason, 190)),
        };
        Queued::new(&self.own_name(), QueuedEntry::Receipt(entry)).row()
    }

    pub(super) fn handoff_record(&self, row: &HandoffRow) -> (Uuid, String) {
        let entry = segue_ledger::Handoff {
            version: RecordId(row.facts.version),
            to: PublicKey(row.device.public()),
            to_name: segue_conversation::truncate(&row.name, 60),
            at: stamp(row.created),
            export_id: row.facts.export_id.clone(),
            task_id: row.id.to_string(),
            refers_to: row.facts.refers_to.map(|id| id.to_string()),
        };
        Queued::new(&self.own_name(), QueuedEntry::Handoff(entry)).row()
    }

    /// Returns the public half of our key, even when the key itself can't be reached.
    pub(super) fn public(&self) -> [u8; 32] {
        match &self.identity.key {
            Ok(key) => key.public(),
            Err(_) => {
                let known = &self.identity.record.public_key;
                crate::handoffs::hash_of(known).unwrap_or([0; 32])
            }
        }
    }

    /// Returns what we call ourselves.
    pub(super) fn own_name(&self) -> String {
        crate::person::you(&self.identity, &self.settings.values).name
    }
}

/// Converts a time to what the ledger takes; one before 1970 becomes 0.
pub(super) fn stamp(at: i64) -> u64 {
    u64::try_from(at).unwrap_or(0)
}

fn saying(row: &HandoffRow, at: i64, said: Body) -> HandoffMessage {
    HandoffMessage {
        handoff: row.id,
        at,
        said,
    }
}

/// Explains why the person can't do that now, with the next step.
fn refusal(row: &HandoffRow, why: NotNow) -> Failure {
    let name = &row.name;
    let short: String = row.id.to_string().chars().take(8).collect();
    match why {
        NotNow::Ended => {
            let how = super::news::ended(row);
            Failure::new(Code::Refused, format!("This handoff has ended: {how}."))
                .hint(format!("segue review {short} shows what happened."))
        }
        NotNow::NothingAsked => {
            Failure::new(Code::Refused, format!("{name} asked nothing about it."))
                .hint(format!("segue review {short} shows what happened."))
        }
        NotNow::NotHere => Failure::new(
            Code::Refused,
            format!("It is not here yet: {} has to be reached first.", name),
        )
        .hint("segue inbox shows how far it is."),
        NotNow::NotVerified => Failure::new(
            Code::Refused,
            format!("{name} has to be verified again before anything is done with it."),
        )
        .hint("segue people shows why; segue pair or segue invite verifies them."),
        NotNow::Dismissed => Failure::new(Code::Refused, "You dismissed it.")
            .hint(format!("To have it back: segue undo {short}")),
        NotNow::NotImported => Failure::new(Code::Refused, "It was not imported.")
            .hint(format!("segue review {short} shows what happened.")),
        NotNow::NotDismissed => Failure::new(Code::Refused, "It was not dismissed.")
            .hint(format!("segue review {short} shows what happened.")),
    }
}

fn not_yours(row: &HandoffRow) -> Failure {
    Failure::new(
        Code::Refused,
        format!(
            "{} handed this to you; you did not hand it to them.",
            row.name
        ),
    )
    .hint("To say no to it: segue dismiss. To ask them something: segue ask.")
}

fn not_theirs(row: &HandoffRow) -> Failure {
    Failure::new(
        Code::Refused,
        format!("You handed this to {}; it was not handed to you.", row.name),
    )
    .hint("To take it back: segue cancel. To answer what they asked: segue answer.")
}
