//! Versions as a Mermaid flowchart: what came from what, and who handed it to whom.
//!
//! Whatever a peer wrote is in quotes and escaped there, so that it can end nothing and begin
//! nothing; characters that cannot be seen are written out.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
};

use crate::{
    lineage::{ConversationVersion, HandedOff, Person},
    record::PublicKey,
};

/// The longest label that came from a peer, in characters.
const MAX_LABEL: usize = 80;

/// Draws versions, oldest first. `names` returns what a key is called here; an empty name means
/// whatever the person calls themselves.
pub fn mermaid(versions: &[ConversationVersion], names: impl Fn(PublicKey) -> String) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    draw(&mut text, versions, &names).map_or_else(|_| String::new(), |()| text)
}

fn draw(
    text: &mut String,
    versions: &[ConversationVersion],
    names: &dyn Fn(PublicKey) -> String,
) -> fmt::Result {
    let nodes: BTreeMap<&str, usize> = versions
        .iter()
        .enumerate()
        .map(|(at, version)| (version.version_id.as_str(), at))
        .collect();
    writeln!(text, "flowchart TD")?;
    for (at, version) in versions.iter().enumerate() {
        let who = label(&called(&version.creator, names));
        let platform = label(&version.platform);
        let count = version.message_count;
        writeln!(
            text,
            "    v{at}[\"{who}<br/>{platform}, {count} messages\"]"
        )?;
    }
    let mut children: BTreeMap<&str, Vec<&ConversationVersion>> = BTreeMap::new();
    for version in versions {
        for parent in &version.parent_version_ids {
            children.entry(parent).or_default().push(version);
        }
    }
    let mut missing = 0;
    let mut people = 0;
    for (at, version) in versions.iter().enumerate() {
        for parent in &version.parent_version_ids {
            let Some(from) = nodes.get(parent.as_str()) else {
                writeln!(text, "    m{missing}[\"not here\"] -.-> v{at}")?;
                missing += 1;
                continue;
            };
            let handoffs = versions
                .get(*from)
                .into_iter()
                .flat_map(|one| &one.handoffs);
            let mut led = handoffs.filter(|one| leads_to(one, version));
            match led.next_back() {
                Some(one) => writeln!(text, "    v{from} -->|\"{}\"| v{at}", told(one, names))?,
                None => writeln!(text, "    v{from} --> v{at}")?,
            }
        }
        let of_this = children.get(version.version_id.as_str());
        let open = |one: &&HandedOff| {
            let mut made = of_this.into_iter().flatten();
            !made.any(|child| leads_to(one, child))
        };
        for one in version.handoffs.iter().filter(open) {
            let to = label(&called(&one.handed_off_to, names));
            writeln!(
                text,
                "    v{at} -.->|\"{}\"| p{people}([\"{to}\"])",
                told(one, names)
            )?;
            people += 1;
        }
    }
    Ok(())
}

/// Checks whether this version was made by the recipient of that handoff.
fn leads_to(handoff: &HandedOff, version: &ConversationVersion) -> bool {
    handoff.handed_off_to.key.is_some() && handoff.handed_off_to.key == version.creator.key
}

fn told(handoff: &HandedOff, names: &dyn Fn(PublicKey) -> String) -> String {
    let from = label(&called(&handoff.from, names));
    let to = label(&called(&handoff.handed_off_to, names));
    let state = handoff.state.map_or("", |state| state.as_str());
    if state.is_empty() {
        format!("{from} to {to}")
    } else {
        format!("{from} to {to}: {state}")
    }
}

fn called(person: &Person, names: &dyn Fn(PublicKey) -> String) -> String {
    let known = person.key.map(names).unwrap_or_default();
    if known.is_empty() {
        person.name.clone()
    } else {
        known
    }
}

/// Escapes text until it means nothing to Mermaid, Markdown or HTML, and cuts it to `MAX_LABEL`.
fn label(text: &str) -> String {
    let mut label = String::new();
    for character in text.chars().take(MAX_LABEL) {
        match character {
            ' ' | ',' => label.push(character),
            // At the beginning it would be a list.
            '-' if !label.is_empty() => label.push(character),
            _ if character.is_ascii_alphanumeric() => label.push(character),
            _ if is_unseen(character) => {
                label.push_str(&format!("U+{:04X}", u32::from(character)));
            }
            _ if character.is_alphanumeric() => label.push(character),
            _ => label.push_str(&format!("#{};", u32::from(character))),
        }
    }
    if text.chars().nth(MAX_LABEL).is_some() {
        label.push('…');
    }
    if label.trim().is_empty() {
        return "someone".to_owned();
    }
    label
}

/// Checks for characters that a reader would not see: controls, directions, joiners, tags, fillers.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}
