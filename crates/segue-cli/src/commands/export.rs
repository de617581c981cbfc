//! `segue export`: look at what would leave, decide, and write exactly that.
//!
//! ```text
//! PrepareHandoff ──▶ findings ──▶ a terminal: decide ──▶ PrepareHandoff again
//!                                 elsewhere: all out  ──▶ ExportPrepared { hash }
//! ```

mod review;
mod told;

use std::fs::File;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use segue_node::door::{FindingDecision, FindingDecisions, Prepared, SendingChoice};
use segue_node::{Code, Failure, Link, Place, Reply, Request};
use tempfile::TempDir;

use super::{Ended, messages, unexpected, whole};
use crate::arguments::{ChoiceOptions, DecisionOptions, ExportOptions};
use crate::say::{self, Say};
use crate::waiting;
use review::Answer;
pub use told::{kinds, redaction};

/// Writes a conversation into a file, or to standard output when that is named `-`.
pub async fn export(link: &Link, say: &Say, options: ExportOptions) -> Ended {
    let through = match options.output.as_deref() {
        Some(output) if output == Path::new("-") => Some(through(std::io::stdout().is_terminal())?),
        _ => None,
    };
    let output = match &through {
        // The node may be another process, which has no hold of this one's output.
        Some(folder) => Some(folder.path().join("export.a2a.json")),
        None => options.output.clone(),
    };
    let mut draft = Draft::new(options)?;
    let mut prepared = draft.prepare(link, say).await?;
    if draft.preview {
        return preview(link, say, &prepared).await;
    }
    is_free(output.as_deref(), &prepared, draft.force)?;
    if draft.asks(say) {
        loop {
            if prepared.findings.is_empty() {
                break;
            }
            match review::review(link, &prepared, &mut draft.decisions).await? {
                Answer::Quit => {
                    say::complain("Nothing was exported.");
                    return Ok(ExitCode::from(3));
                }
                Answer::GoOn => {}
            }
            let again = draft.prepare(link, say).await?;
            let ids = |prepared: &Prepared| -> Vec<String> {
                let findings = prepared.findings.iter();
                findings.map(|finding| finding.id.clone()).collect()
            };
            let same = ids(&prepared) == ids(&again);
            prepared = again;
            if same {
                break;
            }
            say::complain("The conversation changed meanwhile. Look again at what was found.");
        }
    }
    let request = Request::ExportPrepared {
        hash: prepared.hash.clone(),
        output: output.as_deref().map(whole).transpose()?,
        force: draft.force,
        folder: Place::here().folder,
    };
    let about = prepared.hash.clone();
    let Reply::ExportPrepared(mut done) =
        waiting::ask(link, say.json(), "Exporting", &about, request).await?
    else {
        return Err(unexpected());
    };
    if through.is_none() {
        say.reply(&*done, |done| told::exported(done, &prepared));
        return Ok(ExitCode::SUCCESS);
    }
    say::copy(File::open(&done.file).map_err(|error| lost(&error))?);
    if say::is_gone() {
        return Ok(ExitCode::SUCCESS);
    }
    done.file = "-".to_owned();
    say.beside(&*done, |done| told::exported(done, &prepared));
    Ok(ExitCode::SUCCESS)
}

/// What was typed, as the node takes it.
struct Draft {
    conversation: String,
    choice: SendingChoice,
    decisions: FindingDecisions,
    task: Option<String>,
    note: Option<String>,
    force: bool,
    preview: bool,
    yes: bool,
}

impl Draft {
    fn new(options: ExportOptions) -> Result<Self, Failure> {
        Ok(Self {
            choice: choice(&options.choice, &options.decisions),
            decisions: decisions(&options.decisions)?,
            conversation: options.conversation,
            task: options.task,
            note: options.note,
            force: options.force,
            preview: options.preview,
            yes: options.decisions.yes,
        })
    }

    async fn prepare(&self, link: &Link, say: &Say) -> Result<Box<Prepared>, Failure> {
        let request = Request::PrepareHandoff {
            conversation: self.conversation.clone(),
            choice: self.choice.clone(),
            decisions: self.decisions.clone(),
            task: self.task.clone(),
            note: self.note.clone(),
            envelope: None,
            attach_diff: false,
            place: Some(Place::here()),
        };
        let words = "Looking for secrets";
        match waiting::ask(link, say.json(), words, &self.conversation, request).await? {
            Reply::PrepareHandoff(prepared) => Ok(prepared),
            _ => Err(unexpected()),
        }
    }

