//! `segue fetch`: the messages that a pointer points to.

use std::process::ExitCode;

use segue_door::{Handoff, RemoteCopy, ask};
use segue_link::Link;

use super::super::Ended;
use super::{id, name, title};
use crate::arguments::HandoffOptions;
use crate::readable::{count, size};
use crate::say::Say;
use crate::waiting;

/// Gets the messages that stayed with the sender.
pub async fn fetch(link: &Link, say: &Say, options: HandoffOptions) -> Ended {
    let about = options.handoff.clone();
    let request = ask::FetchHandoff {
        handoff: options.handoff,
    };
    let handoff = waiting::ask_for_handoff(link, say.json(), "Fetching", &about, request).await?;
    say.reply(&handoff, text);
    let state = handoff.full_copy.as_ref().map(|full_copy| full_copy.state);
    Ok(match state {
        Some(RemoteCopy::Available | RemoteCopy::Expired) => ExitCode::FAILURE,
        Some(RemoteCopy::Fetching | RemoteCopy::Local) | None => ExitCode::SUCCESS,
    })
}

fn text(handoff: &Handoff) -> String {
    let (name, title, id) = (name(handoff), title(handoff), id(handoff));
    let Some(full_copy) = &handoff.full_copy else {
        return format!(
            "The full conversation is already here: {title}\nReview it: segue review {id}"
        );
    };
    let messages = count(full_copy.messages, "message", "messages");
    match full_copy.state {
        RemoteCopy::Local => format!(
            "Fetched: {title} ({messages}, {})\nReview it: segue review {id}",
            size(full_copy.bytes)
        ),
        RemoteCopy::Fetching => {
            format!("On its way: {title} ({messages})\nSee the progress: segue inbox")
        }
        RemoteCopy::Available => format!(
            "Not fetched: {title} ({messages}). {name} can't be reached now.\n\
             Try again when {name} is online: segue fetch {id}"
        ),
        RemoteCopy::Expired => format!(
            "Not available: {title} ({messages}). {name} no longer has it.\n\
             Ask for it: segue ask {id} \"Can you send the full conversation?\""
        ),
    }
}

#[cfg(test)]
mod tests {
    use segue_door::FullCopy;

    use super::super::samples;
    use super::*;

    #[test]
    fn here_on_its_way_there_and_gone() {
        let mut one = samples::received();
        let mut shown = vec![text(&one)];
        for state in [
            RemoteCopy::Local,
            RemoteCopy::Fetching,
            RemoteCopy::Available,
            RemoteCopy::Expired,
        ] {
            one.full_copy = Some(FullCopy {
                bytes: 3_400_000,
                messages: 84,
                state,
            });
            shown.push(text(&one));
        }
        insta::assert_snapshot!(shown.join("\n\n"), @r#"
        The full conversation is already here: Fix the login form
        Review it: segue review 1a2b3c4d

        Fetched: Fix the login form (84 messages, 3.4 MB)
        Review it: segue review 1a2b3c4d

        On its way: Fix the login form (84 messages)
        See the progress: segue inbox

        Not fetched: Fix the login form (84 messages). Sam can't be reached now.
        Try again when Sam is online: segue fetch 1a2b3c4d

        Not available: Fix the login form (84 messages). Sam no longer has it.
        Ask for it: segue ask 1a2b3c4d "Can you send the full conversation?"
        "#);
    }
}
