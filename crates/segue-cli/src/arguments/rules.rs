//! What can be typed about rules for secrets.

use clap::Subcommand;

pub const RULES_HELP: &str = "\
Your rules are used beside the built-in ones, whenever something is exported or
sent. A PATTERN is a regular expression; of a group called `secret` only that
part is taken out. What is allowed must match the whole text.

Examples:
  segue rules add badge 'BADGE-[0-9]{4}-(?<secret>[0-9]{4})'
  segue rules allow 'AKIAIOSFODNN7EXAMPLE'
  segue rules try 'BADGE-4711-0815'
  git diff | segue rules try";

#[derive(Subcommand)]
pub enum RulesChange {
    /// Add a rule, or give one another pattern.
    Add {
        /// Its name: letters, digits and hyphens.
        name: String,
        /// What it looks for.
        #[arg(allow_hyphen_values = true)]
        pattern: String,
    },
    /// Remove a rule.
    Remove {
        /// Its name.
        name: String,
    },
    /// Allow texts that look like secrets and are none.
    Allow {
        /// What matches the whole text.
        #[arg(allow_hyphen_values = true)]
        pattern: String,
    },
    /// Allow a text no longer.
    Disallow {
        /// The pattern as it was allowed.
        #[arg(allow_hyphen_values = true)]
        pattern: String,
    },
    /// Show what all rules find in a text. Nothing of it is kept.
    Try {
        /// The text; without one, standard input.
        #[arg(allow_hyphen_values = true)]
        text: Option<String>,
        /// Also look for personal things.
        #[arg(long)]
        personal: bool,
    },
}
