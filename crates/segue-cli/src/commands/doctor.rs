//! `segue doctor`.

use std::process::ExitCode;

use segue_node::door::{Check, DoctorReport, Outcome};
use segue_node::{Link, Reply, Request};

use super::{Ended, unexpected};
use crate::arguments::DoctorOptions;
use crate::say::{Say, printable};

/// Shows what was measured; ends with 1 when something does not work.
pub async fn doctor(link: &Link, say: &Say, options: DoctorOptions) -> Ended {
    let Reply::Doctor(found) = link.call(Request::Doctor).await? else {
        return Err(unexpected());
    };
    if options.report {
        // Only what may be passed on, also for a program.
        say.reply(&serde_json::json!({ "report": found.report }), |_| {
            report(&found)
        });
    } else {
        say.reply(&found, text);
    }
    let failed = found
        .checks
        .iter()
        .any(|check| check.outcome == Outcome::Fail);
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn report(found: &DoctorReport) -> String {
    found
        .report
        .lines()
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

fn text(found: &DoctorReport) -> String {
    let mut lines: Vec<String> = found.checks.iter().map(row).collect();
    let count = |outcome| {
        found
            .checks
            .iter()
            .filter(|check| check.outcome == outcome)
            .count()
    };
    lines.push(String::new());
    let mut sum = format!(
        "{} fine, {} to know, {} not working",
        count(Outcome::Pass),
        count(Outcome::Warn),
        count(Outcome::Fail)
    );
    match count(Outcome::Note) {
        0 => {}
        1 => sum.push_str(", 1 note"),
        notes => sum.push_str(&format!(", {notes} notes")),
    }
    lines.push(sum);
    lines.join("\n")
}

fn row(check: &Check) -> String {
    let word = match check.outcome {
        Outcome::Pass => "pass",
        Outcome::Note => "note",
        Outcome::Warn => "warn",
        Outcome::Fail => "FAIL",
    };
    let mut row = format!(
        "{word}  {}: {}",
        printable(&check.title),
        printable(&check.detail)
    );
    if let Some(action) = &check.action {
        row.push_str("\n      -> ");
        row.push_str(&printable(action));
    }
    row
}
