//! `segue import`.

use std::process::ExitCode;

use segue_door::{
    ChangeKind, ChangeLine, Code, Failure, ImportOutcome, Imported, PathRef, ProjectBy, ask,
};
use segue_link::Link;

use super::handoffs::delivery;
use super::{Ended, messages, names_file, path_ref, platforms, whole};
use crate::arguments::ImportOptions;
use crate::readable::{count, size};
use crate::say::{Say, printable};
use crate::table::fit;
use crate::waiting;

/// Writes the conversation of a file or handoff into an agent's own storage.
pub async fn import(link: &Link, say: &Say, mut options: ImportOptions) -> Ended {
    let typed = options.what.to_string_lossy().into_owned();
    let Some(to) = options.to.take() else {
        return Err(nobody(link, &typed).await?);
    };
    let done = match names_file(&typed) {
        true => file(link, say, options, to).await?,
        false => {
            let done = handoff(link, say, options, to, &typed).await?;
            say.reply(&done, text);
            if done.outcome != ImportOutcome::Planned {
                delivery::told(link, &typed, delivery::PATIENCE).await;
            }
            return Ok(ExitCode::SUCCESS);
        }
    };
    say.reply(&done, text);
    Ok(ExitCode::SUCCESS)
}

/// Explains which agents could carry on with a conversation.
async fn nobody(link: &Link, typed: &str) -> Result<Failure, Failure> {
    let found = platforms::ask(link).await?.platforms;
    let able = found.iter().filter(|agent| agent.importable.is_none());
    let failure = Failure::invalid("Choose an agent with --to.");
    let failure = able.fold(failure, |failure, agent| {
        failure.hint(format!(
            "segue import {} --to {}",
            printable(typed),
            printable(&agent.id)
        ))
    });
    Ok(match failure.hints.is_empty() {
        true => failure
            .hint("No agent was found on this computer. segue platforms lists the supported ones."),
        false => failure,
    })
}

async fn file(
    link: &Link,
    say: &Say,
    options: ImportOptions,
    to: String,
) -> Result<Imported, Failure> {
    let path = whole(&options.what)?;
    let request = ask::ImportFile {
        path: PathRef::Path(path.clone()),
        to,
        project: options.project.as_deref().map(path_ref).transpose()?,
        title: options.title,
        map_paths: options.map_paths,
        dry_run: options.dry_run,
        again: options.again,
    };
    waiting::ask(link, say.json(), "Importing", &path, request).await
}

async fn handoff(
    link: &Link,
    say: &Say,
    options: ImportOptions,
    to: String,
    id: &str,
) -> Result<Imported, Failure> {
    let request = ask::ImportHandoff {
        handoff: id.to_owned(),
        to,
        project: options.project.as_deref().map(path_ref).transpose()?,
        title: options.title,
        map_paths: options.map_paths,
        dry_run: options.dry_run,
        again: options.again,
    };
    match waiting::ask_for_handoff(link, say.json(), "Importing", id, request).await {
        Ok(done) => Ok(done),
        Err(failure) if failure.code == Code::NotFound => {
            Err(failure.hint("To import a file, add its folder: ./FILE"))
        }
        Err(failure) => Err(failure),
    }
}

fn text(done: &Imported) -> String {
    let title = fit(
        &printable(done.title.as_deref().unwrap_or("Untitled conversation")),
        60,
    );
    let from = match &done.from {
        Some(name) => format!(" from {}", printable(name)),
        None => String::new(),
    };
    let new = count(done.messages, "message", "messages");
    let mut lines = vec![match done.outcome {
        ImportOutcome::Planned => format!("Would import: {title}{from} ({new})"),
        ImportOutcome::Imported => format!("Imported: {title}{from} ({new})"),
        ImportOutcome::Continued => {
            format!("Continued: {title}{from} ({new} added to the earlier import)")
        }
        ImportOutcome::AlreadyImported => {
            format!("Already imported: {title}{from}. Nothing was written.")
        }
    }];
    let by = match done.project_by {
        ProjectBy::Given => "",
        ProjectBy::Remote => "  (same git remote)",
        ProjectBy::Name => "  (same name)",
    };
    lines.push(format!("  folder   {}{by}", printable(&done.project)));
    if done.outcome != ImportOutcome::Planned {
        lines.push(format!(
            "  session  {}:{}",
            printable(&done.platform),
            printable(&done.session)
        ));
    }
    lines.extend(changes(&done.changes));
    lines.extend(messages::report(&done.report));
    for note in &done.notes {
        lines.push(format!("! {}", printable(note)));
    }
    if done.outcome == ImportOutcome::Planned {
        lines.push("Nothing was written. Leave out --dry-run to import it.".to_owned());
        return lines.join("\n");
    }
    lines.push(String::new());
    lines.push("Continue with:".to_owned());
    lines.push(format!("  {}", printable(&done.resume.line)));
    if let Some(id) = &done.import {
        let short: String = id.chars().take(8).collect();
        lines.push(match done.outcome {
            ImportOutcome::AlreadyImported => {
                "For another copy, run the same command with --again or another --project."
                    .to_owned()
            }
            _ => format!("Undo: segue undo {}", printable(&short)),
        });
    }
    lines.join("\n")
}

/// Lists what was added, one line each.
pub fn changes(changes: &[ChangeLine]) -> Vec<String> {
    changes
        .iter()
        .map(|change| {
            let what = match change.what {
                ChangeKind::Folder => "folder",
                ChangeKind::File => "file",
                ChangeKind::Grown => "added to",
                ChangeKind::Line => "line in",
                ChangeKind::Entry => "entry in",
                ChangeKind::Rows => "rows in",
            };
            let mut line = format!("  + {what:<8} {}", printable(&change.path));
            if let Some(bytes) = change.bytes {
                line.push_str(&format!("  {}", size(bytes)));
            }
            if let Some(detail) = &change.detail {
                line.push_str(&format!("  {}", printable(detail)));
            }
            line
        })
        .collect()
}
