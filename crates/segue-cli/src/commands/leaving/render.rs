//! What would leave, and what left, as text.

use segue_door::{
    Exported, Finding, FindingConfidence, FindingDecision, FindingForm, FindingSpot, Prepared,
    RedactionCount, RedactionReport,
};

use super::super::{envelope, messages};
use crate::readable::{count, size, things};
use crate::say::printable;
use crate::table::fit;

/// How many findings are listed after an export.
const SHOWN: usize = 20;

/// Formats everything about a prepared file but its messages.
pub fn preview(prepared: &Prepared) -> String {
    let mut lines = vec![heading(prepared)];
    lines.push(format!("  history: {}", chosen(prepared)));
    for (name, text) in [
        ("from", &prepared.sender),
        ("task", &prepared.task),
        ("note", &prepared.note),
    ] {
        if let Some(text) = text {
            lines.push(format!("  {name}: {}", printable(&text.replace('\n', " "))));
        }
    }
    if let Some(project) = &prepared.project {
        let pieces = [
            &project.name,
            &project.path,
            &project.remote,
            &project.branch,
            &project.commit,
        ];
        let pieces: Vec<String> = pieces
            .into_iter()
            .flatten()
            .map(|text| printable(text))
            .collect();
        lines.push(format!("  project: {}", pieces.join(", ")));
    }
    if prepared.artifacts > 0 {
        lines.push(format!(
            "  files: {}",
            count(prepared.artifacts, "file", "files")
        ));
    }
    lines.extend(prepared.diff.as_ref().map(envelope::diff));
    lines.push(format!("  hash: {}", prepared.hash));
    lines.extend(messages::report(&prepared.report));
    lines.extend(envelope::diagnostics(&prepared.diagnostics));
    for note in &prepared.notes {
        lines.push(format!("! {}", printable(note)));
    }
    if let Some(said) = &prepared.envelope {
        lines.push(String::new());
        lines.push("Details you send:".to_owned());
        lines.extend(envelope::lines(said));
    }
    lines.push(String::new());
    lines.extend(findings(prepared));
    lines.join("\n")
}

/// Formats the title and size of a prepared file.
pub fn heading(prepared: &Prepared) -> String {
    let title = prepared.title.as_deref().unwrap_or("Untitled conversation");
    let figures = &prepared.figures;
    format!(
        "{}\n  {}, {}, about {} tokens",
        fit(&printable(title), 60),
        match figures.messages == figures.of {
            true => count(figures.messages, "message", "messages"),
            false => {
                let of = count(figures.of, "message", "messages");
                format!("{} of {of}", figures.messages)
            }
        },
        size(figures.bytes),
        figures.tokens
    )
}

/// Describes what was chosen to leave.
pub fn chosen(prepared: &Prepared) -> String {
    let choice = &prepared.choice;
    let mut words = vec![printable(&choice.history)];
    for (there, word) in [
        (choice.tool_output, "without tool output"),
        (choice.reasoning, "without reasoning"),
        (!choice.personal, "without personal data"),
    ] {
        if !there {
            words.push(word.to_owned());
        }
    }
    words.join(", ")
}

/// Lists the findings, each with a number.
pub fn findings(prepared: &Prepared) -> Vec<String> {
    let total = prepared.findings_total;
    if total == 0 {
        return vec!["No secrets found.".to_owned()];
    }
    let mut lines = vec![format!(
        "{} found:",
        count(total, "possible secret", "possible secrets")
    )];
    for (at, finding) in prepared.findings.iter().enumerate() {
        lines.push(format!("{:>4}  {}", at + 1, one(finding)));
    }
    let more = total - prepared.findings.len() as u64;
    if more > 0 {
        lines.push(format!("      and {more} less certain, all removed"));
    }
    lines
}

fn one(finding: &Finding) -> String {
    let sure = match finding.confidence {
        FindingConfidence::Certain => "certain",
        FindingConfidence::Likely => "likely",
        FindingConfidence::Possible => "possible",
    };
    let fate = match &finding.decision {
        FindingDecision::Redact => "removed",
        FindingDecision::RedactEverywhere => "removed everywhere",
        FindingDecision::Keep { .. } => "KEPT",
    };
    let form = match finding.form {
        None => "",
        Some(FindingForm::Base64) => ", in base64",
        Some(FindingForm::Percent) => ", percent-encoded",
        Some(FindingForm::Escaped) => ", escaped",
        Some(FindingForm::Markup) => ", with markup in it",
        Some(FindingForm::Terminal) => ", with terminal colours in it",
        Some(FindingForm::ImageMetadata) => ", in image metadata",
    };
    format!(
        "{fate}: {}, {sure}{form}: {}\n      {}  {}",
        printable(&finding.what),
        printable(&finding.sample),
        printable(&finding.id),
        places(finding)
    )
}

