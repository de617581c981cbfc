//! The table of people: one row per device, written through, and read from memory.

use std::collections::{BTreeMap, BTreeSet};

use segue_door::{Failure, VerifiedBy};
use segue_network::DeviceId;
use segue_network::address::Address;
use segue_network::network::{KnownDevice, KnownDevices};
use segue_store::sql::{self, Connection, Row as Record, params};
use serde::{Deserialize, Serialize};

use crate::storage::failed;
use segue_store::Database;

/// How many ways to a device are remembered.
const ADDRESSES: usize = 8;
/// How long a half pairing may wait for its other half.
const WAITING_MS: i64 = 60 * 60 * 1000;
/// How old the last sighting may be on disk while someone is here.
const SEEN_MS: i64 = 60 * 1000;

/// How we stand with a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// We said yes, and do not know yet whether they did.
    Waiting,
    /// Both sides said yes.
    Verified,
    /// Nothing comes from or goes to them.
    Blocked,
}

/// A way to a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) address: Address,
    /// Whether a person typed it.
    #[serde(default)]
    pub(crate) typed: bool,
}

/// A person we know by their device, and how we stand with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PersonRow {
    pub(crate) device: DeviceId,
    /// What they called themselves last; empty when they never said.
    pub(crate) name: String,
    pub(crate) nickname: Option<String>,
    pub(crate) platforms: Vec<String>,
    pub(crate) standing: Standing,
    /// Whether a blocked person was verified before.
    pub(crate) was_verified: bool,
    pub(crate) how: Option<VerifiedBy>,
    pub(crate) since: i64,
    pub(crate) last_seen: Option<i64>,
    pub(crate) addresses: Vec<Kept>,
    pub(crate) knows_you: Option<bool>,
    pub(crate) warning: Option<String>,
}

impl PersonRow {
    /// Creates the row of someone we said yes to just now.
    pub(crate) fn waiting(device: DeviceId, name: &str, how: VerifiedBy, now: i64) -> Self {
        Self {
            device,
            name: name.to_owned(),
            nickname: None,
            platforms: Vec::new(),
            standing: Standing::Waiting,
            was_verified: false,
            how: Some(how),
            since: now,
            last_seen: None,
            addresses: Vec::new(),
            knows_you: None,
            warning: None,
        }
    }

    /// Returns everything that decides whether anything may be done with them.
    fn trust(&self) -> (Standing, bool, Option<bool>) {
        (self.standing, self.warning.is_some(), self.knows_you)
    }

    /// Returns what to call them: our nickname, their own name, or the letters of their id.
    pub(crate) fn display_name(&self) -> String {
        match (&self.nickname, self.name.as_str()) {
            (Some(nickname), _) => nickname.clone(),
            (None, "") => format!("…{}", self.device.short()),
            (None, name) => name.to_owned(),
        }
    }

    /// Notes that they were here just now, what they said of themselves and where they were.
    pub(crate) fn seen(&mut self, name: &str, platforms: &[String], at: &[Address], now: i64) {
        name.clone_into(&mut self.name);
        self.platforms = platforms.to_vec();
        self.last_seen = Some(now);
        for address in at.iter().rev() {
            self.reached(*address, false);
        }
    }

    /// Remembers a way to them as the best. Of too many, those that nobody typed are dropped first.
    pub(crate) fn reached(&mut self, address: Address, typed: bool) {
        let before = self
            .addresses
            .iter()
            .position(|kept| kept.address == address);
        let typed = typed || before.is_some_and(|at| self.addresses.remove(at).typed);
        self.addresses.insert(0, Kept { address, typed });
        while self.addresses.len() > ADDRESSES {
            // What a person typed goes last.
            let last = self.addresses.iter().rposition(|kept| !kept.typed);
            self.addresses
                .remove(last.unwrap_or(self.addresses.len() - 1));
        }
    }

    /// Returns the ways to them that somebody typed, or the others; best first.
    fn ways(&self, typed: bool) -> Vec<Address> {
        let ways = self.addresses.iter().filter(|kept| kept.typed == typed);
        ways.map(|kept| kept.address).collect()
    }

