//! Every rule, by what it looks for. A rule is a row in a table or a short function beside it.

pub(crate) mod assigned;
pub(crate) mod blocks;
pub(crate) mod commands;
pub(crate) mod generic;
pub(crate) mod headers;
pub(crate) mod judge;
pub(crate) mod jwt;
pub(crate) mod lines;
mod looks;
pub(crate) mod names;
pub(crate) mod paired;
mod quotes;
pub(crate) mod shell;
pub(crate) mod sign;
pub(crate) mod tails;
pub(crate) mod tokens;
pub(crate) mod urls;
pub(crate) mod value;

/// Describes what the findings of a rule are.
pub fn what(rule: &str) -> String {
    let known = tokens::tokens()
        .find(|token| token.rule == rule)
        .map(|token| token.what);
    let words = known.or(match rule {
        "authorization" => Some("credentials of a request"),
        "aws-secret-key" => Some("AWS secret key"),
        "azure-client-secret" => Some("Microsoft Entra client secret"),
        "cookie" => Some("cookie"),
        "maxmind-key" => Some("MaxMind licence key"),
        "discord-token" => Some("Discord bot token"),
        "azure-key" => Some("Azure key"),
        "healthchecks-address" => Some("address that lets anyone report"),
        rule if rule.ends_with("-webhook") || rule == "webhook-address" => Some("webhook address"),
        "email-address" => Some("e-mail address"),
        "home-path" => Some("home folder"),
        "host-name" => Some("name of the computer"),
        "user-name" => Some("user name"),
        "jwt" => Some("JSON web token"),
        "kubernetes-secret" => Some("value of a Kubernetes secret"),
        "password" => Some("password"),
        "password-hash" => Some("stored password"),
        "password-in-command" => Some("password in a command"),
        "secret-by-shape" => Some("something that looks like a key"),
        "password-in-url" => Some("password in an address"),
        "private-key" => Some("private key"),
        "secret-by-name" => Some("secret or token"),
        "signed-url" => Some("signed address"),
        "telegram-bot-token" => Some("Telegram bot token"),
        _ => None,
    });
    words.map_or_else(|| format!("match of your rule {rule}"), str::to_owned)
}
