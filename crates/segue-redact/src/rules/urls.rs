//! Passwords inside addresses, and addresses that are secrets themselves.

use std::ops::Range;

/// What stands between a scheme and everything else.
pub(crate) const SCHEME: &str = "://";
/// How programs in Go write where a database is.
pub(crate) const TCP: &str = "@tcp(";
/// How Java writes where an Oracle database is.
pub(crate) const ORACLE: &str = "jdbc:oracle:thin:";

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
    ("ptb.discord.com/api/webhooks/", "discord-webhook"),
    ("canary.discord.com/api/webhooks/", "discord-webhook"),
    (".logic.azure.com/workflows/", "teams-webhook"),
    (".logic.azure.com:443/workflows/", "teams-webhook"),
    ("outlook.office.com/webhook/", "teams-webhook"),
    ("hooks.slack-gov.com/services/", "slack-webhook"),
    ("chat.googleapis.com/v1/spaces/", "google-chat-webhook"),
    ("open.feishu.cn/open-apis/bot/v2/hook/", "feishu-webhook"),
    (
        "open.larksuite.com/open-apis/bot/v2/hook/",
        "feishu-webhook",
    ),
    (
        "oapi.dingtalk.com/robot/send?access_token=",
        "dingtalk-webhook",
    ),
    (
        "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=",
        "wecom-webhook",
    ),
    ("hook.eu1.make.com/", "make-webhook"),
    ("hook.us1.make.com/", "make-webhook"),
    ("hook.integromat.com/", "make-webhook"),
    ("webhook.site/", "webhook-address"),
    ("events.pagerduty.com/integration/", "pagerduty-webhook"),
    ("api.netlify.com/build_hooks/", "netlify-webhook"),
    ("api.vercel.com/v1/integrations/deploy/", "vercel-webhook"),
    ("api.render.com/deploy/srv-", "render-webhook"),
    ("hc-ping.com/", "healthchecks-address"),
];

/// Names of parameters in an address whose value is a secret.
pub(crate) const PARAMETERS: &[&str] = &[
    "sig=",
    "x-amz-signature=",
    "x-amz-security-token=",
    "x-goog-signature=",
    "sharedaccesssignature=",
    "signature=",
    "x-cos-security-token=",
    "x-oss-signature=",
];

fn ends_address(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || byte < 0x20
        || matches!(
            byte,
            b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\' | b'|' | b')' | b']' | b'}'
        )
}

/// Finds the password of the address whose `://` is at `at`: `scheme://name:password@host`.
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
        // What Sentry calls the public key of an address is meant to be seen.
        None if is_public_dsn(rest.get(host_at + 1..)?) => return None,
        None if user_info.len() >= 16 && crate::entropy::is_random(user_info) => {
            (from, from + host_at)
        }
        None => return None,
    };
    let secret = text.get(start..end)?;
    // `git@host:group/name@2` and ports are no passwords.
    let other =
        secret.len() < 3 || secret.contains("://") || secret.contains('/') && secret.contains('.');
    (!super::judge::is_stand_in(secret) && !other).then_some(start..end)
}

fn is_public_dsn(host: &[u8]) -> bool {
    let host = host.get(..host.len().min(80)).unwrap_or_default();
    let has = |part: &[u8]| host.windows(part.len()).any(|window| window == part);
    has(b".ingest.") || has(b"sentry.io/") || has(b"sentry.")
}

/// Finds the password of `name:password@tcp(host)` whose `@` is at `at`.
pub(crate) fn tcp(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?;
    let from = head
        .rfind(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '=' | '/' | '>'))
        .map_or(0, |found| found + 1);
    let from = (from..at).find(|at| head.is_char_boundary(*at))?;
    let colon = head.get(from..)?.find(':')?;
    let password = head.get(from + colon + 1..)?;
    (!password.is_empty() && !super::judge::is_stand_in(password)).then_some(from + colon + 1..at)
}

/// Finds the password of `jdbc:oracle:thin:name/password@host`, whose name begins at `at`.
pub(crate) fn oracle(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let pair = rest.get(..rest.find('@')?)?;
    let (name, password) = pair.split_once('/')?;
    let plain = !password.is_empty() && pair.len() < 200 && !pair.contains(char::is_whitespace);
    (plain && !super::judge::is_stand_in(password)).then(|| at + name.len() + 1..at + pair.len())
}

/// Finds the secret part of an address that begins with a webhook's host at `at`.
pub(crate) fn webhook(text: &str, at: usize, host: &str) -> Option<Range<usize>> {
    let from = at + host.len();
    let rest = text.as_bytes().get(from..)?;
    let length = rest
        .iter()
        .take(512)
        .take_while(|byte| byte.is_ascii() && !ends_address(**byte))
        .count();
    let path = text.get(from..from + length)?;
    let signs = path.bytes().filter(u8::is_ascii_alphanumeric).count();
    let digits = path.bytes().filter(u8::is_ascii_digit).count();
    let shown =
        super::judge::is_stand_in(path) || path.contains("T00000000") || path.starts_with("0000");
    (signs >= 16 && digits > 0 && !shown).then_some(from..from + length)
}

/// Finds the value of a parameter whose name ends at `at`, if it looks random.
pub(crate) fn parameter(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.as_bytes().get(at..)?;
    let value = |byte: &&u8| {
        byte.is_ascii()
            && !ends_address(**byte)
            && !matches!(**byte, b'&' | b'#' | b';' | b',' | b'(')
    };
    let length = rest.iter().take(2_048).take_while(value).count();
    let found = rest.get(..length)?;
    let drawn =
        crate::entropy::is_random(found) || length >= 40 && crate::entropy::bits(found) > 3.4;
    (length >= 20 && drawn).then_some(at..at + length)
}