    /// Whether somebody is there to decide.
    fn asks(&self, say: &Say) -> bool {
        let there = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        there && !self.yes && !say.json()
    }
}

fn choice(choice: &ChoiceOptions, decisions: &DecisionOptions) -> SendingChoice {
    let said = |yes: bool, no: bool| (yes || no).then_some(yes);
    SendingChoice {
        history: choice.history.clone(),
        tool_output: said(choice.tool_output, choice.no_tool_output),
        reasoning: said(choice.reasoning, choice.no_reasoning),
        personal: said(decisions.personal, decisions.no_personal),
    }
}

fn decisions(options: &DecisionOptions) -> Result<FindingDecisions, Failure> {
    let mut decisions = FindingDecisions::new();
    for keep in &options.keep {
        let (id, reason) = match keep.split_once('=') {
            Some((id, reason)) => (id, Some(reason.to_owned())),
            None => (keep.as_str(), None),
        };
        decisions.insert(id.trim().to_owned(), FindingDecision::Keep { reason });
    }
    for id in &options.redact_everywhere {
        let before = decisions.insert(id.trim().to_owned(), FindingDecision::RedactEverywhere);
        if before.is_some() {
            return Err(Failure::invalid(format!(
                "{id} can't be kept and redacted everywhere."
            )));
        }
    }
    Ok(decisions)
}

/// Shows all of what would leave.
async fn preview(link: &Link, say: &Say, prepared: &Prepared) -> Ended {
    if say.json() {
        say.reply(prepared, |_| String::new());
        return Ok(ExitCode::SUCCESS);
    }
    say::line(&told::preview(prepared));
    let mut after = 0;
    loop {
        let request = Request::ShowPrepared {
            hash: prepared.hash.clone(),
            after,
            limit: 200,
        };
        let Reply::ShowPrepared(page) = link.call(request).await? else {
            return Err(unexpected());
        };
        for message in &page.messages {
            say::line(&format!(
                "\n{}",
                messages::message(message, true).join("\n")
            ));
        }
        match page.next {
            Some(next) if !say::is_gone() => after = next,
            _ => return Ok(ExitCode::SUCCESS),
        }
    }
}

/// A place that is taken is said before anything is asked.
fn is_free(output: Option<&Path>, prepared: &Prepared, force: bool) -> Result<(), Failure> {
    let path = match output {
        Some(output) if output.is_dir() => output.join(&prepared.file_name),
        Some(output) => output.to_owned(),
        None => PathBuf::from(&prepared.file_name),
    };
    if force || !path.exists() {
        return Ok(());
    }
    let path = std::path::absolute(&path).unwrap_or(path);
    let words = format!(
        "{} is there already, and was left as it is.",
        path.display()
    );
    Err(Failure::new(Code::Refused, words)
        .hint("Name another file with -o, or replace it with --force."))
}

/// A private folder for a file on its way to standard output.
fn through(is_terminal: bool) -> Result<TempDir, Failure> {
    if is_terminal {
        return Err(Failure::invalid(
            "Standard output is a terminal, and the file is not made for reading there.",
        )
        .hint("Send it somewhere: segue export ID -o - > talk.a2a.json")
        .hint("Or name a file with -o. To read the conversation: segue show ID"));
    }
    tempfile::Builder::new()
        .prefix("segue-")
        .tempdir()
        .map_err(|error| lost(&error))
}

fn lost(error: &std::io::Error) -> Failure {
    let folder = std::env::temp_dir();
    Failure::new(
        Code::Unreadable,
        format!(
            "The file can't be put together in {}: {error}.",
            folder.display()
        ),
    )
    .hint("Look at the free space and permissions of that folder, or name a file with -o.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_file() {
        let refused = through(true).unwrap_err();
        assert_eq!(refused.code, Code::Invalid);
        assert!(refused.message.contains("terminal"));
        assert!(!refused.hints.is_empty());
        assert!(through(false).unwrap().path().is_dir());
    }
}
