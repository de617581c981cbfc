//! The words names are made of, by what they say.

/// Literals that may be part of such a name, lower case. The words around them tell what they mean.
#[rustfmt::skip]
pub(crate) const LITERALS: &[&str] = &[
    "pass", "pwd", "pswd", "kennwort", "contraseña", "contrasena", "contrasenya", "senha",
    "wachtwoord", "haslo", "hasło", "heslo", "parola", "lösenord", "losenord", "salasana", "sifre",
    "şifre", "jelszó", "jelszo", "adgangskode", "пароль", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호",
    "clave", "geheim", "secret", "token", "cred", "key", "auth", "jwt", "_pat", "pat=", "pat:",
    "pat\"", "-pat", "_pin", "_otp", "otp_", "dsn", "webhook", "license", "licence", "salt",
    "session", "psk", "_sas", "sas_", "mnemonic", "phrase", "bearer", "cookie", "_pw", "pw=", "pw:",
    "passord", "mdp", "psw", "sandi", "mật khẩu", "كلمة", "पासवर्ड", "pw\"", "sessid", "sessionid",
    "passe", "connstr", "connectionstring", "connection_string", "dbconn", "hmac", "signature",
    "apikey",
];

/// Words for values that people make up.
#[rustfmt::skip]
pub(super) const PASSWORDS: &[&str] = &[
    "password", "passwords", "passwd", "passwort", "passphrase", "passcode", "pass", "passw", "pwd",
    "pswd", "pw", "kennwort", "contraseña", "contrasena", "contrasenya", "senha", "wachtwoord",
    "haslo", "hasło", "heslo", "parola", "lösenord", "losenord", "salasana", "sifre", "şifre",
    "jelszó", "jelszo", "adgangskode", "пароль", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "clave",
    "motdepasse", "passe", "requirepass", "masterauth", "userpass", "dbpass", "adminpass",
    "rootpass", "pgpassword", "psk", "pskey", "keypass", "storepass", "mysqlpassword",
    "userpassword", "dbpassword", "adminpassword", "rootpassword", "smtppassword", "sshpass",
    "psw", "passord", "mdp", "sandi", "lösenordet", "hasłem", "كلمة", "पासवर्ड",
];

/// Words for values that programs generate.
#[rustfmt::skip]
pub(super) const SECRETS: &[&str] = &[
    "secret", "secrets", "geheim", "token", "tokens", "apikey", "apikeys", "credential",
    "credentials", "cred", "creds", "auth", "authtoken", "accesstoken", "authkey", "accesskey",
    "secretkey", "privatekey", "accountkey", "appkey", "masterkey", "signingkey", "encryptionkey",
    "licensekey", "sharedaccesskey", "sharedkey", "jwt", "bearer", "pat", "dsn", "webhook",
    "mnemonic", "clientsecret", "appsecret", "authorization", "sas", "otp", "hmac", "secretkeybase",
    "refreshtoken", "idtoken", "bottoken", "apitoken", "deploykey", "sshkey", "servicekey",
    "phpsessid", "jsessionid", "sessionid", "sessid", "subscriptionkey", "connectionstring", "connstr", "usertoken", "devicetoken", "jwtsecret",
];

/// Words before `key` that make it one.
#[rustfmt::skip]
pub(super) const KEYS: &[&str] = &[
    "api", "access", "secret", "private", "auth", "account", "app", "application", "signing",
    "sign", "encryption", "encrypt", "encoded", "decryption", "master", "license", "licence",
    "service", "admin", "shared", "subscription", "ssh", "deploy", "client", "consumer", "server",
    "write", "read", "ingest", "ingestion", "rest", "hmac", "aes", "security", "integration",
    "activation", "product", "serial", "jwt", "session", "cookie", "webhook", "root",
    "registration", "openai", "anthropic", "azure", "aws", "gcp", "google", "stripe", "maps",
    "recaptcha", "bot", "personal", "prod", "production", "live", "test", "staging", "dev",
];

/// Words that make a name one of something public, or of something else entirely.
#[rustfmt::skip]
pub(super) const NOT: &[&str] = &[
    "public", "pub", "publishable", "primary", "foreign", "partition", "sort", "cache",
    "idempotency", "idempotent", "row", "natural", "page", "next", "prev", "previous",
    "continuation", "sync", "pagination", "cancellation", "cancel", "csrf", "xsrf", "token_type",
    "hot", "recv", "short", "object", "storage_key", "translation", "i18n", "locale", "query",
    "mutation", "dedupe", "dedup", "group", "sharding", "shard", "index", "unique", "composite",
    "hash", "known", "nonce", "feature", "stop", "pad", "eos", "bos", "unk", "mask",
    "special", "syntax", "theme", "design", "color", "author", "authors", "authored", "bypass",
    "compass", "passive", "passing", "passes", "passed", "keyboard", "keyword", "keywords",
    "sitekey", "monkey", "turkey", "hotkey", "keydown", "keyup", "keypress", "site",
];

/// Words after the one that names a secret, with which the value is something about it.
#[rustfmt::skip]
pub(super) const ABOUT: &[&str] = &[
    "id", "ids", "uuid", "guid", "name", "names", "type", "types", "url", "uri", "urls", "endpoint",
    "path", "paths", "file", "files", "filename", "dir", "directory", "folder", "count", "counts",
    "limit", "limits", "length", "len", "size", "sizes", "bits", "bytes", "algorithm", "alg",
    "algo", "expires", "expiry", "expiration", "expire", "expired", "ttl", "age", "lifetime",
    "timeout", "duration", "time", "date", "at", "on", "field", "fields", "label", "labels",
    "placeholder", "regex", "regexp", "pattern", "patterns", "policy", "version", "versions",
    "format", "index", "error", "errors", "provider", "providers", "manager", "store", "arn",
    "usage", "budget", "used", "rules", "rule", "list", "kind", "hint", "reset", "changed",
    "change", "required", "enabled", "disabled", "valid", "invalid", "status", "state", "mode",
    "class", "scope", "scopes", "hash", "hashes", "digest", "checksum", "fingerprint", "thumbprint",
    "sha", "sha1", "sha256", "md5", "etag", "nonce", "bucket", "region", "domain", "server",
    "issuer", "audience", "method", "flow", "callback", "redirect", "page", "form", "modal",
    "dialog", "button", "icon", "title", "text", "message", "description", "help", "docs", "link",
    "image", "util", "utils", "helper", "service", "module", "component", "handler", "middleware",
    "controller", "strategy", "strength", "score", "min", "max", "per", "prompt", "completion",
    "context", "input", "output", "total", "details", "ring", "pair", "pairs", "frame", "frames",
    "code", "codes", "down", "up", "press", "word", "words", "board", "space", "map", "maps", "set",
    "schema", "alias", "stroke", "vault", "owner", "user", "username", "email", "selector", "ref",
    "env", "var", "variable", "header", "prefix", "suffix", "signature", "event", "events",
    "listener", "order", "by", "of", "props", "config", "client", "session", "provider", "exists",
    "present", "check", "checks", "flag", "tag", "tags", "locator", "through", "thru", "along",
    "rate", "fail", "count", "ed", "ing", "es", "ive", "age", "port", "over", "enger", "ion",
];

/// Words that may name a secret, or anything else.
#[rustfmt::skip]
pub(super) const WEAK: &[&str] = &[
    "key", "keys", "session", "sid", "salt", "license", "licence", "cookie", "pin",
];
