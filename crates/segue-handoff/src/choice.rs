//! Words of which exactly one is said: a status, a priority, a kind.

/// A word that is not one of those allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it is one of: {allowed}")]
pub struct UnknownWord {
    /// The allowed words, separated by commas.
    pub allowed: String,
}

/// What the reader needs to know about such words.
pub(crate) trait Choice: Copy + 'static {
    const ALL: &'static [Self];
    /// Returns the word used in JSON.
    fn as_str(self) -> &'static str;

    /// Finds the value with this word.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == word)
    }

    /// Lists all words, separated by commas.
    fn words() -> String {
        let words: Vec<_> = Self::ALL.iter().map(|one| one.as_str()).collect();
        words.join(", ")
    }
}

/// An enum whose variants are words in JSON, on the command line and in the schema.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$one:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $name { $($(#[$one])* #[serde(rename = $word)] $variant,)+ }

        impl $name {
            /// All of them, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the word used in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }

        impl $crate::choice::Choice for $name {
            const ALL: &'static [Self] = Self::ALL;

            fn as_str(self) -> &'static str {
                $name::as_str(self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::choice::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                <Self as $crate::choice::Choice>::of(word).ok_or_else(|| {
                    $crate::choice::UnknownWord {
                        allowed: <Self as $crate::choice::Choice>::words(),
                    }
                })
            }
        }
    };
}
pub(crate) use choice;
