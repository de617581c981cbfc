//! Which literal makes which rule look, and what the rule says of the place.

use std::ops::Range;

use crate::finding::Confidence::{self, Certain, Likely, Possible};
use crate::finding::{Hit, PRIVATE_KEY};
use crate::rules::tokens::{self, Token};
use crate::rules::{
    assigned, blocks, commands, generic, headers, jwt, lines, names, paired, shell, tails, urls,
};
use crate::shape::{is_edge, shaped};

/// What a literal belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clue {
    Token(&'static Token),
    Pem,
    PemEnd,
    Ssh2,
    Putty,
    Der,
    Jwk,
    Jwt,
    Telegram,
    Entra,
    Hash,
    Maxmind,
    Discord,
    Azure,
    Address,
    Tcp,
    Oracle,
    Webhook(&'static str, &'static str),
    Parameter,
    Word,
    Scheme(&'static str),
    Authorization,
    Cookie,
    User,
    Command(&'static commands::Command),
    Identified,
    LogIn,
    Pgpass,
    Call,
    Piped,
    Next,
    Kubernetes,
    Mailchimp,
    Generic,
}

impl Clue {
    /// Returns how many bytes before and after its literal a rule may look.
    pub(crate) fn reach(self) -> (usize, usize) {
        match self {
            Self::Pem
            | Self::PemEnd
            | Self::Ssh2
            | Self::Putty
            | Self::Der
            | Self::Jwt
            | Self::Kubernetes => (16 << 10, 64 << 10),
            _ => (1 << 10, 12 << 10),
        }
    }
}

/// A literal, whether its case counts, and what it belongs to.
pub(crate) type Row = (&'static str, bool, Clue);

/// Builds the table of every literal, whether its case counts, and the clue it gives.
pub(crate) fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = vec![
        (blocks::BEGIN, true, Clue::Pem),
        (blocks::END, true, Clue::PemEnd),
        (blocks::SSH2, true, Clue::Ssh2),
        (blocks::PUTTY, true, Clue::Putty),
        (lines::JWK, true, Clue::Jwk),
        (jwt::START, true, Clue::Jwt),
        (":AA", true, Clue::Telegram),
        ("Q~", true, Clue::Entra),
        ("_mmk", true, Clue::Maxmind),
        (tails::MAILCHIMP, true, Clue::Mailchimp),
        (urls::SCHEME, true, Clue::Address),
        (urls::TCP, true, Clue::Tcp),
        (urls::ORACLE, false, Clue::Oracle),
        ("sqlplus ", true, Clue::Oracle),
        ("identified by", false, Clue::Identified),
        ("authorization", false, Clue::Authorization),
        ("kind: secret", false, Clue::Kubernetes),
        ("\"kind\":\"secret\"", false, Clue::Kubernetes),
        ("\"kind\": \"secret\"", false, Clue::Kubernetes),
    ];
    let mut exact = |literals: &'static [&'static str], clue: Clue| {
        rows.extend(literals.iter().map(|literal| (*literal, true, clue)));
    };
    exact(blocks::DER, Clue::Der);
    exact(paired::HASHES, Clue::Hash);
    exact(paired::DISCORD, Clue::Discord);
    exact(paired::AZURE, Clue::Azure);
    exact(headers::USERS, Clue::User);
    exact(lines::PGPASS, Clue::Pgpass);
    exact(shell::PIPES, Clue::Piped);
    exact(shell::WORDS, Clue::Next);
    exact(generic::MIDDLES, Clue::Generic);
    rows.extend(tokens::tokens().map(|token| (token.start, true, Clue::Token(token))));
    rows.extend(
        commands::COMMANDS
            .iter()
            .map(|one| (one.name, true, Clue::Command(one))),
    );
    let mut any = |literals: &'static [&'static str], clue: Clue| {
        rows.extend(literals.iter().map(|literal| (*literal, false, clue)));
    };
    any(names::LITERALS, Clue::Word);
    any(headers::COOKIES, Clue::Cookie);
    any(urls::PARAMETERS, Clue::Parameter);
    any(lines::LOG_IN, Clue::LogIn);
    any(lines::CALLS, Clue::Call);
    rows.extend(
        headers::SCHEMES
            .iter()
            .map(|scheme| (*scheme, false, Clue::Scheme(scheme))),
    );
    rows.extend(
        urls::WEBHOOKS
            .iter()
            .map(|(host, rule)| (*host, false, Clue::Webhook(host, rule))),
    );
    rows
}

