//! Handing something over: the cleared bytes into `blobs/`, what is new since a file that both have, then
//! one row for each recipient in one transaction.

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::sync::Arc;

use segue_clock::Clock;
use segue_door::{Approval, Caller, Code, Failure, Reply, Sent, ask};
use segue_handoff::FileRef;
use segue_handoff::sender::Sender;
use segue_ledger::{Entry, Lineage, PublicKey, RecordId, Version};
use segue_network::DeviceId;
use segue_store::Blobs;
use uuid::Uuid;

use super::super::state::State;
use super::super::{Answer, Background, Finished};
use super::changes::stamp;
use super::reply;
use crate::approvals;
use crate::conversations::{PreparedFile, Progress, run_blocking};
use crate::handoffs::{DeltaRef, HandoffRow, Machine, NewHandoff, OfferBody, Written};
use crate::ledgers::{Ledgers, Queued, QueuedEntry};
use crate::people::Whom;
use crate::storage::unwritable;

/// How long something is offered, in hours: by default, and at most.
const HOURS: u32 = 14 * 24;
const MOST_HOURS: u32 = 90 * 24;
/// The most people one handoff goes to.
const RECIPIENTS: usize = 50;

/// A person the handoff goes to, and the files both had before.
struct To {
    device: DeviceId,
    name: String,
    bases: Vec<String>,
    delta: Option<DeltaRef>,
}

/// What was made in the background for a handoff.
struct StagedSend {
    facts: OfferBody,
    hash: String,
    bytes: u64,
    source: Option<(String, String)>,
    to: Vec<To>,
    /// The record of the version; `None` when it is written already.
    version: Option<Queued>,
}

/// Hands a prepared file to people.
pub(super) fn send(
    state: &mut State,
    background: &mut Background,
    caller: &Caller,
    wish: ask::SendHandoff,
    mut answer: Answer,
) {
    let begun = begin(state, &wish).and_then(|begun| Ok((begun, approvals::of_call(caller)?)));
    let ((staged, full_copy, to), approval) = match begun {
        Ok(begun) => begun,
        Err(failure) => return reply(answer, Err(failure)),
    };
    let hours = wish.hours.unwrap_or(HOURS).clamp(1, MOST_HOURS);
    let maker = Maker {
        approval,
        clock: state.clock.clone(),
        blobs: state.mailbox.blobs.clone(),
        ledgers: state.mailbox.ledgers.clone(),
        me: PublicKey(state.public()),
        name: state.own_name(),
    };
    state.mailbox.sending += 1;
    let here = state.conversations.clone();
    let about = Some(wish.hash.clone());
    background.spawn(async move {
        let work =
            move |progress: &Progress| maker.make(&staged, full_copy.as_deref(), to, progress);
        let made = run_blocking(here, about, &mut answer, work).await;
        Some(Finished::then(move |state: &mut State| {
            state.mailbox.sending = state.mailbox.sending.saturating_sub(1);
            let sent = made.and_then(|made| state.hand_over(made, hours));
            if sent.is_ok() {
                state.conversations.left(&wish.hash);
                if let Some(full_copy) = &wish.full_copy {
                    state.conversations.left(full_copy);
                }
            }
            reply(answer, sent.map(|sent| Reply::SendHandoff(Box::new(sent))));
        }))
    });
}

type Begun = (Arc<PreparedFile>, Option<Arc<PreparedFile>>, Vec<To>);

fn begin(state: &mut State, wish: &ask::SendHandoff) -> Result<Begun, Failure> {
    if state.identity.key.is_err() {
        return Err(Failure::new(
            Code::Identity,
            "Your identity key is out of reach, so nothing can be handed over.",
        )
        .hint("segue identity --retry looks for it again."));
    }
    let staged = state.conversations.staged(&wish.hash)?;
    if !staged.prepared.signed {
        return Err(Failure::new(
            Code::Refused,
            "The prepared file is not signed: your identity key was out of reach.",
        )
        .hint("Prepare it again."));
    }
    let full_copy = match &wish.full_copy {
        Some(hash) => Some(state.conversations.staged(hash)?),
        None => None,
    };
    if full_copy
        .as_ref()
        .is_some_and(|full_copy| !full_copy.prepared.signed)
    {
        return Err(Failure::new(
            Code::Refused,
            "The prepared file is not signed: your identity key was out of reach.",
        )
        .hint("Prepare it again."));
    }
    let context = context_of(&staged)?;
    if wish.to.is_empty() {
        return Err(Failure::invalid("Say to whom.").hint("segue people lists who you know."));
    }
    if wish.to.len() > RECIPIENTS {
        return Err(Failure::invalid(format!(
            "At most {RECIPIENTS} people can be handed something at once."
        )));
    }
    let mut to: Vec<To> = Vec::new();
    for who in &wish.to {
        let device = state.find(who, Whom::Known)?;
        let name = state.name_for(&device, who);
        if !state.contacts.is_verified(&device) {
            return Err(Failure::new(
                Code::Refused,
                format!("{name} is not verified, so nothing can be handed to them."),
            )
            .hint("Pair first: segue pair, or segue invite."));
        }
        if device.public() == state.public() {
            return Err(Failure::invalid("That is you."));
        }
        if to.iter().all(|one| one.device != device) {
            let bases = state.mailbox.rows.shared_with(&context, &device)?;
            to.push(To {
                device,
                name,
                bases,
                delta: None,
            });
        }
    }
    // Whoever runs for a moment only has the network from here on.
    state.network()?;
    Ok((staged, full_copy, to))
}

