//! What becomes of a handoff, in the words of A2A and in the finer ones of a receipt.
//!
//! ```text
//! receipts   queued ▸ offered ▸ delivered ▸ opened ▸ downloaded ▸ imported | dismissed | withdrawn | failed
//! A2A        submitted ───────▸ working ────────────────────────▸ completed | rejected | canceled | failed
//!                                  └─ input-required, auth-required: waits for a person, then goes on
//! ```

use serde::{Deserialize, Serialize};

/// The state of a task in A2A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskState {
    Submitted,
    /// The receiver has it.
    Working,
    /// The receiver asked something.
    InputRequired,
    /// One of the two has to verify the other again.
    AuthRequired,
    /// Imported, or its question was decided.
    Completed,
    /// The sender took it back.
    Canceled,
    /// The receiver dismissed it.
    Rejected,
    /// It could not be delivered.
    Failed,
}

impl TaskState {
    /// Checks whether nothing follows this state.
    pub fn is_terminal(self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Canceled | Self::Rejected | Self::Failed
        )
    }

    /// Returns the name in A2A 0.3, which is also the one we use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Working => "working",
            Self::InputRequired => "input-required",
            Self::AuthRequired => "auth-required",
            Self::Completed => "completed",
            Self::Canceled => "canceled",
            Self::Rejected => "rejected",
            Self::Failed => "failed",
        }
    }

    /// Returns the name in A2A 1.0.
    pub fn a2a(self) -> &'static str {
        match self {
            Self::Submitted => "TASK_STATE_SUBMITTED",
            Self::Working => "TASK_STATE_WORKING",
            Self::InputRequired => "TASK_STATE_INPUT_REQUIRED",
            Self::AuthRequired => "TASK_STATE_AUTH_REQUIRED",
            Self::Completed => "TASK_STATE_COMPLETED",
            Self::Canceled => "TASK_STATE_CANCELED",
            Self::Rejected => "TASK_STATE_REJECTED",
            Self::Failed => "TASK_STATE_FAILED",
        }
    }
}

/// One thing that happened to a handoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Receipt {
    /// It waits for the receiver to appear.
    Queued,
    /// The receiver knows of it.
    Offered,
    /// The receiver has it, every byte checked.
    Delivered,
    /// The receiver looked at it.
    Opened,
    /// The receiver asked something.
    InputRequired,
    /// The question was answered, or a way out was chosen.
    Answered,
    /// One of the two has to verify the other again.
    AuthRequired,
    /// The receiver wrote it into a file.
    Downloaded,
    /// The receiver made a session of it.
    Imported,
    /// The receiver took that session back.
    ImportUndone,
    /// The receiver does not want it.
    Dismissed,
    /// It could not be delivered.
    Failed,
    /// The sender took it back.
    Withdrawn,
    /// The receiver brought back what was dismissed, as a new task.
    Reopened,
}

impl Receipt {
    /// Returns the name as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Offered => "offered",
            Self::Delivered => "delivered",
            Self::Opened => "opened",
            Self::InputRequired => "input-required",
            Self::Answered => "answered",
            Self::AuthRequired => "auth-required",
            Self::Downloaded => "downloaded",
            Self::Imported => "imported",
            Self::ImportUndone => "import-undone",
            Self::Dismissed => "dismissed",
            Self::Failed => "failed",
            Self::Withdrawn => "withdrawn",
            Self::Reopened => "reopened",
        }
    }
}

/// How a handoff ended. There is one end, and nothing leaves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "end")]
pub enum End {
    /// A session was made of it.
    Imported,
    /// A way out of what blocked it was chosen.
    Decided,
    Dismissed {
        /// Why, if that was said.
        reason: Option<String>,
    },
    /// It was taken back.
    Withdrawn {
        /// Because its time was over, not because the sender wanted it.
        expired: bool,
    },
    /// It could not be delivered.
    Failed { why: String },
}

impl End {
    /// Returns the A2A state of this end. A handoff that expired counts as failed.
    pub fn state(&self) -> TaskState {
        match self {
            Self::Imported | Self::Decided => TaskState::Completed,
            Self::Dismissed { .. } => TaskState::Rejected,
            Self::Withdrawn { expired: false } => TaskState::Canceled,
            Self::Withdrawn { expired: true } | Self::Failed { .. } => TaskState::Failed,
        }
    }
}

/// Returns how many milliseconds to wait before trying again after `tries` failures.
pub fn back_off(tries: u32) -> u64 {
    const STEPS: [u64; 6] = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000];
    let at = usize::try_from(tries.saturating_sub(1)).unwrap_or(usize::MAX);
    let last = STEPS.len() - 1;
    STEPS.get(at.min(last)).copied().unwrap_or(900_000)
}