/// Adds what the rule of a clue finds around the literal at `at`. Names up to `done` were already
/// looked at.
pub(crate) fn look(
    text: &str,
    at: Range<usize>,
    clue: Clue,
    done: &mut usize,
    hits: &mut Vec<Hit>,
) {
    let mut add = |rule: &str, confidence: Confidence, span: Option<Range<usize>>| {
        if let Some(span) = span.filter(|span| !span.is_empty()) {
            hits.push(Hit::plain(rule, confidence, span));
        }
    };
    match clue {
        Clue::Token(token) => {
            let span = shaped(text, at.start, token);
            if let Some(span) = &span
                && token.rule == "aws-access-key"
            {
                add(
                    "aws-secret-key",
                    Certain,
                    paired::aws_secret(text, span.end),
                );
            }
            add(token.rule, token.confidence, span);
        }
        Clue::Pem => add(PRIVATE_KEY, Certain, blocks::pem(text, at.start)),
        Clue::PemEnd => add(PRIVATE_KEY, Certain, blocks::tail(text, at.start)),
        Clue::Ssh2 => add(PRIVATE_KEY, Certain, blocks::ssh2(text, at.start)),
        Clue::Putty => add(PRIVATE_KEY, Certain, blocks::putty(text, at.start)),
        Clue::Der => add(PRIVATE_KEY, Certain, blocks::der(text, at.start)),
        Clue::Jwk => {
            for span in lines::jwk(text, at.start) {
                add(PRIVATE_KEY, Certain, Some(span));
            }
        }
        Clue::Jwt if is_edge(text, at.start) => add("jwt", Certain, jwt::jwt(text, at.start)),
        Clue::Jwt => {}
        Clue::Telegram => add(
            "telegram-bot-token",
            Certain,
            paired::telegram(text, at.start),
        ),
        Clue::Entra => add(
            "azure-client-secret",
            Certain,
            paired::entra(text, at.start),
        ),
        Clue::Maxmind => add("maxmind-key", Certain, paired::maxmind(text, at.end)),
        Clue::Discord => add("discord-token", Certain, paired::discord(text, at.start)),
        Clue::Azure => add("azure-key", Certain, paired::azure(text, at)),
        Clue::Hash => add("password-hash", Likely, paired::hash(text, at.start)),
        Clue::Address => {
            let found = urls::password(text, at.start);
            add("password-in-url", Certain, found);
        }
        Clue::Tcp => add("password-in-url", Certain, urls::tcp(text, at.start)),
        Clue::Oracle => add("password-in-url", Certain, urls::oracle(text, at.end)),
        Clue::Webhook(host, rule) => add(rule, Certain, urls::webhook(text, at.start, host)),
        Clue::Parameter => add("signed-url", Likely, urls::parameter(text, at.end)),
        Clue::Word => {
            if let Some(found) = assigned::assigned(text, at, done) {
                add(found.rule, found.confidence, Some(found.value));
            }
        }
        Clue::Scheme(scheme) => add(
            "authorization",
            Likely,
            headers::scheme(text, at.end, scheme),
        ),
        Clue::Authorization => add(
            "authorization",
            Likely,
            headers::authorization(text, at.end),
        ),
        Clue::Cookie => add("cookie", Likely, headers::cookie(text, at.end)),
        Clue::User => add("password-in-command", Likely, headers::user(text, at.end)),
        Clue::Command(command) => {
            for span in commands::passwords(text, at, command) {
                add("password-in-command", Likely, Some(span));
            }
        }
        Clue::Identified => add("password", Likely, lines::identified(text, at.end)),
        Clue::LogIn => add("password", Possible, lines::log_in(text, at.end)),
        Clue::Pgpass => add("password", Likely, lines::pgpass(text, at.start)),
        Clue::Piped => add("password-in-command", Likely, shell::piped(text, at.start)),
        Clue::Next => add("password", Possible, shell::next(text, at.end)),
        Clue::Call => add("password", Possible, lines::call(text, at.end)),
        Clue::Kubernetes => {
            for span in paired::kubernetes(text, at.start) {
                add("kubernetes-secret", Likely, Some(span));
            }
        }
        Clue::Mailchimp => add("mailchimp-key", Certain, tails::mailchimp(text, at.start)),
        Clue::Generic => add("secret-by-shape", Likely, generic::shaped(text, at)),
    }
}
