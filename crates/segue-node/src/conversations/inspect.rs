//! What a file says about itself, checked as far as it can be. Nothing is written.

use std::collections::VecDeque;

use segue_conversation::file::{HashState, Item, Limits, Opened, Reader};
use segue_conversation::{Body, Hidden, Message, Role};
use segue_door::{
    AttachedDiff, ContentState, Failure, FileExtent, HiddenCharacter, Inspected, RedactionCount,
    ShownMessage,
};
use segue_redact::Search;

use super::file::{self, Source};
use super::work::Progress;
use super::{Signer, diff, envelope, failure, prepare, rules};
use crate::reading::shown;

/// How many messages are shown of the beginning, and of the end.
const SHOWN: usize = 3;

/// Bytes of a piece of a message.
const PIECE: usize = 300;

/// Most kinds of hidden characters that are listed.
const HIDDEN: usize = 200;

/// What is counted on the way.
#[derive(Default)]
struct Counts {
    user: u64,
    agent: u64,
    calls: u64,
    first: Vec<ShownMessage>,
    last: VecDeque<(u64, Message)>,
    /// What still looks like a secret.
    secrets: Vec<RedactionCount>,
    /// Characters that can't be seen.
    hidden: Hidden,
    diff: Option<AttachedDiff>,
}

/// Reads a whole file and says what it is.
pub(super) fn inspect(path: &str, you: &Signer, progress: &Progress) -> Result<Inspected, Failure> {
    let source = Source::open(path, progress)?;
    progress.at(0, source.bytes);
    let input = source.read().map_err(failure::platform)?;
    let mut reader = Reader::new(input, Limits::default());
    let mut counts = Counts::default();
    let finder = rules::built_in();
    let mut search = Search::new(finder, &[0; 32]);
    let read = |error| {
        progress
            .go_on()
            .err()
            .unwrap_or_else(|| failure::file(&error))
    };
    while let Some(item) = reader.item().map_err(read)? {
        match item {
            Item::Message(mut message) => {
                search.message(&mut message);
                counts.hidden.message(&mut message);
                counts.add(*message);
            }
            Item::Artifact(mut artifact) => {
                search.artifact(&mut artifact);
                counts.hidden.artifact(&mut artifact);
                if let Some((about, patch)) = diff::attached(&artifact) {
                    counts.hidden.see(&String::from_utf8_lossy(&patch));
                    counts.diff = Some(about);
                }
            }
        }
    }
    let opened = reader.finish().map_err(read)?;
    search.head(&opened.head);
    counts.hidden.head(&opened.head);
    counts.secrets = prepare::left(&search.finish());
    Ok(inspected(&source, opened, counts, you))
}

impl Counts {
    fn add(&mut self, message: Message) {
        match message.role {
            Role::User => self.user += 1,
            Role::Agent => self.agent += 1,
        }
        let calls = message.parts.iter();
        self.calls += calls
            .filter(|part| matches!(part.body, Body::Call(_)))
            .count() as u64;
        let number = self.user + self.agent;
        if self.first.len() < SHOWN {
            self.first.push(shown(&message, number, PIECE));
            return;
        }
        if self.last.len() == SHOWN {
            self.last.pop_front();
        }
        self.last.push_back((number, message));
    }
}

fn inspected(source: &Source, opened: Opened, counts: Counts, you: &Signer) -> Inspected {
    let cut = |text: &String| segue_conversation::truncate(text, 500);
    let head = &opened.head;
    let sender = file::sender(&opened, &you.device_id);
    let said = envelope::said(head);
    let (envelope, diagnostics) = envelope::shown(head);
    let content = match opened.checked.hash {
        HashState::Absent => ContentState::Unchecked,
        HashState::Matches => ContentState::Matches,
        HashState::Differs => ContentState::Differs,
    };
    let refused = match content {
        ContentState::Differs => Some("The file was changed after it was made.".to_owned()),
        _ => file::refusal(&sender).or_else(|| file::is_pointer(head, opened.messages)),
    };
    Inspected {
        file: source.path.to_string_lossy().into_owned(),
        bytes: opened.bytes,
        dialect: serde_json::to_value(opened.dialect)
            .ok()
            .and_then(|name| name.as_str().map(str::to_owned))
            .unwrap_or_default(),
        title: head.title.as_ref().map(cut),
        conversation: opened.context.as_ref().map(cut),
        export_id: cut(&head.export_id),
        exported_at: head.exported_at.as_ref().map(cut),
        platform: cut(&head.source.platform),
        session: head.source.session_id.as_ref().map(cut),
        project: head.project.as_ref().map(file::project_hint),
        sender,
        content,
        content_hash: opened.content_hash.clone(),
        history: cut(&head.history),
        extent: head.extent.as_ref().map(|extent| FileExtent {
            of: extent.of,
            last_k: extent.last_k,
            tool_output: extent.tool_output,
            reasoning: extent.reasoning,
            tokens: extent.tokens,
            justification: cut(&extent.justification),
        }),
        redaction: file::redaction(head),
        secrets: counts.secrets,
        messages: opened.messages,
        from_user: counts.user,
        from_agent: counts.agent,
        tool_calls: counts.calls,
        artifacts: opened.artifacts,
        task: said.task,
        note: said.note,
        envelope,
        diagnostics,
        diff: counts.diff,
        hidden: hidden(&counts.hidden),
        report: file::report(&head.report),
        skipped: file::report(&opened.skipped),
        first: counts.first,
        last: counts
            .last
            .iter()
            .map(|(number, message)| shown(message, *number, PIECE))
            .collect(),
        refused,
    }
}

/// Lists the characters that can't be seen, by code point.
fn hidden(found: &Hidden) -> Vec<HiddenCharacter> {
    let found = found.counts().take(HIDDEN);
    found
        .map(|(c, count)| HiddenCharacter {
            code: format!("U+{:04X}", u32::from(c)),
            count,
        })
        .collect()
}
