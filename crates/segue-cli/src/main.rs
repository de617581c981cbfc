//! The program `segue`: the command line of `segue-cli`, able to host the node itself.

use std::process::ExitCode;

use segue_link::Opening;
use segue_node::Options;
use segue_node::log::Log;

fn main() -> ExitCode {
    segue_cli::run(|verbose, profile, surface| {
        Opening::from(Options::new(profile, surface, Log::install(verbose)))
    })
}
