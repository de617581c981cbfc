//! `segue ask`.

use std::process::ExitCode;

use segue_door::{Handoff, ask};
use segue_link::Link;

use super::super::{Ended, text_or_stdin};
use super::{delivery, id, name, one_line, title};
use crate::arguments::AskOptions;
use crate::say::Say;

/// Asks the sender of a handoff something.
pub async fn ask(link: &Link, say: &Say, options: AskOptions) -> Ended {
    let request = ask::AskHandoff {
        handoff: options.handoff,
        text: text_or_stdin(options.text)?,
    };
    let handoff = link.call(request).await?;
    say.reply(&handoff, text);
    delivery::told_or_said(link, say, &handoff).await;
    Ok(ExitCode::SUCCESS)
}

fn text(handoff: &Handoff) -> String {
    let mut lines = vec![format!("Asked {}: {}", name(handoff), title(handoff))];
    if let Some(question) = &handoff.question {
        lines.push(format!("  {}", one_line(question)));
    }
    lines.push(format!(
        "The answer appears in: segue review {}",
        id(handoff)
    ));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn a_question_is_one_line() {
        let mut one = samples::received();
        one.question = Some("Which branch?\nAnd\u{202e} why\x1b[2J?".to_owned());
        insta::assert_snapshot!(text(&one), @r"
        Asked Sam: Fix the login form
          Which branch? And[U+202E] why[U+001B][2J?
        The answer appears in: segue review 1a2b3c4d
        ");
    }
}
