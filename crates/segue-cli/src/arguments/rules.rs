//! What can be typed about rules for secrets.

use clap::Subcommand;

pub const RULES_HELP: &str = "\
Your rules are used in addition to the built-in ones, whenever something is
exported or sent. PATTERN is a regular expression. If it has a group named
`secret`, only that part is removed. The pattern of an exception has to match the
whole text.

Examples:
  segue rules add badge 'BADGE-[0-9]{4}-(?<secret>[0-9]{4})'
  segue rules allow 'AKIAIOSFODNN7EXAMPLE'
  segue rules try 'BADGE-4711-0815'
  git diff | segue rules try";

#[derive(Subcommand)]
pub enum RulesChange {
    /// Adds a rule, or changes the pattern of one.
    Add {
        /// Name of the rule: letters, digits and hyphens.
        name: String,
        /// The pattern to look for.
        #[arg(allow_hyphen_values = true)]
        pattern: String,
    },
    /// Removes a rule.
    Remove {
        /// Name of the rule.
        name: String,
    },
    /// Adds an exception: text that is never treated as a secret.
    Allow {
        /// The pattern that matches the whole text.
        #[arg(allow_hyphen_values = true)]
        pattern: String,
    },
    /// Removes an exception.
    Disallow {
        /// The pattern of the exception.
        #[arg(allow_hyphen_values = true)]
        pattern: String,
    },
    /// Shows what all rules find in a text, which isn't kept.
    Try {
        /// The text; by default standard input.
        #[arg(allow_hyphen_values = true)]
        text: Option<String>,
        /// Also looks for personal data.
        #[arg(long)]
        personal: bool,
    },
}
