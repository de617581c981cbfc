//! `segue imports` and `segue undo`.

use std::process::ExitCode;

use segue_door::{Code, Failure, HandoffUndone, ImportList, ImportRecord, Undone, ask};
use segue_link::Link;

use super::handoffs::delivery;
use super::{Ended, import};
use crate::arguments::UndoOptions;
use crate::readable::short_time;
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width};

/// Lists what was imported.
pub async fn imports(link: &Link, say: &Say) -> Ended {
    let found = link.call(ask::Imports {}).await?;
    say.reply(&found, text);
    Ok(ExitCode::SUCCESS)
}

/// Takes an import or a dismissal back.
pub async fn undo(link: &Link, say: &Say, options: UndoOptions) -> Ended {
    let request = ask::UndoImport {
        import: options.what.clone(),
    };
    match link.call(request).await {
        Ok(done) => {
            say.reply(&done, undone);
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) if failure.code == Code::NotFound => handoff(link, say, options).await,
        Err(failure) => Err(failure),
    }
}

/// Takes back the dismissal of the handoff of this id.
async fn handoff(link: &Link, say: &Say, options: UndoOptions) -> Ended {
    let request = ask::UndoHandoff {
        handoff: options.what.clone(),
    };
    match link.call(request).await {
        Ok(done) => {
            let same = done.handoff.id.starts_with(&options.what.to_lowercase());
            say.reply(&done, |done| brought_back(done, same));
            delivery::told(link, &done.handoff.id, delivery::PATIENCE).await;
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) if failure.code == Code::NotFound => Err(Failure::new(
            Code::NotFound,
            format!(
                "There's no import or handoff \"{}\" on this computer.",
                options.what
            ),
        )
        .hint("segue imports lists your imports, and segue inbox --all lists handoffs to you.")),
        Err(failure) => Err(failure),
    }
}

fn brought_back(done: &HandoffUndone, same: bool) -> String {
    let title = done
        .handoff
        .title
        .as_deref()
        .unwrap_or("Untitled conversation");
    let title = fit(&printable(title), 60);
    let name = fit(&printable(&done.handoff.person.name), 40);
    let mut lines = match &done.import {
        Some(import) => vec![undone(import)],
        None => vec![format!("Restored: {title}")],
    };
    if !same {
        lines.push(format!(
            "  {name} was already told, and will be told about this too."
        ));
    }
    let short = printable(&done.handoff.short);
    lines.push(match &done.import {
        Some(import) => format!(
            "  segue import {short} --to {}",
            printable(&import.import.platform)
        ),
        None => format!("It's in your inbox: segue review {short}"),
    });
    lines.join("\n")
}

fn text(found: &ImportList) -> String {
    if found.imports.is_empty() {
        return "No imports yet. Import a file: segue import FILE --to AGENT".to_owned();
    }
    let headings = [
        ("ID", Side::Left),
        ("WHEN", Side::Left),
        ("AGENT", Side::Left),
        ("MESSAGES", Side::Right),
        ("FROM", Side::Left),
        ("TITLE", Side::Left),
    ];
    let rows: Vec<Vec<String>> = found.imports.iter().map(row).collect();
    table(&headings, &rows, width()).join("\n")
}

fn row(import: &ImportRecord) -> Vec<String> {
    let title = printable(import.title.as_deref().unwrap_or("Untitled"));
    vec![
        import.id.chars().take(8).collect(),
        short_time(&import.at),
        printable(&import.platform),
        import.messages.to_string(),
        fit(&printable(import.from.as_deref().unwrap_or("-")), 16),
        match import.undone {
            Some(_) => format!("(undone) {title}"),
            None => title,
        },
    ]
}

fn undone(done: &Undone) -> String {
    let title = fit(
        &printable(
            done.import
                .title
                .as_deref()
                .unwrap_or("Untitled conversation"),
        ),
        60,
    );
    let mut lines = vec![format!("Import undone: {title}")];
    if done.was_gone {
        lines.push("  Its session was already gone.".to_owned());
    }
    lines.extend(
        import::changes(&done.changes)
            .into_iter()
            .map(|line| line.replacen("  + ", "  - ", 1)),
    );
    lines.push("You can import it again.".to_owned());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::handoffs::samples;
    use super::*;

    #[test]
    fn what_is_back_says_where_it_is() {
        let mut done = HandoffUndone {
            handoff: samples::received(),
            import: None,
        };
        let mut shown = vec![brought_back(&done, true), brought_back(&done, false)];
        done.import = Some(Undone {
            import: ImportRecord {
                id: "5e6f7a8b".to_owned(),
                at: "2020-11-01T10:00:00Z".to_owned(),
                platform: "claude-code".to_owned(),
                session: "s".to_owned(),
                project: "/home/me/app".to_owned(),
                title: Some("Fix the login form".to_owned()),
                from: None,
                messages: 84,
                undone: None,
            },
            changes: Vec::new(),
            was_gone: true,
        });
        shown.push(brought_back(&done, true));
        insta::assert_snapshot!(shown.join("\n\n"), @r"
        Restored: Fix the login form
        It's in your inbox: segue review 1a2b3c4d

        Restored: Fix the login form
          Sam was already told, and will be told about this too.
        It's in your inbox: segue review 1a2b3c4d

        Import undone: Fix the login form
          Its session was already gone.
        You can import it again.
          segue import 1a2b3c4d --to claude-code
        ");
    }
}
