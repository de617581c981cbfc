//! Ids and addresses: long, random, and no secret.

use super::cloud::upper_id;
use super::near::NearKind;
use crate::large::Dice;

const CROCKFORD: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

pub const KINDS: &[NearKind] = &[
    NearKind::new("UUID", |d| {
        format!("order {} was moved to {}", d.uuid(), d.uuid())
    }),
    NearKind::new("ULID", |d| {
        format!(
            "{{\"id\": \"01{}\", \"state\": \"done\"}}",
            d.of(CROCKFORD, 24)
        )
    }),
    NearKind::new("trace id", |d| {
        format!("traceparent: 00-{}-{}-01", d.hex(32), d.hex(16))
    }),
    NearKind::new("request id", |d| {
        format!(
            "x-request-id: {}\nx-amzn-trace-id: Root=1-{}-{}",
            d.hex(32),
            d.hex(8),
            d.hex(24)
        )
    }),
    NearKind::new("tool-use id", |d| {
        format!(
            "tool call toolu_01{} has no result; call_{} has one",
            d.alnum(22),
            d.alnum(24)
        )
    }),
    NearKind::new("message id", |d| {
        format!(
            "msg_01{} and req_011C{} are of one turn",
            d.alnum(22),
            d.alnum(20)
        )
    }),
    NearKind::new("thinking signature", |d| {
        format!(
            "{{\"type\":\"thinking\",\"thinking\":\"Let me see.\",\"signature\":\"EpAC{}\"}}",
            d.base64(260)
        )
    }),
    NearKind::new("Ethereum address", |d| {
        format!("Deployed to 0x{} in block {}", d.hex(40), d.digits(8))
    }),
    NearKind::new("transaction hash", |d| {
        format!("tx 0x{} mined, gas {}", d.hex(64), d.digits(5))
    }),
    NearKind::new("Stripe object ids", |d| {
        format!(
            "price_1{} belongs to prod_{} of cus_{}",
            d.alnum(23),
            d.alnum(14),
            d.alnum(14)
        )
    }),
    NearKind::new("AWS ARN", |d| {
        format!(
            "arn:aws:iam::{}:role/{}-deploy-{}",
            d.digits(12),
            d.name(),
            upper_id(d, 12)
        )
    }),
    NearKind::new("AWS resource ids", |d| {
        format!(
            "vpc-0{} subnet-0{} i-0{} ami-0{}",
            d.hex(16),
            d.hex(16),
            d.hex(16),
            d.hex(16)
        )
    }),
    NearKind::new("GCP project number", |d| {
        format!(
            "projects/{}/locations/europe-west1/keyRings/main/cryptoKeys/app",
            d.digits(12)
        )
    }),
    NearKind::new("Kubernetes pod name", |d| {
        let of = "bcdfghjklmnpqrstvwxz2456789";
        format!(
            "{}-{}-{}   1/1   Running   0   3d",
            d.name(),
            d.of(of, 10),
            d.of(of, 5)
        )
    }),
    NearKind::new("UUID-named bucket", |d| {
        format!("s3://{}-{}/exports/2026/", d.name(), d.uuid())
    }),
    NearKind::new("documents' address", |d| {
        format!(
            "https://docs.google.com/document/d/1{}/edit#heading=h.{}",
            d.url_safe(43),
            d.of("abcdefghijklm0123456789", 12)
        )
    }),
    NearKind::new("video address", |d| {
        format!(
            "https://www.youtube.com/watch?v={}&list=PL{}",
            d.url_safe(11),
            d.url_safe(32)
        )
    }),
    NearKind::new("S3 address without signature", |d| {
        format!(
            "https://{}.s3.amazonaws.com/builds/{}/app-{}.zip",
            d.name(),
            d.hex(40),
            d.digits(6)
        )
    }),
    NearKind::new("OAuth client id", |d| {
        format!(
            "GOOGLE_CLIENT_ID={}-{}.apps.googleusercontent.com",
            d.digits(12),
            d.of("abcdefghijklmnopqrstuvwxyz0123456789", 32)
        )
    }),
    NearKind::new("telephone numbers", |d| {
        format!(
            "+49 30 {} or +1 (555) {}-{}",
            d.digits(7),
            d.digits(3),
            d.digits(4)
        )
    }),
    NearKind::new("Terraform state", |d| {
        format!(
            "{{\"version\": 4, \"terraform_version\": \"1.9.8\", \"serial\": {}, \"lineage\": \"{}\"}}",
            d.digits(3),
            d.uuid()
        )
    }),
    NearKind::new("git remote and branch", |d| {
        format!(
            "git push origin feature/{}-{}-{}",
            d.name(),
            d.digits(4),
            d.hex(7)
        )
    }),
    NearKind::new("cargo fingerprint path", |d| {
        format!("target/debug/deps/lib{}-{}.rmeta", d.name(), d.hex(16))
    }),
    NearKind::new("nix store path", nix),
    NearKind::new("peer id", |d| {
        format!(
            "/ip4/10.0.0.7/tcp/4001/p2p/12D3KooW{}",
            d.of(
                "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
                44
            )
        )
    }),
];

fn nix(dice: &mut Dice) -> String {
    let hash = dice.of("0123456789abcdfghijklmnpqrsvwxyz", 32);
    format!("/nix/store/{hash}-{}-1.4.2/bin", dice.name())
}
