//! Kept back from whoever writes a finder: please do not read this file if you do.
//!
//! Passwords in files, in what people say, and in commands.

use data_encoding::BASE64;

use super::Category::{Commands, Config};
use super::cloud::account;
use super::commands::word as shell_word;
use super::config::word;
use super::kinds::{Kind, Sample};
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::kept("password in a Dockerfile", Config, |d| {
        let word = hide(d.password());
        let line = match d.roll(3) {
            0 => format!("ENV POSTGRES_PASSWORD={word}"),
            1 => format!("ENV MYSQL_ROOT_PASSWORD {word}"),
            _ => format!("ARG ADMIN_PASSWORD={word}"),
        };
        Sample::lines(
            "Dockerfile",
            format!(
                "FROM debian:13-slim\n{line}\nRUN apt-get update && apt-get install -y ca-certificates"
            ),
        )
    }),
    Kind::kept("password in an ini file", Config, |d| {
        let (user, word) = (account(d), word(d));
        let (section, key) = d.pick(&[
            ("client", "password"),
            ("smtp", "passwd"),
            ("ldap", "bind_password"),
        ]);
        Sample::lines(
            "~/.my.cnf",
            format!("[{section}]\nuser = {user}\n{key} = {word}\nport = 3306"),
        )
    }),
    Kind::kept("Kubernetes Secret", Config, |d| {
        let (name, user, plain) = (
            d.name(),
            account(d),
            if d.roll(2) == 0 {
                d.password()
            } else {
                d.human()
            },
        );
        let (user, plain) = (
            BASE64.encode(user.as_bytes()),
            hide(BASE64.encode(plain.as_bytes())),
        );
        Sample::lines(
            "k8s/secret.yaml",
            format!(
                "apiVersion: v1\nkind: Secret\nmetadata:\n  name: {name}-db\ntype: Opaque\ndata:\n  username: {user}\n  password: {plain}"
            ),
        )
    }),
    Kind::kept("htpasswd line", Config, |d| {
        let user = account(d);
        let hash = match d.roll(3) {
            0 => format!("$apr1${}${}", d.alnum(8), d.alnum(22)),
            1 => format!("$2y$10${}", d.alnum(53)),
            _ => format!("{{SHA}}{}", d.base64(20)),
        };
        let hash = hide(hash);
        Sample::lines("/etc/nginx/.htpasswd", format!("{user}:{hash}"))
    }),
    Kind::kept("password said in words", Config, said),
    Kind::kept("curl -u", Commands, |d| {
        let (user, word, flag) = (account(d), shell_word(d), d.pick(&["-u", "--user", "-sSu"]));
        Sample::command(format!(
            "curl {flag} {user}:{word} https://jenkins.example.com/job/deploy/build"
        ))
    }),
    Kind::kept("docker run -e", Commands, |d| {
        let (word, name) = (shell_word(d), d.name());
        let key = d.pick(&[
            "POSTGRES_PASSWORD",
            "MYSQL_ROOT_PASSWORD",
            "RABBITMQ_DEFAULT_PASS",
        ]);
        Sample::command(format!(
            "docker run -d --name {name} -e {key}={word} -p 5432:5432 postgres:17"
        ))
    }),
    Kind::kept("docker login -p", Commands, |d| {
        let (user, word) = (account(d), shell_word(d));
        let flag = d.pick(&["-p ", "--password ", "--password="]);
        Sample::command(format!(
            "docker login registry.example.com -u {user} {flag}{word}"
        ))
    }),
];

fn said(dice: &mut Dice) -> Sample {
    let (user, word) = (account(dice), hide(dice.human()));
    let text = match dice.roll(5) {
        0 => format!("the password for {user} is {word}"),
        1 => format!("log in with user {user} and password {word}"),
        2 => format!("password: {word}"),
        3 => format!("pw is {word}, the user is {user}"),
        _ => format!("My passphrase is \"{word}\" on the staging box"),
    };
    Sample::lines("notes.md", text)
}
