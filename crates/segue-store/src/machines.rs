//! State machines that survive a restart, and when each is due.
//!
//! ```text
//! change ──put(due_at)──▶ store_machines ──due(kind, now)──▶ the service runs it ──put or sleep──┐
//!                              ▲ time passes, or wake(kind, peer): someone appeared, trust changed  │
//!                              └──────────────────────────────────────────────────────────────────┘
//! ```
//!
//! A machine that is not due is neither read nor decoded. What it is in the middle of is due again after
//! a restart: a service wakes all of its kinds when it opens.

use rusqlite::{OptionalExtension, Result, Row, Transaction, params};

use crate::database::{Database, Durability};

/// A state machine as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    pub id: String,
    /// Which service's machine it is, and which of its kinds: `sent`.
    pub kind: String,
    /// Whom it is about.
    pub peer: String,
    /// Its state, in the service's own format.
    pub body: String,
    /// When it is due, in milliseconds since 1970; `None` when it waits for an event.
    pub due_at: Option<i64>,
    /// How often its step failed since it was last woken.
    pub attempts: u32,
    /// When it ended, in milliseconds since 1970; `None` while it runs.
    pub ended: Option<i64>,
}

/// The machines of a profile.
#[derive(Clone)]
pub struct Machines {
    database: Database,
}

impl Machines {
    /// Creates access to the machines in this database.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Writes a machine, in the transaction of everything that belongs to its change.
    pub fn put(transaction: &Transaction<'_>, machine: &Machine) -> Result<()> {
        transaction
            .prepare_cached(
                "INSERT INTO store_machines VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (id) DO UPDATE
                 SET body = ?4, due_at = ?5, attempts = ?6, ended = ?7",
            )?
            .execute(params![
                machine.id,
                machine.kind,
                machine.peer,
                machine.body,
                machine.due_at,
                machine.attempts,
                machine.ended
            ])
            .map(drop)
    }

    /// Reads the machines of a kind that are due, longest due first.
    pub fn due(&self, kind: &str, now: i64, limit: u32) -> Result<Vec<Machine>> {
        let connection = self.database.lock();
        let mut statement = connection.prepare_cached(
            "SELECT id, kind, peer, body, due_at, attempts, ended FROM store_machines
             WHERE kind = ?1 AND due_at <= ?2 ORDER BY due_at LIMIT ?3",
        )?;
        let rows = statement.query_map(params![kind, now, limit], read)?;
        rows.collect()
    }

    /// Returns when the next machine of a kind is due; `None` when none is going to be.
    pub fn next_due(&self, kind: &str) -> Result<Option<i64>> {
        self.database
            .lock()
            .prepare_cached(
                "SELECT due_at FROM store_machines WHERE kind = ?1 AND due_at IS NOT NULL
                 ORDER BY due_at LIMIT 1",
            )?
            .query_row([kind], |row| row.get(0))
            .optional()
    }

    /// Lets machines sleep until a time, or until they are woken.
    pub fn sleep(&self, until: &[(String, Option<i64>)]) -> Result<()> {
        self.database.write(Durability::Process, |transaction| {
            let mut update = transaction
                .prepare_cached("UPDATE store_machines SET due_at = ?2 WHERE id = ?1")?;
            for (id, due_at) in until {
                update.execute(params![id, due_at])?;
            }
            Ok(())
        })
    }

    /// Makes one machine due, unless it is due already or needs nothing any more.
    pub fn wake_one(&self, id: &str, now: i64) -> Result<()> {
        self.database
            .lock()
            .prepare_cached(
                "UPDATE store_machines SET due_at = ?2 WHERE id = ?1
                 AND (ended IS NULL OR due_at IS NOT NULL) AND (due_at IS NULL OR due_at > ?2)",
            )?
            .execute(params![id, now])
            .map(drop)
    }

