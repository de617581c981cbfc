//! Invites: what was given out, and the one moment in which somebody uses it.
//!
//! Of a capability only its mark is kept. Using it and the pin are one transaction: after a crash
//! there are both or neither, and the same device may show it again without harm.

use jiff::Timestamp;
use segue_door::{Code, Failure, InviteState, InviteView};
use segue_network::DeviceId;
use segue_store::sql::{OptionalExtension, Row as Record, params};

use super::contacts::{Contacts, PersonRow, write};
use crate::storage::failed;
use segue_store::Database;

/// How many invites may be open at once.
const OPEN: i64 = 50;
/// How many invites are listed.
const LISTED: u32 = 20;
/// How long invites are kept after they are over.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// The table of invites.
#[derive(Clone)]
pub(crate) struct Invites {
    database: Database,
}

/// The outcome of showing an invite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Use {
    /// They are in, by the invite of this short name.
    Welcome(Joined),
    /// Someone else used the invite.
    Used,
    /// The time of the invite is over.
    Expired,
    /// It is no invite of ours, or was taken back.
    Unknown,
}

/// How someone got in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Joined {
    /// The short name of the invite.
    pub(crate) invite: String,
    /// Whether this is news: the same device may show the same invite again.
    pub(crate) first: bool,
}

/// An invite as the table has it.
struct Kept {
    id: String,
    created: i64,
    expires: i64,
    used_by: Option<String>,
    used: Option<i64>,
    revoked: Option<i64>,
}

impl Invites {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Keeps the mark of a new invite.
    pub(crate) fn add(&self, mark: &str, now: i64, expires: i64) -> Result<InviteView, Failure> {
        // Letters of the mark: they say nothing about the capability, and no two marks are the same.
        let id: String = mark.chars().take(8).collect();
        let add = || -> segue_store::sql::Result<bool> {
            let mut connection = self.database.lock();
            let change = connection.transaction()?;
            change.execute(
                "DELETE FROM people_invites WHERE expires_ms < ?1",
                [now - KEPT_MS],
            )?;
            let open: i64 = change.query_row(
                "SELECT count(*) FROM people_invites
                 WHERE used_by IS NULL AND revoked_ms IS NULL AND expires_ms > ?1",
                [now],
                |row| row.get(0),
            )?;
            if open >= OPEN {
                return Ok(false);
            }
            change.execute(
                "INSERT INTO people_invites (mark, id, created_ms, expires_ms) VALUES (?1, ?2, ?3, ?4)",
                params![mark, id, now, expires],
            )?;
            change.commit()?;
            Ok(true)
        };
        if !add().map_err(|error| failed(&error))? {
            return Err(
                Failure::new(Code::Refused, format!("{OPEN} invites are open already.")).hint(
                    "Take some back first: segue invite --revoke ID; segue people lists them.",
                ),
            );
        }
        Ok(InviteView {
            id,
            created: time(now),
            expires: time(expires),
            state: InviteState::Open,
            used_by: None,
            used_at: None,
        })
    }

