//! `segue cancel`.

use std::process::ExitCode;

use segue_door::{Handoff, ask};
use segue_link::Link;

use super::super::Ended;
use super::{delivery, name, says, title};
use crate::arguments::HandoffOptions;
use crate::say::Say;

/// Takes back what was handed to someone.
pub async fn cancel(link: &Link, say: &Say, options: HandoffOptions) -> Ended {
    let request = ask::CancelHandoff {
        handoff: options.handoff,
    };
    let handoff = link.call(request).await?;
    say.reply(&handoff, text);
    // Before anyone had it, there is nobody to tell.
    if handoff.state != "canceled" {
        delivery::told_or_said(link, say, &handoff).await;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(handoff: &Handoff) -> String {
    let (name, title) = (name(handoff), title(handoff));
    match handoff.state.as_str() {
        "canceled" => format!("Cancelled: {title}. {name} won't get it."),
        _ => format!(
            "Cancelling: {title}. {name}'s computer is asked to drop it.\n  {}",
            says(handoff)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn before_and_after_it_arrived() {
        let mut one = samples::sent();
        one.state = "canceled".to_owned();
        let before = text(&one);
        one.state = "working".to_owned();
        one.says = "You are taking it back.".to_owned();
        insta::assert_snapshot!(format!("{before}\n\n{}", text(&one)), @r"
        Cancelled: Fix the login form. Sam won't get it.

        Cancelling: Fix the login form. Sam's computer is asked to drop it.
          You are taking it back.
        ");
    }
}
