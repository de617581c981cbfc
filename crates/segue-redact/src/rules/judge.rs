//! Whether what stands in a secret's place is one, or stands in for one.

mod stand_in;

pub(crate) use stand_in::is_stand_in;

use crate::entropy::{self, Kinds};

/// Checks whether a text is code that gets a secret from elsewhere, not the secret.
pub(crate) fn is_code(value: &str) -> bool {
    let bytes = value.as_bytes();
    let calls = value.contains('(')
        || value.contains("[\"")
        || value.contains("['")
        || value.contains("[:")
        || value.contains("![")
        || value.starts_with("__");
    let index = value.ends_with(']') && value.contains('[') || value.ends_with('>') && value.contains('<')
        // `config['password']`, read up to its quote.
        || value.ends_with('[');
    let path = value.split('.').count() > 1
        && value
            .split('.')
            .all(|word| !word.is_empty() && is_identifier(word.as_bytes()))
        && !bytes.last().is_some_and(u8::is_ascii_digit)
        && bytes.iter().filter(|byte| byte.is_ascii_digit()).count() <= 2;
    let scoped = value.contains("::")
        || value.contains("->")
        || value.contains("=>")
        || value.trim_end_matches('=').contains("==");
    let starts = value.starts_with(['&', '*', '!', '('])
        && value
            .get(1..)
            .is_some_and(|rest| is_identifier(rest.as_bytes()));
    calls
        || index
        || scoped
        || starts && !entropy::is_random(bytes)
        || path && !entropy::is_random(bytes)
        || value.contains('.') && OWNERS.iter().any(|owner| value.contains(owner))
        || value.contains(':')
            && ["vault:", "arn:", "op://"]
                .iter()
                .any(|one| value.contains(one))
        || value.contains("environ")
        || value.contains("getenv")
        || value.contains("ref+")
}

/// What values are often read from in code.
#[rustfmt::skip]
const OWNERS: &[&str] = &[
    "env.", "process.", "config.", "self.", "this.", "secrets.", "var.", "local.", "data.", "module.", "props.",
    "req.", "request.", "settings.", "options.", "opts.", "args.", "params.", "ctx.", "state.", "body.", "payload.",
    "import.meta",
];

fn is_identifier(word: &[u8]) -> bool {
    word.iter()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'?' | b'!' | b'$'))
        && word.first().is_some_and(|byte| !byte.is_ascii_digit())
}

/// Checks whether a text is one word or a name put together from words, in any of the usual
/// spellings.
pub(crate) fn is_name(value: &str) -> bool {
    let kinds = Kinds::of(value.as_bytes());
    let parts = value.split(['-', '_', '.', '/', ' ', ':', '@', '$']);
    let words = parts.clone().all(|part| {
        part.is_empty()
            || part.bytes().all(|byte| byte.is_ascii_lowercase())
            || part.bytes().all(|byte| byte.is_ascii_uppercase())
            || is_capitalised(part)
            || part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    words && kinds.digit <= 4 && !entropy::is_random(value.as_bytes())
}

/// Checks for the like of `Token`, `accessToken` or `HttpClient`: capitals only where a word
/// begins.
fn is_capitalised(part: &str) -> bool {
    let bytes = part.as_bytes();
    let capitals = bytes
        .iter()
        .filter(|byte| byte.is_ascii_uppercase())
        .count();
    bytes.iter().all(u8::is_ascii_alphabetic)
        && !bytes
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase()))
        && capitals * 3 <= bytes.len()
}

/// Checks whether a text is what a form or a message calls a password, not one itself.
pub(crate) fn is_label(value: &str) -> bool {
    let low = value.to_ascii_lowercase();
    let about = [
        "pass", "pwd", "secret", "token", "key", "auth", "cred", "login", "user", "field", "input",
    ];
    let capitals = value.bytes().filter(u8::is_ascii_uppercase).count();
    is_name(value)
        && (about.iter().any(|word| low.contains(word))
            || (1..=2).contains(&capitals)
                && value
                    .bytes()
                    .next()
                    .is_some_and(|byte| byte.is_ascii_uppercase())
            || value.contains(['-', '_', '.', '/', ':', ' ', '$']))
        || !value.is_ascii() && !value.bytes().any(|byte| byte.is_ascii_digit())
}

/// Checks whether a value speaks of secrets itself, as the name of one does.
pub(crate) fn is_about(value: &str) -> bool {
    let low = value.to_ascii_lowercase();
    [
        "pass", "pwd", "secret", "token", "key", "auth", "cred", "login", "user", "name", "file",
    ]
    .iter()
    .any(|word| low.contains(word))
}

