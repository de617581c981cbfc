//! `segue imports` and `segue undo`.

use std::process::ExitCode;

use segue_node::door::{ImportList, ImportRecord, Undone};
use segue_node::{Link, Place, Reply, Request};

use super::{Ended, import, unexpected};
use crate::arguments::UndoOptions;
use crate::readable::short_time;
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width};

/// Lists what was imported.
pub async fn imports(link: &Link, say: &Say) -> Ended {
    let Reply::Imports(found) = link.call(Request::Imports).await? else {
        return Err(unexpected());
    };
    say.reply(&found, text);
    Ok(ExitCode::SUCCESS)
}

/// Takes an import back.
pub async fn undo(link: &Link, say: &Say, options: UndoOptions) -> Ended {
    let request = Request::UndoImport {
        import: options.import,
        place: Some(Place::here()),
    };
    let Reply::UndoImport(done) = link.call(request).await? else {
        return Err(unexpected());
    };
    say.reply(&*done, undone);
    Ok(ExitCode::SUCCESS)
}

fn text(found: &ImportList) -> String {
    if found.imports.is_empty() {
        return "Nothing was imported yet. Import a file: segue import FILE --to PLATFORM"
            .to_owned();
    }
    let headings = [
        ("ID", Side::Left),
        ("WHEN", Side::Left),
        ("PLATFORM", Side::Left),
        ("MESSAGES", Side::Right),
        ("FROM", Side::Left),
        ("TITLE", Side::Left),
    ];
    let rows: Vec<Vec<String>> = found.imports.iter().map(row).collect();
    table(&headings, &rows, width()).join("\n")
}

fn row(import: &ImportRecord) -> Vec<String> {
    let title = printable(import.title.as_deref().unwrap_or("untitled"));
    vec![
        import.id.chars().take(8).collect(),
        short_time(&import.at),
        printable(&import.platform),
        import.messages.to_string(),
        fit(&printable(import.from.as_deref().unwrap_or("-")), 16),
        match import.undone {
            Some(_) => format!("(taken back) {title}"),
            None => title,
        },
    ]
}

fn undone(done: &Undone) -> String {
    let title = fit(
        &printable(done.import.title.as_deref().unwrap_or("a conversation")),
        60,
    );
    let mut lines = vec![format!("Taken back: {title}")];
    if done.was_gone {
        lines.push("  Its session was gone already.".to_owned());
    }
    lines.extend(
        import::changes(&done.changes)
            .into_iter()
            .map(|line| line.replacen("  + ", "  - ", 1)),
    );
    lines.push("It can be imported again from its file.".to_owned());
    lines.join("\n")
}
