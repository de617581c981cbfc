//! Which secret goes where: every kind as often as any other, every form as often as what fits it
//! allows, in an order by chance.

use super::forms::Form;
use super::hiding::place;
use super::kinds::{self, Kind, Sample};
use super::letters::dice;
use super::mark::{plain, take};
use super::material::Material;
use super::near::{self, NearKind};
use super::sessions::Making;
use super::{Category, Corpus, NearMiss, Part, Secret, Session};
use crate::large::Dice;

/// Secrets of each kind.
pub const SECRETS: usize = 6;
/// Near-misses of each kind.
pub const NEAR_MISSES: usize = 6;
/// What is planted in one session.
const IN_A_SESSION: usize = 22;

/// The forms that near-misses are planted in.
const NEAR_FORMS: [Form; 9] = [
    Form::Output,
    Form::Numbered,
    Form::Said,
    Form::GitDiff,
    Form::NativeExtra,
    Form::Fence,
    Form::Answer,
    Form::ToolWrite,
    Form::Nested,
];

enum Item {
    Secret(Kind, Form, Sample),
    Near(NearKind, Form, Sample),
}

/// Builds the corpus of a seed.
pub fn corpus(seed: u64, part: Part) -> Corpus {
    let mut items = secrets(seed, part);
    items.extend(near_misses(seed, part));
    let mut chance = dice(seed, "order");
    shuffle(&mut chance, &mut items);
    let mut corpus = Corpus {
        sessions: Vec::new(),
        secrets: Vec::new(),
        near_misses: Vec::new(),
    };
    let mut rest = items.into_iter().peekable();
    while rest.peek().is_some() {
        let mut making = Making::new(corpus.sessions.len() as u32 + 1);
        making.talk(&mut chance);
        for item in rest.by_ref().take(IN_A_SESSION) {
            plant(&mut corpus, &mut making, &mut chance, item);
            for _ in 0..=chance.roll(2) {
                making.talk(&mut chance);
            }
        }
        making.title(&mut chance);
        corpus.sessions.push(Session {
            name: making.name,
            lines: making.lines,
        });
    }
    corpus
}

/// Builds a corpus of one session with texts that came from elsewhere.
pub fn of_texts(name: &'static str, texts: &[(String, bool)]) -> Corpus {
    let mut corpus = Corpus {
        sessions: Vec::new(),
        secrets: Vec::new(),
        near_misses: Vec::new(),
    };
    let (mut making, mut chance) = (Making::new(1), dice(0, name));
    for (text, secret) in texts {
        let sample = Sample::lines("config", text);
        let (line, _) = making.plant(place(&mut chance, Form::Output, &sample));
        let session = making.name.clone();
        if *secret {
            let (values, hidden) = (Vec::new(), Vec::new());
            let (category, form) = (Category::Foreign, Form::Output);
            corpus.secrets.push(Secret {
                session,
                line,
                kind: name,
                category,
                held_out: false,
                form,
                values,
                hidden,
            });
        } else {
            let text = text.clone();
            corpus.near_misses.push(NearMiss {
                session,
                line,
                kind: name,
                held_out: false,
                text,
            });
        }
    }
    corpus.sessions.push(Session {
        name: making.name,
        lines: making.lines,
    });
    corpus
}

fn plant(corpus: &mut Corpus, making: &mut Making, chance: &mut Dice, item: Item) {
    match item {
        Item::Secret(kind, form, sample) => {
            let (line, hidden) = making.plant(place(chance, form, &sample));
            corpus.secrets.push(Secret {
                session: making.name.clone(),
                line,
                kind: kind.name,
                category: kind.category,
                held_out: kind.held_out,
                form,
                values: take(&sample.text).1,
                hidden,
            });
        }
        Item::Near(kind, form, sample) => {
            let (line, _) = making.plant(place(chance, form, &sample));
            corpus.near_misses.push(NearMiss {
                session: making.name.clone(),
                line,
                kind: kind.name,
                held_out: kind.held_out,
                text: plain(&sample.text),
            });
        }
    }
}

fn secrets(seed: u64, part: Part) -> Vec<Item> {
    let mut chance = dice(seed, "forms");
    // Counted apart, so that what one part gets does not depend on the other.
    let mut used = [[0_u32; Form::ALL.len()]; 2];
    let mut items = Vec::new();
    for kind in kinds::all() {
        let mut own = Vec::new();
        for number in 0..SECRETS {
            let sample = kind.sample(seed, number);
            let counts = used.get_mut(usize::from(kind.held_out));
            let form = rarest(&mut chance, counts, &own, &sample, kind.category);
            own.push(form);
            items.push(Item::Secret(kind, form, sample));
        }
    }
    items.retain(|item| matches!(item, Item::Secret(kind, ..) if part.has(kind.held_out)));
    items
}

/// Chooses the form that fits, that the kind does not have yet, and that was used least, and counts
/// it.
fn rarest(
    chance: &mut Dice,
    counts: Option<&mut [u32; Form::ALL.len()]>,
    own: &[Form],
    sample: &Sample,
    category: Category,
) -> Form {
    let Some(counts) = counts else {
        return Form::Output;
    };
    let fitting = Form::ALL.into_iter().zip(counts.iter_mut());
    let fitting = fitting.filter(|(form, _)| form.fits(sample, category) && !own.contains(form));
    // Few kinds can be wrapped keys, so those that can always are once.
    let weight = |form, count: u32| {
        if form == Form::WrappedKey {
            0
        } else {
            count + 1
        }
    };
    let ranked =
        fitting.map(|(form, count)| ((weight(form, *count), chance.roll(1000)), form, count));
    let best = ranked.min_by_key(|(rank, ..)| *rank);
    best.map_or(Form::Output, |(_, form, count)| {
        *count += 1;
        form
    })
}

fn near_misses(seed: u64, part: Part) -> Vec<Item> {
    let (material, mut chance) = (Material::found(), dice(seed, "near forms"));
    let mut items = Vec::new();
    for kind in near::all()
        .into_iter()
        .filter(|kind| part.has(kind.held_out))
    {
        let first = chance.roll(NEAR_FORMS.len() as u64) as usize;
        for number in 0..NEAR_MISSES {
            let sample = Sample::lines("notes/page.md", kind.sample(seed, number, &material));
            let turn = NEAR_FORMS.get((first + number) % NEAR_FORMS.len()).copied();
            items.push(Item::Near(
                kind,
                kind.form.or(turn).unwrap_or(Form::Output),
                sample,
            ));
        }
    }
    items
}

fn shuffle<T>(chance: &mut Dice, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.roll(last as u64 + 1) as usize);
    }
}
