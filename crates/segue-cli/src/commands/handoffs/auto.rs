//! `segue auto`: standing orders to import what someone hands over.

use std::process::ExitCode;

use segue_door::{AutoImport, AutoList, ask};
use segue_link::Link;

use super::super::{Ended, path_ref};
use crate::arguments::AutoChange;
use crate::readable::{count, short_time};
use crate::say::{Say, printable};
use crate::table::{Side, fit, table, width};

/// Adds, lists or ends standing orders.
pub async fn auto(link: &Link, say: &Say, change: AutoChange) -> Ended {
    match change {
        AutoChange::Add {
            person,
            to,
            project,
        } => {
            let request = ask::AddAuto {
                person,
                platform: to,
                folder: path_ref(&project)?,
            };
            let order = link.call(request).await?;
            say.reply(&order, added);
        }
        AutoChange::List => {
            let list = link.call(ask::ListAuto {}).await?;
            say.reply(&list, |list| listed(list, width()));
        }
        AutoChange::Revoke { order } => {
            let order = link.call(ask::RevokeAuto { order }).await?;
            say.reply(&order, revoked);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn name(order: &AutoImport) -> String {
    fit(&printable(&order.person.name), 40)
}

fn added(order: &AutoImport) -> String {
    let mut lines = vec![
        format!(
            "Auto-import is on for {}: new handoffs are imported to {} without asking.",
            name(order),
            printable(&order.platform)
        ),
        format!("  folder {}", printable(&order.folder)),
    ];
    lines.extend(order.stopped.as_deref().map(stopped));
    lines.push(format!(
        "You're told about each import, and can undo it. Turn it off: segue auto revoke {}",
        printable(&order.id)
    ));
    lines.join("\n")
}

fn listed(list: &AutoList, width: usize) -> String {
    if list.orders.is_empty() {
        return "Auto-import is off for everyone. Turn it on: segue auto add PERSON --to AGENT --project DIR".to_owned();
    }
    let headings = [
        ("ID", Side::Left),
        ("FROM", Side::Left),
        ("TO", Side::Left),
        ("SINCE", Side::Left),
        ("IMPORTED", Side::Right),
        ("FOLDER", Side::Left),
    ];
    let row = |order: &AutoImport| {
        vec![
            printable(&order.id),
            fit(&printable(&order.person.name), 20),
            printable(&order.platform),
            short_time(&order.since),
            order.imported.to_string(),
            printable(&order.folder),
        ]
    };
    let rows: Vec<Vec<String>> = list.orders.iter().map(row).collect();
    let mut table = table(&headings, &rows, width).into_iter();
    let mut lines: Vec<String> = table.next().into_iter().collect();
    for (row, order) in table.zip(&list.orders) {
        lines.push(row);
        lines.extend(order.stopped.as_deref().map(stopped));
    }
    lines.join("\n")
}

fn stopped(why: &str) -> String {
    format!("! Stopped: {}", printable(why))
}

fn revoked(order: &AutoImport) -> String {
    let imported = match order.imported {
        0 => String::new(),
        number => format!(
            " {}: segue imports",
            count(number, "earlier import stays", "earlier imports stay")
        ),
    };
    format!(
        "Auto-import is off for {}. You review their handoffs again.{imported}",
        name(order)
    )
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn order() -> AutoImport {
        AutoImport {
            id: "k7".to_owned(),
            person: samples::person(),
            platform: "claude-code".to_owned(),
            folder: "/home/me/app".to_owned(),
            since: "2020-11-01T10:00:00Z".to_owned(),
            imported: 2,
            stopped: None,
        }
    }

    #[test]
    fn orders_and_why_one_is_stopped() {
        let mut other = order();
        other.id = "m2".to_owned();
        other.person.name = "Mia\u{202e}\x1b[31m with quite a long name".to_owned();
        other.imported = 0;
        other.stopped = Some("Mia's key has changed.".to_owned());
        let shown = [
            listed(&AutoList { orders: vec![] }, 80),
            listed(
                &AutoList {
                    orders: vec![order(), other.clone()],
                },
                80,
            ),
            added(&order()),
            added(&other),
            revoked(&order()),
            revoked(&other),
        ];
        insta::assert_snapshot!("auto", shown.join("\n\n"));
    }
}