/// Checks whether a word in a sentence can only be made up: letters with digits and signs among
/// them.
pub(crate) fn is_made_up(value: &str) -> bool {
    let kinds = Kinds::of(value.as_bytes());
    let signs = value
        .bytes()
        .filter(|byte| {
            matches!(
                byte,
                b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'?' | b'+' | b'='
            )
        })
        .count();
    let kinds_of = usize::from(kinds.lower > 0)
        + usize::from(kinds.upper > 0)
        + usize::from(kinds.digit > 0)
        + usize::from(signs > 0);
    let low = value.to_ascii_lowercase();
    let known = [
        "base", "sha", "argon", "utf", "md5", "pbkdf", "bcrypt", "aes", "oauth", "x509", "pkcs",
        "rsa", "ed2",
    ];
    let plain = kinds.digit > 0
        && kinds.letters() >= 3
        && value.len() >= 7
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !known.iter().any(|start| low.starts_with(start));
    let mixed = value.len() >= 6 && kinds.letters() > 0 && kinds_of >= 3;
    (mixed || plain) && !value.contains(['/', '(', '<', '>', '[', '='])
}

/// Checks whether a value says where something is.
pub(crate) fn is_place(value: &str) -> bool {
    let path = value.starts_with(['/', '~', '.']) && !entropy::is_random(value.as_bytes());
    let windows = value.get(1..3) == Some(":\\");
    let file = value.rsplit_once('.').is_some_and(|(name, end)| {
        matches!(
            end,
            "pem"
                | "key"
                | "crt"
                | "json"
                | "txt"
                | "ts"
                | "js"
                | "rs"
                | "py"
                | "go"
                | "yaml"
                | "yml"
                | "env"
                | "tsx"
                | "md"
                | "html"
                | "png"
                | "svg"
                | "css"
        ) && !name.is_empty()
    });
    path || windows
        || file
        || value.contains("://")
        || value.starts_with("arn:")
        || is_address(value.as_bytes())
}

/// Checks for `name.host.tld`, perhaps with a port or a path after it.
pub(crate) fn is_address(value: &[u8]) -> bool {
    let Ok(value) = std::str::from_utf8(value) else {
        return false;
    };
    let host = value.split(['/', ':']).next().unwrap_or_default();
    let dots = host.matches('.').count();
    let known = host.rsplit('.').next().is_some_and(|end| {
        matches!(
            end,
            "com"
                | "net"
                | "org"
                | "io"
                | "dev"
                | "local"
                | "internal"
                | "cloud"
                | "app"
                | "co"
                | "ai"
                | "example"
                | "test"
        )
    });
    dots >= 1 && known
}

/// Checks for a public key as SSH writes it, or a short number.
pub(crate) fn is_public(value: &str) -> bool {
    let keys = [
        "AAAAB3NzaC1",
        "AAAAC3NzaC1",
        "AAAAE2VjZHNh",
        "ssh-rsa",
        "ssh-ed25519",
    ];
    let number = value.starts_with("0x") && value.len() <= 18;
    keys.iter().any(|start| value.starts_with(start)) || number
}

/// Checks for a number as code writes it: `-2147212282i32`, `0x80090300`, `12_000UL`. Digits alone
/// may be a number somebody chose.
pub(crate) fn is_number(value: &str) -> bool {
    let number = value.trim_start_matches('-').to_ascii_lowercase();
    let (digits, ends) = match number.strip_prefix("0x") {
        Some(hex) => (
            hex.trim_start_matches(|c: char| c.is_ascii_hexdigit()),
            true,
        ),
        None => {
            let rest =
                number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_' || c == '.');
            (rest, rest.len() < number.len() && !rest.is_empty())
        }
    };
    let suffix = [
        "", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64", "%", "u", "l", "ul", "ull", "ll", "n", "ms", "s", "px", "em", "rem", "kb",
        "mb", "gb",
    ];
    let hex = number.starts_with("0x") && number.len() <= 18;
    ends && suffix.contains(&digits) && (hex || !number.starts_with("0x"))
        || value.len() > 1 && value.starts_with('-') && digits.is_empty()
}

/// Checks for the like of `1.2.3`, `^9.0.2` or `10:30`.
pub(crate) fn is_version(value: &str) -> bool {
    let numbers = value.trim_start_matches(['^', '~', '=', 'v', '>', '<']);
    numbers.contains(['.', ':', '-', '/'])
        && numbers.bytes().all(|byte| {
            byte.is_ascii_digit() || matches!(byte, b'.' | b':' | b'-' | b'/' | b'x' | b'*')
        })
}

/// Checks for the like of `24B53-VKVFW-BQ182`: groups of the same length, as on the box of a
/// program.
pub(crate) fn is_serial(value: &str) -> bool {
    let groups: Vec<&str> = value.split('-').collect();
    let first = groups.first().map_or(0, |group| group.len());
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    groups.len() >= 3
        && (4..=8).contains(&first)
        && (3..value.len()).contains(&digits)
        && groups.iter().all(|group| {
            group.len() == first
                && group
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        })
}

/// Checks for a UUID: `8-4-4-4-12` hex digits.
pub(crate) fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