fn places(finding: &Finding) -> String {
    let mut words: Vec<String> = finding
        .places
        .iter()
        .take(3)
        .map(|place| match place.message {
            Some(number) => format!("message {number}, {}", spot(place.spot)),
            None => spot(place.spot).to_owned(),
        })
        .collect();
    let more = finding.count.saturating_sub(words.len() as u64);
    if words.is_empty() {
        return format!(
            "in {}; found in a part that stays here",
            count(more, "place", "places")
        );
    }
    if more > 0 {
        words.push(format!("{more} more"));
    }
    words.join("; ")
}

fn spot(spot: FindingSpot) -> &'static str {
    match spot {
        FindingSpot::Text => "text",
        FindingSpot::Reasoning => "reasoning",
        FindingSpot::ToolInput => "tool input",
        FindingSpot::ToolOutput => "tool output",
        FindingSpot::FileName => "a file name",
        FindingSpot::FileData => "a file",
        FindingSpot::Detail => "a detail",
        FindingSpot::Native => "the agent's own data",
        FindingSpot::Title => "the title",
        FindingSpot::Project => "the project name",
        FindingSpot::Envelope => "your details",
    }
}

/// Describes what was exported.
pub fn exported(done: &Exported, prepared: &Prepared) -> String {
    let title = fit(
        &printable(done.title.as_deref().unwrap_or("Untitled conversation")),
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
    ];
    let figures = &prepared.figures;
    if prepared.choice.history != "full" {
        let history = chosen(prepared);
        let of = count(figures.of, "message", "messages");
        lines.push(format!("  history: {history}, {of} in the original"));
    }
    lines.push(match done.file.as_str() {
        "-" => "  to standard output".to_owned(),
        file => format!("  {}", printable(file)),
    });
    lines.extend(taken_out(&done.redaction, prepared));
    lines.extend(prepared.diff.as_ref().map(envelope::diff));
    lines.extend(messages::report(&done.report));
    lines.extend(envelope::diagnostics(&prepared.diagnostics));
    for note in &done.notes {
        lines.push(format!("! {}", printable(note)));
    }
    lines.join("\n")
}

/// Lists what was taken out and what was kept: all of it by kind, and the first few findings one by
/// one.
pub fn taken_out(told: &RedactionReport, prepared: &Prepared) -> Vec<String> {
    let mut lines = redaction(told);
    for finding in prepared.findings.iter().take(SHOWN) {
        lines.push(format!("    {}", one(finding)));
    }
    let more = prepared.findings_total.saturating_sub(SHOWN as u64);
    if more > 0 {
        lines.push(format!("    and {more} more; --preview lists them"));
    }
    lines
}

/// Lists what was taken out and what was kept, by kind.
pub fn redaction(told: &RedactionReport) -> Vec<String> {
    let mut lines = Vec::new();
    for (word, counts) in [("removed", &told.redacted), ("kept", &told.kept)] {
        if !counts.is_empty() {
            lines.push(format!("  {word}: {}", kinds(counts)));
        }
    }
    lines
}

/// Lists kinds with their numbers in one line.
pub fn kinds(counts: &[RedactionCount]) -> String {
    let mut by_what: Vec<(&str, u64, u64)> = Vec::new();
    for count in counts {
        match by_what.iter_mut().find(|(what, _, _)| *what == count.what) {
            Some((_, secrets, places)) => {
                *secrets = secrets.saturating_add(count.secrets);
                *places = places.saturating_add(count.places);
            }
            None => by_what.push((&count.what, count.secrets, count.places)),
        }
    }
    let words: Vec<String> = by_what
        .into_iter()
        .map(|(what, secrets, places)| {
            let times = match places {
                places if places == secrets => String::new(),
                places => format!(" ({})", count(places, "place", "places")),
            };
            format!("{}{times}", things(secrets, &printable(what)))
        })
        .collect();
    words.join(", ")
}
