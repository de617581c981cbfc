//! The rows of one page: which, in which order, and looked at as far as that takes no time.

use segue_door::{Failure, Indexing};
use segue_store::sql::Value;
use segue_store::sql::params_from_iter;

use super::list::Query;
use super::{SessionRow, Shared, WORTH, fulltext, index, lock, numbers, stage};

/// Bytes that may be counted through while someone waits for the page.
const COUNTED_AT_ONCE: u64 = 48 << 20;

/// The `WHERE` of a query and its values.
pub(super) struct Filter {
    sql: String,
    values: Vec<Value>,
    /// What is searched for, as the index takes it.
    question: Option<String>,
}

impl Filter {
    /// Creates the filter for a query in these scopes. Fails if there is nothing to search for or
    /// the page does not belong to this list.
    pub(super) fn new(scopes: &[i64], query: &Query) -> Result<Self, Failure> {
        let mut filter = Self {
            sql: format!("scope IN ({}) AND {WORTH}", numbers(scopes.iter().copied())),
            values: Vec::new(),
            question: query
                .search
                .as_deref()
                .map(fulltext::question)
                .transpose()?,
        };
        if let Some(project) = &query.project {
            let folder = project.trim_end_matches(['/', '\\']);
            filter
                .sql
                .push_str(" AND (project = ? OR substr(project, 1, ?) IN (? || '/', ? || '\\'))");
            let length = folder.chars().count() as i64 + 1;
            filter.values.extend([
                Value::from(folder.to_owned()),
                Value::from(length),
                Value::from(folder.to_owned()),
                Value::from(folder.to_owned()),
            ]);
        }
        if let Some(since) = query.since {
            filter.sql.push_str(" AND modified >= ?");
            filter.values.push(Value::from(since));
        }
        if query.after.is_some() && query.offset > 0 {
            return Err(Failure::invalid(
                "A page comes after another or after so many, not both.",
            ));
        }
        if query
            .after
            .as_deref()
            .is_some_and(|after| cursor(after).is_none())
        {
            return Err(Failure::invalid("That is no page of this list."));
        }
        Ok(filter)
    }
}

fn cursor(text: &str) -> Option<(i64, i64)> {
    let (modified, id) = text.split_once('.')?;
    Some((modified.parse().ok()?, id.parse().ok()?))
}

impl Shared {
    /// Returns the rows of a page, how many there are on all pages, and whether there is another
    /// page.
    pub(super) fn page(
        &self,
        filter: &Filter,
        query: &Query,
        limit: u32,
    ) -> segue_store::sql::Result<(Vec<SessionRow>, u64, bool)> {
        let mut values = filter.values.clone();
        let mut condition = filter.sql.clone();
        if let Some(question) = &filter.question {
            // Searched once, for the number of hits and for the page.
            let found = fulltext::found(&lock(&self.reader), question)?;
            condition.push_str(" AND session.id IN (SELECT value FROM json_each(?))");
            values.push(Value::from(format!("[{}]", numbers(found))));
        }
        if let Some(among) = &query.among {
            let sql = format!(
                "SELECT id, platform, session FROM session WHERE {}",
                filter.sql
            );
            let reader = lock(&self.reader);
            let mut statement = reader.prepare_cached(&sql)?;
            let mut rows = statement.query(params_from_iter(&filter.values))?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let (platform, session): (String, String) = (row.get(1)?, row.get(2)?);
                if among.find(&platform, &session).is_some() {
                    found.push(row.get(0)?);
                }
            }
            condition.push_str(" AND session.id IN (SELECT value FROM json_each(?))");
            values.push(Value::from(format!("[{}]", numbers(found))));
        }
        let total: i64 = {
            let sql = format!("SELECT count(*) FROM session WHERE {condition}");
            lock(&self.reader)
                .prepare_cached(&sql)?
                .query_row(params_from_iter(&values), |row| row.get(0))?
        };
        let mut sql = format!("SELECT {} FROM session WHERE {condition}", index::COLUMNS);
        if let Some((modified, id)) = query.after.as_deref().and_then(cursor) {
            sql.push_str(" AND (modified, session.id) < (?, ?)");
            values.extend([Value::from(modified), Value::from(id)]);
        }
        sql.push_str(" ORDER BY modified DESC, session.id DESC LIMIT ? OFFSET ?");
        values.push(Value::from(i64::from(limit) + 1));
        values.push(Value::from(i64::try_from(query.offset).unwrap_or(i64::MAX)));
        let mut rows = self.rows(&sql, &values)?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        Ok((rows, total.cast_unsigned(), more))
    }

    pub(super) fn rows(
        &self,
        sql: &str,
        values: &[Value],
    ) -> segue_store::sql::Result<Vec<SessionRow>> {
        let reader = lock(&self.reader);
        let mut statement = reader.prepare_cached(sql)?;
        let rows = statement.query_map(params_from_iter(values), |sql| {
            index::row(sql, self.platforms)
        })?;
        rows.filter_map(Result::transpose).collect()
    }

    /// Looks at rows until they have a title and a project, and also counts their messages as far
    /// as that takes no time.
    pub(super) fn looked_at(
        &self,
        rows: Vec<SessionRow>,
    ) -> segue_store::sql::Result<Vec<SessionRow>> {
        let mut seen = Vec::new();
        let mut left = COUNTED_AT_ONCE;
        let looked = rows
            .into_iter()
            .map(|mut row| {
                while row.stage < stage::COUNTED {
                    if row.stage == stage::GLANCED {
                        let Some(rest) = left.checked_sub(row.session.bytes) else {
                            break;
                        };
                        left = rest;
                    }
                    let found = self.look(&row);
                    let after = row.with(&found);
                    seen.push((std::mem::replace(&mut row, after), found));
                }
                row
            })
            .collect();
        if !seen.is_empty() {
            self.note(&seen)?;
        }
        Ok(looked)
    }

    /// Returns how far the index has come in these scopes.
    pub(super) fn indexing(&self, scopes: &[i64]) -> segue_store::sql::Result<Indexing> {
        let sql = format!(
            "SELECT stage, count(*) FROM session WHERE scope IN ({}) GROUP BY stage",
            numbers(scopes.iter().copied())
        );
        let reader = lock(&self.reader);
        let mut statement = reader.prepare_cached(&sql)?;
        let mut rows = statement.query([])?;
        let mut found = Indexing::default();
        while let Some(row) = rows.next()? {
            let (at, count): (i64, i64) = (row.get(0)?, row.get(1)?);
            let count = count.cast_unsigned();
            found.sessions += count;
            let add = |reached: i64, number: &mut u64| {
                if at >= reached {
                    *number += count;
                }
            };
            add(stage::GLANCED, &mut found.known);
            add(stage::COUNTED, &mut found.counted);
            add(stage::DONE, &mut found.searchable);
        }
        Ok(found)
    }
}
