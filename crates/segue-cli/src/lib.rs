//! The command line of Segue. Responsible for: reading arguments, asking the node, printing what
//! it answers for a person or as JSON, and serving the page to a browser on loopback. Not
//! responsible for: deciding anything, which is the node's; nor for hosting the node, which the
//! program's `main` adds.
//!
//! ```text
//! arguments ──▶ command ──▶ Link ──▶ node (here or in another process)
//!                  │
//!                  ▼
//!                 say ──▶ text for people | --json: the reply itself
//! ```
//!
//! Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by a rule or a person.

mod arguments;
mod commands;
mod readable;
mod say;
mod serve;
mod table;
mod waiting;

use std::process::ExitCode;
use std::sync::Arc;

use segue_door::{Code, Failure, Surface};
use segue_link::{Link, Opening, Profile, caller_env};

use arguments::{Arguments, Command};
use say::Say;

/// Runs the command that was typed. `opening` says how the link to the node is opened: whether to
/// log to standard error, for which profile, as what kind of program.
pub fn run(opening: impl FnOnce(bool, Profile, Surface) -> Opening) -> ExitCode {
    let arguments = match Arguments::typed() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let say = Say::new(arguments.json);
    if let Command::Completions { shell } = arguments.command {
        commands::completions(shell);
        return say.ended(ExitCode::SUCCESS);
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            say::complain(&format!("segue: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(start(arguments, &say, opening));
    // A keyring that hangs must not keep the command from ending.
    runtime.shutdown_background();
    say.ended(outcome.unwrap_or_else(|failure| say.failure(&failure)))
}

/// Prints help or the version, or what is wrong with what was typed, as JSON if a program asked for
/// that. Returns the exit code.
fn usage(error: &clap::Error) -> ExitCode {
    let asked_for_json = std::env::args_os().any(|argument| argument == "--json");
    if error.use_stderr() && asked_for_json {
        let text = error.to_string();
        // What is missing stands in the lines below, up to an empty one.
        let lines = text.lines().map(str::trim);
        let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        let what = lines.join(" ");
        let failure = Failure::invalid(what.trim_start_matches("error: "))
            .hint("segue --help lists all commands and options.");
        return Say::new(true).failure(&failure);
    }
    // A closed terminal is nobody to tell.
    error.print().ok();
    if error.use_stderr() {
        ExitCode::from(2)
    } else {
        ExitCode::SUCCESS
    }
}

async fn start(
    mut arguments: Arguments,
    say: &Say,
    opening: impl FnOnce(bool, Profile, Surface) -> Opening,
) -> Result<ExitCode, Failure> {
    let profile = Profile::choose(arguments.profile.take())?;
    let folder = profile.root().display().to_string();
    let ended = work(arguments, say, opening, profile).await;
    ended.map_err(|failure| {
        if failure.code == Code::Storage {
            failure.hint(format!("The profile folder is {folder}."))
        } else {
            failure
        }
    })
}

async fn work(
    arguments: Arguments,
    say: &Say,
    opening: impl FnOnce(bool, Profile, Surface) -> Opening,
    profile: Profile,
) -> Result<ExitCode, Failure> {
    if profile.is_new() && !say.json() {
        let folder = say::printable(&profile.root().to_string_lossy());
        say::complain(&format!("Created a new profile in {folder}."));
    }
    let (surface, port) = match &arguments.command {
        Command::Serve(options) => (Surface::Serve, serve::Port::take(options).await?),
        _ => (Surface::Cli, None),
    };
    let own = profile.clone();
    let opening = opening(arguments.verbose, profile, surface);
    let link = Arc::new(Link::open(opening).await?.seeing(caller_env()));
    let outcome = match arguments.command {
        Command::Status => commands::status(&link, say).await,
        Command::Platforms => commands::platforms(&link, say).await,
        Command::List(options) => commands::list(&link, say, options).await,
        Command::Show(options) => commands::show(&link, say, options).await,
        Command::Resume(options) => commands::resume(&link, say, options).await,
        Command::Export(options) => commands::export(&link, say, *options).await,
        Command::Inspect(options) => commands::inspect(&link, say, options).await,
        Command::Open(options) => commands::open(&link, say, options).await,
        Command::Import(options) => commands::import(&link, say, options).await,
        Command::Imports => commands::imports(&link, say).await,
        Command::Undo(options) => commands::undo(&link, say, options).await,
        Command::Send(options) => commands::send(&link, say, *options).await,
        Command::Outbox(options) => commands::outbox(&link, say, options).await,
        Command::Cancel(options) => commands::cancel(&link, say, options).await,
        Command::Inbox(options) => commands::inbox(&link, say, options).await,
        Command::Review(options) => commands::review(&link, say, options).await,
        Command::Download(options) => commands::download(&link, say, options).await,
        Command::Dismiss(options) => commands::dismiss(&link, say, options).await,
        Command::Ask(options) => commands::ask(&link, say, options).await,
        Command::Answer(options) => commands::answer(&link, say, *options).await,
        Command::Fetch(options) => commands::fetch(&link, say, options).await,
        Command::Auto { change } => commands::auto(&link, say, change).await,
        Command::History(options) => commands::history(&link, say, options).await,
        Command::People(options) => commands::people(&link, say, options).await,
        Command::Invite(options) => commands::invite(&link, say, options).await,
        Command::Join(options) => commands::join(&link, say, options).await,
        Command::Pair(options) => commands::pair(&link, say, options).await,
        Command::Connect(options) => commands::connect(&link, say, options).await,
        Command::Block(options) => commands::block(&link, say, options).await,
        Command::Unblock(options) => commands::unblock(&link, say, options).await,
        Command::Forget(options) => commands::forget(&link, say, options).await,
        Command::Nickname(options) => commands::nickname(&link, say, options).await,
        Command::Doctor(options) => commands::doctor(&link, say, options).await,
        Command::CheckPackage(options) => commands::check_package(&link, say, options).await,
        Command::Log(options) => commands::log(&link, say, options).await,
        Command::Settings { change } => commands::settings(&link, say, change).await,
        Command::Rules { change } => commands::rules(&link, say, change).await,
        Command::Identity(options) => commands::identity(&link, say, options).await,
        Command::Serve(_) => serve::run(&link, say, &own, port).await,
        // Answered before a node is needed.
        Command::Completions { .. } => Ok(ExitCode::SUCCESS),
    };
    link.close().await;
    outcome
}
