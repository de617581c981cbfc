//! `segue export`: look at what would leave, decide, and write exactly that.
//!
//! ```text
//! Draft ──▶ prepared, looked at, decided ──▶ ExportPrepared { hash }
//! ```

use std::fs::File;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use segue_door::{Code, ConversationRef, Failure, Prepared, ask};
use segue_link::Link;
use tempfile::TempDir;

use super::leaving::{self, Draft, render};
use super::{Ended, conversation_or_file, path_ref};
use crate::arguments::ExportOptions;
use crate::say::{self, Say};
use crate::waiting;

/// Writes a conversation into a file, or to standard output when that is named `-`.
pub async fn export(link: &Link, say: &Say, options: ExportOptions) -> Ended {
    let through = match options.output.as_deref() {
        Some(output) if output == Path::new("-") => Some(through(std::io::stdout().is_terminal())?),
        _ => None,
    };
    let output = match &through {
        // The node may be another process, which has no hold of this one's output.
        Some(folder) => Some(folder.path().join("export.a2a.json")),
        None => options.output.clone(),
    };
    let (preview, force) = (options.preview, options.force);
    let named = match Path::new(&options.conversation).is_absolute() {
        true => conversation_or_file(options.conversation)?,
        false => ConversationRef::Named(options.conversation),
    };
    let mut draft = Draft::new(named, options.leaving)?;
    let prepared = draft.prepare(link, say).await?;
    if preview {
        return leaving::preview(link, say, &prepared).await;
    }
    leaving::is_right(&prepared)?;
    is_free(output.as_deref(), &prepared, force)?;
    let Some(prepared) = draft.settle(link, say, prepared).await? else {
        say::complain("Nothing was exported.");
        return Ok(ExitCode::from(3));
    };
    let request = ask::ExportPrepared {
        hash: prepared.hash.clone(),
        output: output.as_deref().map(path_ref).transpose()?,
        force,
    };
    let about = prepared.hash.clone();
    let mut done = waiting::ask(link, say.json(), "Exporting", &about, request).await?;
    if through.is_none() {
        say.reply(&done, |done| render::exported(done, &prepared));
        return Ok(ExitCode::SUCCESS);
    }
    say::copy(File::open(&done.file).map_err(|error| lost(&error))?);
    if say::is_gone() {
        return Ok(ExitCode::SUCCESS);
    }
    done.file = "-".to_owned();
    say.beside(&done, |done| render::exported(done, &prepared));
    Ok(ExitCode::SUCCESS)
}

/// Checks that the output file does not exist yet, unless it may be replaced, so that the person
/// hears of it before any question.
fn is_free(output: Option<&Path>, prepared: &Prepared, force: bool) -> Result<(), Failure> {
    let path = match output {
        Some(output) if output.is_dir() => output.join(&prepared.file_name),
        Some(output) => output.to_owned(),
        None => PathBuf::from(&prepared.file_name),
    };
    if force || !path.exists() {
        return Ok(());
    }
    let path = std::path::absolute(&path).unwrap_or(path);
    let words = format!("{} already exists and wasn't changed.", path.display());
    Err(Failure::new(Code::Refused, words)
        .hint("Choose another file with -o, or replace it with --force."))
}

/// Creates a private folder for a file on its way to standard output. Fails when that is a
/// terminal.
fn through(is_terminal: bool) -> Result<TempDir, Failure> {
    if is_terminal {
        return Err(Failure::invalid(
            "Standard output is a terminal, and the file isn't meant to be read there.",
        )
        .hint("Redirect it: segue export ID -o - > handoff.a2a.json")
        .hint("Or choose a file with -o. To read the conversation: segue show ID"));
    }
    tempfile::Builder::new()
        .prefix("segue-")
        .tempdir()
        .map_err(|error| lost(&error))
}

fn lost(error: &std::io::Error) -> Failure {
    let folder = std::env::temp_dir();
    Failure::new(
        Code::Unreadable,
        format!(
            "The file can't be prepared in {}: {error}.",
            folder.display()
        ),
    )
    .hint("Check the free space and permissions of that folder, or choose a file with -o.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_file() {
        let refused = through(true).unwrap_err();
        assert_eq!(refused.code, Code::Invalid);
        assert!(refused.message.contains("terminal"));
        assert!(!refused.hints.is_empty());
        assert!(through(false).unwrap().path().is_dir());
    }
}
