//! What a browser or a client shows to be let in: cookies, headers, addresses with a password.

use data_encoding::BASE64;

use super::Category::Web;
use super::cloud::{account, host};
use super::kinds::{Kind, Sample};
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("session cookie in a request", Web, cookie),
    Kind::new("Authorization Basic header", Web, basic),
    Kind::new("Authorization Bearer header", Web, bearer),
    Kind::new("password in a URL", Web, in_url),
];

fn cookie(dice: &mut Dice) -> Sample {
    let (name, value) = match dice.roll(4) {
        0 => (
            "connect.sid",
            format!("s%3A{}.{}", dice.url_safe(32), dice.alnum(43)),
        ),
        1 => (
            "sessionid",
            dice.of("abcdefghijklmnopqrstuvwxyz0123456789", 32),
        ),
        2 => (
            "PHPSESSID",
            dice.of("abcdefghijklmnopqrstuvwxyz0123456789", 26),
        ),
        _ => ("_app_session", dice.base64_url(90)),
    };
    let (value, path) = (hide(value), dice.name());
    Sample::lines(
        "request.http",
        format!(
            "GET /{path}/settings HTTP/1.1\nHost: app.example.com\nAccept: text/html\nCookie: theme=dark; {name}={value}; lang=en"
        ),
    )
}

fn basic(dice: &mut Dice) -> Sample {
    let (user, password) = (account(dice), dice.password());
    let value = hide(BASE64.encode(format!("{user}:{password}").as_bytes()));
    match dice.roll(3) {
        0 => Sample::lines(
            "request.http",
            format!(
                "POST /api/login HTTP/1.1\nHost: app.example.com\nAuthorization: Basic {value}\nContent-Length: 0"
            ),
        ),
        1 => Sample::lines(
            "client.py",
            format!(
                "headers = {{\"Authorization\": \"Basic {value}\", \"Accept\": \"application/json\"}}"
            ),
        ),
        _ => Sample::lines(
            "check.sh",
            format!("curl -H 'Authorization: Basic {value}' https://app.example.com/api/health"),
        ),
    }
}

fn bearer(dice: &mut Dice) -> Sample {
    let value = match dice.roll(2) {
        0 => dice.url_safe(43),
        _ => dice.hex(40),
    };
    let value = hide(value);
    match dice.roll(3) {
        0 => Sample::lines(
            "request.http",
            format!(
                "> GET /v2/items HTTP/2\n> Host: api.example.com\n> authorization: Bearer {value}\n> accept: */*"
            ),
        ),
        1 => Sample::lines(
            "client.ts",
            format!("fetch(url, {{ headers: {{ Authorization: 'Bearer {value}' }} }})"),
        ),
        _ => Sample::lines(
            "check.sh",
            format!(
                "curl -sS -H \"Authorization: Bearer {value}\" https://api.example.com/v2/items"
            ),
        ),
    }
}

fn in_url(dice: &mut Dice) -> Sample {
    let (user, password, host, name) = (
        account(dice),
        hide(dice.password()),
        host(dice),
        dice.name(),
    );
    match dice.roll(3) {
        0 => Sample::lines(
            "clone.sh",
            format!("git clone https://{user}:{password}@git.example.com/team/{name}.git"),
        ),
        1 => Sample::lines(
            "proxy.env",
            format!("HTTPS_PROXY=http://{user}:{password}@proxy.{host}:3128"),
        ),
        _ => Sample::lines(
            "fetch.sh",
            format!("ftp://{user}:{password}@{host}/backups/{name}.tar.gz"),
        ),
    }
}
