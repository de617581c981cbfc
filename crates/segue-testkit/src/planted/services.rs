//! Tokens of services for talking, paying, mailing and planning.

use data_encoding::BASE64URL_NOPAD;

use super::Category::Services;
use super::cloud::upper_id;
use super::kinds::{Kind, Sample};
use super::letters::{DIGITS, LOWER};
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("Slack bot token", Services, |d| {
        let (team, bot, random) = (d.digits(12), d.digits(13), d.alnum(24));
        Sample::token("SLACK_BOT_TOKEN", format!("xoxb-{team}-{bot}-{random}"))
    }),
    Kind::new("Slack user token", Services, |d| {
        let (a, b, c) = (d.digits(12), d.digits(12), d.digits(13));
        Sample::token(
            "SLACK_USER_TOKEN",
            format!("xoxp-{a}-{b}-{c}-{}", d.hex(32)),
        )
    }),
    Kind::new("Slack webhook", Services, |d| {
        let (team, hook, random) = (upper_id(d, 10), upper_id(d, 10), d.alnum(24));
        Sample::token(
            "SLACK_WEBHOOK_URL",
            format!("https://hooks.slack.com/services/T{team}/B{hook}/{random}"),
        )
    }),
    Kind::new("Discord bot token", Services, discord),
    Kind::new("Discord webhook", Services, |d| {
        let (id, random) = (d.digits(19), d.url_safe(68));
        Sample::token(
            "DISCORD_WEBHOOK",
            format!("https://discord.com/api/webhooks/{id}/{random}"),
        )
    }),
    Kind::new("Stripe secret key", Services, |d| {
        let count = d.pick(&[24, 99]);
        let kind = d.pick(&["sk_live", "sk_test", "rk_live"]);
        Sample::token("STRIPE_SECRET_KEY", format!("{kind}_51{}", d.alnum(count)))
    }),
    Kind::new("Stripe webhook secret", Services, |d| {
        Sample::token("STRIPE_WEBHOOK_SECRET", format!("whsec_{}", d.alnum(32)))
    }),
    Kind::new("SendGrid API key", Services, |d| {
        let (id, random) = (d.url_safe(22), d.url_safe(43));
        Sample::token("SENDGRID_API_KEY", format!("SG.{id}.{random}"))
    }),
    Kind::new("Mailgun API key", Services, |d| {
        let value = match d.roll(2) {
            0 => format!("key-{}", d.hex(32)),
            _ => format!("{}-{}-{}", d.hex(32), d.hex(8), d.hex(8)),
        };
        Sample::named("MAILGUN_API_KEY", value)
    }),
    Kind::new("Mailchimp API key", Services, |d| {
        let (random, centre) = (d.hex(32), d.roll(21) + 1);
        Sample::token("MAILCHIMP_API_KEY", format!("{random}-us{centre}"))
    }),
    Kind::new("Linear API key", Services, |d| {
        Sample::token("LINEAR_API_KEY", format!("lin_api_{}", d.alnum(40)))
    }),
    Kind::new("Notion integration secret", Services, |d| {
        let value = match d.roll(2) {
            0 => format!("secret_{}", d.alnum(43)),
            _ => format!("ntn_{}{}", d.digits(11), d.alnum(35)),
        };
        Sample::token("NOTION_TOKEN", value)
    }),
    Kind::new("Airtable token", Services, |d| {
        let (id, random) = (d.alnum(14), d.hex(64));
        Sample::token("AIRTABLE_TOKEN", format!("pat{id}.{random}"))
    }),
    Kind::new("Asana token", Services, |d| {
        let (user, id, random) = (d.digits(16), d.digits(16), d.hex(32));
        Sample::named("ASANA_ACCESS_TOKEN", format!("2/{user}/{id}:{random}"))
    }),
    Kind::new("Dropbox token", Services, |d| {
        Sample::token("DROPBOX_TOKEN", format!("sl.u.{}", d.url_safe(150)))
    }),
    Kind::new("HubSpot app token", Services, |d| {
        Sample::token(
            "HUBSPOT_TOKEN",
            format!("pat-{}-{}", d.pick(&["na1", "eu1"]), d.uuid()),
        )
    }),
    Kind::new("Brevo API key", Services, |d| {
        let (random, tail) = (d.hex(64), d.of(&format!("{LOWER}{DIGITS}"), 16));
        Sample::token("BREVO_API_KEY", format!("xkeysib-{random}-{tail}"))
    }),
];

fn discord(dice: &mut Dice) -> Sample {
    let user = BASE64URL_NOPAD.encode(format!("1{}", dice.digits(17)).as_bytes());
    let (time, random) = (dice.alnum(5), dice.url_safe(38));
    Sample::token("DISCORD_TOKEN", format!("{user}.G{time}.{random}"))
}
