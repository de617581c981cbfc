//! Deciding about findings in a terminal.

use std::io::Write;

use segue_door::{Failure, Finding, FindingDecision, FindingDecisions, Prepared};
use segue_link::StopSignal;

use super::render;
use crate::say;

/// The person's last word on the findings.
pub enum Answer {
    /// Goes on with the findings as decided.
    GoOn,
    /// Sends or exports nothing.
    Quit,
}

/// Something that can be typed.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    GoOn,
    Quit,
    Help,
    Keep(usize, Option<String>),
    Redact(usize),
    Everywhere(usize),
}

const HELP: &str = "\
Press Enter to continue. Or type k 2 to keep number 2 (k 2 REASON if it's
certain), e 2 to remove its text everywhere, r 2 to remove it after all, or q to stop, so that nothing leaves.";

/// Shows what was found and asks until the person goes on or stops.
pub async fn review(
    prepared: &Prepared,
    decisions: &mut FindingDecisions,
) -> Result<Answer, Failure> {
    let mut shown = prepared.clone();
    say::complain(&render::heading(&shown));
    say::complain("");
    let mut show = true;
    loop {
        if show {
            say::complain(&render::findings(&shown).join("\n"));
            say::complain("");
            say::complain(HELP);
        }
        show = true;
        let Some(line) = ask("> ").await? else {
            return Ok(Answer::Quit);
        };
        let typed = match parse(&line, shown.findings.len()) {
            Ok(typed) => typed,
            Err(why) => {
                say::complain(&why);
                show = false;
                continue;
            }
        };
        let (at, decision) = match typed {
            Typed::GoOn => return Ok(Answer::GoOn),
            Typed::Quit => return Ok(Answer::Quit),
            Typed::Help => continue,
            Typed::Redact(at) => (at, FindingDecision::Redact),
            Typed::Everywhere(at) => (at, FindingDecision::RedactEverywhere),
            Typed::Keep(at, reason) => {
                let Some(finding) = shown.findings.get(at) else {
                    continue;
                };
                match keep(finding, reason).await? {
                    Some(decision) => (at, decision),
                    None => {
                        show = false;
                        continue;
                    }
                }
            }
        };
        if let Some(finding) = shown.findings.get_mut(at) {
            finding.decision = decision.clone();
            decisions.insert(finding.id.clone(), decision);
        }
    }
}

/// Asks why a finding may be kept, when that has to be said.
async fn keep(
    finding: &Finding,
    reason: Option<String>,
) -> Result<Option<FindingDecision>, Failure> {
    if !finding.can_keep {
        say::complain(
            "A private key can't be kept. It will be removed. Give the receiver a new key instead.",
        );
        return Ok(None);
    }
    if !finding.keep_needs_reason {
        return Ok(Some(FindingDecision::Keep { reason }));
    }
    if reason.is_some() {
        return Ok(Some(FindingDecision::Keep { reason }));
    }
    let reason = ask("This is certainly a secret. Why do you want to keep it? ").await?;
    let reason = reason.map(|reason| reason.trim().to_owned());
    match reason.filter(|reason| !reason.is_empty()) {
        Some(reason) => Ok(Some(FindingDecision::Keep {
            reason: Some(reason),
        })),
        None => {
            say::complain("Without a reason, it will be removed.");
            Ok(None)
        }
    }
}

/// Prompts for one line from the terminal; `None` when the terminal is closed. Fails on Ctrl+C.
pub async fn ask(prompt: &str) -> Result<Option<String>, Failure> {
    let mut stop = StopSignal::listen()?;
    let mut err = std::io::stderr();
    // A closed terminal is noticed when nothing can be read.
    write!(err, "{prompt}").and_then(|()| err.flush()).ok();
    let read = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        let count = std::io::stdin().read_line(&mut line).unwrap_or(0);
        (count > 0).then_some(line)
    });
    tokio::select! {
        line = read => Ok(line.unwrap_or(None)),
        () = stop.wait() => Err(crate::waiting::stopped()),
    }
}

/// Asks until the answer is yes or no; a closed terminal is a no.
pub async fn agrees(question: &str) -> Result<bool, Failure> {
    loop {
        let Some(line) = ask(&format!("{question} (y/n) ")).await? else {
            return Ok(false);
        };
        match line.trim().to_lowercase().as_str() {
            "y" | "yes" => return Ok(true),
            "n" | "no" | "q" | "quit" => return Ok(false),
            _ => {}
        }
    }
}

fn parse(line: &str, findings: usize) -> Result<Typed, String> {
    let mut words = line.split_whitespace();
    let (Some(word), number) = (words.next(), words.next()) else {
        return Ok(Typed::GoOn);
    };
    let number = || -> Result<usize, String> {
        let at = number.and_then(|number| number.parse::<usize>().ok());
        at.filter(|at| (1..=findings).contains(at))
            .map(|at| at - 1)
            .ok_or_else(|| format!("Choose a number from 1 to {findings}."))
    };
    Ok(match word.to_lowercase().as_str() {
        "q" | "quit" | "n" | "no" => Typed::Quit,
        "y" | "yes" => Typed::GoOn,
        "k" | "keep" => {
            let why: Vec<&str> = words.collect();
            Typed::Keep(number()?, (!why.is_empty()).then(|| why.join(" ")))
        }
        "r" | "redact" => Typed::Redact(number()?),
        "e" | "everywhere" => Typed::Everywhere(number()?),
        "?" | "h" | "help" => Typed::Help,
        _ => return Err(HELP.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_understood() {
        for (line, expected) in [
            ("\n", Typed::GoOn),
            ("  K 2\n", Typed::Keep(1, None)),
            (
                "k 2 it is old",
                Typed::Keep(1, Some("it is old".to_owned())),
            ),
            ("e 1", Typed::Everywhere(0)),
            ("redact 3", Typed::Redact(2)),
            ("q", Typed::Quit),
            ("?", Typed::Help),
        ] {
            assert_eq!(parse(line, 3), Ok(expected), "{line:?}");
        }
        for wrong in ["k", "k 0", "k 4", "k x", "export"] {
            assert!(parse(wrong, 3).is_err(), "{wrong}");
        }
    }
}
