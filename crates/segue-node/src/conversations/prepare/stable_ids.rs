//! A session that was made of a file, read with the ids of that file.
//!
//! An import gives every message an id of its own. When the conversation goes on and leaves again,
//! what it had then is the same but for those ids, and only what is new should have to travel: so
//! the file it came from is read beside it, and what is the same gets its ids back.
//!
//! ```text
//! session ──▶ message ──▶ the same words in the file, here or a little further on?
//!                            │ yes: its ids are learned (Ids)        │ no
//!                            ▼                                       ▼
//!                         the file's ids everywhere ◀── names of what was learned before
//! base file ──Reader──▶ a few messages ahead (Ahead)
//! ```
//!
//! Words are always those of the session. Of the file come ids, and what an import has no place
//! for: the model of an answer, and what its platform noted about it. All of it is looked through
//! for secrets like everything else that leaves. A file that can't be read is as good as none.

mod ids;
mod lookahead;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::Path;

use segue_conversation::file::{Artifact, Limits, Reader};
use segue_conversation::{Body, Json, Message, Part, Report};
use segue_platform::{About, PlatformError, Reading};

use super::super::work::{Progress, Wanted};
use ids::Ids;
use lookahead::Ahead;

/// Reads a session with the ids of the file it came from.
pub(super) fn with_stable_ids(
    reading: Box<dyn Reading>,
    base: &Path,
    progress: &Progress,
) -> Box<dyn Reading> {
    let file = match File::open(base) {
        Ok(file) => Wanted::new(file, progress.clone()),
        Err(error) => {
            tracing::info!(%error, "the file a session came from can't be read");
            return reading;
        }
    };
    Box::new(Same {
        reading,
        base: Ahead::new(Reader::again(file, Limits::default())),
        ids: Ids::default(),
    })
}

struct Same<R> {
    reading: Box<dyn Reading>,
    base: Ahead<R>,
    ids: Ids,
}

impl<R: std::io::Read> Reading for Same<R> {
    fn about(&self) -> About {
        let mut about = self.reading.about();
        self.ids.rename_maybe(&mut about.native);
        about
    }

    fn artifact(&mut self) -> Result<Option<Artifact>, PlatformError> {
        let Some(mut artifact) = self.reading.artifact()? else {
            return Ok(None);
        };
        if let Some(base) = self.base.artifact(&artifact.id) {
            for (theirs, ours) in base.parts.iter().zip(&artifact.parts) {
                self.ids.learn_part(theirs, ours);
            }
        }
        for part in &mut artifact.parts {
            self.rename_part(part);
        }
        Ok(Some(artifact))
    }

    fn message(&mut self) -> Result<Option<Message>, PlatformError> {
        let Some(mut message) = self.reading.message()? else {
            return Ok(None);
        };
        let base = self.base.message(|base| alike(base, &message));
        if let Some(base) = &base {
            self.learn(base, &message);
        }
        self.rename(&mut message);
        if let Some(base) = base {
            restore(base, &mut message);
        }
        Ok(Some(message))
    }

    fn report(&self) -> &Report {
        self.reading.report()
    }

    fn progress(&self) -> (u64, u64) {
        self.reading.progress()
    }
}

impl<R> Same<R> {
    fn learn(&mut self, base: &Message, ours: &Message) {
        self.ids.learn(&ours.id, &base.id);
        if let (Some(theirs), Some(ours)) = (&base.parent, &ours.parent) {
            self.ids.learn(ours, theirs);
        }
        if let (Some(theirs), Some(ours)) = (&base.group, &ours.group) {
            self.ids.learn_group(ours, theirs);
        }
        if let (Some(theirs), Some(ours)) = (&base.native, &ours.native) {
            self.ids.learn_json(theirs, ours);
        }
        for (theirs, ours) in base.beside.iter().zip(&ours.beside) {
            self.ids.learn_json(theirs, ours);
        }
        for (theirs, ours) in base.parts.iter().zip(&ours.parts) {
            self.ids.learn_part(theirs, ours);
        }
    }

    fn rename(&mut self, message: &mut Message) {
        message.id = self.ids.unique(&message.id);
        if let Some(parent) = &mut message.parent {
            self.ids.rename_id(parent);
        }
        if let Some(group) = &mut message.group {
            self.ids.rename_group(group);
        }
        self.ids.rename_maybe(&mut message.native);
        for record in &mut message.beside {
            self.ids.rename(record);
        }
        for part in &mut message.parts {
            self.rename_part(part);
        }
    }

    fn rename_part(&self, part: &mut Part) {
        self.ids.rename_maybe(&mut part.native);
        match &mut part.body {
            Body::Other(json) => self.ids.rename(json),
            Body::Call(call) => self.ids.rename_id(&mut call.id),
            Body::Result(result) => self.ids.rename_id(&mut result.call),
            Body::Text(_) | Body::Reasoning(_) | Body::File(_) => {}
        }
    }
}

/// Checks whether both say the same at the same moment.
fn alike(base: &Message, ours: &Message) -> bool {
    base.role == ours.role
        && base.at == ours.at
        && base.resets == ours.resets
        && base.injected == ours.injected
        && base.parts.len() == ours.parts.len()
        && base
            .parts
            .iter()
            .zip(&ours.parts)
            .all(|(base, ours)| says(&base.body, &ours.body))
}

/// Checks whether both say the same, whatever the ids of calls.
fn says(base: &Body, ours: &Body) -> bool {
    match (base, ours) {
        (Body::Call(base), Body::Call(ours)) => base.name == ours.name && base.input == ours.input,
        (Body::Result(base), Body::Result(ours)) => {
            base.is_error == ours.is_error && base.content == ours.content
        }
        _ => base == ours,
    }
}

/// Gives back what an import has no place for.
fn restore(base: Message, message: &mut Message) {
    let fill = |theirs: Option<Json>, ours: &mut Option<Json>| {
        if ours.is_none() {
            *ours = theirs;
        }
    };
    // The model of the last answer would have become the receiver's.
    message.model = base.model;
    message.group = message
        .group
        .take()
        .or(base.group.filter(|id| ids::fits(id)));
    fill(base.native, &mut message.native);
    fill(base.more, &mut message.more);
    for (theirs, ours) in base.parts.into_iter().zip(&mut message.parts) {
        fill(theirs.native, &mut ours.native);
    }
}
