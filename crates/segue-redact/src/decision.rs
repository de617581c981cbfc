//! What the person decided about what was found.

use std::collections::BTreeMap;

use crate::findings::Findings;

/// What the person wants done about one finding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Decision {
    /// It is taken out where it was found, and elsewhere if its text can mean nothing else.
    #[default]
    Redact,
    /// Its text is taken out wherever it appears.
    RedactEverywhere,
    Keep {
        /// Why; needed when the rule is sure.
        reason: Option<String>,
    },
}

/// Why a decision can't be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// It names nothing that was found.
    #[error("There is no finding {0}.")]
    Unknown(String),
    /// Private keys never leave.
    #[error("{0} is a private key. It can't be kept.")]
    PrivateKey(String),
    /// The finding is certain, so keeping it needs a reason.
    #[error("{0} is certainly a secret. To keep it, say why.")]
    NeedsReason(String),
}

/// Decisions by the names of findings; what is not named is redacted.
pub type Decisions = BTreeMap<String, Decision>;

/// Settles one decision for each finding, or returns why that can't be done.
pub(crate) fn settled(
    findings: &Findings,
    decisions: &Decisions,
) -> Result<Vec<Decision>, DecisionError> {
    for (id, decision) in decisions {
        let Some(finding) = findings.get(id) else {
            return Err(DecisionError::Unknown(id.clone()));
        };
        if let Decision::Keep { reason } = decision {
            if finding.must_go() {
                return Err(DecisionError::PrivateKey(id.clone()));
            }
            let said = reason
                .as_ref()
                .is_some_and(|reason| !reason.trim().is_empty());
            if finding.keep_needs_reason() && !said {
                return Err(DecisionError::NeedsReason(id.clone()));
            }
        }
    }
    let of = |id: &str| decisions.get(id).cloned().unwrap_or_default();
    Ok(findings
        .all()
        .iter()
        .map(|finding| of(&finding.id))
        .collect())
}
