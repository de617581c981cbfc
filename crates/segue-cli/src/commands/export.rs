//! `segue export`.

use std::fs::File;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use segue_node::door::Exported;
use segue_node::{Code, Failure, Link, Place, Reply, Request};
use tempfile::TempDir;

use super::{Ended, messages, unexpected, whole};
use crate::arguments::ExportOptions;
use crate::readable::{count, size};
use crate::say::{self, Say, printable};
use crate::table::fit;
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
        None => options.output,
    };
    let request = Request::ExportConversation {
        conversation: options.conversation.clone(),
        output: output.as_deref().map(whole).transpose()?,
        task: options.task,
        note: options.note,
        force: options.force,
        place: Some(Place::here()),
    };
    let about = &options.conversation;
    let Reply::ExportConversation(mut done) =
        waiting::ask(link, say.json(), "Exporting", about, request).await?
    else {
        return Err(unexpected());
    };
    if through.is_none() {
        say.reply(&*done, text);
        return Ok(ExitCode::SUCCESS);
    }
    say::copy(File::open(&done.file).map_err(|error| lost(&error))?);
    if say::is_gone() {
        return Ok(ExitCode::SUCCESS);
    }
    done.file = "-".to_owned();
    say.beside(&*done, text);
    Ok(ExitCode::SUCCESS)
}

/// A private folder for a file on its way to standard output.
fn through(is_terminal: bool) -> Result<TempDir, Failure> {
    if is_terminal {
        return Err(Failure::invalid(
            "Standard output is a terminal, and the file is not made for reading there.",
        )
        .hint("Send it somewhere: segue export ID -o - > talk.a2a.json")
        .hint("Or name a file with -o. To read the conversation: segue show ID"));
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
            "The file can't be put together in {}: {error}.",
            folder.display()
        ),
    )
    .hint("Look at the free space and permissions of that folder, or name a file with -o.")
}

fn text(done: &Exported) -> String {
    let title = fit(
        &printable(done.title.as_deref().unwrap_or("A conversation")),
        60,
    );
    let signed = if done.signed {
        "signed with your key"
    } else {
        "not signed"
    };
    let mut lines = vec![
        format!("Exported: {title}"),
        format!(
            "  {}, {}, {signed}",
            count(done.messages, "message", "messages"),
            size(done.bytes)
        ),
        match done.file.as_str() {
            "-" => "  to standard output".to_owned(),
            file => format!("  {}", printable(file)),
        },
    ];
    lines.extend(messages::report(&done.report));
    for note in &done.notes {
        lines.push(format!("! {}", printable(note)));
    }
    lines.join("\n")
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
