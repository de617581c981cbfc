//! One name for a conversation everywhere: `platform:id`, or a beginning of the id.

use segue_door::{Code, Failure};
use segue_platform::AgentEnv;
use segue_store::sql::Value;
use segue_store::sql::{Connection, OptionalExtension};

use super::{Catalog, SessionRow, index, numbers};
use crate::storage::failed;

/// Shorter beginnings are too easily mistyped.
const LEAST: usize = 4;

/// How much of an id is shown at least.
const SHOWN: usize = 8;

/// How many candidates a failure names.
const CANDIDATES: usize = 8;

impl Catalog {
    /// Finds the session a person means. A caller who asks `again` gets what was found a moment
    /// ago. Fails if the name is too short, unknown or ambiguous.
    pub(crate) fn resolve(
        &self,
        place: &AgentEnv,
        name: &str,
        again: bool,
    ) -> Result<SessionRow, Failure> {
        let shown = segue_conversation::truncate(name, 80);
        // An id may have colons of its own; only a known platform before one is a platform.
        let split = name.split_once(':').and_then(|(platform, id)| {
            let platform = self.platform(platform).ok()?;
            Some((Some(platform.id()), id))
        });
        let (platform, id) = split.unwrap_or((None, name));
        if id.chars().count() < LEAST && !(platform.is_some() && id.is_empty()) {
            return Err(Failure::invalid(format!(
                "“{shown}” is too short for the name of a conversation."
            ))
            .hint(format!("Type at least {LEAST} characters of its id."))
            .hint("segue list shows them."));
        }
        let found = if again {
            self.recent(place, platform, true)?
        } else {
            self.refresh(place, platform)?
        };
        let sql = format!(
            "SELECT {} FROM session WHERE scope IN ({}) AND session >= ? AND substr(session, 1, ?) = ?
             ORDER BY modified DESC LIMIT 200",
            index::COLUMNS,
            numbers(found.scopes.iter().copied()),
        );
        let values = [
            Value::from(id.to_owned()),
            Value::from(id.chars().count() as i64),
            Value::from(id.to_owned()),
        ];
        let mut rows = self
            .shared
            .rows(&sql, &values)
            .map_err(|error| failed(&error))?;
        if rows.iter().any(|row| row.session.id == id) {
            rows.retain(|row| row.session.id == id);
        }
        // The same session in two files is one conversation: the file that changed last counts.
        let mut met = Vec::new();
        rows.retain(|row| {
            let name = (row.session.platform, row.session.id.clone());
            let new = !met.contains(&name);
            met.push(name);
            new
        });
        self.shared.wake(&found.scopes);
        if rows.len() > 1 {
            return Err(ambiguous(&shown, &rows));
        }
        rows.pop().ok_or_else(|| unknown(&shown, &found.problems))
    }
}

fn unknown(shown: &str, problems: &[String]) -> Failure {
    let failure = Failure::new(
        Code::NotFound,
        format!("There is no conversation “{shown}” here."),
    )
    .hint("segue list shows the conversations of this computer.");
    problems
        .iter()
        .fold(failure, |failure, problem| failure.hint(problem.clone()))
}

fn ambiguous(shown: &str, rows: &[SessionRow]) -> Failure {
    let count = rows.len();
    let mut failure = Failure::invalid(format!(
        "“{shown}” is the beginning of {count} conversations. Type more of it."
    ));
    for row in rows.iter().take(CANDIDATES) {
        let title = row.glance.title.as_deref().unwrap_or("untitled");
        failure = failure.hint(format!(
            "{}:{}  {}",
            row.session.platform,
            row.session.id,
            segue_conversation::truncate(title, 40)
        ));
    }
    if count > CANDIDATES {
        failure = failure.hint(format!("and {} more", count - CANDIDATES));
    }
    failure
}

/// Returns the shortest beginning of an id that no other id has, but at least [`SHOWN`] characters.
pub(super) fn short(reader: &Connection, id: &str) -> segue_store::sql::Result<String> {
    let neighbour = |sql: &str| -> segue_store::sql::Result<usize> {
        let other: Option<String> = reader
            .prepare_cached(sql)?
            .query_row([id], |row| row.get(0))
            .optional()?;
        Ok(other.map_or(0, |other| {
            let same = id.chars().zip(other.chars()).take_while(|(a, b)| a == b);
            same.count() + 1
        }))
    };
    let before =
        neighbour("SELECT session FROM session WHERE session < ?1 ORDER BY session DESC LIMIT 1")?;
    let after =
        neighbour("SELECT session FROM session WHERE session > ?1 ORDER BY session LIMIT 1")?;
    Ok(id.chars().take(before.max(after).max(SHOWN)).collect())
}
