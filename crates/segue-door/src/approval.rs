//! A person's consent to something that leaves or enters: a value that the code doing it must hold.
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

/// A person's consent to one thing that leaves or enters this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    by: ApprovedBy,
}

/// The person, page or standing order that gave an [`Approval`].
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
    /// Takes a call as consent. A person's call and their page's count; an agent's is refused.
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

    /// Takes a person's standing order, named by its id, as consent.
    pub fn of_order(order: impl Into<String>) -> Self {
        Self {
            by: ApprovedBy::Order(order.into()),
        }
    }

    /// Returns who gave the consent.
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
