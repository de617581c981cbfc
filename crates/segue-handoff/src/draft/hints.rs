//! Which flag of the command line helps, by what is wrong.

use crate::diagnostic::{Code, Diagnostic};

/// Puts the flag into the hint, where there is one.
pub(super) fn name_the_flag(one: &mut Diagnostic) {
    if let Some(hint) = hint(one.code, &one.field) {
        one.hint = hint.to_owned();
    }
}

fn hint(code: Code, field: &str) -> Option<&'static str> {
    Some(match code {
        Code::SummaryMissing => "Add --summary TEXT: what was done so far.",
        Code::BlockersMissing => {
            "Add --blocker TEXT: what stands in the way. If nothing does, say --status success."
        }
        Code::BlockerWithoutOptions => {
            "Add --option TEXT after that --blocker: a way to resolve it."
        }
        Code::BlockersOnSuccess => {
            "Add --status partial or --status blocked, or leave --blocker out."
        }
        Code::StatusUnknown => "Use --status success, partial, blocked or error.",
        Code::ArtifactPathUnsafe => "Give --artifact a path from the root of the project.",
        Code::MissingField if field == "action_required.task" => {
            "Add --task TEXT: what they should do."
        }
        Code::MissingField if field.starts_with("blockers.") => {
            "Say with --blocker TEXT what stands in the way."
        }
        Code::MissingField if field.starts_with("results.artifacts.") => {
            "Give --artifact a path from the root of the project."
        }
        _ => return None,
    })
}
