//! What came before a version of a conversation. Whoever keeps the record of versions knows it and
//! is asked; without one nothing is known.

use std::path::PathBuf;
use std::sync::Arc;

/// What a new version grew from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ancestry {
    /// Which handoff of the conversation this would be, from 1.
    pub(crate) step: Option<u64>,
    /// The version it grew from.
    pub(crate) parent: Option<String>,
    /// The file its session was made of, if that was one of the same platform.
    pub(crate) base: Option<PathBuf>,
}

/// A function that tells the [`Ancestry`] by the conversation's id, its platform and its session
/// there.
pub(crate) type Ancestors = Arc<dyn Fn(&str, &str, &str) -> Ancestry + Send + Sync>;

/// Creates an [`Ancestors`] function that knows nothing.
pub(super) fn none() -> Ancestors {
    Arc::new(|_, _, _| Ancestry::default())
}
