//! What is kept back stays so in reports too, unless it is asked for: who writes rules may run
//! `--held-out` and learn how good they are, not what they missed.

use segue_testkit::planted::{NearMiss, Secret};

/// How much of what is kept back may be shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Its categories and forms only.
    Veiled,
    /// Everything: names and samples.
    All,
}

impl Shown {
    /// Returns the kind of a secret, or only its category when the kind is held out.
    pub fn kind(self, secret: &Secret) -> String {
        if secret.held_out && self == Self::Veiled {
            return format!("(kept back) {:?}", secret.category);
        }
        secret.kind.to_owned()
    }

    /// Returns a masked sample of a secret, or nothing when it is held out.
    pub fn sample(self, secret: &Secret) -> String {
        if secret.held_out && self == Self::Veiled {
            return String::new();
        }
        secret.masked()
    }

    /// Returns the kind and the text of a near-miss, or nothing of it when it is held out.
    pub fn near(self, near: &NearMiss) -> (&str, &str) {
        if near.held_out && self == Self::Veiled {
            return ("(kept back)", "");
        }
        (near.kind, &near.text)
    }
}
