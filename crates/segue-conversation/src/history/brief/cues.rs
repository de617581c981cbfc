//! How settling and turning down sound, as one table.
//!
//! A cue counts only between word borders, and some only where a sentence begins: "decided" alone
//! is in "the order is decided by the hash". What a person says is an order more often than what
//! an agent says, so some cues are theirs alone.

use std::sync::LazyLock;

use Place::{Any, Start};
use Sense::{Decides, Rejects};

/// What a cue means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    Decides,
    Rejects,
}

/// Where it must stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Any,
    Start,
}

type Rows = &'static [(Sense, Place, &'static [&'static str])];

/// Cues that count whether the person or the agent says them.
#[rustfmt::skip]
const BOTH: Rows = &[
    (Rejects, Any, &[
        "decided against", "decided not to", "dead end", "dropped the idea", "is not an option",
        "isn't an option", "not the cause", "not the culprit", "not the root cause",
        "red herring", "ruled out", "turned out to be wrong",
        "turned out wrong", "wasn't the cause", "isn't the cause", "wasn't the problem",
        "isn't the problem", "we can't use", "we cannot use", "we won't use", "won't work because",
    ]),
    (Decides, Any, &[
        "as agreed", "decision:", "from now on", "i chose", "i decided", "i've decided",
        "let's go with", "let's keep", "let's stick", "let's use", "settled on", "we agreed",
        "we chose", "we decided", "we'll go with", "we'll keep", "we'll use", "we're going with",
        "we've decided", "we will keep", "we will use",
    ]),
    // German, French, Spanish, Portuguese, Russian.
    (Rejects, Any, &[
        "haben wir verworfen", "habe ich verworfen", "kommt nicht in frage", "auf keinen fall",
        "war nicht die ursache", "ist nicht die ursache", "lag nicht an", "dagegen entschieden",
        "n'utilise pas", "n'utilisez pas", "on abandonne", "nous avons écarté",
        "no uses", "descartamos", "hemos descartado", "não use", "foi descartado",
        "не используй", "не надо", "отказались от", "не в этом", "мы отказались",
    ]),
    (Decides, Any, &[
        "wir nehmen", "wir verwenden", "wir bleiben bei", "haben uns entschieden", "haben wir uns",
        "ich habe mich für", "ich verwende", "ich nehme", "ab jetzt", "stattdessen",
        "on va utiliser", "nous avons décidé", "on a décidé", "on garde", "utilise plutôt",
        "vamos a usar", "hemos decidido", "decidimos", "vamos usar", "mejor usa",
        "мы решили", "решили использовать", "будем использовать", "давай использовать",
    ]),
    (Rejects, Start, &["nein,", "nein.", "non,", "não,", "нет,"]),
    // Chinese, Japanese.
    (Rejects, Any, &["不要用", "不要使用", "行不通", "放弃了", "不是原因", "使わないで", "却下", "原因ではありません"]),
    (Decides, Any, &["我们决定", "决定使用", "改用", "ことにしました", "ことにします", "を使いましょう"]),
];

/// Only when the person says it.
#[rustfmt::skip]
const PERSON: Rows = &[
    (Rejects, Start, &[
        "don't", "do not", "never", "no,", "no.", "no!", "no -", "no —", "nope", "not like that",
        "please don't", "please do not", "stop,", "stop doing", "undo", "wait,", "forget about",
        "lieber nicht", "bitte nicht",
    ]),
    (Rejects, Any, &[
        "don't do", "don't touch", "don't use", "don't want", "do not do", "do not touch",
        "do not use", "do not want", "get rid of", "must not", "not what i", "overkill",
        "revert", "should not", "shouldn't", "that's wrong", "that is wrong", "too risky",
        "mach das nicht", "will ich nicht", "nicht verwenden",
    ]),
    (Decides, Start, &["always", "go with", "just use", "keep", "please use", "use", "nimm"]),
    (Decides, Any, &[
        "go for", "go with", "i prefer", "i'd prefer", "i'd rather", "instead",
        "make sure", "must", "only use", "rather than", "we need to keep", "lieber",
    ]),
];

/// Only when the agent says it.
#[rustfmt::skip]
const AGENT: Rows = &[
    (Rejects, Any, &[
        "abandoned the", "did not fix", "did not help", "did not work", "didn't fix",
        "didn't help", "didn't work", "discarded the idea", "i reverted", "i was wrong",
        "i won't use", "i've reverted", "my assumption was wrong", "hypothesis was wrong",
        "that doesn't work", "that won't work", "this doesn't work", "this won't work",
        "was wrong about",
    ]),
    (Decides, Any, &[
        "going with", "i went with", "i'll go with", "i'll keep", "i'll stick", "i'll switch to",
        "i'll use", "i'm going to use", "i'm switching to", "i switched to", "i used",
        "i will keep", "i will use", "the plan is to", "switched to",
    ]),
];

/// What makes a cue of the agent mere telling of its next step.
const STEPS: &[&str] = &[
    " tool",
    " grep",
    " ripgrep",
    " to check",
    " to confirm",
    " to explore",
    " to find",
    " to inspect",
    " to look",
    " to read",
    " to search",
    " to see",
    " to understand",
    " to verify",
    "let me",
];

/// What makes any sentence a case and not a fact.
const CASES: &[&str] = &[
    "if ",
    "should we",
    "should i",
    "would you",
    "shall ",
    "when ",
    "unless ",
    "option ",
    "wenn ",
    "falls ",
    "we could",
    "you could",
    "either ",
];

struct Cue {
    text: &'static str,
    sense: Sense,
    place: Place,
}

/// Cues by the first byte of each.
struct Table(Vec<Vec<Cue>>);

static OF_PERSON: LazyLock<Table> = LazyLock::new(|| Table::of(&[PERSON, BOTH]));
static OF_AGENT: LazyLock<Table> = LazyLock::new(|| Table::of(&[AGENT, BOTH]));

impl Table {
    fn of(lists: &[Rows]) -> Self {
        let mut table: Vec<Vec<Cue>> = (0..=u8::MAX).map(|_| Vec::new()).collect();
        for (sense, place, texts) in lists.iter().copied().flatten() {
            for text in *texts {
                let first = text.bytes().next().map(usize::from);
                if let Some(cues) = first.and_then(|first| table.get_mut(first)) {
                    let (sense, place) = (*sense, *place);
                    cues.push(Cue { text, sense, place });
                }
            }
        }
        Self(table)
    }
}

/// Determines whether a sentence decides or rejects something. It must be in lower case, with plain
/// apostrophes.
pub(super) fn sense(low: &str, person: bool) -> Option<Sense> {
    let table: &Table = if person { &OF_PERSON } else { &OF_AGENT };
    let mut found = None;
    let mut border = true;
    for (at, character) in low.char_indices() {
        let wide = u32::from(character) >= 0x2e80;
        if border || wide {
            let first = low.as_bytes().get(at).map(|byte| usize::from(*byte));
            let cues = first.and_then(|first| table.0.get(first));
            let rest = low.get(at..).unwrap_or_default();
            for cue in cues.into_iter().flatten() {
                let fits = cue.place == Any || at == 0;
                if fits && is_at(rest, cue.text) {
                    // Turning down is the stronger word: "decided against" is both.
                    match cue.sense {
                        Rejects => return told(low, person, Rejects),
                        Decides => found = Some(Decides),
                    }
                }
            }
        }
        border = !character.is_alphanumeric() && character != '\'';
    }
    told(low, person, found?)
}

fn is_at(rest: &str, cue: &str) -> bool {
    let Some(after) = rest.strip_prefix(cue) else {
        return false;
    };
    let wide = cue.chars().next().is_some_and(|c| u32::from(c) >= 0x2e80);
    let next = after.chars().next();
    wide || cue.ends_with([',', ':', '.', '!', '-', '—'])
        || next.is_none_or(|c| !c.is_alphanumeric() && c != '\'')
}

fn told(low: &str, person: bool, sense: Sense) -> Option<Sense> {
    let case = CASES.iter().any(|case| low.starts_with(case));
    let step = !person && sense == Decides && STEPS.iter().any(|step| low.contains(step));
    (!case && !step).then_some(sense)
}
