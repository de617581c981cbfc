//! Standing orders: whose handoffs are imported at once, into which agent and folder. Off unless the
//! person gave one, and gone when they take it back.

use segue_door::{CallerEnv, Failure};
use segue_network::DeviceId;
use segue_store::sql::{Row as Record, params};
use uuid::Uuid;

use crate::storage::failed;
use segue_store::Database;

/// A standing order to import the handoffs of one person.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Order {
    pub(crate) id: Uuid,
    pub(crate) device: DeviceId,
    pub(crate) platform: String,
    pub(crate) folder: String,
    pub(crate) place: Option<CallerEnv>,
    pub(crate) created: i64,
    pub(crate) imported: u64,
    /// Why it was not carried out the last time.
    pub(crate) stopped: Option<String>,
}

/// The table of standing orders.
#[derive(Clone)]
pub(crate) struct Orders {
    database: Database,
}

impl Orders {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Gives an order; an earlier one for the same person ends.
    pub(crate) fn add(&self, order: &Order) -> Result<(), Failure> {
        let place = order
            .place
            .as_ref()
            .and_then(|place| serde_json::to_string(place).ok());
        let mut connection = self.database.lock();
        let mut add = || -> segue_store::sql::Result<()> {
            let transaction = connection.transaction()?;
            transaction.execute(
                "UPDATE mailbox_auto_imports SET revoked_ms = ?2 WHERE device = ?1 AND revoked_ms IS NULL",
                params![order.device.to_string(), order.created],
            )?;
            transaction.execute(
                "INSERT INTO mailbox_auto_imports VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, NULL, NULL)",
                params![
                    order.id.to_string(),
                    order.device.to_string(),
                    order.platform,
                    order.folder,
                    place,
                    order.created
                ],
            )?;
            transaction.commit()
        };
        add().map_err(|error| failed(&error))
    }

    /// Lists the orders in force, oldest first.
    pub(crate) fn list(&self) -> Result<Vec<Order>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<Option<Order>>> {
            let connection = self.database.lock();
            let mut statement = connection.prepare_cached(
                "SELECT id, device, platform, folder, place, created_ms, imported, stopped
                 FROM mailbox_auto_imports WHERE revoked_ms IS NULL ORDER BY created_ms LIMIT 500",
            )?;
            let rows = statement.query_map([], order)?;
            rows.collect()
        };
        let rows = read().map_err(|error| failed(&error))?;
        Ok(rows.into_iter().flatten().collect())
    }

    /// Returns the order in force for this person.
    pub(crate) fn of(&self, device: &DeviceId) -> Result<Option<Order>, Failure> {
        Ok(self
            .list()?
            .into_iter()
            .find(|order| order.device == *device))
    }

    /// Ends an order.
    pub(crate) fn revoke(&self, id: Uuid, now: i64) -> Result<(), Failure> {
        self.set(
            "UPDATE mailbox_auto_imports SET revoked_ms = ?2 WHERE id = ?1",
            id,
            &now.to_string(),
        )
    }

    /// Notes that an order was carried out, or why it was not.
    pub(crate) fn note(&self, id: Uuid, stopped: Option<&str>) -> Result<(), Failure> {
        match stopped {
            Some(why) => self.set(
                "UPDATE mailbox_auto_imports SET stopped = ?2 WHERE id = ?1",
                id,
                why,
            ),
            None => self.set(
                "UPDATE mailbox_auto_imports SET imported = imported + 1, stopped = NULL
                 WHERE id = ?1 AND ?2 = ''",
                id,
                "",
            ),
        }
    }

    fn set(&self, statement: &str, id: Uuid, value: &str) -> Result<(), Failure> {
        self.database
            .lock()
            .execute(statement, params![id.to_string(), value])
            .map(drop)
            .map_err(|error| failed(&error))
    }
}

fn order(row: &Record<'_>) -> segue_store::sql::Result<Option<Order>> {
    let (id, device): (String, String) = (row.get(0)?, row.get(1)?);
    let (Ok(id), Ok(device)) = (id.parse(), device.parse()) else {
        return Ok(None);
    };
    let place: Option<String> = row.get(4)?;
    Ok(Some(Order {
        id,
        device,
        platform: row.get(2)?,
        folder: row.get(3)?,
        place: place.and_then(|place| serde_json::from_str(&place).ok()),
        created: row.get(5)?,
        imported: row.get::<_, i64>(6)?.cast_unsigned(),
        stopped: row.get(7)?,
    }))
}
