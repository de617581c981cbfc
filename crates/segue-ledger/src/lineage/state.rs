//! The state of a task, from the set of its receipts.
//!
//! Which end a task came to does not depend on what time anybody wrote down: of several, the one
//! further down in this list counts, so that a task whose recipient has imported it stays completed
//! whatever else is said. Until there is an end, the last word counts.

use serde::{Deserialize, Serialize};

use crate::record::ReceiptKind;

/// A2A's states of a task, ends last and the stronger the later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskState {
    /// Handed off; nothing has been heard of it.
    Submitted,
    /// The recipient has it.
    Working,
    /// The recipient asked something.
    InputRequired,
    /// The recipient needs a permission.
    AuthRequired,
    /// It did not work out.
    Failed,
    /// The sender took it back.
    Canceled,
    /// The recipient does not want it.
    Rejected,
    /// The recipient imported it.
    Completed,
}

impl TaskState {
    /// Checks whether the state is final.
    pub fn is_terminal(self) -> bool {
        self >= Self::Failed
    }

    /// Returns the state as A2A writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Working => "working",
            Self::InputRequired => "input-required",
            Self::AuthRequired => "auth-required",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
            Self::Rejected => "rejected",
            Self::Completed => "completed",
        }
    }
}

/// Returns the state that a receipt puts a task in; `None` if it changes nothing.
fn said(kind: &ReceiptKind) -> Option<TaskState> {
    Some(match kind {
        ReceiptKind::Offered => TaskState::Submitted,
        ReceiptKind::Delivered
        | ReceiptKind::Opened
        | ReceiptKind::Answered
        | ReceiptKind::Downloaded
        | ReceiptKind::Reopened => TaskState::Working,
        ReceiptKind::InputRequired => TaskState::InputRequired,
        ReceiptKind::AuthRequired => TaskState::AuthRequired,
        ReceiptKind::Failed => TaskState::Failed,
        ReceiptKind::Withdrawn => TaskState::Canceled,
        ReceiptKind::Dismissed => TaskState::Rejected,
        ReceiptKind::Imported => TaskState::Completed,
        ReceiptKind::ImportUndone | ReceiptKind::Other(_) => return None,
    })
}

/// Computes the state of a task from its receipts, oldest first.
pub(super) fn of<'a>(receipts: impl Iterator<Item = &'a ReceiptKind>) -> TaskState {
    receipts
        .filter_map(said)
        .fold(TaskState::Submitted, |state, next| {
            match (state.is_terminal(), next.is_terminal()) {
                (true, true) => state.max(next),
                (true, false) => state,
                (false, _) => next,
            }
        })
}
