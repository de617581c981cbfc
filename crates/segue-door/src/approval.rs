//! Somebody's yes to something that leaves or enters: a value that whoever does it has to hold.
//!
//! ```text
//! a person's or their page's call ──┐
//! a standing order of theirs ───────┴──▶ Approval ──▶ export · send · answer with a file · import
//! ```
//!
//! Nobody can make one up:
//!
//! ```compile_fail
//! let mine = segue_door::Approval { by: segue_door::ApprovedBy::Order("1".to_owned()) };
//! ```
//!
//! and its constructors are for the module `approvals` of the node alone (`clippy.toml`).

use crate::{Caller, CallerKind, Code, Failure, Surface};

/// Somebody's yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    by: ApprovedBy,
}

/// Who said yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApprovedBy {
    /// A person at a program of Segue, now.
    Person(Surface),
    /// A person at the page, now.
    Page,
    /// A person, in advance: the id of their standing order.
    Order(String),
}

impl Approval {
    /// Takes a call as a yes: a person's and their page's is one, an agent's is none.
    pub fn of_call(caller: &Caller) -> Result<Self, Failure> {
        let by = match &caller.kind {
            CallerKind::Person { surface } => ApprovedBy::Person(*surface),
            CallerKind::Page => ApprovedBy::Page,
            CallerKind::Agent { .. } => {
                return Err(Failure::new(
                    Code::Refused,
                    "An agent can't approve this. A person has to.",
                ));
            }
        };
        Ok(Self { by })
    }

    /// Takes a standing order as a yes.
    pub fn of_order(order: impl Into<String>) -> Self {
        Self {
            by: ApprovedBy::Order(order.into()),
        }
    }

    /// Returns who said yes.
    pub fn by(&self) -> &ApprovedBy {
        &self.by
    }
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "these tests are about making them"
)]
mod tests {
    use super::*;

    #[test]
    fn a_person_and_their_page_approve_by_asking_and_an_agent_does_not() {
        let person = Caller::person(Surface::Cli);
        assert_eq!(
            Approval::of_call(&person).unwrap().by(),
            &ApprovedBy::Person(Surface::Cli)
        );
        let page = Approval::of_call(&person.as_page()).unwrap();
        assert_eq!(page.by(), &ApprovedBy::Page);
        let agent = Caller {
            kind: CallerKind::Agent {
                name: "claude-code".to_owned(),
                session: None,
            },
            env: None,
        };
        assert_eq!(Approval::of_call(&agent).unwrap_err().code, Code::Refused);
    }
}
