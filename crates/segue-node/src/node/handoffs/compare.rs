//! A version of a conversation beside the one it grew from: out of their files, as far as those are
//! here, and otherwise out of what the records say.

use std::path::PathBuf;

use segue_door::{Code, ComparedVersions, Failure, Reply};
use segue_ledger::ConversationVersion;

use super::super::state::State;
use super::super::{Answer, Background};
use super::reply;
use crate::conversations::{Conversations, Progress, run_blocking};
use crate::ledgers::Ledgers;

/// Answers with what a version has that the one before did not have.
pub(super) fn compare(
    state: &mut State,
    background: &mut Background,
    conversation: String,
    version: String,
    mut answer: Answer,
) {
    let of_handoff = state.mailbox.named(&conversation).ok();
    let conversation = of_handoff.map_or(conversation, |row| row.facts.conversation);
    let rows = match state.mailbox.rows.of_conversation(&conversation) {
        Ok(rows) => rows,
        Err(failure) => return reply(answer, Err(failure)),
    };
    // Only what could be read as a handoff may be compared.
    let files: Vec<(String, PathBuf)> = rows
        .into_iter()
        .filter(|row| state.ensure_readable(row).is_ok())
        .map(|row| {
            let path = state.mailbox.blobs.path(row.file());
            (row.facts.content_hash, path)
        })
        .collect();
    let (here, ledgers) = (state.conversations.clone(), state.mailbox.ledgers.clone());
    background.spawn(async move {
        let asked = Asked {
            here: here.clone(),
            ledgers,
            files,
        };
        let work = move |progress: &Progress| asked.answer(&conversation, &version, progress);
        let found = run_blocking(here, None, &mut answer, work).await;
        let found = found.map(|found| Reply::CompareVersions(Box::new(found)));
        reply(answer, found);
        None
    });
}

struct Asked {
    here: Conversations,
    ledgers: Ledgers,
    /// Files of the conversation by the hash of their content.
    files: Vec<(String, PathBuf)>,
}

impl Asked {
    fn answer(
        &self,
        conversation: &str,
        version: &str,
        progress: &Progress,
    ) -> Result<ComparedVersions, Failure> {
        let unknown = || {
            Failure::new(
                Code::NotFound,
                "No record of this conversation has this version.",
            )
            .hint("segue history shows the versions there are.")
        };
        if !self.ledgers.has(conversation)? {
            return Err(unknown());
        }
        let lineage = self.ledgers.lineage(conversation)?;
        let named = |id: &str| {
            let mut versions = lineage.versions().iter();
            versions.find(|one| one.version_id == id)
        };
        let new = named(version).ok_or_else(unknown)?;
        let parent = new.parent_version_ids.first();
        let old = parent.and_then(|id| named(id));
        let mut told = ComparedVersions {
            parent: parent.cloned(),
            ..ComparedVersions::default()
        };
        let (old_file, new_file) = (old.and_then(|old| self.file(old)), self.file(new));
        if let Some(new_file) = new_file
            && (parent.is_none() || old_file.is_some())
        {
            let compared =
                self.here
                    .compared(old_file.map(PathBuf::as_path), new_file, progress)?;
            told.here = true;
            told.same = compared.same;
            told.added = compared.added;
            told.removed = compared.removed;
            told.messages = compared.messages;
            told.note = parent
                .is_none()
                .then(|| "This is the first version there is a record of.".to_owned());
            return Ok(told);
        }
        let before = old.map_or(0, |old| old.message_count);
        told.same = before.min(new.message_count);
        told.added = new.message_count.saturating_sub(before);
        told.removed = before.saturating_sub(new.message_count);
        told.note = Some(
            "The files of both versions are not on this computer. The figures are only how many \
             messages the records say each had."
                .to_owned(),
        );
        Ok(told)
    }

    fn file(&self, version: &ConversationVersion) -> Option<&PathBuf> {
        let content = version.content_hash.as_deref()?;
        let mut files = self.files.iter();
        files
            .find(|(hash, _)| hash == content)
            .map(|(_, path)| path)
    }
}
