//! Who agreed to what leaves or enters: the one place where an [`Approval`] is made.

use segue_door::{Approval, Caller, Failure};
use uuid::Uuid;

/// Takes a person's call as their approval of it.
#[expect(clippy::disallowed_methods, reason = "approvals are made here")]
pub(crate) fn of_call(caller: &Caller) -> Result<Approval, Failure> {
    Approval::of_call(caller)
}

/// Takes a person's standing order as their approval of what it does.
#[expect(clippy::disallowed_methods, reason = "approvals are made here")]
pub(crate) fn of_order(order: Uuid) -> Approval {
    Approval::of_order(order.to_string())
}
