use super::*;

const MAILBOX: Tables = Tables {
    prefix: "mailbox_",
    sql: "CREATE TABLE mailbox_letters (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;",
};
const PEOPLE: Tables = Tables {
    prefix: "people_",
    sql: "CREATE TABLE people_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;",
};

fn opened(folder: &tempfile::TempDir) -> Database {
    Database::open(&folder.path().join("segue.db"), &[MAILBOX, PEOPLE]).unwrap()
}

#[test]
fn a_service_reaches_its_own_tables_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let database = opened(&folder);
    let (mailbox, people) = (database.of(&MAILBOX), database.of(&PEOPLE));
    let write = "INSERT INTO mailbox_letters (text) VALUES ('hello')";
    mailbox.lock().execute(write, []).unwrap();
    for foreign in [
        write,
        "SELECT text FROM mailbox_letters",
        "SELECT count(*) FROM mailbox_letters",
        "UPDATE mailbox_letters SET text = ''",
        "DELETE FROM mailbox_letters",
        "INSERT INTO people_names SELECT id, text FROM mailbox_letters",
        "SELECT name FROM people_names WHERE id IN (SELECT id FROM mailbox_letters)",
    ] {
        let error = people.lock().prepare(foreign).map(drop).unwrap_err();
        assert_eq!(
            error.sqlite_error_code(),
            Some(ErrorCode::AuthorizationForStatementDenied),
            "{foreign}: {error}"
        );
    }
    // What one service may do is not refused because another asked before it.
    mailbox
        .lock()
        .execute("DELETE FROM mailbox_letters", [])
        .unwrap();
    people
        .lock()
        .execute("SELECT id FROM people_names", [])
        .ok();
}

#[test]
fn nobody_makes_drops_or_attaches_after_the_migration() {
    let folder = tempfile::tempdir().unwrap();
    let mailbox = opened(&folder).of(&MAILBOX);
    for forbidden in [
        "CREATE TABLE mailbox_more (id INTEGER)",
        "DROP TABLE mailbox_letters",
        "ALTER TABLE mailbox_letters ADD COLUMN more TEXT",
        "ATTACH DATABASE ':memory:' AS other",
        "PRAGMA journal_mode = DELETE",
    ] {
        assert!(
            mailbox.lock().execute_batch(forbidden).is_err(),
            "{forbidden}"
        );
    }
}

#[test]
fn a_write_is_whole_or_nothing_however_durable() {
    let folder = tempfile::tempdir().unwrap();
    let mailbox = opened(&folder).of(&MAILBOX);
    let insert = "INSERT INTO mailbox_letters VALUES (1, 'hello')";
    for durability in [Durability::Process, Durability::PowerCut] {
        let twice = mailbox.write(durability, |transaction| {
            transaction.execute(insert, [])?;
            transaction.execute(insert, [])
        });
        assert!(twice.is_err());
        let count = "SELECT count(*) FROM mailbox_letters";
        let count: i64 = mailbox
            .lock()
            .query_row(count, [], |row| row.get(0))
            .unwrap();
        assert_eq!(count, 0);
        let mode: i64 = mailbox
            .lock()
            .pragma_query_value(None, "synchronous", |row| row.get(0))
            .unwrap();
        assert_eq!(mode, 1, "later writes are as quick as before");
    }
}

#[test]
fn a_database_of_another_make_is_refused_and_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("segue.db");
    let old = Connection::open(&path).unwrap();
    old.execute_batch("CREATE TABLE journal (id INTEGER); PRAGMA user_version = 6;")
        .unwrap();
    drop(old);
    let error = Database::open(&path, &[MAILBOX]).err().unwrap();
    assert!(matches!(error, StoreError::OtherMake), "{error}");
    let tables: i64 = Connection::open(&path)
        .unwrap()
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1);
}

#[test]
fn a_newer_database_is_refused_and_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("segue.db");
    drop(opened(&folder));
    let newer = Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    let error = Database::open(&path, &[MAILBOX, PEOPLE]).err().unwrap();
    assert!(matches!(error, StoreError::Newer), "{error}");
    let version: i64 = Connection::open(&path)
        .unwrap()
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, 99);
}

#[test]
fn a_file_that_is_no_database_is_refused_and_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("segue.db");
    let text = "not a database ".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let error = Database::open(&path, &[MAILBOX]).err().unwrap();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[cfg(unix)]
#[test]
fn the_database_and_its_companions_are_for_this_user_only() {
    let folder = tempfile::tempdir().unwrap();
    let _database = opened(&folder);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        let exposed = segue_private::exposed(&path).unwrap();
        assert_eq!(exposed, None, "{}", path.display());
    }
}
