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
        return format!("All of it is here: {title}\nLook at it: segue review {id}");
    };
    let messages = count(full_copy.messages, "message", "messages");
    match full_copy.state {
        RemoteCopy::Local => format!(
            "Fetched: {title} ({messages}, {})\nLook at it: segue review {id}",
            size(full_copy.bytes)
        ),
        RemoteCopy::Fetching => {
            format!("The {messages} of {title} are on their way.\nSee how far: segue inbox")
        }
        RemoteCopy::Available => format!(
            "Not fetched: {name} has the {messages} of {title}, and can't be reached now.\n\
             Try again when {name} is here: segue fetch {id}"
        ),
        RemoteCopy::Expired => format!(
            "Gone: {name} does not have the {messages} of {title} any more.\n\
             Ask for them: segue ask {id} \"Please send all of it\""
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
        All of it is here: Fix the login form
        Look at it: segue review 1a2b3c4d

        Fetched: Fix the login form (84 messages, 3.4 MB)
        Look at it: segue review 1a2b3c4d

        The 84 messages of Fix the login form are on their way.
        See how far: segue inbox

        Not fetched: Sam has the 84 messages of Fix the login form, and can't be reached now.
        Try again when Sam is here: segue fetch 1a2b3c4d

        Gone: Sam does not have the 84 messages of Fix the login form any more.
        Ask for them: segue ask 1a2b3c4d "Please send all of it"
        "#);
    }
}