    /// Checks whether the rows differ in more than a last sighting of a moment ago.
    fn is_worth_writing(&self, other: &Self) -> bool {
        let moment = match (self.last_seen, other.last_seen) {
            (Some(old), Some(new)) => (new - old).abs() < SEEN_MS,
            (old, new) => old == new,
        };
        let same = Self {
            last_seen: other.last_seen,
            ..self.clone()
        };
        !moment || same != *other
    }
}

/// Everyone we know, in memory and in the database.
pub(crate) struct Contacts {
    database: Database,
    rows: BTreeMap<DeviceId, PersonRow>,
    /// Those whose trust changed since somebody asked.
    trust_changed: BTreeSet<DeviceId>,
}

impl Contacts {
    /// Reads the table. Blocks.
    pub(crate) fn open(database: Database) -> Result<Self, Failure> {
        let read = || -> sql::Result<BTreeMap<DeviceId, PersonRow>> {
            let connection = database.lock();
            let mut statement =
                connection.prepare(&format!("SELECT {COLUMNS} FROM people_devices"))?;
            let rows = statement.query_map([], row)?;
            let mut all = BTreeMap::new();
            for found in rows {
                match found? {
                    Some(row) => drop(all.insert(row.device, row)),
                    None => tracing::error!("a row of the people is not understood; it is left"),
                }
            }
            Ok(all)
        };
        let rows = read().map_err(|error| failed(&error))?;
        Ok(Self {
            database,
            rows,
            trust_changed: BTreeSet::new(),
        })
    }

