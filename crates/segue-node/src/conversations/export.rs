//! A prepared file to its place: under a temporary name beside it, checked, synced, then there.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use segue_door::{Approval, Exported, Failure, FindingDecision};

use super::output::{self, Output};
use super::prepared_files::PreparedFile;
use super::work::{Progress, Wanted};
use super::{Conversations, failure};
use crate::journal::Happening;
use crate::plural::counted;

/// Writes exactly the bytes that were shown, and says what is in them.
pub(super) fn export(
    here: &Conversations,
    approval: &Approval,
    hash: &str,
    wanted: &Output,
    progress: &Progress,
) -> Result<Exported, Failure> {
    let staged = here.prepared_files.get(hash)?;
    let prepared = &staged.prepared;
    let output = output::choose(&here.handles, wanted, &prepared.file_name)?;
    let beside = output.parent().unwrap_or(Path::new("/"));
    progress.at(0, staged.cleared.bytes());
    progress.go_on()?;
    // Made for this user only.
    let draft = tempfile::Builder::new()
        .prefix(".segue-")
        .suffix(".tmp")
        .tempfile_in(beside)
        .map_err(|error| failure::io(beside, &error))?;
    let at = |error: std::io::Error| {
        let stopped = progress.go_on().err();
        stopped.unwrap_or_else(|| failure::io(&output, &error))
    };
    let from = File::open(&staged.file).map_err(|error| failure::io(&staged.file, &error))?;
    let mut to = BufWriter::with_capacity(256 << 10, draft.as_file());
    staged
        .cleared
        .copy(&mut Wanted::new(from, progress.clone()), &mut to)
        .map_err(at)?;
    std::io::Write::flush(&mut to).map_err(at)?;
    drop(to);
    draft.as_file().sync_all().map_err(at)?;
    progress.go_on()?;
    tracing::info!(approved = ?approval.by(), "a conversation is exported");
    output::place(draft, &output, wanted.force)?;
    here.journal(happening(&staged, &output));
    here.prepared_files.forget(hash);
    Ok(Exported {
        file: output.to_string_lossy().into_owned(),
        handle: here.handles.of(&output),
        bytes: prepared.figures.bytes,
        messages: prepared.figures.messages,
        title: prepared.title.clone(),
        export_id: prepared.export_id.clone(),
        content_hash: prepared.content_hash.clone(),
        signed: prepared.signed,
        hash: prepared.hash.clone(),
        redaction: prepared.redaction.clone(),
        report: prepared.report.clone(),
        notes: prepared.notes.clone(),
    })
}

/// Describes the export for the journal: how much, where to, and what was kept for which reason.
fn happening(staged: &PreparedFile, output: &Path) -> Happening {
    let prepared = &staged.prepared;
    let mut detail = format!(
        "{} of {} into {}.",
        counted(prepared.figures.messages, "message", "messages"),
        prepared.conversation,
        output.display()
    );
    let secrets = prepared
        .redaction
        .redacted
        .iter()
        .map(|count| count.secrets);
    match secrets.sum::<u64>() {
        0 => {}
        1 => detail.push_str(" 1 secret was taken out."),
        many => detail.push_str(&format!(" {many} secrets were taken out.")),
    }
    let kept = staged
        .findings
        .iter()
        .filter_map(|finding| match &finding.decision {
            FindingDecision::Keep { reason } => Some((finding, reason)),
            _ => None,
        });
    for (finding, reason) in kept.take(10) {
        let why = reason.as_deref().map(|why| format!(" ({why})"));
        detail.push_str(&format!(
            " Kept: {}{}.",
            finding.id,
            why.unwrap_or_default()
        ));
    }
    let title = format!("Exported {}", named(prepared.title.as_deref()));
    Happening::new("exported", title).detail(detail)
}

/// Quotes a title for use in a sentence, or says that there is none.
pub(crate) fn named(title: Option<&str>) -> String {
    match title {
        Some(title) => format!("“{}”", segue_conversation::truncate(title, 80)),
        None => "a conversation without a title".to_owned(),
    }
}