/// Returns the conversation's id, as the envelope has it.
pub(super) fn context_of(staged: &PreparedFile) -> Result<String, Failure> {
    let envelope = staged.cleared.head().envelope.as_ref();
    let envelope = envelope.map(|envelope| envelope.to_serde());
    let id = envelope.as_ref().and_then(|e| e.get("conversation_id"));
    id.and_then(|id| id.as_str())
        .map(str::to_owned)
        .ok_or_else(|| Failure::new(Code::Internal, "The file does not name its conversation."))
}

/// Makes files and records for a handoff, in the background.
pub(super) struct Maker {
    /// The approval of what leaves.
    pub(super) approval: Approval,
    pub(super) clock: Clock,
    pub(super) blobs: Blobs,
    pub(super) ledgers: Ledgers,
    pub(super) me: PublicKey,
    pub(super) name: String,
}

impl Maker {
    fn make(
        &self,
        staged: &PreparedFile,
        full_copy: Option<&PreparedFile>,
        mut to: Vec<To>,
        progress: &Progress,
    ) -> Result<StagedSend, Failure> {
        let hash = self.put(staged)?;
        let full_copy = match full_copy {
            Some(full_copy) => Some(self.file(full_copy)?),
            None => None,
        };
        for one in &mut to {
            progress.go_on()?;
            one.delta = self.delta(&one.bases, &hash, progress);
        }
        let head = staged.cleared.head();
        let conversation = context_of(staged)?;
        let source = head.source.session_id.clone();
        let source = source.map(|session| (head.source.platform.clone(), session));
        let (version, queued) = self.version(&conversation, staged, source.as_ref())?;
        let envelope = head.envelope.as_ref().map(|envelope| envelope.to_serde());
        let short =
            |envelope: &serde_json::Value| envelope.to_string().len() <= crate::handoffs::ENVELOPE;
        let facts = OfferBody {
            title: head
                .title
                .as_deref()
                .map(|title| segue_conversation::truncate(title, 200)),
            conversation,
            messages: head.message_count,
            platform: head.source.platform.clone(),
            history: head.history.clone(),
            export_id: head.export_id.clone(),
            content_hash: head.content_hash.clone().unwrap_or_default(),
            version: version.0,
            envelope: envelope.filter(short),
            full_copy,
            delta: None,
            refers_to: None,
        };
        Ok(StagedSend {
            facts,
            hash,
            bytes: staged.cleared.bytes(),
            source,
            to,
            version: queued,
        })
    }

    fn put(&self, staged: &PreparedFile) -> Result<String, Failure> {
        tracing::info!(approved = ?self.approval.by(), "a prepared file becomes one that others may pull");
        let put = self.blobs.put(&staged.cleared, &staged.file);
        put.map_err(|error| unwritable(&error))
    }

    /// Stores a prepared file as a blob.
    pub(super) fn file(&self, staged: &PreparedFile) -> Result<FileRef, Failure> {
        Ok(FileRef {
            hash: self.put(staged)?,
            bytes: staged.cleared.bytes(),
            messages: staged.cleared.head().message_count,
        })
    }

