//! The project folders of conversations, and when each was used last.

use segue_door::Failure;

use super::{Catalog, WORTH, index, lock, numbers};
use crate::storage::failed;

/// A project folder, and how much it is used.
pub(crate) struct Used {
    /// As the agents write it.
    pub(crate) project: String,
    /// How many conversations it has.
    pub(crate) conversations: u64,
    /// When one of them changed last, in milliseconds since 1970.
    pub(crate) last: i64,
}

impl Catalog {
    /// Lists the project folders of all conversations, after glancing at every one of them.
    pub(crate) fn projects(&self, scopes: &[i64]) -> Result<Vec<String>, Failure> {
        let used = self.used(scopes, 5000, true)?;
        Ok(used.into_iter().map(|used| used.project).collect())
    }

    /// Lists at most `most` project folders with how and when they were used, the one used last
    /// first; of `all` conversations, or of those that are known by now.
    pub(crate) fn used(
        &self,
        scopes: &[i64],
        most: usize,
        all: bool,
    ) -> Result<Vec<Used>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<Used>> {
            if all {
                self.glanced(scopes)?;
            }
            let sql = format!(
                "SELECT project, count(*), max(modified) FROM session
                 WHERE project IS NOT NULL AND scope IN ({}) AND {WORTH}
                 GROUP BY project ORDER BY max(modified) DESC LIMIT {most}",
                numbers(scopes.iter().copied())
            );
            let reader = lock(&self.shared.reader);
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                Ok(Used {
                    project: row.get(0)?,
                    conversations: row.get::<_, i64>(1)?.cast_unsigned(),
                    last: row.get(2)?,
                })
            })?;
            rows.collect()
        };
        let used = read().map_err(|error| failed(&error));
        self.shared.wake(scopes);
        used
    }

    /// Glances at every conversation that nobody has looked at yet.
    fn glanced(&self, scopes: &[i64]) -> segue_store::sql::Result<()> {
        let shared = &self.shared;
        let sql = format!(
            "SELECT {} FROM session WHERE stage = 0 AND scope IN ({})
             ORDER BY modified DESC LIMIT 256",
            index::COLUMNS,
            numbers(scopes.iter().copied()),
        );
        loop {
            let rows = shared.rows(&sql, &[])?;
            if rows.is_empty() || shared.stopping() {
                return Ok(());
            }
            let seen: Vec<_> = rows
                .into_iter()
                .map(|row| {
                    let seen = shared.look(&row);
                    (row, seen)
                })
                .collect();
            shared.note(&seen)?;
        }
    }
}
