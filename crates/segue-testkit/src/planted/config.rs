//! Passwords in files of settings, under a name that says so.

use data_encoding::BASE64;

use super::Category::Config;
use super::cloud::{account, host};
use super::keys::pem_body;
use super::kinds::{Kind, Sample};
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("password in .env", Config, |d| {
        let (word, name) = (
            word(d),
            d.pick(&[
                "DB_PASSWORD",
                "SMTP_PASS",
                "ADMIN_PASSWORD",
                "REDIS_PASSWORD",
                "APP_SECRET",
            ]),
        );
        Sample::lines(
            ".env",
            format!("NODE_ENV=production\nPORT=8080\n{name}={word}\nLOG_LEVEL=info"),
        )
    }),
    Kind::new("exported password", Config, |d| {
        let (word, name) = (
            word(d),
            d.pick(&[
                "DB_PASSWORD",
                "MYSQL_PWD",
                "JENKINS_PASSWORD",
                "SONAR_SECRET",
            ]),
        );
        let quote = d.pick(&["'", "\"", ""]);
        Sample::lines("~/.bashrc", format!("export {name}={quote}{word}{quote}"))
    }),
    Kind::new("password in YAML", Config, |d| {
        let (user, word, host) = (account(d), word(d), host(d));
        Sample::lines(
            "config/database.yml",
            format!(
                "production:\n  adapter: postgresql\n  host: {host}\n  username: {user}\n  password: {word}\n  pool: 5"
            ),
        )
    }),
    Kind::new("password in JSON", Config, |d| {
        let (user, word, host) = (account(d), word(d), host(d));
        let key = d.pick(&["password", "passwd", "dbPassword", "clientSecret"]);
        Sample::lines(
            "appsettings.json",
            format!(
                "{{\n  \"host\": \"{host}\",\n  \"user\": \"{user}\",\n  \"{key}\": \"{word}\",\n  \"port\": 5432\n}}"
            ),
        )
    }),
    Kind::new("password in TOML", Config, |d| {
        let (user, word) = (account(d), word(d));
        let key = d.pick(&["password", "secret_key", "admin_password"]);
        Sample::lines(
            "config.toml",
            format!("[database]\nuser = \"{user}\"\n{key} = \"{word}\"\nmax_connections = 20"),
        )
    }),
    Kind::new("password in Terraform", Config, |d| {
        let word = word(d);
        let key = d.pick(&[
            "password",
            "master_password",
            "administrator_login_password",
        ]);
        Sample::lines(
            "db.tf",
            format!(
                "resource \"aws_db_instance\" \"main\" {{\n  engine   = \"postgres\"\n  username = \"app\"\n  {key} = \"{word}\"\n}}"
            ),
        )
    }),
    Kind::new("key in a kubeconfig", Config, kubeconfig),
    Kind::new("password in .netrc", Config, |d| {
        let (user, word, host) = (account(d), word(d), host(d));
        Sample::lines(
            "~/.netrc",
            if d.roll(2) == 0 {
                format!("machine {host} login {user} password {word}")
            } else {
                format!("machine {host}\n  login {user}\n  password {word}")
            },
        )
    }),
    Kind::new("password in .pgpass", Config, |d| {
        let (user, word, host) = (account(d), hide(d.password()), host(d));
        Sample::lines("~/.pgpass", format!("{host}:5432:app:{user}:{word}"))
    }),
    Kind::new("token in .npmrc", Config, |d| {
        let (line, name) = (hide(d.uuid()), d.name());
        Sample::lines(
            "~/.npmrc",
            format!(
                "registry=https://npm.{name}.example.com/\n//npm.{name}.example.com/:_authToken={line}\nalways-auth=true"
            ),
        )
    }),
    Kind::new("password in .properties", Config, |d| {
        let (user, word) = (account(d), word(d));
        let key = d.pick(&[
            "spring.datasource.password",
            "mail.smtp.password",
            "javax.net.ssl.keyStorePassword",
        ]);
        Sample::lines(
            "application.properties",
            format!("server.port=8443\nspring.datasource.username={user}\n{key}={word}"),
        )
    }),
];

/// Makes up a password in marks, as a machine or a person would.
pub fn word(dice: &mut Dice) -> String {
    match dice.roll(2) {
        0 => hide(dice.password()),
        _ => hide(dice.human()),
    }
}

fn kubeconfig(dice: &mut Dice) -> Sample {
    let body = pem_body(
        dice,
        &[
            0x30, 0x82, 0x04, 0xa4, 0x02, 0x01, 0x00, 0x02, 0x82, 0x01, 0x01, 0x00,
        ],
        1192,
    );
    let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----\n");
    let (key, user) = (hide(BASE64.encode(pem.as_bytes())), account(dice));
    Sample::lines(
        "~/.kube/config",
        format!(
            "apiVersion: v1\nkind: Config\ncurrent-context: prod\nusers:\n- name: {user}\n  user:\n    client-key-data: {key}"
        ),
    )
}
