//! What a kind of secret is, and the list of all: each made by chance from the shape its vendor
//! documents, and put into the words it is usually written in.

use super::letters::dice;
use super::mark::hide;
use super::{
    Category, cloud, commands, config, connections, dress, held_out, held_out_files,
    held_out_tokens, hosting, keys, operations, services, web,
};
use crate::large::Dice;

/// One kind of secret.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What people call it.
    pub name: &'static str,
    /// What sort of thing it is.
    pub category: Category,
    /// Whether it is kept back from whoever writes a finder.
    pub held_out: bool,
    pub(super) make: fn(&mut Dice) -> Sample,
}

/// One secret, in marks, with what is around it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What is written, with marks around what must not leave.
    pub(super) text: String,
    /// The file it would stand in, or the variable that would hold it.
    pub(super) at: &'static str,
    pub(super) stands: Stands,
}

/// How much a secret needs around it to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// Its letters alone say what it is.
    Alone,
    /// It is one because of the name before it.
    Named,
    /// It comes with lines of its own.
    Lines,
    /// It comes in a command.
    Command,
}

impl Sample {
    /// Creates a token that shows what it is.
    pub(super) fn token(name: &'static str, value: impl AsRef<str>) -> Self {
        Self {
            text: hide(value),
            at: name,
            stands: Stands::Alone,
        }
    }

    /// Creates a token that could be anything but for its name.
    pub(super) fn named(name: &'static str, value: impl AsRef<str>) -> Self {
        Self {
            text: hide(value),
            at: name,
            stands: Stands::Named,
        }
    }

    /// Creates a sample of lines of a file.
    pub(super) fn lines(file: &'static str, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            at: file,
            stands: Stands::Lines,
        }
    }

    /// Creates a sample of a command as it is typed.
    pub(super) fn command(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            at: "deploy.sh",
            stands: Stands::Command,
        }
    }

    /// Writes the sample as it would be in a file or a shell.
    pub(super) fn written(&self, dice: &mut Dice) -> String {
        match self.stands {
            Stands::Alone | Stands::Named => dress::token(dice, self),
            Stands::Lines | Stands::Command => self.text.clone(),
        }
    }

    /// Returns the file it would be in.
    pub(super) fn file(&self) -> &'static str {
        match self.stands {
            Stands::Alone | Stands::Named => ".env",
            Stands::Lines | Stands::Command => self.at,
        }
    }
}

impl Kind {
    pub(super) const fn new(
        name: &'static str,
        category: Category,
        make: fn(&mut Dice) -> Sample,
    ) -> Self {
        Self {
            name,
            category,
            held_out: false,
            make,
        }
    }

    pub(super) const fn kept(
        name: &'static str,
        category: Category,
        make: fn(&mut Dice) -> Sample,
    ) -> Self {
        Self {
            name,
            category,
            held_out: true,
            make,
        }
    }

    /// Makes the sample with this number.
    pub(super) fn sample(&self, seed: u64, number: usize) -> Sample {
        (self.make)(&mut dice(seed, &format!("{} {number}", self.name)))
    }
}

/// Lists every kind there is.
pub fn all() -> Vec<Kind> {
    [
        cloud::KINDS,
        hosting::KINDS,
        services::KINDS,
        operations::KINDS,
        keys::KINDS,
        web::KINDS,
        connections::KINDS,
        config::KINDS,
        commands::KINDS,
        held_out::KINDS,
        held_out_files::KINDS,
        held_out_tokens::KINDS,
    ]
    .concat()
}
