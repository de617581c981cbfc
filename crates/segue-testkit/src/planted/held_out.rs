//! Kept back from whoever writes a finder: please do not read this file if you do.
//!
//! Keys of clouds, private keys, what browsers show, addresses of databases.

use super::Category::{Cloud, Connections, Keys, Web};
use super::cloud::{account, host, web_part};
use super::connections::password;
use super::keys::{pem, pem_body};
use super::kinds::{Kind, Sample};
use super::letters::LOWER;
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::kept("Azure SAS URL", Cloud, sas),
    Kind::kept("Azure storage key", Cloud, storage),
    Kind::kept("Azure DevOps token", Cloud, |d| {
        if d.roll(2) == 0 {
            return Sample::named("AZURE_DEVOPS_PAT", d.of(&format!("{LOWER}234567"), 52));
        }
        let (head, tail) = (d.alnum(76), d.alnum(4));
        Sample::token("AZURE_DEVOPS_EXT_PAT", format!("{head}AZDO{tail}"))
    }),
    Kind::kept("Heroku API key", Cloud, |d| {
        if d.roll(2) == 0 {
            return Sample::named("HEROKU_API_KEY", d.uuid());
        }
        Sample::token("HEROKU_API_KEY", format!("HRKU-AA{}", d.url_safe(58)))
    }),
    Kind::kept("Scaleway key pair", Cloud, |d| {
        let (id, secret) = (
            hide(format!(
                "SCW{}",
                d.of("ABCDEFGHJKMNPQRSTVWXYZ0123456789", 17)
            )),
            hide(d.uuid()),
        );
        Sample::lines(
            "~/.config/scw/config.yaml",
            format!("access_key: {id}\nsecret_key: {secret}\ndefault_region: fr-par"),
        )
    }),
    Kind::kept("EC private key", Keys, |d| {
        let body = pem_body(d, &[0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20], 121);
        pem("certs/ec.pem", "EC PRIVATE KEY", "", &body)
    }),
    Kind::kept("RSA private key", Keys, |d| {
        let body = pem_body(
            d,
            &[
                0x30, 0x82, 0x04, 0xa4, 0x02, 0x01, 0x00, 0x02, 0x82, 0x01, 0x01, 0x00,
            ],
            1192,
        );
        let head = if d.roll(3) == 0 {
            format!(
                "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{}\n\n",
                d.of("0123456789ABCDEF", 32)
            )
        } else {
            String::new()
        };
        pem("~/.ssh/id_rsa", "RSA PRIVATE KEY", &head, &body)
    }),
    Kind::kept("age secret key", Keys, |d| {
        let random = d.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58);
        Sample::token("SOPS_AGE_KEY", format!("AGE-SECRET-KEY-1{random}"))
    }),
    Kind::kept("session cookie in an answer", Web, |d| {
        let (name, value) = match d.roll(3) {
            0 => ("__Host-session", d.url_safe(64)),
            1 => ("JSESSIONID", d.of("0123456789ABCDEF", 32)),
            _ => ("laravel_session", format!("eyJpdiI6{}", d.base64(150))),
        };
        let value = hide(value);
        Sample::lines(
            "answer.http",
            format!(
                "HTTP/1.1 302 Found\nLocation: /home\nSet-Cookie: {name}={value}; Path=/; HttpOnly; Secure; SameSite=Lax\nContent-Length: 0"
            ),
        )
    }),
    Kind::kept("JSON Web Token", Web, jwt),
    Kind::kept("MySQL URL", Connections, |d| {
        let (user, word, host, name) = (account(d), password(d), host(d), d.name());
        let scheme = d.pick(&["mysql", "mysql+pymysql", "mariadb"]);
        Sample::lines(
            "settings.py",
            format!(
                "SQLALCHEMY_DATABASE_URI = \"{scheme}://{user}:{word}@{host}:3306/{name}?charset=utf8mb4\""
            ),
        )
    }),
    Kind::kept("PostgreSQL URL", Connections, |d| {
        let (user, word, host, name) = (account(d), password(d), host(d), d.name());
        let scheme = d.pick(&["postgres", "postgresql", "postgresql+asyncpg"]);
        Sample::lines(
            ".env",
            format!("DATABASE_URL={scheme}://{user}:{word}@{host}:5432/{name}?sslmode=require"),
        )
    }),
    Kind::kept("ADO.NET string", Connections, |d| {
        let (user, word, host, name) = (account(d), password(d), host(d), d.name());
        let key = d.pick(&["Password", "Pwd"]);
        Sample::lines(
            "appsettings.json",
            format!(
                "\"DefaultConnection\": \"Server=tcp:{host},1433;Initial Catalog={name};User ID={user};{key}={word};Encrypt=True;\""
            ),
        )
    }),
];

fn sas(dice: &mut Dice) -> Sample {
    let (name, signature) = (dice.name(), dice.base64(32));
    let escaped = signature
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D");
    let signature = hide(escaped);
    Sample::lines(
        "upload.sh",
        format!(
            "https://{name}prod.blob.core.windows.net/exports/day.csv?sv=2024-11-04&st=2026-11-01T08%3A00%3A00Z&se=2027-11-01T08%3A00%3A00Z&sr=c&sp=rwdl&sig={signature}"
        ),
    )
}

fn storage(dice: &mut Dice) -> Sample {
    let (name, key) = (dice.name(), hide(dice.base64(64)));
    if dice.roll(3) == 0 {
        return Sample::lines(
            "upload.sh",
            format!(
                "az storage blob upload --account-name {name}prod --account-key \"{key}\" -c exports -f day.csv"
            ),
        );
    }
    Sample::lines(
        ".env",
        format!(
            "AZURE_STORAGE_CONNECTION_STRING=\"DefaultEndpointsProtocol=https;AccountName={name}prod;AccountKey={key};EndpointSuffix=core.windows.net\""
        ),
    )
}

fn jwt(dice: &mut Dice) -> Sample {
    let (subject, time) = (dice.uuid(), 1_760_000_000 + dice.roll(9_999_999));
    let head = web_part(dice.pick(&[
        "{\"alg\":\"HS256\",\"typ\":\"JWT\"}",
        "{\"typ\":\"JWT\",\"alg\":\"RS256\",\"kid\":\"k1\"}",
    ]));
    let body = web_part(&format!(
        "{{\"sub\":\"{subject}\",\"role\":\"admin\",\"iat\":{time},\"exp\":{}}}",
        time + 3600
    ));
    Sample::token("ID_TOKEN", format!("{head}.{body}.{}", dice.base64_url(32)))
}
