//! `segue`: the command line. Responsible for: reading arguments, asking the node, printing what
//! it answers for a person or as JSON, and serving the page to a browser on loopback. Not
//! responsible for: deciding anything; that is the node's.
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
mod say;
mod serve;

use std::process::ExitCode;

use clap::Parser;
use segue_node::log::Log;
use segue_node::{Failure, Link, Options, Profile, Surface};

use arguments::{Arguments, Command};
use say::Say;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let say = Say::new(arguments.json);
    if let Command::Completions { shell } = arguments.command {
        return commands::completions(shell);
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("segue: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(run(arguments, &say));
    // A keyring that hangs must not keep the command from ending.
    runtime.shutdown_background();
    match outcome {
        Ok(code) => code,
        Err(failure) => say.failure(&failure),
    }
}

async fn run(arguments: Arguments, say: &Say) -> Result<ExitCode, Failure> {
    let log = Log::install(arguments.verbose);
    let surface = match arguments.command {
        Command::Serve(_) => Surface::Serve,
        _ => Surface::Cli,
    };
    let profile = Profile::choose(arguments.profile)?;
    let link = Link::open(Options::new(profile, surface, log)).await?;
    let outcome = match arguments.command {
        Command::Status => commands::status(&link, say).await,
        Command::Doctor(options) => commands::doctor(&link, say, options).await,
        Command::Log(options) => commands::log(&link, say, options).await,
        Command::Settings { change } => commands::settings(&link, say, change).await,
        Command::Identity(options) => commands::identity(&link, say, options).await,
        Command::Serve(options) => return serve::run(link, say, options).await,
        // Answered before a node is needed.
        Command::Completions { .. } => Ok(ExitCode::SUCCESS),
    };
    link.close().await;
    outcome
}
