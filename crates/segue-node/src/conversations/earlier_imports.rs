//! What of a file is here already: the same content, or an earlier state of the conversation.

use std::path::Path;

use segue_conversation::file::{Item, Limits as FileLimits, Opened, Reader};
use segue_door::Failure;
use segue_platform::{AgentEnv, Platform};

use super::file::Source;
use super::import::Import;
use super::ledger::Entry;
use super::{Conversations, failure, ledger, project, undo};

/// How many earlier imports of a conversation are looked at.
const EARLIER: usize = 20;

/// Finds an import of the same content that is still there. An import whose session is gone is
/// forgotten; one into a folder other than the one that was named is only noted.
pub(super) fn already(
    here: &Conversations,
    place: &AgentEnv,
    platform: &dyn Platform,
    import: &Import,
    opened: &Opened,
    notes: &mut Vec<String>,
) -> Result<Option<Entry>, Failure> {
    let named = import.project.as_deref().map(Path::new);
    let wanted = named.map(project::real).transpose()?;
    for entry in ledger::of_content(&here.database, &opened.content_hash, platform.id())? {
        let is_gone = undo::is_gone(here, place, &entry);
        if wanted
            .as_deref()
            .is_some_and(|wanted| wanted != Path::new(&entry.project))
        {
            if notes.is_empty() && matches!(is_gone, Ok(false)) {
                notes.push(format!(
                    "The same was imported before into {}, as session {}. It stays there.",
                    entry.project, entry.session
                ));
            }
            continue;
        }
        if !is_gone? {
            return Ok(Some(entry));
        }
        if !import.dry_run {
            ledger::undone(&here.database, &entry.id, here.clock.now())?;
        }
    }
    Ok(None)
}

/// Finds the import that this file continues, if its session is still as that import left it. A
/// session that was used since is left alone and noted.
pub(super) fn earlier(
    here: &Conversations,
    place: &AgentEnv,
    platform: &dyn Platform,
    source: &Source,
    opened: &Opened,
    folder: &Path,
    notes: &mut Vec<String>,
) -> Result<Option<Entry>, Failure> {
    let Some(context) = &opened.context else {
        return Ok(None);
    };
    let mut before: Vec<Entry> = ledger::of_context(&here.database, context, platform.id())?
        .into_iter()
        .filter(|entry| Path::new(&entry.project) == folder)
        .filter(|entry| entry.history_count < opened.history.count())
        .take(EARLIER)
        .collect();
    if before.is_empty() {
        return Ok(None);
    }
    let counts: Vec<u64> = before.iter().map(|entry| entry.history_count).collect();
    let hashes = hashes_at(source, &counts)?;
    before.retain(|entry| {
        hashes.iter().any(|(count, taken, hash)| {
            (*count, *taken, hash) == (entry.history_count, entry.messages, &entry.history_hash)
        })
    });
    before.sort_by_key(|entry| std::cmp::Reverse(entry.history_count));
    for entry in before {
        let last = ledger::of_session(&here.database, &entry.platform, &entry.session)?;
        let is_last = last.first().is_some_and(|last| last.id == entry.id);
        if !is_last || undo::is_gone(here, place, &entry)? {
            continue;
        }
        if segue_platform::undo::is_untouched(&entry.receipt) {
            return Ok(Some(entry));
        }
        notes.push(format!(
            "An earlier state of this conversation is in session {}, which was used since. \
             It is left as it is, and this is a new session.",
            entry.session
        ));
        return Ok(None);
    }
    Ok(None)
}

/// Computes the hash of the file's history after each of these counts, with how many messages had
/// been taken by then.
fn hashes_at(source: &Source, counts: &[u64]) -> Result<Vec<(u64, u64, String)>, Failure> {
    let input = source.read().map_err(failure::platform)?;
    let mut reader = Reader::new(input, FileLimits::default());
    let most = counts.iter().copied().max().unwrap_or(0);
    let (mut found, mut taken) = (Vec::new(), 0);
    while reader.history().count() < most {
        match reader.item().map_err(|error| failure::file(&error))? {
            Some(Item::Message(_)) => taken += 1,
            Some(Item::Artifact(_)) => continue,
            None => break,
        }
        let history = reader.history();
        if counts.contains(&history.count()) {
            found.push((history.count(), taken, history.hash()));
        }
    }
    Ok(found)
}
