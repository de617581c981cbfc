//! `segue doctor`.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use segue_door::{Check, DoctorReport, Event, Failure, Outcome, ask};
use segue_link::{Link, StopSignal};

use super::Ended;
use crate::arguments::DoctorOptions;
use crate::readable;
use crate::say::{Say, line, printable};
use crate::waiting::stopped;

/// Checks that are there only when a person was named.
const ABOUT_PERSON: [&str; 5] = ["person", "inbound", "outbound", "version", "clock"];

/// Measures, and shows what was found. The exit code is 1 when something does not work.
pub async fn doctor(link: &Link, say: &Say, options: DoctorOptions) -> Ended {
    let live = !say.json() && !options.report && std::io::stdout().is_terminal();
    let person = options.person;
    let (found, shown) = if live {
        watch(link, person).await?
    } else {
        (link.call(ask::Doctor { person }).await?, Vec::new())
    };
    if options.report {
        // Only what may be passed on, also for a program.
        say.reply(&serde_json::json!({ "report": found.report }), |_| {
            report(&found)
        });
    } else {
        say.reply(&found, |found| text(found, &shown));
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

/// Prints each check as it is made. Another program may be measuring at the same time, so what was
/// printed is compared with the reply in the end.
async fn watch(link: &Link, person: Option<String>) -> Result<(DoctorReport, Vec<Check>), Failure> {
    let mut events = link.events();
    let mut stop = StopSignal::listen()?;
    let named = person.is_some();
    let mut shown: Vec<Check> = Vec::new();
    let asked = link.call(ask::Doctor { person });
    tokio::pin!(asked);
    let result = loop {
        tokio::select! {
            biased;
            () = stop.wait() => return Err(stopped()),
            event = events.next() => match event {
                Some(Event::DoctorCheck(check)) => {
                    let known = shown.iter().any(|other| other.id == check.id);
                    if !known && (named || !ABOUT_PERSON.contains(&check.id.as_str())) {
                        line(&row(&check));
                        shown.push(check);
                    }
                }
                Some(_) => {}
                None => break asked.await,
            },
            result = &mut asked => break result,
        }
    };
    Ok((result?, shown))
}

fn report(found: &DoctorReport) -> String {
    found
        .report
        .lines()
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Formats the checks that were not shown yet, and the totals of all of them.
fn text(found: &DoctorReport, shown: &[Check]) -> String {
    let new = found.checks.iter().filter(|check| !shown.contains(check));
    let mut lines: Vec<String> = new.map(row).collect();
    let count = |outcome| {
        found
            .checks
            .iter()
            .filter(|check| check.outcome == outcome)
            .count()
    };
    lines.push(String::new());
    let mut sum = format!(
        "{} OK, {}, {} not working",
        count(Outcome::Pass),
        readable::count(count(Outcome::Warn) as u64, "notice", "notices"),
        count(Outcome::Fail)
    );
    match count(Outcome::Note) {
        0 => {}
        notes => sum.push_str(&format!(", {notes} for information")),
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
