//! Who agreed to what leaves or enters: the one place where an [`Approval`] is made.

use segue_door::{Approval, Caller, Failure};
use uuid::Uuid;

/// Takes a person's call as their yes to it.
#[expect(clippy::disallowed_methods, reason = "approvals are made here")]
pub(crate) fn of_call(caller: &Caller) -> Result<Approval, Failure> {
    Approval::of_call(caller)
}

/// Takes what a person ordered as their yes to what is done by it.
#[expect(clippy::disallowed_methods, reason = "approvals are made here")]
pub(crate) fn of_order(order: Uuid) -> Approval {
    Approval::of_order(order.to_string())
}
