//! The profile's database, joined from the tables of every part of the node.

use std::path::Path;

use segue_door::Failure;
use segue_store::{Database, Tables};

use crate::storage::cannot_open;

/// The tables of every part.
const SERVICES: &[Tables] = &[
    crate::people::TABLES,
    crate::conversations::TABLES,
    crate::handoffs::TABLES,
];

/// Opens the database of a profile, and creates it if need be.
pub(super) fn open(path: &Path) -> Result<Database, Failure> {
    Database::open(path, SERVICES).map_err(|error| cannot_open(&error))
}

#[cfg(test)]
mod tests {
    use segue_store::sql;

    use super::*;

    #[test]
    fn every_part_brings_tables_that_bear_its_prefix() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("segue.db");
        drop(open(&path).unwrap());
        let connection = sql::Connection::open(&path).unwrap();
        let mut names = connection
            .prepare(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
            )
            .unwrap();
        let names: Vec<String> = names
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert!(names.len() > 10, "{names:?}");
        for name in names {
            let owner = |tables: &&Tables| name.starts_with(tables.prefix);
            let owners = SERVICES.iter().filter(owner).count();
            assert!(owners == 1 || name.starts_with("store_"), "{name}");
        }
    }

    #[test]
    fn a_profile_of_another_make_is_told_so_and_keeps_its_identity() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("segue.db");
        let old = sql::Connection::open(&path).unwrap();
        old.execute_batch("CREATE TABLE journal (id INTEGER); PRAGMA user_version = 6;")
            .unwrap();
        drop(old);
        let failure = open(&path).err().unwrap();
        assert!(failure.message.contains("test version"), "{failure:?}");
        assert!(!failure.message.contains("newer"), "{failure:?}");
        assert!(failure.hints[0].contains("identity"), "{failure:?}");
    }
}