    /// Makes every machine of a kind due that has to do with someone, and forgets how often it
    /// failed before.
    pub fn wake(&self, kind: &str, peer: &str, now: i64) -> Result<usize> {
        self.database
            .lock()
            .prepare_cached(
                "UPDATE store_machines SET due_at = ?3, attempts = 0 WHERE kind = ?1 AND peer = ?2
                 AND (ended IS NULL OR due_at IS NOT NULL) AND (due_at IS NULL OR due_at > ?3)",
            )?
            .execute(params![kind, peer, now])
    }

    /// Makes every machine of a kind due, and forgets how often it failed before.
    pub fn wake_all(&self, kind: &str, now: i64) -> Result<usize> {
        self.database
            .lock()
            .prepare_cached(
                "UPDATE store_machines SET due_at = ?2, attempts = 0 WHERE kind = ?1
                 AND (ended IS NULL OR due_at IS NOT NULL) AND (due_at IS NULL OR due_at > ?2)",
            )?
            .execute(params![kind, now])
    }
}

fn read(row: &Row<'_>) -> Result<Machine> {
    Ok(Machine {
        id: row.get(0)?,
        kind: row.get(1)?,
        peer: row.get(2)?,
        body: row.get(3)?,
        due_at: row.get(4)?,
        attempts: row.get(5)?,
        ended: row.get(6)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(id: &str, peer: &str, due_at: Option<i64>) -> Machine {
        Machine {
            id: id.to_owned(),
            kind: "sent".to_owned(),
            peer: peer.to_owned(),
            body: "{}".to_owned(),
            due_at,
            attempts: 3,
            ended: None,
        }
    }

    fn kept(machines: &[Machine]) -> (tempfile::TempDir, Machines) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&folder.path().join("segue.db"), &[]).unwrap();
        database
            .write(Durability::Process, |transaction| {
                machines
                    .iter()
                    .try_for_each(|one| Machines::put(transaction, one))
            })
            .unwrap();
        (folder, Machines::new(database))
    }

    fn due(machines: &Machines, now: i64) -> Vec<String> {
        let due = machines.due("sent", now, 10).unwrap();
        due.into_iter().map(|machine| machine.id).collect()
    }

    #[test]
    fn time_makes_a_machine_due_and_nothing_before_it() {
        let (_folder, machines) = kept(&[
            machine("late", "dana", Some(20)),
            machine("early", "dana", Some(10)),
            machine("waits", "dana", None),
        ]);
        assert_eq!(due(&machines, 9), [""; 0]);
        assert_eq!(machines.next_due("sent").unwrap(), Some(10));
        assert_eq!(due(&machines, 20), ["early", "late"]);
        assert!(machines.due("received", 20, 10).unwrap().is_empty());
    }

    #[test]
    fn an_event_wakes_what_waits_for_that_person_and_forgets_its_failures() {
        let over = Machine {
            ended: Some(1),
            ..machine("over", "dana", None)
        };
        let (_folder, machines) = kept(&[
            machine("waits", "dana", None),
            machine("backs off", "dana", Some(900)),
            machine("other", "sam", None),
            over,
        ]);
        assert_eq!(machines.wake("sent", "dana", 50).unwrap(), 2);
        assert_eq!(due(&machines, 50), ["waits", "backs off"]);
        assert_eq!(machines.due("sent", 50, 10).unwrap()[0].attempts, 0);
        assert_eq!(
            machines.wake_all("sent", 60).unwrap(),
            1,
            "only the other one slept"
        );
    }

    #[test]
    fn what_was_run_sleeps_until_its_time_or_an_event() {
        let (_folder, machines) = kept(&[machine("one", "dana", Some(0))]);
        machines.sleep(&[("one".to_owned(), Some(70))]).unwrap();
        assert_eq!(due(&machines, 69), [""; 0]);
        machines.sleep(&[("one".to_owned(), None)]).unwrap();
        assert_eq!(machines.next_due("sent").unwrap(), None);
        machines.wake_one("one", 80).unwrap();
        assert_eq!(due(&machines, 80), ["one"]);
    }
}
