//! What was found and decided, in the door's words, and back.

use segue_conversation::walk::Spot;
use segue_door::{
    Code, Failure, Finding, FindingDecision, FindingDecisions, FindingForm, FindingPlace,
    FindingSpot, RedactionCount, RedactionReport,
};
use segue_redact::{Count, Decision, DecisionError, Decisions, Findings, Form, Redaction};

use super::super::rules::confidence;

/// Most findings that are listed; all are taken out.
const MOST: usize = 10_000;

/// Longest reason that is kept.
const REASON: usize = 500;

/// Converts what a surface decided to what the clearing takes.
pub(super) fn decisions(told: &FindingDecisions) -> Decisions {
    let decision = |told: &FindingDecision| match told {
        FindingDecision::Redact => Decision::Redact,
        FindingDecision::RedactEverywhere => Decision::RedactEverywhere,
        FindingDecision::Keep { reason } => Decision::Keep {
            reason: reason
                .as_deref()
                .map(|reason| segue_conversation::truncate(reason.trim(), REASON)),
        },
    };
    told.iter()
        .map(|(id, told)| (id.clone(), decision(told)))
        .collect()
}

/// Creates the failure for a decision that can't be carried out.
pub(super) fn refused(error: &DecisionError, findings: &Findings) -> Failure {
    let known: Vec<&str> = findings
        .all()
        .iter()
        .take(10)
        .map(|finding| finding.id.as_str())
        .collect();
    match error {
        DecisionError::Unknown(id) => {
            let id = segue_conversation::truncate(id, 80);
            let failure = Failure::new(Code::NotFound, format!("There is no finding {id} in it."));
            if known.is_empty() {
                failure.hint("Nothing was found that looks like a secret.")
            } else {
                failure.hint(format!("Found were: {}", known.join(", ")))
            }
        }
        DecisionError::PrivateKey(_) => Failure::new(Code::Refused, error.to_string())
            .hint("Make a new key for the other person instead."),
        DecisionError::NeedsReason(id) => Failure::invalid(error.to_string()).hint(format!(
            "On the command line: --keep \"{id}=why it may leave\""
        )),
    }
}

/// Lists the findings in what leaves with what was decided, the surest first.
pub(super) fn findings(
    found: &Findings,
    taken: &[u64],
    decided: &FindingDecisions,
) -> Vec<Finding> {
    // One that is known from what stays here may stand in what leaves all the same.
    let leaves =
        |(finding, taken): &(&segue_redact::Finding, &u64)| finding.count > 0 || **taken > 0;
    let mut all: Vec<Finding> = found
        .all()
        .iter()
        .zip(taken)
        .filter(leaves)
        .take(MOST)
        .map(|(finding, taken)| Finding {
            id: finding.id.clone(),
            rule: finding.rule.clone(),
            what: finding.what.clone(),
            confidence: confidence(finding.confidence),
            form: finding.form.map(form),
            sample: finding.sample.clone(),
            count: finding.count.max(*taken),
            places: finding
                .places
                .iter()
                .map(|place| FindingPlace {
                    message: place.message.map(|message| message + 1),
                    spot: spot(place.spot),
                })
                .collect(),
            decision: decided.get(&finding.id).cloned().unwrap_or_default(),
            placeholder: finding.placeholder(),
            can_keep: !finding.must_go(),
            keep_needs_reason: finding.keep_needs_reason(),
        })
        .collect();
    all.sort_by_key(|finding| std::cmp::Reverse(finding.confidence));
    all
}

/// Counts what still looks like a secret in a file, by rule.
pub(in crate::conversations) fn left(found: &Findings) -> Vec<RedactionCount> {
    let mut counts: Vec<RedactionCount> = Vec::new();
    for finding in found.all() {
        match counts.iter_mut().find(|count| count.rule == finding.rule) {
            Some(count) => {
                count.secrets += 1;
                count.places += finding.count;
            }
            None => counts.push(RedactionCount {
                rule: finding.rule.clone(),
                what: finding.what.clone(),
                secrets: 1,
                places: finding.count,
            }),
        }
    }
    counts
}

/// Converts the counts of a redaction for a person.
pub(in crate::conversations) fn redaction(redaction: &Redaction) -> RedactionReport {
    RedactionReport {
        redacted: redaction.redacted.iter().map(count).collect(),
        kept: redaction.kept.iter().map(count).collect(),
    }
}

/// Converts one count, within bounds: what a file says of itself may be anything.
fn count(count: &Count) -> RedactionCount {
    RedactionCount {
        rule: segue_conversation::truncate(&count.rule, 60),
        what: segue_conversation::truncate(&count.what, 100),
        secrets: count.secrets,
        places: count.places,
    }
}

fn form(form: Form) -> FindingForm {
    match form {
        Form::Base64 => FindingForm::Base64,
        Form::Percent => FindingForm::Percent,
        Form::ImageMetadata => FindingForm::ImageMetadata,
        Form::Escaped => FindingForm::Escaped,
        Form::Markup => FindingForm::Markup,
        Form::Terminal => FindingForm::Terminal,
    }
}

fn spot(spot: Spot) -> FindingSpot {
    match spot {
        Spot::Text => FindingSpot::Text,
        Spot::Reasoning => FindingSpot::Reasoning,
        Spot::ToolInput => FindingSpot::ToolInput,
        Spot::ToolOutput => FindingSpot::ToolOutput,
        Spot::FileName => FindingSpot::FileName,
        Spot::FileData => FindingSpot::FileData,
        Spot::Detail => FindingSpot::Detail,
        Spot::Native => FindingSpot::Native,
        Spot::Title => FindingSpot::Title,
        Spot::Project => FindingSpot::Project,
        Spot::Envelope => FindingSpot::Envelope,
    }
}
