//! `segue join`.

use std::io::{IsTerminal, Read};
use std::process::ExitCode;
use std::time::Duration;

use segue_clock::system as clock;
use segue_door::{Failure, TicketText, ask};
use segue_link::{Link, StopSignal};

use super::super::Ended;
use super::named;
use super::prompt::{Lines, ask};
use crate::arguments::JoinOptions;
use crate::say::Say;
use crate::waiting;

/// How long the lines of one paste may be apart.
const PASTE: Duration = Duration::from_millis(150);
/// The longest invite that is read, in bytes.
const LONGEST: u64 = 4096;

/// Uses an invite.
pub async fn join(link: &Link, say: &Say, options: JoinOptions) -> Ended {
    let ticket = match options.ticket {
        Some(ticket) if ticket != "-" => ticket,
        _ => typed().await?,
    };
    let request = ask::Join {
        ticket: TicketText(ticket),
    };
    let person = waiting::ask(link, say.json(), "Joining", "", request).await?;
    say.reply(&person, |person| {
        format!(
            "You and {} are verified. You can hand each other conversations now.",
            named(person)
        )
    });
    Ok(ExitCode::SUCCESS)
}

/// Reads the invite from the terminal, or from standard input when that is no terminal.
async fn typed() -> Result<String, Failure> {
    if std::io::stdin().is_terminal() {
        let mut stop = StopSignal::listen()?;
        let mut lines = Lines::of_terminal(false);
        ask("Paste the invite: ");
        let pasted = async {
            let mut text = lines.next_or_end().await?;
            // One that was wrapped on its way comes in several lines, all at once.
            while let Ok(Some(more)) = clock::timeout(PASTE, lines.next_or_end()).await {
                text.push_str(&more);
            }
            Some(text)
        };
        return tokio::select! {
            text = pasted => text.ok_or_else(|| {
                Failure::invalid("No invite was pasted.").hint("Run segue join again and paste it.")
            }),
            () = stop.wait() => Err(waiting::stopped()),
        };
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(LONGEST)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::invalid(format!("Standard input can't be read: {error}.")))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if text.trim().is_empty() {
        return Err(Failure::invalid("There's no invite on standard input.")
            .hint("Run segue join in a terminal and paste it."));
    }
    Ok(text)
}