    /// Stores what is new since the first of these files that is here; `None` when that is not much
    /// less than the whole.
    fn delta(&self, bases: &[String], hash: &str, progress: &Progress) -> Option<DeltaRef> {
        let base = bases
            .iter()
            .find(|base| *base != hash && self.blobs.has(base))?;
        let made = || -> std::io::Result<Option<(tempfile::NamedTempFile, u64)>> {
            let mut old = File::open(self.blobs.path(base))?;
            let mut new = File::open(self.blobs.path(hash))?;
            let draft = self.blobs.draft().map_err(std::io::Error::other)?;
            let mut out = BufWriter::new(draft.as_file());
            let stop = || progress.go_on().is_err();
            let Some(made) = segue_delta::make(&mut old, &mut new, &mut out, stop)? else {
                return Ok(None);
            };
            out.flush()?;
            drop(out);
            Ok(Some((draft, made.bytes)))
        };
        let (mut draft, bytes) = match made() {
            Ok(made) => made?,
            Err(error) => {
                tracing::warn!(%error, "what is new could not be found; the whole goes");
                return None;
            }
        };
        draft.as_file_mut().rewind().ok()?;
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(draft.as_file()).ok()?;
        let delta = hasher.finalize().to_hex().to_string();
        self.blobs.keep(draft, &delta).ok()?;
        Some(DeltaRef {
            base: base.clone(),
            hash: delta,
            bytes,
        })
    }

    /// Returns the version of what is sent: one of ours with the same content, or a new one, still
    /// to be recorded, that grew from the last.
    pub(super) fn version(
        &self,
        conversation: &str,
        staged: &PreparedFile,
        source: Option<&(String, String)>,
    ) -> Result<(RecordId, Option<Queued>), Failure> {
        let head = staged.cleared.head();
        let content = head.content_hash.clone().unwrap_or_default();
        let lineage = self.ledgers.lineage(conversation)?;
        if let Some(title) = &head.title {
            self.ledgers
                .title(conversation, &segue_conversation::truncate(title, 200))?;
        }
        let session = source.map(|(_, session)| session.as_str());
        let last = lineage.latest_by(self.me, &head.source.platform, session);
        if let Some(same) = same_content(&lineage, self.me, &content) {
            return Ok((same, None));
        }
        let version = Version {
            parents: last.into_iter().collect(),
            platform: platform_id(&head.source.platform),
            session_id: session.map(|session| segue_conversation::truncate(session, 200)),
            message_count: head.message_count,
            created_at: stamp(self.clock.now().as_millisecond()),
            content_hash: content,
        };
        let queued = Queued::new(&self.name, QueuedEntry::Version(version.clone()));
        let entry = Entry::Version(version);
        let id = self
            .ledgers
            .with(conversation, |ledger| {
                ledger.id_of(self.me, &queued.name, &entry)
            })?
            .map_err(|error| {
                Failure::new(Code::Internal, format!("This can't be recorded: {error}."))
            })?;
        Ok((id, Some(queued)))
    }
}

/// Finds our newest version with this content.
fn same_content(lineage: &Lineage, me: PublicKey, content: &str) -> Option<RecordId> {
    let versions = lineage.versions().iter().rev();
    let mut same = versions.filter(|version| {
        version.creator.key == Some(me) && version.content_hash.as_deref() == Some(content)
    });
    same.next()
        .and_then(|version| version.version_id.parse().ok())
}

/// Turns the name of a platform into what the ledger takes.
pub(super) fn platform_id(platform: &str) -> String {
    let plain = |c: &char| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-';
    let id: String = platform.chars().filter(plain).take(60).collect();
    if id.is_empty() {
        "unknown".to_owned()
    } else {
        id
    }
}

impl State {
    fn hand_over(&mut self, made: StagedSend, hours: u32) -> Result<Sent, Failure> {
        let now = self.now();
        let expires = now.saturating_add(i64::from(hours).saturating_mul(3_600_000));
        let mut version = made.version.as_ref().map(Queued::row);
        let mut changes = Vec::new();
        for to in made.to {
            let mut facts = made.facts.clone();
            facts.delta = to.delta;
            let new = NewHandoff {
                id: Uuid::new_v4(),
                device: to.device,
                name: to.name,
                created: now,
                expires,
                facts,
                hash: made.hash.clone(),
                bytes: made.bytes,
                machine: Machine::Sent(Sender::default()),
            };
            let row = HandoffRow {
                source: made.source.clone(),
                ..HandoffRow::new(new, now)
            };
            let written = Written {
                records: version.take().into_iter().collect(),
                ..Written::default()
            };
            changes.push((row, written));
        }
        let rows: Vec<HandoffRow> = changes.iter().map(|(row, _)| row.clone()).collect();
        self.mailbox.keep(&changes)?;
        let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        let what = crate::conversations::named(made.facts.title.as_deref());
        self.journal(
            crate::journal::Happening::new(
                "handed_over",
                format!("You handed {what} to {}", names.join(", ")),
            )
            .detail(format!(
                "{}, {} bytes.",
                crate::plural::counted(made.facts.messages, "message", "messages"),
                made.bytes
            )),
        );
        for row in &rows {
            self.tell_handoff(row);
        }
        Ok(Sent {
            handoffs: rows.iter().map(|row| self.handoff_view(row)).collect(),
            notes: Vec::new(),
        })
    }
}
