//! The rows of the house: which crate stands in which, and what a row may use.
//!
//! ```text
//! surfaces ──▶ application ──▶ services ──▶ protocol ─────────────┐
//!     │                           │                              ▼
//!     └──▶ protocol, pure         └──▶ effects ────────────────▶ pure
//! support ──▶ everything; everything ──▶ support, in its tests only
//! ```
//!
//! An arrow points down. Crates of one row are siblings and never see each other, except that a
//! pure crate may use a pure one and `segue-link` uses `segue-door`.

/// The rows, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Row {
    /// Takes values and returns values: no files, no clock, no runtime.
    Pure,
    /// What every other crate may build on: the time, and files for this user only.
    Ground,
    /// Touches one kind of outside world each.
    Effects,
    /// Says what can be asked, and carries it between processes.
    Protocol,
    /// Owns one part of what the product does, and its state.
    Services,
    /// Puts the services together: the one node.
    Application,
    /// Talks to a person, a page or an agent, and decides nothing.
    Surfaces,
    /// Code that is never shipped.
    Support,
}

/// Every crate there is or will be, from the bottom up.
const CRATES: &[(&str, Row)] = &[
    ("segue-conversation", Row::Pure),
    ("segue-redact", Row::Pure),
    ("segue-delta", Row::Pure),
    ("segue-handoff", Row::Pure),
    ("segue-ledger", Row::Pure),
    ("segue-route", Row::Pure),
    ("segue-contract", Row::Pure),
    ("segue-workflow", Row::Pure),
    ("segue-clock", Row::Ground),
    ("segue-private", Row::Ground),
    ("segue-store", Row::Effects),
    ("segue-platform", Row::Effects),
    ("segue-network", Row::Effects),
    ("segue-agent", Row::Effects),
    ("segue-door", Row::Protocol),
    ("segue-link", Row::Protocol),
    ("segue-library", Row::Services),
    ("segue-exchange", Row::Services),
    ("segue-mailbox", Row::Services),
    ("segue-node", Row::Application),
    ("segue-desktop", Row::Surfaces),
    ("segue-cli", Row::Surfaces),
    ("segue-mcp", Row::Surfaces),
    ("segue-a2a", Row::Surfaces),
    ("segue-testkit", Row::Support),
    ("segue-journeys", Row::Support),
    ("xtask", Row::Support),
];

/// Returns the row that a crate is in, or `None` for one that is not ours.
pub fn row_of(package: &str) -> Option<Row> {
    CRATES
        .iter()
        .find(|(name, _)| *name == package)
        .map(|(_, row)| *row)
}

/// Checks whether a crate may use another one of ours in code that ships.
pub fn may_use(from: (&str, Row), to: (&str, Row)) -> bool {
    match (from.1, to.1) {
        (Row::Support, _) | (Row::Pure, Row::Pure) => true,
        // It must compile without SQLite and libp2p.
        (Row::Protocol, Row::Effects) => false,
        (Row::Protocol, Row::Protocol) => (from.0, to.0) == ("segue-link", "segue-door"),
        // A surface asks through the door; what answers is not its business.
        (Row::Surfaces, Row::Services | Row::Effects) => false,
        (above, below) => below < above,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(from: &str, to: &str) -> bool {
        let known = |name| {
            row_of(name)
                .map(|row| (name, row))
                .expect("a crate of ours")
        };
        may_use(known(from), known(to))
    }

    #[test]
    fn arrows_point_down() {
        for (from, to) in [
            ("segue-cli", "segue-node"),
            ("segue-cli", "segue-link"),
            ("segue-desktop", "segue-door"),
            ("segue-node", "segue-mailbox"),
            ("segue-node", "segue-network"),
            ("segue-exchange", "segue-store"),
            ("segue-exchange", "segue-door"),
            ("segue-link", "segue-door"),
            ("segue-door", "segue-handoff"),
            ("segue-platform", "segue-conversation"),
            ("segue-handoff", "segue-conversation"),
            ("segue-testkit", "segue-network"),
        ] {
            assert!(allowed(from, to), "{from} uses {to}");
            assert!(
                from == "segue-handoff" || !allowed(to, from),
                "{to} points up to {from}"
            );
        }
    }

    #[test]
    fn siblings_never_see_each_other() {
        for (from, to) in [
            ("segue-library", "segue-mailbox"),
            ("segue-network", "segue-platform"),
            ("segue-store", "segue-agent"),
            ("segue-cli", "segue-mcp"),
            ("segue-door", "segue-link"),
        ] {
            assert!(!allowed(from, to), "{from} uses {to}");
        }
    }

    #[test]
    fn the_protocol_compiles_without_effects_and_surfaces_ask_through_it() {
        for (from, to) in [
            ("segue-door", "segue-store"),
            ("segue-link", "segue-network"),
            ("segue-cli", "segue-platform"),
            ("segue-desktop", "segue-library"),
        ] {
            assert!(!allowed(from, to), "{from} uses {to}");
        }
    }
}
