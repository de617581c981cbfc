//! What can be said about a handoff beside the conversation: how it stands, what to do, what is in
//! the way.
//!
//! ```text
//! --blocker A --option 1 --option 2 --blocker B --option 3
//!           └──────A's──────────┘             └─B's──┘
//! ```

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// What an artifact can be.
const ARTIFACTS: [&str; 5] = ["code", "document", "config", "data", "report"];

/// What a blocker can be.
const BLOCKERS: [&str; 5] = [
    "missing-input",
    "resource-unavailable",
    "dependency-failed",
    "validation-failed",
    "unknown",
];

/// How the work stands, and what the receiver needs to know.
#[derive(Args, Default)]
#[command(next_help_heading = "Details for the receiver")]
pub struct EnvelopeOptions {
    /// Status of the work: ready to continue (success), partly done (partial), blocked until
    /// someone decides (blocked) or failed (error); success by default.
    #[arg(long, value_name = "STATUS", value_parser = ["success", "partial", "blocked", "error"])]
    pub status: Option<String>,
    /// What has been done so far.
    #[arg(long, value_name = "TEXT")]
    pub summary: Option<String>,
    /// The goal of the work.
    #[arg(long, value_name = "TEXT")]
    pub objective: Option<String>,
    /// What is in scope; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub in_scope: Vec<String>,
    /// What is out of scope; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub out_of_scope: Vec<String>,
    /// A rule to follow; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub constraint: Vec<String>,
    /// A step to take, in order; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub instruction: Vec<String>,
    /// What you expect back.
    #[arg(long, value_name = "TEXT")]
    pub expect: Option<String>,
    /// How urgent it is.
    #[arg(long, value_name = "PRIORITY", value_parser = ["critical", "high", "medium", "low"])]
    pub priority: Option<String>,
    /// The deadline: a date, or words such as "before the release".
    #[arg(long, value_name = "TEXT")]
    pub deadline: Option<String>,
    #[command(flatten)]
    pub blockers: Blockers,
    /// A file that came out of the work, by its path in the project, with its type (code,
    /// document, config, data or report) and a description; may be repeated.
    #[arg(long, value_name = "PATH[:TYPE[:TEXT]]", value_parser = artifact)]
    pub artifact: Vec<Artifact>,
    /// Starts from the envelope in a JSON file, or - for standard input; options win over it.
    #[arg(long, value_name = "FILE")]
    pub envelope: Option<PathBuf>,
}

/// A file that came out of the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    pub path: String,
    pub kind: Option<String>,
    pub description: Option<String>,
}

fn artifact(text: &str) -> Result<Artifact, String> {
    let mut parts = text.splitn(3, ':');
    let mut next = || parts.next().filter(|part| !part.is_empty());
    let path = next().ok_or("start with a path")?.to_owned();
    let kind = next().map(str::to_owned);
    if let Some(kind) = &kind
        && !ARTIFACTS.contains(&kind.as_str())
    {
        return Err(format!(
            "the type after the path must be one of {}",
            ARTIFACTS.join(", ")
        ));
    }
    Ok(Artifact {
        path,
        kind,
        description: next().map(str::to_owned),
    })
}

/// What stands in the way, in the order it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blockers(pub Vec<Blocker>);

/// One thing that stands in the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blocker {
    pub text: String,
    pub kind: Option<String>,
    pub options: Vec<String>,
}

impl Args for Blockers {
    fn augment_args(command: Command) -> Command {
        let several = |name: &'static str, value: &'static str| {
            let arg = Arg::new(name).long(name).value_name(value);
            arg.action(ArgAction::Append)
        };
        command
            .arg(several("blocker", "TEXT").help("Something that blocks the work; may be repeated"))
            .arg(several("option", "TEXT").help(
                "A way out of the blocker before it, which the receiver can choose; may be repeated",
            ))
            .arg(
                several("blocker-type", "TYPE")
                    .help("The type of the blocker before it")
                    .value_parser(PossibleValuesParser::new(BLOCKERS)),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Blockers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let placed = |name: &str| -> Vec<(usize, String)> {
            let texts = matches.get_many::<String>(name).into_iter().flatten();
            let at = matches.indices_of(name).into_iter().flatten();
            at.zip(texts.cloned()).collect()
        };
        paired(placed("blocker"), placed("option"), placed("blocker-type"))
            .map(Self)
            .map_err(|why| Error::raw(ErrorKind::ValueValidation, why))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Gives every option and type to the blocker before it, or to the only one.
fn paired(
    blockers: Vec<(usize, String)>,
    options: Vec<(usize, String)>,
    kinds: Vec<(usize, String)>,
) -> Result<Vec<Blocker>, String> {
    let places: Vec<usize> = blockers.iter().map(|(at, _)| *at).collect();
    let mut all: Vec<Blocker> = blockers
        .into_iter()
        .map(|(_, text)| Blocker {
            text,
            ..Blocker::default()
        })
        .collect();
    let owner = |flag: &str, at: usize, text: &str| {
        let before = places.iter().rposition(|place| *place < at);
        match (before, places.len()) {
            (Some(place), _) => Ok(place),
            (None, 1) => Ok(0),
            (None, 0) => Err(format!("{flag} \"{text}\" needs a --blocker to belong to")),
            (None, _) => Err(format!(
                "{flag} \"{text}\" comes before every --blocker; put it after the one it belongs to"
            )),
        }
    };
    for (at, text) in options {
        let place = owner("--option", at, &text)?;
        if let Some(blocker) = all.get_mut(place) {
            blocker.options.push(text);
        }
    }
    for (at, text) in kinds {
        let place = owner("--blocker-type", at, &text)?;
        if let Some(blocker) = all.get_mut(place) {
            blocker.kind = Some(text.replace('-', "_"));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
