//! Handoffs: what you hand to others, what others hand to you, and what became of it. One file per
//! command; here is what several of them say.

mod answer;
mod ask;
mod auto;
mod boxes;
mod cancel;
pub mod delivery;
mod dismiss;
mod download;
mod fetch;
mod history;
#[cfg(test)]
mod json;
mod news;
mod review;
#[cfg(test)]
pub mod samples;
mod send;

use segue_door::Handoff;

pub use answer::answer;
pub use ask::ask;
pub use auto::auto;
pub use boxes::{inbox, outbox};
pub use cancel::cancel;
pub use dismiss::dismiss;
pub use download::download;
pub use fetch::fetch;
pub use history::history;
pub use news::news;
pub use review::review;
pub use send::send;

use crate::readable::{count, size};
use crate::say::printable;
use crate::table::fit;

/// Returns the title of a conversation, printable and cut to 60 columns.
fn title(handoff: &Handoff) -> String {
    let title = handoff.title.as_deref().unwrap_or("Untitled conversation");
    fit(&printable(title), 60)
}

/// Returns the name of the person on the other side, printable and cut to 40 columns.
fn name(handoff: &Handoff) -> String {
    fit(&printable(&handoff.person.name), 40)
}

/// Describes the state of a handoff in a whole sentence.
fn says(handoff: &Handoff) -> String {
    // A question of theirs may stand in it, with line breaks.
    let words: Vec<&str> = handoff.says.split_whitespace().collect();
    let says = printable(&words.join(" "));
    match says.ends_with(['.', '?', '!', '…']) {
        true => says,
        false => format!("{says}."),
    }
}

/// Describes how many messages a handoff has and how large it is.
fn extent(handoff: &Handoff) -> String {
    format!(
        "{}, {}",
        count(handoff.messages, "message", "messages"),
        size(handoff.bytes)
    )
}

/// Returns the letters that name a handoff on the command line.
fn id(handoff: &Handoff) -> String {
    printable(&handoff.short)
}

/// Puts a text that somebody wrote into one printable line of at most 200 columns.
fn one_line(text: &str) -> String {
    fit(
        &printable(&text.split_whitespace().collect::<Vec<_>>().join(" ")),
        200,
    )
}

/// Checks whether a handoff is in a state that nothing follows.
fn is_over(handoff: &Handoff) -> bool {
    matches!(
        handoff.state.as_str(),
        "completed" | "canceled" | "rejected" | "failed"
    )
}
