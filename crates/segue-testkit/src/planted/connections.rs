//! Addresses of databases and queues with the password in them.

use super::Category::Connections;
use super::cloud::{account, host};
use super::kinds::{Kind, Sample};
use super::mark::hide;
use crate::large::Dice;

pub const KINDS: &[Kind] = &[
    Kind::new("MongoDB URL", Connections, |d| {
        let (user, word, name, id) = (account(d), password(d), d.name(), d.hex(5));
        Sample::lines(
            ".env",
            format!(
                "MONGODB_URI=mongodb+srv://{user}:{word}@cluster0.{id}.mongodb.net/{name}?retryWrites=true&w=majority"
            ),
        )
    }),
    Kind::new("Redis URL", Connections, |d| {
        let (word, host, scheme) = (password(d), host(d), d.pick(&["redis", "rediss"]));
        Sample::lines(
            ".env",
            format!("REDIS_URL={scheme}://default:{word}@{host}:6379/0"),
        )
    }),
    Kind::new("AMQP URL", Connections, |d| {
        let (user, word, host) = (account(d), password(d), host(d));
        Sample::lines(
            "broker.py",
            format!("BROKER = \"amqps://{user}:{word}@{host}:5671/{user}\""),
        )
    }),
    Kind::new("JDBC URL", Connections, jdbc),
    Kind::new("ODBC string", Connections, |d| {
        let (user, word, host) = (account(d), password(d), host(d));
        Sample::lines(
            "report.py",
            format!(
                "conn = pyodbc.connect(\"DRIVER={{ODBC Driver 18 for SQL Server}};SERVER={host};DATABASE=reports;UID={user};PWD={word}\")"
            ),
        )
    }),
];

/// Makes up a password in marks, as a machine or a person would, without what an address would have
/// to escape.
pub fn password(dice: &mut Dice) -> String {
    if dice.roll(2) == 0 {
        return hide(dice.password());
    }
    hide(dice.human().replace(['&', '*'], "-"))
}

fn jdbc(dice: &mut Dice) -> Sample {
    let (user, word, host) = (account(dice), password(dice), host(dice));
    match dice.roll(3) {
        0 => Sample::lines(
            "application.properties",
            format!(
                "spring.datasource.url=jdbc:postgresql://{host}:5432/app?user={user}&password={word}&ssl=true"
            ),
        ),
        1 => Sample::lines(
            "Store.java",
            format!("String url = \"jdbc:mysql://{host}:3306/app?user={user}&password={word}\";"),
        ),
        _ => Sample::lines(
            "Store.java",
            format!(
                "String url = \"jdbc:sqlserver://{host}:1433;databaseName=app;user={user};password={word};\";"
            ),
        ),
    }
}
