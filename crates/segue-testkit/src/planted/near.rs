//! What looks like a secret and is none: kinds of it, and the list of all.

use super::forms::Form;
use super::letters::dice;
use super::mark::hide;
use super::material::Material;
use super::{held_out_near, near_encoded, near_files, near_ids, near_sums, near_words};
use crate::large::Dice;

/// One kind of what only looks like a secret.
#[derive(Clone, Copy, Debug)]
pub struct NearKind {
    /// What people call it.
    pub name: &'static str,
    /// Whether it is kept back from whoever writes a finder.
    pub held_out: bool,
    /// The one form it has, for what is only like a secret in that form.
    pub(super) form: Option<Form>,
    make: Make,
}

#[derive(Clone, Copy, Debug)]
enum Make {
    Chance(fn(&mut Dice) -> String),
    Real(fn(&mut Dice, &Material) -> String),
    /// Sentences and lines to choose from; each sample is the next one.
    List(&'static [&'static str]),
}

impl NearKind {
    pub(super) const fn new(name: &'static str, make: fn(&mut Dice) -> String) -> Self {
        Self {
            name,
            held_out: false,
            form: None,
            make: Make::Chance(make),
        }
    }

    pub(super) const fn real(name: &'static str, make: fn(&mut Dice, &Material) -> String) -> Self {
        Self {
            name,
            held_out: false,
            form: None,
            make: Make::Real(make),
        }
    }

    pub(super) const fn list(name: &'static str, list: &'static [&'static str]) -> Self {
        Self {
            name,
            held_out: false,
            form: None,
            make: Make::List(list),
        }
    }

    pub(super) const fn in_form(mut self, form: Form) -> Self {
        self.form = Some(form);
        self
    }

    pub(super) const fn kept(mut self) -> Self {
        self.held_out = true;
        self
    }

    /// Makes the sample with this number, in marks.
    pub(super) fn sample(&self, seed: u64, number: usize, material: &Material) -> String {
        let mut dice = dice(seed, &format!("near {} {number}", self.name));
        hide(match self.make {
            Make::Chance(make) => make(&mut dice),
            Make::Real(make) => make(&mut dice, material),
            Make::List(list) => list
                .get(number % list.len().max(1))
                .copied()
                .unwrap_or_default()
                .to_owned(),
        })
    }
}

/// Lists every kind there is.
pub fn all() -> Vec<NearKind> {
    [
        near_sums::KINDS,
        near_ids::KINDS,
        near_words::KINDS,
        near_files::KINDS,
        near_encoded::KINDS,
        held_out_near::KINDS,
    ]
    .concat()
}