    pub(crate) fn get(&self, device: &DeviceId) -> Option<&PersonRow> {
        self.rows.get(device)
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &PersonRow> {
        self.rows.values()
    }

    pub(crate) fn is_verified(&self, device: &DeviceId) -> bool {
        self.get(device)
            .is_some_and(|row| row.standing == Standing::Verified)
    }

    /// Writes a row as it is now.
    pub(crate) fn put(&mut self, row: PersonRow) -> Result<(), Failure> {
        let before = self.rows.get(&row.device);
        if before.is_none_or(|before| before.is_worth_writing(&row)) {
            write(&self.database.lock(), &row).map_err(|error| failed(&error))?;
        }
        self.written(row);
        Ok(())
    }

    /// Takes over a row that was written in a transaction of its own.
    pub(super) fn written(&mut self, row: PersonRow) {
        let device = row.device;
        let trust = row.trust();
        let before = self.rows.insert(device, row);
        if before.is_none_or(|before| before.trust() != trust) {
            self.trust_changed.insert(device);
        }
    }

    /// Takes those whose trust changed since the last call.
    pub(crate) fn take_trust_changed(&mut self) -> BTreeSet<DeviceId> {
        std::mem::take(&mut self.trust_changed)
    }

    /// Forgets a device, and with it the invites it used: they let nobody in again.
    pub(crate) fn remove(
        &mut self,
        device: &DeviceId,
        now: i64,
    ) -> Result<Option<PersonRow>, Failure> {
        let id = device.to_string();
        let forget = || -> sql::Result<()> {
            let mut connection = self.database.lock();
            let change = connection.transaction()?;
            change.execute("DELETE FROM people_devices WHERE device = ?1", [&id])?;
            spend(&change, &id, now)?;
            change.commit()
        };
        forget().map_err(|error| failed(&error))?;
        self.trust_changed.insert(*device);
        Ok(self.rows.remove(device))
    }

    /// Blocks a device. The invites it used let nobody in again.
    pub(crate) fn block(&mut self, row: PersonRow, now: i64) -> Result<(), Failure> {
        let block = || -> sql::Result<()> {
            let mut connection = self.database.lock();
            let change = connection.transaction()?;
            write(&change, &row)?;
            spend(&change, &row.device.to_string(), now)?;
            change.commit()
        };
        block().map_err(|error| failed(&error))?;
        self.written(row);
        Ok(())
    }

    /// Forgets half pairings whose other half did not come within an hour, and returns whose they
    /// were.
    pub(crate) fn drop_late(&mut self, now: i64) -> Result<Vec<PersonRow>, Failure> {
        let late = |row: &&PersonRow| {
            row.standing == Standing::Waiting && !(0..WAITING_MS).contains(&(now - row.since))
        };
        let late: Vec<DeviceId> = self.rows().filter(late).map(|row| row.device).collect();
        let mut dropped = Vec::new();
        for device in late {
            dropped.extend(self.remove(&device, now)?);
        }
        Ok(dropped)
    }

    /// Returns whom we know, as the network takes it.
    pub(crate) fn known_devices(&self) -> KnownDevices {
        let known = |row: &PersonRow| KnownDevice {
            standing: match row.standing {
                Standing::Waiting => segue_network::network::Standing::Waiting,
                Standing::Verified => segue_network::network::Standing::Verified,
                Standing::Blocked => segue_network::network::Standing::Blocked,
            },
            addresses: row.ways(false),
            typed: row.ways(true),
        };
        KnownDevices(self.rows().map(|row| (row.device, known(row))).collect())
    }
}

/// Returns what people are called here, by device. Blocks.
pub(crate) fn names(database: &Database) -> Result<BTreeMap<String, String>, Failure> {
    let read = || -> sql::Result<BTreeMap<String, String>> {
        let connection = database.lock();
        let mut statement = connection
            .prepare_cached("SELECT device, coalesce(nickname, name) FROM people_devices")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    };
    read().map_err(|error| failed(&error))
}

const COLUMNS: &str = "device, name, nickname, platforms, state, was_verified, how, since_ms, \
     last_seen_ms, addresses, knows_you, warning";

/// Writes a row, and replaces any that was there.
pub(super) fn write(connection: &Connection, row: &PersonRow) -> sql::Result<()> {
    let json = |list: serde_json::Result<String>| list.unwrap_or_else(|_| "[]".to_owned());
    connection.execute(
        &format!(
            "INSERT OR REPLACE INTO people_devices ({COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
        ),
        params![
            row.device.to_string(),
            row.name,
            row.nickname,
            json(serde_json::to_string(&row.platforms)),
            match row.standing {
                Standing::Waiting => "waiting",
                Standing::Verified => "verified",
                Standing::Blocked => "blocked",
            },
            row.was_verified,
            row.how.map(|how| match how {
                VerifiedBy::Invite => "invite",
                VerifiedBy::Code => "code",
            }),
            row.since,
            row.last_seen,
            json(serde_json::to_string(&row.addresses)),
            row.knows_you,
            row.warning,
        ],
    )?;
    Ok(())
}

/// Makes the invites that a device used let it in no more.
fn spend(connection: &Connection, device: &str, now: i64) -> sql::Result<()> {
    connection.execute(
        "UPDATE people_invites SET revoked_ms = ?2 WHERE used_by = ?1 AND revoked_ms IS NULL",
        params![device, now],
    )?;
    Ok(())
}

/// Reads a row; `None` when its device or standing can't be understood.
fn row(record: &Record<'_>) -> sql::Result<Option<PersonRow>> {
    let device: String = record.get(0)?;
    let state: String = record.get(4)?;
    let how: Option<String> = record.get(6)?;
    let (platforms, addresses): (String, String) = (record.get(3)?, record.get(9)?);
    let standing = match state.as_str() {
        "waiting" => Standing::Waiting,
        "verified" => Standing::Verified,
        "blocked" => Standing::Blocked,
        _ => return Ok(None),
    };
    let Ok(device) = device.parse() else {
        return Ok(None);
    };
    Ok(Some(PersonRow {
        device,
        name: record.get(1)?,
        nickname: record.get(2)?,
        platforms: serde_json::from_str(&platforms).unwrap_or_default(),
        standing,
        was_verified: record.get(5)?,
        how: match how.as_deref() {
            Some("invite") => Some(VerifiedBy::Invite),
            Some("code") => Some(VerifiedBy::Code),
            _ => None,
        },
        since: record.get(7)?,
        last_seen: record.get(8)?,
        addresses: serde_json::from_str(&addresses).unwrap_or_default(),
        knows_you: record.get(10)?,
        warning: record.get(11)?,
    }))
}
