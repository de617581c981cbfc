//! One page of the list: the rows it shows are looked at before it is given out.

use segue_door::{Conversation, Failure, Listing};
use segue_platform::AgentEnv;
use segue_store::sql::Connection;

use super::page::Filter;
use super::{Catalog, SessionRow, Sessions, WORTH, lock, numbers, places, stage};
use crate::storage::failed;

/// Most conversations on one page.
const PAGE: u32 = 200;

/// Bytes of one page, so that it fits a frame with room to spare.
const PAGE_BYTES: usize = 600 << 10;

/// Which conversations to list, and which page of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    pub(crate) platform: Option<String>,
    pub(crate) project: Option<String>,
    pub(crate) search: Option<String>,
    pub(crate) limit: u32,
    pub(crate) after: Option<String>,
    /// How many conversations are skipped.
    pub(crate) offset: u64,
    /// Only those that changed then or later, in milliseconds since 1970.
    pub(crate) since: Option<i64>,
    /// The only sessions to list; `None` for all.
    pub(crate) among: Option<Sessions>,
}

impl Catalog {
    /// Lists a page of conversations, newest first.
    pub(crate) fn list(&self, place: &AgentEnv, query: &Query) -> Result<Listing, Failure> {
        let only = match &query.platform {
            Some(named) => Some(self.platform(named)?.id()),
            None => None,
        };
        let often = query.search.is_some() || query.after.is_some() || query.offset > 0;
        let found = self.recent(place, only, often)?;
        self.asked(place);
        let filter = Filter::new(&found.scopes, query)?;
        let limit = query.limit.clamp(1, PAGE);
        let shared = &self.shared;
        let page = || -> segue_store::sql::Result<Listing> {
            let (rows, mut total, more) = shared.page(&filter, query, limit)?;
            let rows = shared.looked_at(rows)?;
            let mut conversations = Vec::with_capacity(rows.len());
            let (mut bytes, mut cursor, mut full) = (0, None, false);
            let reader = lock(&shared.reader);
            for row in &rows {
                if !row.is_worth_a_line() {
                    // Found out just now.
                    total = total.saturating_sub(1);
                    cursor = Some(place_of(row));
                    continue;
                }
                let mut shown = conversation(&reader, row)?;
                if let Some(search) = &query.search {
                    shown.snippets = places::snippets(&reader, row.id, search)?;
                }
                bytes += serde_json::to_string(&shown).map_or(0, |json| json.len());
                if bytes > PAGE_BYTES && !conversations.is_empty() {
                    full = true;
                    break;
                }
                cursor = Some(place_of(row));
                conversations.push(shown);
            }
            drop(reader);
            Ok(Listing {
                conversations,
                next: cursor.filter(|_| more || full),
                total,
                indexing: shared.indexing(&found.scopes)?,
                problems: found.problems.clone(),
            })
        };
        let listing = page().map_err(|error| failed(&error))?;
        shared.wake(&found.scopes);
        Ok(listing)
    }

    /// Counts the sessions of each platform that are worth a line, by the platform's id.
    pub(crate) fn counts(&self, scopes: &[i64]) -> Result<Vec<(String, u64)>, Failure> {
        let read = || -> segue_store::sql::Result<Vec<(String, u64)>> {
            let sql = format!(
                "SELECT platform, count(*) FROM session WHERE scope IN ({}) AND {WORTH}
                 GROUP BY platform",
                numbers(scopes.iter().copied())
            );
            let reader = lock(&self.shared.reader);
            let mut statement = reader.prepare(&sql)?;
            let rows = statement.query_map([], |row| {
                Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned()))
            })?;
            rows.collect()
        };
        read().map_err(|error| failed(&error))
    }

    /// Turns a row into what is shown of it, after looking at the session as far as needed.
    pub(crate) fn known(&self, row: SessionRow) -> Result<Conversation, Failure> {
        let show = || -> segue_store::sql::Result<Conversation> {
            let mut row = row;
            let mut seen = Vec::new();
            while row.stage < stage::COUNTED {
                let found = self.shared.look(&row);
                let after = row.with(&found);
                seen.push((std::mem::replace(&mut row, after), found));
            }
            self.shared.note(&seen)?;
            conversation(&lock(&self.shared.reader), &row)
        };
        show().map_err(|error| failed(&error))
    }

    /// Records how many messages a conversation has, for a caller who read all of them.
    pub(crate) fn counted(&self, row: &SessionRow, messages: u64) {
        if let Err(error) = self.shared.counted(row, messages) {
            tracing::warn!(%error, "a count was not taken down");
        }
    }
}

/// Returns a row's position in the list, as the next page takes it.
fn place_of(row: &SessionRow) -> String {
    format!("{}.{}", row.session.modified, row.id)
}

fn conversation(reader: &Connection, row: &SessionRow) -> segue_store::sql::Result<Conversation> {
    let (session, glance) = (&row.session, row.glance.clone());
    Ok(Conversation {
        name: format!("{}:{}", session.platform, session.id),
        short: super::name::short(reader, &session.id)?,
        platform: session.platform.to_owned(),
        id: session.id.clone(),
        title: glance.title,
        project: glance.project,
        branch: glance.branch,
        model: glance.model,
        started: glance.started,
        updated: glance.updated,
        modified: segue_conversation::times::from_millis(session.modified).unwrap_or_default(),
        version: glance.version,
        file: session.path.to_string_lossy().into_owned(),
        bytes: session.bytes,
        messages: row.messages,
        state: row.state.clone(),
        handed_out: false,
        received_from: None,
        snippets: Vec::new(),
    })
}