    /// Lists the newest invites; `name` tells what a device is called.
    pub(crate) fn list(
        &self,
        now: i64,
        name: impl Fn(&str) -> String,
    ) -> Result<Vec<InviteView>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<Kept>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM people_invites ORDER BY created_ms DESC, rowid DESC LIMIT ?1"
            ))?;
            let rows = statement.query_map([LISTED], kept)?;
            rows.collect()
        };
        let kept = read().map_err(|error| failed(&error))?;
        Ok(kept.into_iter().map(|kept| kept.view(now, &name)).collect())
    }

    /// Takes back an invite that nobody used.
    pub(crate) fn revoke(
        &self,
        id: &str,
        now: i64,
        name: impl Fn(&str) -> String,
    ) -> Result<InviteView, Failure> {
        let revoke = || -> segue_store::sql::Result<Option<Kept>> {
            let mut connection = self.database.lock();
            let change = connection.transaction()?;
            change.execute(
                "UPDATE people_invites SET revoked_ms = ?2
                 WHERE id = ?1 AND used_by IS NULL AND revoked_ms IS NULL",
                params![id, now],
            )?;
            let sql = format!("SELECT {COLUMNS} FROM people_invites WHERE id = ?1");
            let found = change.query_row(&sql, [id], kept).optional()?;
            change.commit()?;
            Ok(found)
        };
        let found = revoke().map_err(|error| failed(&error))?;
        let shown: String = id.chars().take(20).collect();
        let kept = found.ok_or_else(|| {
            Failure::new(Code::NotFound, format!("There is no invite \"{shown}\"."))
                .hint("segue people lists the open ones.")
        })?;
        let forget = kept.forget();
        let view = kept.view(now, &name);
        match (&view.state, &view.used_by) {
            (InviteState::Used, Some(by)) => Err(Failure::new(
                Code::Refused,
                format!("{by} used this invite already, so it can't be taken back."),
            )
            .hint(forget)),
            _ => Ok(view),
        }
    }

    /// Checks an invite that someone shows, marks it used and pins them, all or nothing.
    pub(crate) fn join(
        &self,
        contacts: &mut Contacts,
        mark: &str,
        row: PersonRow,
        now: i64,
    ) -> Result<Use, Failure> {
        let device = row.device.to_string();
        let join = || -> segue_store::sql::Result<Use> {
            let mut connection = self.database.lock();
            let change = connection.transaction()?;
            let sql = format!("SELECT {COLUMNS} FROM people_invites WHERE mark = ?1");
            let Some(invite) = change.query_row(&sql, [mark], kept).optional()? else {
                return Ok(Use::Unknown);
            };
            if invite.revoked.is_some() {
                return Ok(Use::Unknown);
            }
            let first = match &invite.used_by {
                None => true,
                Some(by) if *by == device => false,
                Some(_) => return Ok(Use::Used),
            };
            if !(invite.created..invite.expires).contains(&now) {
                return Ok(Use::Expired);
            }
            if first {
                change.execute(
                    "UPDATE people_invites SET used_by = ?2, used_ms = ?3 WHERE mark = ?1",
                    params![mark, device, now],
                )?;
            }
            write(&change, &row)?;
            change.commit()?;
            Ok(Use::Welcome(Joined {
                invite: invite.id,
                first,
            }))
        };
        let came = join().map_err(|error| failed(&error))?;
        if matches!(came, Use::Welcome(_)) {
            contacts.written(row);
        }
        Ok(came)
    }

    /// Returns who used each invite, for tests of what is kept.
    #[cfg(test)]
    pub(super) fn users(&self) -> Vec<Option<DeviceId>> {
        let connection = self.database.lock();
        let mut statement = connection
            .prepare("SELECT used_by FROM people_invites ORDER BY rowid")
            .unwrap();
        let rows = statement
            .query_map([], |row| row.get::<_, Option<String>>(0))
            .unwrap();
        rows.map(|by| by.unwrap().map(|by| by.parse().unwrap()))
            .collect()
    }
}

const COLUMNS: &str = "id, created_ms, expires_ms, used_by, used_ms, revoked_ms";

fn kept(record: &Record<'_>) -> segue_store::sql::Result<Kept> {
    Ok(Kept {
        id: record.get(0)?,
        created: record.get(1)?,
        expires: record.get(2)?,
        used_by: record.get(3)?,
        used: record.get(4)?,
        revoked: record.get(5)?,
    })
}

impl Kept {
    /// Says how to forget whoever used the invite. It names them by the letters of their id: a name
    /// is theirs to choose, and this is for a shell.
    fn forget(&self) -> String {
        let used_by = self.used_by.as_deref().map(str::parse::<DeviceId>);
        match used_by {
            Some(Ok(device)) => format!("Forget them instead: segue forget {}", device.short()),
            _ => "Forget them instead: segue people, then segue forget PERSON".to_owned(),
        }
    }

    fn view(self, now: i64, name: impl Fn(&str) -> String) -> InviteView {
        let state = match (&self.used_by, self.revoked) {
            (Some(_), _) => InviteState::Used,
            (None, Some(_)) => InviteState::Revoked,
            (None, None) if now >= self.expires => InviteState::Expired,
            (None, None) => InviteState::Open,
        };
        InviteView {
            id: self.id,
            created: time(self.created),
            expires: time(self.expires),
            state,
            used_by: self.used_by.as_deref().map(name),
            used_at: self.used.map(time),
        }
    }
}

/// Converts milliseconds since 1970 to a time.
pub(super) fn time(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH)
}
