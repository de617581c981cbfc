//! What must be the same after writing and reading back, whatever the platform does to the rest.
//!
//! Words of each side, calls with their inputs, results, and pictures: each kind in its own order.

use segue_conversation::{Body, Content, Data, File, Message, Role};

/// Running hashes and counts of what a conversation says.
#[derive(Clone, Debug, Default)]
pub struct Essence {
    kinds: [Kind; 5],
}

#[derive(Clone, Debug, Default)]
struct Kind {
    count: u64,
    hasher: blake3::Hasher,
}

const NAMES: [&str; 5] = [
    "words of the person",
    "words of the agent",
    "tool calls",
    "tool results",
    "files",
];

impl Essence {
    /// Adds a message to the hashes and counts.
    pub fn add(&mut self, message: &Message) {
        for part in &message.parts {
            match &part.body {
                // Blank text is not said; platforms differ in keeping it.
                Body::Text(text) if text.trim().is_empty() => {}
                Body::Text(text) => {
                    let side = usize::from(message.role == Role::Agent);
                    self.put(side, &[text]);
                }
                Body::Call(call) => self.put(2, &[&call.name, call.input.text()]),
                Body::Result(result) => {
                    let texts: Vec<&str> = result
                        .content
                        .iter()
                        .filter_map(|content| match content {
                            Content::Text(text) => Some(text.as_str()),
                            _ => None,
                        })
                        .collect();
                    self.put(3, &[&texts.join("\n")]);
                    for content in &result.content {
                        if let Content::File(file) = content {
                            self.file(file);
                        }
                    }
                }
                Body::File(file) => self.file(file),
                Body::Reasoning(_) | Body::Other(_) => {}
            }
        }
    }

    fn file(&mut self, file: &File) {
        match &file.data {
            Data::Base64(data) => self.put(4, &[data]),
            Data::Url(url) => self.put(4, &[url]),
        }
    }

    fn put(&mut self, kind: usize, pieces: &[&str]) {
        let Some(kind) = self.kinds.get_mut(kind) else {
            return;
        };
        kind.count += 1;
        for piece in pieces {
            kind.hasher.update(&(piece.len() as u64).to_le_bytes());
            kind.hasher.update(piece.as_bytes());
        }
    }

    /// Describes the first difference; `None` when both say the same.
    pub fn difference(&self, other: &Self) -> Option<String> {
        self.kinds
            .iter()
            .zip(&other.kinds)
            .zip(NAMES)
            .find_map(|((ours, theirs), name)| {
                if ours.count != theirs.count {
                    return Some(format!(
                        "{name}: {} were written, {} are read back",
                        ours.count, theirs.count
                    ));
                }
                (ours.hasher.finalize() != theirs.hasher.finalize())
                    .then(|| format!("{name} read back differently"))
            })
    }
}
