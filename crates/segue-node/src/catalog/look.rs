//! Looking at one session: a glance, a count, its words; and writing down what was seen.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use segue_door::ConversationState;
use segue_platform::{Glance, Limits, Platform, PlatformError, Session, State, open};
use segue_store::sql::{Transaction, params};

use super::{SessionRow, Shared, fulltext, lock, stage};

/// Longer text in a list helps nobody.
const TITLE: usize = 300;

/// What a look found.
#[derive(Debug)]
pub(super) enum Seen {
    Glance(Glance),
    /// How many messages, and whether all of it can be read.
    Count(u64, State),
    /// The words, and how many messages there are if all of them were read.
    Words(String, Option<u64>),
    /// It can't be read.
    Unreadable(String),
}

impl Shared {
    /// Takes the next look at a row, for what its stage lacks. A session that can't be read, or
    /// that makes an adapter panic, gives [`Seen::Unreadable`].
    pub(super) fn look(&self, row: &SessionRow) -> Seen {
        let Some(platform) = self.platform(row.session.platform) else {
            return Seen::Unreadable("its platform is not known here".to_owned());
        };
        // A fault in one adapter over one strange file must not end the index.
        match catch_unwind(AssertUnwindSafe(|| self.one(platform, row))) {
            Ok(Ok(seen)) => seen,
            Ok(Err(error)) => Seen::Unreadable(bounded(&error.to_string(), TITLE)),
            Err(_) => Seen::Unreadable("reading it failed inside Segue".to_owned()),
        }
    }

    fn one(&self, platform: &dyn Platform, row: &SessionRow) -> Result<Seen, PlatformError> {
        let limits = Limits::default();
        Ok(match row.stage {
            stage::FOUND => Seen::Glance(platform.glance(&row.session, &limits)?),
            stage::GLANCED => {
                let (messages, state) = platform.count(&row.session, &limits)?;
                nothing_of(row, messages, &state).unwrap_or(Seen::Count(messages, state))
            }
            _ => {
                let stop = || self.stopping();
                let (text, messages) = fulltext::gather(platform, &row.session, &limits, stop)?;
                Seen::Words(text, messages)
            }
        })
    }

    /// Writes down how many messages there are, for a caller who read all of them. A row that
    /// changed meanwhile is left alone.
    pub(super) fn counted(&self, row: &SessionRow, messages: u64) -> segue_store::sql::Result<()> {
        lock(&self.writer)
            .prepare_cached(
                "UPDATE session SET messages = ?4
                 WHERE id = ?1 AND bytes = ?2 AND modified = ?3 AND messages IS NOT ?4",
            )?
            .execute(params![
                row.id,
                row.session.bytes.cast_signed(),
                row.session.modified,
                messages.cast_signed(),
            ])?;
        Ok(())
    }

    /// Writes down what was seen, in one transaction. A row that changed meanwhile is left alone.
    pub(super) fn note(&self, seen: &[(SessionRow, Seen)]) -> segue_store::sql::Result<()> {
        let mut writer = lock(&self.writer);
        let writing = writer.transaction()?;
        for (row, seen) in seen {
            note_one(&writing, row, seen)?;
        }
        writing.commit()
    }
}

impl SessionRow {
    /// Returns the row as it is after a look.
    pub(super) fn with(&self, seen: &Seen) -> Self {
        let mut row = self.clone();
        match seen {
            Seen::Glance(glance) => {
                row.glance = cut(glance);
                row.stage = stage::GLANCED;
            }
            Seen::Count(messages, state) => {
                row.messages = Some(*messages);
                row.state = Some(shown(state));
                row.stage = stage::COUNTED;
            }
            Seen::Words(_, messages) => {
                row.messages = messages.or(row.messages);
                row.stage = stage::DONE;
            }
            Seen::Unreadable(why) => {
                row.state = Some(ConversationState::Unreadable { why: why.clone() });
                row.stage = stage::DONE;
            }
        }
        row
    }
}

/// Explains why a session without a single message can't be read. Returns `None` if it is merely
/// empty, or has messages.
fn nothing_of(row: &SessionRow, messages: u64, state: &State) -> Option<Seen> {
    if messages > 0 || *state == State::Whole {
        return None;
    }
    if is_no_json(&row.session) {
        return Some(Seen::Unreadable("not JSON".to_owned()));
    }
    match state {
        State::Partly { why, .. } => Some(Seen::Unreadable(bounded(
            &format!("no message in it is whole; {why}"),
            TITLE,
        ))),
        _ => None,
    }
}

/// Checks whether the file of a session begins like something other than JSON. A file that holds
/// more than this session is not judged.
fn is_no_json(session: &Session) -> bool {
    let begins = || -> std::io::Result<Vec<u8>> {
        let file = open::plain_file(&session.path)?;
        let mut begins = Vec::new();
        if file.metadata()?.len() == session.bytes {
            file.take(512).read_to_end(&mut begins)?;
        }
        Ok(begins)
    };
    let begins = begins().unwrap_or_default();
    let first = begins.trim_ascii_start().first();
    first.is_some_and(|first| !matches!(first, b'{' | b'['))
}

fn note_one(
    writing: &Transaction<'_>,
    row: &SessionRow,
    seen: &Seen,
) -> segue_store::sql::Result<()> {
    let after = row.with(seen);
    let glance = &after.glance;
    let state = after.state.as_ref().map(serde_json::to_string);
    // What is known from before may be known better by now.
    let messages = match seen {
        Seen::Count(messages, _) => Some(*messages),
        Seen::Words(_, messages) => *messages,
        Seen::Glance(_) | Seen::Unreadable(_) => None,
    };
    let changed = writing
        .prepare_cached(
            "UPDATE session SET stage = ?4, title = ?5, project = ?6, branch = ?7, model = ?8,
                 started = ?9, updated = ?10, version = ?11, messages = coalesce(?12, messages), state = ?13
             WHERE id = ?1 AND bytes = ?2 AND modified = ?3 AND stage < ?4",
        )?
        .execute(params![
            row.id,
            row.session.bytes.cast_signed(),
            row.session.modified,
            after.stage,
            glance.title,
            glance.project,
            glance.branch,
            glance.model,
            glance.started,
            glance.updated,
            glance.version,
            messages.map(u64::cast_signed),
            state.and_then(Result::ok),
        ])?;
    match seen {
        Seen::Words(text, _) if changed > 0 => {
            fulltext::write(writing, row.id, glance.title.as_deref(), text)
        }
        _ => Ok(()),
    }
}

fn cut(glance: &Glance) -> Glance {
    let cut = |text: &Option<String>, most| text.as_deref().map(|text| bounded(text, most));
    Glance {
        title: cut(&glance.title, TITLE).filter(|title| !title.trim().is_empty()),
        project: cut(&glance.project, 4096),
        branch: cut(&glance.branch, 200),
        model: cut(&glance.model, 100),
        started: cut(&glance.started, 40),
        updated: cut(&glance.updated, 40),
        version: cut(&glance.version, 40),
    }
}

fn bounded(text: &str, most: usize) -> String {
    segue_conversation::truncate(text, most)
}

fn shown(state: &State) -> ConversationState {
    match state {
        State::Whole => ConversationState::Whole,
        State::Live => ConversationState::Live,
        State::Partly { damaged, why } => ConversationState::Partly {
            damaged: *damaged,
            why: bounded(why, TITLE),
        },
    }
}
