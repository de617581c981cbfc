//! What is kept back stays so in reports too, unless it is asked for: who writes rules may run
//! `--held-out` and learn how good they are, not what they missed.

use segue_testkit::planted::{NearMiss, Secret};

/// How much of what is kept back may be shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Its categories and forms only.
    Veiled,
    /// Names and samples.
    All,
}

impl Shown {
    /// What to call a secret's kind.
    pub fn kind(self, secret: &Secret) -> String {
        if secret.held_out && self == Self::Veiled {
            return format!("(kept back) {:?}", secret.category);
        }
        secret.kind.to_owned()
    }

    /// A glimpse of a secret.
    pub fn sample(self, secret: &Secret) -> String {
        if secret.held_out && self == Self::Veiled {
            return String::new();
        }
        secret.masked()
    }

    /// The kind and the words of a near-miss.
    pub fn near(self, near: &NearMiss) -> (&str, &str) {
        if near.held_out && self == Self::Veiled {
            return ("(kept back)", "");
        }
        (near.kind, &near.text)
    }
}
