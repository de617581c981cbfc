//! Kept back from whoever writes a finder: please do not read this file if you do.
//!
//! Tokens of hosting, models, services and operations.

use super::Category::{Hosting, Models, Operations, Services};
use super::kinds::{Kind, Sample};
use super::letters::{DIGITS, LOWER, check_letters, crc32};
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::kept("GitHub app token", Hosting, |d| {
        let (random, kind) = (d.alnum(30), d.pick(&["ghs", "gho", "ghu"]));
        Sample::token(
            "GITHUB_APP_TOKEN",
            format!("{kind}_{random}{}", check_letters(&random)),
        )
    }),
    Kind::kept("Docker Hub token", Hosting, |d| {
        Sample::token("DOCKERHUB_TOKEN", format!("dckr_pat_{}", d.url_safe(27)))
    }),
    Kind::kept("crates.io token", Hosting, |d| {
        Sample::token("CARGO_REGISTRY_TOKEN", format!("cio{}", d.alnum(32)))
    }),
    Kind::kept("Buildkite token", Hosting, |d| {
        Sample::token("BUILDKITE_API_TOKEN", format!("bkua_{}", d.hex(40)))
    }),
    Kind::kept("Artifactory API key", Hosting, |d| {
        Sample::token("ARTIFACTORY_API_KEY", format!("AKCp{}", d.alnum(69)))
    }),
    Kind::kept("PyPI token", Hosting, |d| {
        Sample::token(
            "TWINE_PASSWORD",
            format!("pypi-AgEIcHlwaS5vcmc{}", d.base64_url(120)),
        )
    }),
    Kind::kept("Anthropic API key", Models, |d| {
        Sample::token(
            "ANTHROPIC_API_KEY",
            format!("sk-ant-api03-{}AA", d.url_safe(93)),
        )
    }),
    Kind::kept("OpenAI user key", Models, |d| {
        let (one, two) = (d.alnum(20), d.alnum(20));
        Sample::token("OPENAI_API_KEY", format!("sk-{one}T3BlbkFJ{two}"))
    }),
    Kind::kept("Figma token", Services, |d| {
        Sample::token("FIGMA_TOKEN", format!("figd_{}", d.url_safe(40)))
    }),
    Kind::kept("Shopify token", Services, |d| {
        let kind = d.pick(&["shpat", "shpss", "shpca"]);
        Sample::token("SHOPIFY_ACCESS_TOKEN", format!("{kind}_{}", d.hex(32)))
    }),
    Kind::kept("Postman API key", Services, |d| {
        let (id, random) = (d.hex(24), d.hex(34));
        Sample::token("POSTMAN_API_KEY", format!("PMAK-{id}-{random}"))
    }),
    Kind::kept("Twilio credentials", Services, twilio),
    Kind::kept("Okta API token", Services, okta),
    Kind::kept("Telegram bot token", Services, |d| {
        let (id, random) = (d.digits(10), d.url_safe(33));
        Sample::token("TELEGRAM_BOT_TOKEN", format!("{id}:AA{random}"))
    }),
    Kind::kept("Square token", Services, |d| {
        let value = match d.roll(2) {
            0 => format!("EAAA{}", d.url_safe(60)),
            _ => format!("sq0csp-{}", d.url_safe(43)),
        };
        Sample::token("SQUARE_ACCESS_TOKEN", value)
    }),
    Kind::kept("PayPal client secret", Services, |d| {
        Sample::named("PAYPAL_CLIENT_SECRET", format!("E{}", d.url_safe(79)))
    }),
    Kind::kept("Grafana service account token", Operations, |d| {
        let random = d.alnum(32);
        Sample::token(
            "GRAFANA_TOKEN",
            format!("glsa_{random}_{:08x}", crc32(random.as_bytes())),
        )
    }),
    Kind::kept("Vault token", Operations, |d| {
        let count = d.pick(&[24, 92]);
        Sample::token("VAULT_TOKEN", format!("hvs.{}", d.url_safe(count)))
    }),
    Kind::kept("PlanetScale token", Operations, |d| {
        let kind = d.pick(&["tkn", "pw"]);
        Sample::token(
            "PLANETSCALE_SERVICE_TOKEN",
            format!("pscale_{kind}_{}", d.url_safe(43)),
        )
    }),
    Kind::kept("Tailscale key", Operations, |d| {
        let (kind, id, random) = (d.pick(&["auth", "api"]), d.alnum(11), d.alnum(32));
        Sample::token("TS_AUTHKEY", format!("tskey-{kind}-k{id}CNTRL-{random}"))
    }),
    Kind::kept("Databricks token", Operations, |d| {
        let tail = d.pick(&["", "-2", "-3"]);
        Sample::token("DATABRICKS_TOKEN", format!("dapi{}{tail}", d.hex(32)))
    }),
];

fn twilio(dice: &mut Dice) -> Sample {
    let (account, token) = (dice.hex(32), hide(dice.hex(32)));
    if dice.roll(2) == 0 {
        return Sample::lines(
            ".env",
            format!(
                "TWILIO_ACCOUNT_SID=AC{account}\nTWILIO_AUTH_TOKEN={token}\nTWILIO_FROM=+15005550006"
            ),
        );
    }
    Sample::lines(
        "sms.py",
        format!("client = twilio.rest.Client(\"AC{account}\", \"{token}\")"),
    )
}

fn okta(dice: &mut Dice) -> Sample {
    let value = format!("00{}", dice.url_safe(40));
    let organisation = dice.of(&format!("{LOWER}{DIGITS}"), 8);
    if dice.roll(2) == 0 {
        return Sample::named("OKTA_API_TOKEN", value);
    }
    let value = hide(value);
    Sample::lines(
        "okta.sh",
        format!(
            "curl -H \"Authorization: SSWS {value}\" https://dev-{organisation}.okta.com/api/v1/users?limit=5"
        ),
    )
}
