//! Keys of cloud providers.

use data_encoding::BASE64URL_NOPAD;

use super::Category::Cloud;
use super::keys::pem_body;
use super::kinds::{Kind, Sample};
use super::letters::{DIGITS, LOWER, UPPER};
use super::mark::hide;
use crate::large::Dice;

/// Letters that AWS writes ids in: base 32.
const BASE32: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

pub const KINDS: &[Kind] = &[
    Kind::new("AWS access key pair", Cloud, aws_pair),
    Kind::new("AWS temporary credentials", Cloud, aws_session),
    Kind::new("S3 presigned URL", Cloud, presigned),
    Kind::new("GCP service account", Cloud, service_account),
    Kind::new("Google API key", Cloud, |d| {
        Sample::token("GOOGLE_MAPS_API_KEY", format!("AIza{}", d.url_safe(35)))
    }),
    Kind::new("Google OAuth client secret", Cloud, |d| {
        Sample::token("GOOGLE_CLIENT_SECRET", format!("GOCSPX-{}", d.url_safe(28)))
    }),
    Kind::new("Azure client secret", Cloud, |d| {
        let (head, tail) = (d.alnum(3), d.url_safe(34));
        Sample::token("AZURE_CLIENT_SECRET", format!("{head}8Q~{tail}"))
    }),
    Kind::new("DigitalOcean token", Cloud, |d| {
        Sample::token("DIGITALOCEAN_TOKEN", format!("dop_v1_{}", d.hex(64)))
    }),
    Kind::new("Alibaba access key pair", Cloud, alibaba),
    Kind::new("Cloudflare API token", Cloud, |d| {
        if d.roll(2) == 0 {
            return Sample::named("CLOUDFLARE_API_TOKEN", d.url_safe(40));
        }
        let (kind, random, check) = (d.pick(&["cfut", "cfat", "cfk"]), d.alnum(40), d.hex(8));
        Sample::token("CLOUDFLARE_API_TOKEN", format!("{kind}_{random}{check}"))
    }),
    Kind::new("Fly.io token", Cloud, |d| {
        Sample::token("FLY_API_TOKEN", format!("fo1_{}", d.url_safe(43)))
    }),
];

fn aws_pair(dice: &mut Dice) -> Sample {
    let (id, secret) = (dice.of(BASE32, 16), dice.base64_letters(40));
    let (id, secret) = (hide(format!("AKIA{id}")), hide(secret));
    match dice.roll(4) {
        0 => Sample::lines(
            "~/.aws/credentials",
            format!(
                "[default]\naws_access_key_id = {id}\naws_secret_access_key = {secret}\nregion = eu-central-1"
            ),
        ),
        1 => Sample::lines(
            ".env",
            format!("AWS_ACCESS_KEY_ID={id}\nAWS_SECRET_ACCESS_KEY={secret}\nAWS_REGION=us-east-1"),
        ),
        2 => Sample::lines(
            "src/s3.ts",
            format!(
                "const s3 = new S3Client({{\n  region: 'eu-west-1',\n  credentials: {{ accessKeyId: '{id}', secretAccessKey: '{secret}' }},\n}});"
            ),
        ),
        _ => Sample::lines(
            "main.tf",
            format!(
                "provider \"aws\" {{\n  region     = \"us-west-2\"\n  access_key = \"{id}\"\n  secret_key = \"{secret}\"\n}}"
            ),
        ),
    }
}

fn aws_session(dice: &mut Dice) -> Sample {
    let (id, secret) = (dice.of(BASE32, 16), dice.base64_letters(40));
    let session = format!("IQoJb3JpZ2luX2Vj{}", dice.base64(270));
    let (id, secret, session) = (hide(format!("ASIA{id}")), hide(secret), hide(session));
    if dice.roll(2) == 0 {
        return Sample::lines(
            ".env",
            format!(
                "export AWS_ACCESS_KEY_ID=\"{id}\"\nexport AWS_SECRET_ACCESS_KEY=\"{secret}\"\nexport AWS_SESSION_TOKEN=\"{session}\""
            ),
        );
    }
    Sample::lines(
        "assume-role.json",
        format!(
            "{{\n  \"Credentials\": {{\n    \"AccessKeyId\": \"{id}\",\n    \"SecretAccessKey\": \"{secret}\",\n    \"SessionToken\": \"{session}\",\n    \"Expiration\": \"2026-11-02T18:00:00Z\"\n  }}\n}}"
        ),
    )
}

fn presigned(dice: &mut Dice) -> Sample {
    let (name, id, signature) = (dice.name(), dice.of(BASE32, 16), hide(dice.hex(64)));
    Sample::lines(
        "download.sh",
        format!(
            "https://{name}-exports.s3.eu-central-1.amazonaws.com/2026/11/report.csv?X-Amz-Algorithm=AWS4-HMAC-SHA256\
             &X-Amz-Credential=AKIA{id}%2F20261101%2Feu-central-1%2Fs3%2Faws4_request&X-Amz-Date=20261101T101500Z\
             &X-Amz-Expires=604800&X-Amz-SignedHeaders=host&X-Amz-Signature={signature}"
        ),
    )
}

fn service_account(dice: &mut Dice) -> Sample {
    let (project, id) = (dice.name(), dice.hex(40));
    let client = dice.digits(21);
    // In the file the line ends of the key are escaped.
    let body = pem_body(
        dice,
        &[
            0x30, 0x82, 0x04, 0xbd, 0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48,
            0x86, 0xf7,
        ],
        1217,
    );
    let body = hide(body.replace('\n', "\\n"));
    Sample::lines(
        "service-account.json",
        format!(
            "{{\n  \"type\": \"service_account\",\n  \"project_id\": \"{project}-prod\",\n  \"private_key_id\": \"{id}\",\n  \
             \"private_key\": \"-----BEGIN PRIVATE KEY-----\\n{body}\\n-----END PRIVATE KEY-----\\n\",\n  \
             \"client_email\": \"deployer@{project}-prod.iam.gserviceaccount.com\",\n  \"client_id\": \"{client}\",\n  \
             \"token_uri\": \"https://oauth2.googleapis.com/token\"\n}}"
        ),
    )
}

fn alibaba(dice: &mut Dice) -> Sample {
    let (id, secret) = (
        hide(format!("LTAI5t{}", dice.alnum(18))),
        hide(dice.alnum(30)),
    );
    Sample::lines(
        ".env",
        format!("ALIBABA_CLOUD_ACCESS_KEY_ID={id}\nALIBABA_CLOUD_ACCESS_KEY_SECRET={secret}"),
    )
}

/// Encodes a part of a JSON Web Token.
pub fn web_part(json: &str) -> String {
    BASE64URL_NOPAD.encode(json.as_bytes())
}

/// Makes up a host name in a company.
pub fn host(dice: &mut Dice) -> String {
    let (name, number) = (dice.name(), dice.roll(9) + 1);
    let zone = dice.pick(&[
        "internal",
        "prod.example.com",
        "corp.example.net",
        "svc.cluster.local",
    ]);
    format!("{name}-db{number}.{zone}")
}

/// Makes up the name of an account.
pub fn account(dice: &mut Dice) -> String {
    let (first, rest) = (dice.of(LOWER, 1), dice.of("aeiourstlmn", 5));
    let tail = if dice.roll(3) == 0 {
        dice.of(DIGITS, 2)
    } else {
        String::new()
    };
    format!("{first}{rest}{tail}")
}

/// Draws the letters of a workspace's id.
pub fn upper_id(dice: &mut Dice, count: usize) -> String {
    dice.of(&format!("{UPPER}{DIGITS}"), count)
}
