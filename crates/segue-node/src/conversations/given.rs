//! Which sessions were handed to someone, and which came from someone.

use std::collections::BTreeMap;

use segue_door::{Conversation, Failure, Handed};

use crate::catalog::Sessions;
use crate::storage::{Storage, failed};

/// What handoffs and imports know about sessions.
#[derive(Default)]
pub(super) struct Given {
    out: Sessions,
    /// Whom each came from, as far as that is known.
    came: BTreeMap<(String, String), Option<String>>,
}

impl Given {
    /// Reads it.
    pub(super) fn read(storage: &Storage) -> Result<Self, Failure> {
        let read = || -> rusqlite::Result<Self> {
            let connection = storage.lock();
            let mut given = Self::default();
            let mut out = connection.prepare_cached(
                "SELECT DISTINCT json_extract(body, '$.source[0]'), json_extract(body, '$.source[1]')
                 FROM handoffs WHERE way = 'out' AND json_type(body, '$.source') = 'array'
                     -- What ended before it was delivered was never handed over.
                     AND (ended_ms IS NULL OR EXISTS (
                         SELECT 1 FROM json_each(body, '$.machine.out.heard')
                         WHERE value NOT IN ('queued', 'offered', 'withdrawn', 'failed', 'auth-required')))",
            )?;
            let mut rows = out.query([])?;
            while let Some(row) = rows.next()? {
                given.out.insert(row.get(0)?, row.get(1)?);
            }
            let mut imported = connection.prepare_cached(
                "SELECT platform, session, sender FROM imports WHERE undone_ms IS NULL AND done
                 ORDER BY rowid",
            )?;
            let mut rows = imported.query([])?;
            while let Some(row) = rows.next()? {
                let sender: Option<String> = row.get(2)?;
                let sender = sender.map(|name| segue_conversation::shown(&name, 100));
                given.came.insert((row.get(0)?, row.get(1)?), sender);
            }
            // What a handoff knows is proven, and the person may call them otherwise.
            let mut received = connection.prepare_cached(
                "SELECT json_extract(body, '$.source[0]'), json_extract(body, '$.source[1]'),
                     coalesce(people.nickname, people.name, json_extract(body, '$.name'))
                 FROM handoffs LEFT JOIN people ON people.device = handoffs.device
                 WHERE way = 'in' AND json_type(body, '$.import') = 'text'
                     AND json_type(body, '$.source') = 'array'
                 ORDER BY created_ms",
            )?;
            let mut rows = received.query([])?;
            while let Some(row) = rows.next()? {
                let name: Option<String> = row.get(2)?;
                if let Some(from) = given.came.get_mut(&(row.get(0)?, row.get(1)?)) {
                    *from = name;
                }
            }
            Ok(given)
        };
        read().map_err(|error| failed(&error))
    }

    /// The sessions that were handed this way.
    pub(super) fn sessions(&self, way: Handed) -> Sessions {
        match way {
            Handed::Out => self.out.clone(),
            Handed::In => self.came.keys().cloned().collect(),
        }
    }

    /// Says so where conversations are shown.
    pub(super) fn tell<'a>(&self, conversations: impl IntoIterator<Item = &'a mut Conversation>) {
        let came: Sessions = self.came.keys().cloned().collect();
        for shown in conversations {
            shown.handed_out = self.out.find(&shown.platform, &shown.id).is_some();
            shown.received_from = came
                .find(&shown.platform, &shown.id)
                .and_then(|key| self.came.get(key)?.clone());
        }
    }
}
