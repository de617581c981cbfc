//! Tokens of what runs and watches services.

use data_encoding::BASE64;

use super::Category::Operations;
use super::cloud::upper_id;
use super::kinds::{Kind, Sample};
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("New Relic user key", Operations, |d| {
        Sample::token("NEW_RELIC_API_KEY", format!("NRAK-{}", upper_id(d, 27)))
    }),
    Kind::new("Sentry auth token", Operations, sentry),
    Kind::new("Datadog API key", Operations, |d| {
        Sample::named("DD_API_KEY", d.hex(32))
    }),
    Kind::new("PagerDuty API key", Operations, |d| {
        Sample::named("PAGERDUTY_API_TOKEN", format!("u+{}", d.url_safe(18)))
    }),
    Kind::new("Doppler token", Operations, |d| {
        Sample::token(
            "DOPPLER_TOKEN",
            format!("dp.{}.{}", d.pick(&["pt", "ct"]), d.alnum(43)),
        )
    }),
    Kind::new("Supabase token", Operations, |d| {
        Sample::token("SUPABASE_ACCESS_TOKEN", format!("sbp_{}", d.hex(40)))
    }),
    Kind::new("Vercel token", Operations, |d| {
        Sample::named("VERCEL_TOKEN", d.alnum(24))
    }),
    Kind::new("Netlify token", Operations, |d| {
        Sample::token("NETLIFY_AUTH_TOKEN", format!("nfp_{}", d.alnum(36)))
    }),
    Kind::new("Pulumi token", Operations, |d| {
        Sample::token("PULUMI_ACCESS_TOKEN", format!("pul-{}", d.hex(40)))
    }),
];

fn sentry(dice: &mut Dice) -> Sample {
    let (time, organisation) = (1_760_000_000 + dice.roll(9_999_999), dice.name());
    let head = BASE64.encode(
        format!("{{\"iat\":{time}.5,\"url\":\"https://sentry.io\",\"region_url\":\"https://us.sentry.io\",\"org\":\"{organisation}\"}}").as_bytes(),
    );
    Sample::token(
        "SENTRY_AUTH_TOKEN",
        format!("sntrys_{head}_{}", dice.base64_letters(43)),
    )
}
