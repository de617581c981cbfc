//! Nothing to hide, in the forms that secrets are hidden in: who flags every picture and every
//! base64 finds all secrets in them, and is wrong about these.

use data_encoding::BASE64;

use super::cloud::account;
use super::forms::Form;
use super::near::NearKind;
use crate::large::Dice;

pub const KINDS: &[NearKind] = &[
    NearKind::new("PNG with an ordinary text", words).in_form(Form::PngText),
    NearKind::new("JPEG with an ordinary comment", words).in_form(Form::JpegComment),
    NearKind::new("base64 of ordinary settings", settings).in_form(Form::Base64File),
    NearKind::new("base64 of ordinary words", |d| {
        let words = format!("{} for {}, made on Monday", d.name(), account(d));
        format!("Subject: =?UTF-8?B?{}?=", BASE64.encode(words.as_bytes()))
    }),
    NearKind::new("URL-encoded address", |d| {
        format!(
            "https://app.example.com/{}?next=/cart&user={}",
            d.name(),
            account(d)
        )
    })
    .in_form(Form::UrlEncoded),
    NearKind::new("coloured output", |d| {
        format!("✓ {} — 14 modules, 3.2 s", d.name())
    })
    .in_form(Form::Ansi),
    NearKind::new("log line", |d| {
        format!(
            "user {} from 10.0.{}.{} took {} ms",
            account(d),
            d.roll(255),
            d.roll(255),
            d.roll(900)
        )
    })
    .in_form(Form::Log),
    NearKind::new("settings in JSON with odd escapes", settings).in_form(Form::NestedEscaped),
    NearKind::new("variables without secrets", settings).in_form(Form::Crlf),
];

fn words(dice: &mut Dice) -> String {
    let program = dice.pick(&[
        "GIMP 2.10.36",
        "Adobe Photoshop 25.4",
        "ImageMagick 7.1.1",
        "Shottr 1.8",
    ]);
    format!(
        "Made with {program} by {} for {}",
        account(dice),
        dice.name()
    )
}

fn settings(dice: &mut Dice) -> String {
    let (name, region) = (
        dice.name(),
        dice.pick(&["eu-central-1", "us-east-1", "ap-south-1"]),
    );
    format!(
        "APP_NAME={name}\nREGION={region}\nTIMEOUT_MS={}\nFEATURE_FLAGS=cart,search\nLOG_FORMAT=json",
        dice.digits(4)
    )
}
