//! Whose statements may touch which tables: decided by SQLite while it prepares them.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

use crate::tables::Tables;

/// Table-valued functions, which SQLite reports as tables.
const FUNCTIONS: &[&str] = &["json_each"];

/// Who holds the connection at the moment.
#[derive(Clone)]
pub(crate) struct Holder(Arc<Mutex<&'static str>>);

impl Holder {
    /// Makes SQLite ask about every statement of this connection from now on.
    pub(crate) fn watch(connection: &Connection) -> rusqlite::Result<Self> {
        let holder = Self(Arc::new(Mutex::new(Tables::STORE.prefix)));
        let asked = holder.clone();
        connection.authorizer(Some(move |asks: AuthContext<'_>| {
            match may(&asks.action, asked.get()) {
                true => Authorization::Allow,
                false => {
                    tracing::error!(action = ?asks.action, holder = asked.get(), "not its table");
                    Authorization::Deny
                }
            }
        }))?;
        Ok(holder)
    }

    /// Sets who holds the connection from now on.
    pub(crate) fn set(&self, prefix: &'static str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = prefix;
    }

    fn get(&self) -> &'static str {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn may(action: &AuthAction<'_>, prefix: &str) -> bool {
    match action {
        AuthAction::Select
        | AuthAction::Transaction { .. }
        | AuthAction::Savepoint { .. }
        | AuthAction::Function { .. }
        | AuthAction::Recursive => true,
        AuthAction::Read { table_name, .. }
        | AuthAction::Insert { table_name }
        | AuthAction::Update { table_name, .. }
        | AuthAction::Delete { table_name } => {
            table_name.starts_with(prefix)
                || table_name.starts_with(Tables::STORE.prefix)
                || FUNCTIONS.contains(table_name)
        }
        AuthAction::Pragma { pragma_name, .. } => *pragma_name == "synchronous",
        // Tables are made by the migration and by nobody after it.
        _ => false,
    }
}
