//! Passwords inside addresses, and addresses that are secrets themselves.

use std::ops::Range;

/// What stands between a scheme and everything else.
pub(crate) const SCHEME: &str = "://";

/// Addresses that let anyone who has them write or read.
pub(crate) const WEBHOOKS: &[(&str, &str)] = &[
    ("hooks.slack.com/services/", "slack-webhook"),
    ("hooks.slack.com/workflows/", "slack-webhook"),
    ("hooks.slack.com/triggers/", "slack-webhook"),
    ("discord.com/api/webhooks/", "discord-webhook"),
    ("discordapp.com/api/webhooks/", "discord-webhook"),
    (".webhook.office.com/webhookb2/", "teams-webhook"),
    ("api.telegram.org/bot", "telegram-bot-token"),
    ("hooks.zapier.com/hooks/catch/", "zapier-webhook"),
    ("maker.ifttt.com/trigger/", "ifttt-webhook"),
];

/// Names of parameters in an address whose value is a secret.
pub(crate) const PARAMETERS: &[&str] = &[
    "sig=",
    "x-amz-signature=",
    "x-amz-security-token=",
    "x-goog-signature=",
    "sharedaccesssignature=",
];

fn ends_address(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || byte < 0x20
        || matches!(
            byte,
            b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\' | b'|' | b')' | b']' | b'}'
        )
}

/// The password of the address whose `://` is at `at`: `scheme://name:password@host`.
pub(crate) fn password(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let scheme = bytes.get(..at)?.last()?;
    if !scheme.is_ascii_alphanumeric() {
        return None;
    }
    let from = at + SCHEME.len();
    let rest = bytes.get(from..)?;
    // The last `@` before the path: passwords may have one themselves.
    let authority: usize = rest
        .iter()
        .take(400)
        .take_while(|byte| !ends_address(**byte) && !matches!(byte, b'/' | b'?' | b'#'))
        .count();
    let authority_text = rest.get(..authority)?;
    // A password with a slash in it: look on to an `@`, as long as no path can be meant.
    let host_at = authority_text
        .iter()
        .rposition(|byte| *byte == b'@')
        .or_else(|| {
            let more = rest
                .iter()
                .take(200)
                .take_while(|byte| !ends_address(**byte))
                .count();
            let more = rest.get(..more)?;
            let colon = authority_text.iter().position(|byte| *byte == b':')?;
            let port = authority_text.get(colon + 1..)?;
            let is_port =
                !port.is_empty() && port.len() <= 5 && port.iter().all(u8::is_ascii_digit);
            (!is_port).then(|| more.iter().rposition(|byte| *byte == b'@'))?
        })?;
    let user_info = rest.get(..host_at)?;
    let (start, end) = match user_info.iter().position(|byte| *byte == b':') {
        Some(colon) => (from + colon + 1, from + host_at),
        // A token in the place of a name: `https://TOKEN@host`.
        None if user_info.len() >= 16 && crate::entropy::is_random(user_info) => {
            (from, from + host_at)
        }
        None => return None,
    };
    let secret = text.get(start..end)?;
    (!super::judge::is_stand_in(secret)).then_some(start..end)
}

/// The secret part of an address that begins with a webhook's host at `at`.
pub(crate) fn webhook(text: &str, at: usize, host: &str) -> Option<Range<usize>> {
    let from = at + host.len();
    let rest = text.as_bytes().get(from..)?;
    let length = rest.iter().take_while(|byte| !ends_address(**byte)).count();
    let path = text.get(from..from + length)?;
    let signs = path.bytes().filter(u8::is_ascii_alphanumeric).count();
    let digits = path.bytes().filter(u8::is_ascii_digit).count();
    (signs >= 16 && digits > 0 && !super::judge::is_stand_in(path)).then_some(from..from + length)
}

/// The value of a parameter whose name ends at `at`.
pub(crate) fn parameter(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.as_bytes().get(at..)?;
    let value = |byte: &&u8| !ends_address(**byte) && !matches!(**byte, b'&' | b'#' | b';');
    let length = rest.iter().take_while(value).count();
    let found = rest.get(..length)?;
    (length >= 20 && crate::entropy::bits(found) > 3.2).then_some(at..at + length)
}
