//! What the network could not do, for people.

use segue_door::{Code, Failure, Retry};
use segue_network::network::{ConnectError, JoinError, PairError, PairingEnd, Refusal};
use segue_network::trust::TicketError;

use crate::people::{moments, over, refused};

/// Explains why there is no connection.
pub(crate) fn connect(error: &ConnectError) -> Failure {
    let new = |code, words: String| Failure::new(code, words);
    match error {
        ConnectError::NotFound => new(
            Code::Unreachable,
            "They are not on this network, as far as can be seen.".to_owned(),
        )
        .hint("Ask them to start Segue, or connect by address: segue connect HOST:PORT")
        .hint("segue doctor measures why somebody can't be seen.")
        .retry(Retry::Safe),
        ConnectError::NoAnswer(place) => new(
            Code::Unreachable,
            format!("Nothing answers at {place}."),
        )
        .hint("Ask them whether Segue runs there, and for the address that segue status shows.")
        .hint("A firewall may be in between: segue doctor measures that.")
        .retry(Retry::Safe),
        ConnectError::NotSegue => new(
            Code::Unreachable,
            "Something answers there, but not as Segue does: it is another program, or hides from \
             people it does not know."
                .to_owned(),
        )
        .hint("Look at the port: segue status on the other computer shows it.")
        .hint("If they hide: ask them for an invite, or to be visible for a moment."),
        ConnectError::WrongKey(found) => {
            let who = found.map_or(String::new(), |found| format!(" (…{})", found.short()));
            new(
                Code::Refused,
                format!("Another device answers there{who}. Nothing was sent to it."),
            )
            .hint("Ask them, by another way, whether they set Segue up anew.")
            .hint("If they did: segue forget PERSON, then pair again.")
        }
        ConnectError::Ourselves => Failure::invalid("That is this computer."),
        ConnectError::Blocked => new(Code::Refused, "They are blocked.".to_owned())
            .hint("segue unblock PERSON lets them come back."),
        ConnectError::NotLocal(place) => {
            new(Code::Refused, format!("{place} is not on a local network."))
        }
        ConnectError::Stopped => new(Code::Busy, "The network stopped in between.".to_owned())
            .hint("Try again in a moment.")
            .retry(Retry::Safe),
    }
}

/// Explains why an invite could not be used.
pub(crate) fn join(error: &JoinError) -> Failure {
    let ask = "Ask for a new one: they run segue invite";
    match error {
        JoinError::Connect(error) => {
            let mut failure = connect(error);
            failure.message = format!(
                "The one who invited you can't be reached. {}",
                failure.message
            );
            failure
        }
        JoinError::Used => Failure::new(
            Code::Refused,
            "Someone else used this invite already. If it was meant for you, tell the one who \
             made it: they should look at who joined.",
        )
        .hint(ask),
        JoinError::Expired => Failure::new(Code::Refused, "This invite has expired.").hint(ask),
        JoinError::Unknown => Failure::new(
            Code::Refused,
            "The one who made this invite does not know it any more: it was taken back.",
        )
        .hint(ask),
        JoinError::Lost => Failure::new(
            Code::Unreachable,
            "The connection was lost before the answer came, so it may have worked.",
        )
        .hint("If it did, they are verified at the next contact. Or try the same invite again.")
        .retry(Retry::Safe),
    }
}

/// Explains why asking to pair came to nothing.
pub(crate) fn pair(error: &PairError) -> Failure {
    match error {
        PairError::Connect(error) => connect(error),
        PairError::Refused(refusal) => {
            let failure = Failure::new(Code::Refused, refused(*refusal));
            match refusal {
                Refusal::NotVisible => failure
                    .hint("Ask them to be visible for a moment: segue settings set network.visibility visible")
                    .hint("Or use an invite, which needs no such thing: segue invite"),
                Refusal::Paused { .. } => failure
                    .hint("Or use an invite, which needs no such thing: segue invite")
                    .retry(Retry::Safe),
                Refusal::Busy { .. } | Refusal::Crossed => failure.retry(Retry::Safe),
            }
        }
        PairError::Ended(end @ (PairingEnd::Lost | PairingEnd::Expired)) => {
            Failure::new(Code::Unreachable, over(*end).1)
                .hint("Ask them whether Segue runs there, and try again.")
                .hint("segue doctor --person PERSON measures whether they answer.")
                .retry(Retry::Safe)
        }
        PairError::Ended(end) => {
            Failure::new(Code::Refused, over(*end).1).hint("Or use an invite: segue invite")
        }
        PairError::Pause(time) => Failure::new(
            Code::Refused,
            format!(
                "Too many attempts with this device failed. Try again in {}.",
                moments(*time)
            ),
        )
        .hint("Or use an invite: segue invite"),
    }
}

/// Explains why a text is no invite.
pub(crate) fn ticket(error: &TicketError) -> Failure {
    match error {
        TicketError::NotATicket => Failure::invalid("This is not a whole invite.")
            .hint("It begins with segue:invite/ and is one long word. Copy all of it."),
        TicketError::Newer => Failure::invalid("This invite was made by a newer version of Segue.")
            .hint("Update Segue and try again."),
        TicketError::Forged => Failure::new(
            Code::Refused,
            "This invite was changed after it was made, so it is not followed.",
        )
        .hint("Ask for it again, by another way."),
    }
}
