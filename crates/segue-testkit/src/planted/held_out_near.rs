//! Kept back from whoever writes a finder: please do not read this file if you do.
//!
//! More that looks like a secret and is none.

use super::near::NearKind;

pub const KINDS: &[NearKind] = &[
    NearKind::new("HTML nonce", |d| {
        format!("<script nonce=\"{}\">window.start()</script>", d.base64(16))
    })
    .kept(),
    NearKind::new("content security header", |d| {
        format!(
            "content-security-policy: script-src 'self' 'nonce-{}' 'sha256-{}'",
            d.base64(16),
            d.base64(32)
        )
    })
    .kept(),
    NearKind::new("Stripe publishable key", |d| {
        format!("const stripe = Stripe('pk_live_51{}');", d.alnum(40))
    })
    .kept(),
    NearKind::new("Sentry address", |d| {
        format!(
            "dsn: \"https://{}@o{}.ingest.sentry.io/{}\"",
            d.hex(32),
            d.digits(6),
            d.digits(7)
        )
    })
    .kept(),
    NearKind::new("age public key", |d| {
        format!(
            "recipients:\n  - age1{}",
            d.of("qpzry9x8gf2tvdw0s3jn54khce6mua7l", 58)
        )
    })
    .kept(),
    NearKind::new("IPFS address", |d| {
        format!(
            "ipfs://bafybei{}",
            d.of("abcdefghijklmnopqrstuvwxyz234567", 52)
        )
    })
    .kept(),
    NearKind::new("Flake lock", |d| {
        format!(
            "\"narHash\": \"sha256-{}\",\n\"rev\": \"{}\"",
            d.base64(32),
            d.hex(40)
        )
    })
    .kept(),
    NearKind::new("Poetry content hash", |d| {
        format!("content-hash = \"{}\"", d.hex(64))
    })
    .kept(),
    NearKind::new("GraphQL cursor", |d| {
        format!("\"endCursor\": \"{}\", \"hasNextPage\": true", d.base64(30))
    })
    .kept(),
    NearKind::new("Elasticsearch ids", |d| {
        format!(
            "{{\"_index\":\"orders\",\"_id\":\"{}\",\"_seq_no\":{}}}",
            d.url_safe(20),
            d.digits(5)
        )
    })
    .kept(),
    NearKind::new("MongoDB object id", |d| {
        format!("db.orders.find({{_id: ObjectId(\"{}\")}})", d.hex(24))
    })
    .kept(),
    NearKind::new("Azure subscription", |d| {
        format!(
            "/subscriptions/{}/resourceGroups/shop/providers/Microsoft.Web/sites/shop",
            d.uuid()
        )
    })
    .kept(),
    NearKind::new("Slack ids", |d| {
        format!(
            "channel C0{} user U0{} ts 1760000000.{}",
            super::cloud::upper_id(d, 9),
            super::cloud::upper_id(d, 9),
            d.digits(6)
        )
    })
    .kept(),
    NearKind::new("Docker layers", |d| {
        format!(
            "{}: Pull complete\n{}: Already exists\nDigest: sha256:{}",
            d.hex(12),
            d.hex(12),
            d.hex(64)
        )
    })
    .kept(),
    NearKind::new("webpack chunks", |d| {
        format!(
            "chunk {{{}}} main.{}.js (main) 1.2 MB\n{}.{}.hot-update.json",
            d.roll(9),
            d.hex(20),
            d.name(),
            d.hex(20)
        )
    })
    .kept(),
    NearKind::list(
        "password rules",
        &[
            "Passwords must have 12 characters, one digit and one symbol.",
            "password_validators = [\"MinimumLengthValidator\", \"CommonPasswordValidator\"]",
            "token_endpoint_auth_method: client_secret_basic",
            "grant_type=password is deprecated; use authorization_code",
            "secret_key_base is missing for the production environment",
            "PASSWORD_RESET_TIMEOUT = 259200",
        ],
    )
    .kept(),
    NearKind::list(
        "lookups in code",
        &[
            "auth = (config.user, config.password)",
            "password: Rails.application.credentials.dig(:db, :password)",
            "client_secret = data.aws_secretsmanager_secret_version.app.secret_string",
            "password = var.db_password",
            "apiKey: import.meta.env.VITE_MAPS_KEY,",
            "conn = connect(password=keyring.get_password(\"shop\", user))",
            "builder.Configuration.GetConnectionString(\"DefaultConnection\")",
        ],
    )
    .kept(),
    NearKind::list(
        "placeholders of other shapes",
        &[
            "password: \"{{ vault_db_password }}\"",
            "DB_PASSWORD=%DB_PASSWORD%",
            "Authorization: Bearer {{token}}",
            "SECRET_KEY=insert-your-secret-here",
            "AZURE_CLIENT_SECRET=00000000-0000-0000-0000-000000000000",
            "api_token = \"__API_TOKEN__\"",
            "machine example.com login USERNAME password PASSWORD",
        ],
    )
    .kept(),
];
