//! How far the work came, with what each status needs.

use super::{Attempt, Blocker, Decidable, Output, Results, Status};
use crate::diagnostic::{Code, Diagnostic, Level};
use crate::list::OneOrMore;

/// The status and what it needs. What a status needs cannot be left out:
///
/// ```compile_fail
/// // error[E0063]: missing field `blockers`
/// let results = segue_handoff::Results::new(segue_handoff::Text::new("Half of it").unwrap());
/// let outcome = segue_handoff::Outcome::Partial { results };
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It is done, and this came out of it.
    Success { results: Results },
    /// A part is done, and this stands in the way of the rest.
    Partial {
        results: Results,
        /// What stands in the way.
        blockers: OneOrMore<Blocker>,
    },
    /// It cannot go on before someone decides.
    Blocked {
        /// What was done, if anything.
        results: Option<Attempt>,
        /// What is to be decided.
        blockers: OneOrMore<Decidable>,
    },
    Error {
        /// What was done, if anything.
        results: Option<Attempt>,
        blockers: OneOrMore<Blocker>,
    },
}

impl Outcome {
    /// Combines a status with what it needs, or reports all that is missing.
    pub(crate) fn settle(
        status: Status,
        results: Option<Attempt>,
        blockers: Vec<Blocker>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let attempt = results.filter(|results| !results.is_empty());
        match status {
            Status::Success => summed_up(status, attempt)
                .map(|results| Self::Success { results })
                .map_err(|missing| vec![missing]),
            Status::Partial => both(summed_up(status, attempt), some(status, blockers))
                .map(|(results, blockers)| Self::Partial { results, blockers }),
            Status::Error => some(status, blockers)
                .map(|blockers| Self::Error {
                    results: attempt,
                    blockers,
                })
                .map_err(|missing| vec![missing]),
            Status::Blocked => decidable(blockers).map(|blockers| Self::Blocked {
                results: attempt,
                blockers,
            }),
        }
    }

    /// Splits it into its parts again.
    pub(crate) fn parts(self) -> (Status, Option<Attempt>, Vec<Blocker>) {
        let status = self.status();
        match self {
            Self::Success { results } => (status, Some(results.into()), Vec::new()),
            Self::Partial { results, blockers } => (status, Some(results.into()), blockers.into()),
            Self::Error { results, blockers } => (status, results, blockers.into()),
            Self::Blocked { results, blockers } => {
                let blockers: Vec<Decidable> = blockers.into();
                let blockers = blockers.into_iter().map(Blocker::from).collect();
                (status, results, blockers)
            }
        }
    }

    /// Returns the status.
    pub fn status(&self) -> Status {
        match self {
            Self::Success { .. } => Status::Success,
            Self::Partial { .. } => Status::Partial,
            Self::Blocked { .. } => Status::Blocked,
            Self::Error { .. } => Status::Error,
        }
    }

    /// Returns the summary of what was done, if there is one.
    pub fn summary(&self) -> Option<&str> {
        match self {
            Self::Success { results } | Self::Partial { results, .. } => Some(&results.summary),
            Self::Blocked { results, .. } | Self::Error { results, .. } => {
                results.as_ref()?.summary.as_deref()
            }
        }
    }

    /// Returns what came out of the work, besides the summary.
    pub fn output(&self) -> Option<&Output> {
        match self {
            Self::Success { results } | Self::Partial { results, .. } => Some(&results.output),
            Self::Blocked { results, .. } | Self::Error { results, .. } => {
                results.as_ref().map(|results| &results.output)
            }
        }
    }

    /// Lists what stands in the way; nothing on success.
    pub fn blockers(&self) -> Vec<Blocker> {
        match self {
            Self::Success { .. } => Vec::new(),
            Self::Partial { blockers, .. } | Self::Error { blockers, .. } => blockers.to_vec(),
            Self::Blocked { blockers, .. } => blockers.iter().cloned().map(Blocker::from).collect(),
        }
    }
}

fn summed_up(status: Status, attempt: Option<Attempt>) -> Result<Results, Diagnostic> {
    match attempt {
        Some(Attempt {
            summary: Some(summary),
            output,
        }) => Ok(Results { summary, output }),
        _ => Err(Diagnostic::new(
            Level::Error,
            Code::SummaryMissing,
            "results.summary",
            format!("The status {status} needs a summary of what was done."),
            "Say what was done, with names and figures.",
        )),
    }
}

fn some(status: Status, blockers: Vec<Blocker>) -> Result<OneOrMore<Blocker>, Diagnostic> {
    OneOrMore::new(blockers).ok_or_else(|| {
        Diagnostic::new(
            Level::Error,
            Code::BlockersMissing,
            "blockers",
            format!("The status {status} needs at least one blocker."),
            "Say what stands in the way, with its type and description.",
        )
    })
}

fn decidable(blockers: Vec<Blocker>) -> Result<OneOrMore<Decidable>, Vec<Diagnostic>> {
    let blockers: Vec<_> = some(Status::Blocked, blockers)
        .map_err(|missing| vec![missing])?
        .into();
    let (mut all, mut without) = (Vec::new(), Vec::new());
    for (at, blocker) in blockers.into_iter().enumerate() {
        match Decidable::try_from(blocker) {
            Ok(blocker) => all.push(blocker),
            Err(_) => without.push(Diagnostic::new(
                Level::Error,
                Code::BlockerWithoutOptions,
                format!("blockers.{at}.resolution_options"),
                "The status blocked needs a way to resolve each blocker.",
                "Name at least one option the receiver can choose.",
            )),
        }
    }
    if without.is_empty() {
        OneOrMore::new(all).ok_or(without)
    } else {
        Err(without)
    }
}

fn both<A, B>(
    one: Result<A, Diagnostic>,
    other: Result<B, Diagnostic>,
) -> Result<(A, B), Vec<Diagnostic>> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (one, other) => Err(one.err().into_iter().chain(other.err()).collect()),
    }
}
