//! Settings: commented defaults, plus a file with only what the person changed.
//!
//! ```text
//! assets/defaults.toml ─┐
//!                       ├─ merge ─ check ─▶ Settings (values, changed, problems)
//! profile/settings.toml ┘                       ▲
//!        ▲      └── watched ────────────────────┘ a bad line is reported, the rest applies
//!        └── change(): edits single lines, keeps the person's comments, all or nothing
//! ```

mod change;
mod load;
mod networking;
mod sending;
mod watch;

pub(crate) use change::change;
pub(crate) use load::{Loaded, about, differences, load};
pub(crate) use networking::{addresses, visibility};
pub(crate) use sending::{own_rules, usual_choice};
pub(crate) use watch::{Watch, watch};

/// Returns the settings that apply when nothing was changed.
pub(crate) fn defaults() -> segue_door::settings::Settings {
    load::parse("").values
}

/// Every setting with its default and a sentence on it.
pub(crate) const DEFAULTS: &str = include_str!("../assets/defaults.toml");
