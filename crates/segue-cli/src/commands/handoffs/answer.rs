//! `segue answer`: words, a way out by its number, or more of the conversation.

use std::process::ExitCode;

use segue_door::{Direction, Handoff, ask};
use segue_link::Link;

use super::super::leaving::{self, Draft};
use super::super::{Ended, conversation_or_file, text_or_stdin};
use super::{delivery, name, says, title};
use crate::arguments::AnswerOptions;
use crate::say::{Say, complain};
use crate::waiting;

/// Answers what was asked, or chooses a way out.
pub async fn answer(link: &Link, say: &Say, options: AnswerOptions) -> Ended {
    let text = options.text.map(text_or_stdin).transpose()?;
    let mut hash = None;
    if let Some(conversation) = options.more {
        let conversation = conversation_or_file(conversation)?;
        let mut draft = Draft::of(conversation, &options.choice, &options.decisions)?;
        let prepared = draft.prepare(link, say).await?;
        leaving::is_right(&prepared)?;
        let Some(prepared) = draft.settle(link, say, prepared).await? else {
            complain("No answer was sent.");
            return Ok(ExitCode::from(3));
        };
        hash = Some(prepared.hash.clone());
    }
    let more = hash.is_some();
    let request = ask::AnswerHandoff {
        handoff: options.handoff.clone(),
        text,
        option: options.option,
        hash,
    };
    let about = options.handoff;
    let handoff = waiting::ask_for_handoff(link, say.json(), "Answering", &about, request).await?;
    say.reply(&handoff, |handoff| told(handoff, options.option, more));
    delivery::told_or_said(link, say, &handoff).await;
    Ok(ExitCode::SUCCESS)
}

fn told(handoff: &Handoff, option: Option<u32>, more: bool) -> String {
    let (name, title) = (name(handoff), title(handoff));
    let chosen = option.and_then(|number| {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        handoff.options.get(at)
    });
    let mut lines = vec![match (handoff.direction, chosen) {
        (Direction::Received, Some(option)) => {
            format!("Chosen for {name}: {}", super::one_line(option))
        }
        (Direction::Received, None) => format!("Answered {name}: {title}"),
        (Direction::Sent, _) => format!("Answered {name}: {title}"),
    }];
    if more {
        lines.push("  It includes the conversation as you chose it now.".to_owned());
    }
    lines.push(format!("  {}", says(handoff)));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn words_ways_out_and_more() {
        let mut theirs = samples::received();
        theirs.options = vec!["SQLite".to_owned(), "Postgres".to_owned()];
        theirs.says = "You chose a way out.".to_owned();
        let mut ours = samples::sent();
        ours.says = "Sam goes on with it.".to_owned();
        let shown = [
            told(&theirs, Some(2), false),
            told(&theirs, Some(9), false),
            told(&ours, None, true),
        ];
        insta::assert_snapshot!(shown.join("\n\n"), @r"
        Chosen for Sam: Postgres
          You chose a way out.

        Answered Sam: Fix the login form
          You chose a way out.

        Answered Sam: Fix the login form
          It includes the conversation as you chose it now.
          Sam goes on with it.
        ");
    }
}
