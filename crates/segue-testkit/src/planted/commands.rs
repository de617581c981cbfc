//! Passwords on the command line.

use super::Category::Commands;
use super::cloud::{account, host};
use super::kinds::{Kind, Sample};
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("mysql -p", Commands, |d| {
        let (user, word, host) = (account(d), word(d), host(d));
        let program = d.pick(&["mysql", "mysqldump"]);
        Sample::command(format!("{program} -h {host} -u {user} -p{word} app"))
    }),
    Kind::new("sshpass -p", Commands, |d| {
        let (user, word, host) = (account(d), word(d), host(d));
        let quote = d.pick(&["'", ""]);
        Sample::command(format!(
            "sshpass -p {quote}{word}{quote} ssh -o StrictHostKeyChecking=no {user}@{host} uptime"
        ))
    }),
    Kind::new("PGPASSWORD before psql", Commands, |d| {
        let (user, word, host) = (account(d), word(d), host(d));
        let program = d.pick(&["psql", "pg_dump"]);
        Sample::command(format!(
            "PGPASSWORD={word} {program} -h {host} -U {user} app"
        ))
    }),
    Kind::new("redis-cli -a", Commands, |d| {
        let (word, host) = (word(d), host(d));
        Sample::command(format!(
            "redis-cli -h {host} -a {word} --no-auth-warning PING"
        ))
    }),
    Kind::new("openssl pass:", Commands, |d| {
        let (word, name) = (word(d), d.name());
        let flag = d.pick(&["-passin", "-passout"]);
        Sample::command(format!(
            "openssl pkcs12 -in {name}.p12 -nodes {flag} pass:{word} -out {name}.pem"
        ))
    }),
];

/// Makes up a password that needs no quoting in a shell, in marks.
pub fn word(dice: &mut Dice) -> String {
    match dice.roll(2) {
        0 => hide(dice.password()),
        _ => hide(dice.human().replace(['&', '!', '*'], "_")),
    }
}
