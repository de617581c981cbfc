//! What documents and examples put where a secret goes.

use crate::entropy;

/// Words that documents and examples put where a secret goes, alone or within a longer text.
#[rustfmt::skip]
const STAND_INS: &[&str] = &[
    "changeme", "change_me", "change-me", "changeit", "dummy", "example", "fake", "foobar",
    "insert", "masked", "mysecret", "my_secret", "my-secret", "mytoken", "my_token", "my-token",
    "mypassword", "my_password", "my-password", "my_api", "my-api", "placeholder", "redacted",
    "replace", "sample", "_here", "-here", "todo", "undefined", "unset", "xxxx", "your", "hidden",
    "omitted", "fixme", "not-a-real", "notreal", "deadbeef", "sk-...", "invalid", "lorem",
    "supersecret", "super-secret", "super_secret", "12345678", "abcdef", "abc123", "test-key",
    "test_key", "testkey", "test-token", "test_token", "testtoken", "test-secret", "test_secret",
    "testsecret", "secretsecret", "dummypass", "notasecret", "not-a-secret", "not_a_secret",
];

/// Words that are no secret when they are all there is.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "password", "passwd", "passwort", "pass", "pwd", "secret", "secrets", "token", "tokens", "test",
    "testing", "admin", "root", "guest", "user", "username", "postgres", "mysql", "none", "null",
    "nil", "true", "false", "yes", "no", "string", "str", "text", "bytes", "bool", "boolean", "int",
    "number", "any", "object", "optional", "required", "default", "bearer", "basic", "key", "value",
    "auth", "apikey", "api_key", "api-key", "access_token", "foo", "bar", "baz", "foobar", "qwerty",
    "letmein", "empty", "unknown", "env", "file", "stdin", "prompt", "input", "hidden", "disabled",
    "enabled", "plaintext", "passphrase", "credentials", "credential", "private", "public",
    "pass123", "password1", "password123", "passw0rd", "p@ssw0rd", "p@ssword", "test123",
    "test1234", "admin123", "secret123", "s3cr3t", "123456", "1234", "12345", "1234567890",
    "abcd1234", "correct-horse-battery-staple", "basic-auth", "oauth", "oauth2", "jwt",
    "same-origin", "include", "omit", "never", "always", "auto", "manual", "function", "promise",
    "buffer", "uint8array", "self", "this", "undefined", "base64", "utf8", "utf-8", "new-password",
    "current-password", "one-time-code", "vault", "keyring", "keychain", "redacted",
];

/// Checks whether a text only stands in for a secret: `${TOKEN}`, `<your key>`, `********`,
/// `process.env.X`.
pub(crate) fn is_stand_in(value: &str) -> bool {
    let value = value.trim();
    let Some(first) = value.as_bytes().first() else {
        return true;
    };
    let low = value.to_ascii_lowercase();
    if WORDS.contains(&low.as_str()) {
        return true;
    }
    let rest = value.get(1..).unwrap_or_default().as_bytes();
    let opens = match first {
        // `$HOME`, `${X:-y}`, `$(pass show x)`, `$1`: a variable's name has no other signs.
        b'$' => {
            let name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            matches!(rest.first(), Some(b'{' | b'('))
                || rest.iter().all(name) && !entropy::is_random(rest)
        }
        b'<' => value.contains('>') || !entropy::is_random(rest),
        b'{' => value.contains('}') || rest.first() == Some(&b'{'),
        b'%' => value.ends_with('%') || matches!(value, "%s" | "%v" | "%q" | "%w"),
        b'[' => value.contains(']') || !entropy::is_random(rest),
        b'(' => !entropy::is_random(rest),
        b'#' => value.starts_with("#{"),
        b'@' => value.starts_with("@{") || value.starts_with("@Microsoft.KeyVault"),
        _ => false,
    };
    if opens
        || value.contains("${")
        || value.contains("{{")
        || value.contains("$(")
        || value.contains("#{")
    {
        return true;
    }
    let mut bytes = value.bytes();
    let one = bytes.next();
    if bytes
        .all(|byte| Some(byte) == one || matches!(byte, b'*' | b'.' | b'x' | b'X' | b'-' | b'_'))
    {
        return true;
    }
    let shows = [
        "***",
        "...",
        "…",
        "••",
        "xxxx",
        "XXXX",
        "####",
        "[redacted",
        "<redacted",
        "____",
        "[masked",
    ];
    if shows.iter().any(|mark| low.contains(mark)) {
        return true;
    }
    STAND_INS.iter().any(|word| {
        low.contains(word) && {
            let rest = low.replace(word, "");
            rest.len() < 16 || !entropy::is_random(rest.as_bytes())
        }
    })
}
