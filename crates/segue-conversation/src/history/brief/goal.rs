//! What the person is after: the first thing they asked for, and what they asked for then.

use std::collections::VecDeque;

use super::clip;
use super::sentences::lowered;

/// The asks of a person.
#[derive(Debug, Default)]
pub(super) struct Goals {
    first: Option<String>,
    /// The first was a greeting or a picture: the next one says more.
    weak: bool,
    later: VecDeque<String>,
    /// How many later ones gave way.
    gone: u64,
}

const FIRST: usize = 1_500;
const LINE: usize = 300;
const LATER: usize = 8;
/// A greeting is shorter.
const GREETING: usize = 12;
/// An ask that begins a task of its own is longer, unless it says that it does.
const TASK: usize = 60;

/// How the next task begins.
const NEXT: &[&str] = &[
    "now ",
    "next",
    "also ",
    "then ",
    "another ",
    "new task",
    "one more",
    "jetzt ",
    "als nächstes",
    "außerdem ",
    "maintenant ",
    "ensuite ",
    "ahora ",
    "agora ",
    "теперь ",
    "далее",
    "接下来",
    "现在",
    "次に",
];

/// How an answer begins.
const ANSWERS: &[&str] = &[
    "yes", "no", "ok", "okay", "sure", "right", "thanks", "great", "good", "don't", "do not", "ja",
    "nein", "oui", "non", "sí", "да", "нет",
];

impl Goals {
    /// Notes the person's words.
    pub(super) fn see(&mut self, words: &str, pictures_only: bool) {
        if self.first.is_none() || self.weak {
            self.first = Some(clip::ends(words, FIRST));
            self.weak = pictures_only || words.len() < GREETING;
        } else if is_task(words) {
            let line = clip::line(&clip::ends(words, LINE), LINE + 60);
            self.later.retain(|known| *known != line);
            if self.later.len() >= LATER {
                self.later.pop_front();
                self.gone += 1;
            }
            self.later.push_back(line);
        }
    }

    pub(super) fn first(&self) -> Option<&str> {
        self.first.as_deref()
    }

    /// Lists what was asked after the first request, without the very last words, which appear
    /// elsewhere in the brief.
    pub(super) fn later(&self, last: Option<&str>) -> Vec<String> {
        let told = last.map(|last| clip::line(&clip::ends(last, LINE), LINE + 60));
        let fresh = |line: &&String| told.as_ref() != Some(line);
        let mut lines: Vec<String> = self.later.iter().filter(fresh).cloned().collect();
        if self.gone > 0 && !lines.is_empty() {
            lines.insert(0, format!("[{} earlier ones are not told here]", self.gone));
        }
        lines
    }
}

fn is_task(words: &str) -> bool {
    let head = words.get(..words.floor_char_boundary(40)).unwrap_or(words);
    let low = lowered(head);
    if NEXT.iter().any(|start| low.starts_with(start)) {
        return words.len() > TASK / 3;
    }
    let first = low
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .next();
    let answers = first.is_some_and(|first| ANSWERS.contains(&first));
    words.len() >= TASK && !answers
}
