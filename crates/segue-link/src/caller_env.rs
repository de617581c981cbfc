//! Where this process sees the person's agents; the process that hosts the node may see others.

use std::path::PathBuf;

use segue_door::{AGENT_VARIABLES, CallerEnv};

/// Returns the environment of this process.
pub fn caller_env() -> CallerEnv {
    let text = |path: PathBuf| path.into_os_string().into_string().ok();
    let vars = AGENT_VARIABLES
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    CallerEnv {
        home: dirs::home_dir().and_then(text).unwrap_or_default(),
        vars,
        folder: std::env::current_dir().ok().and_then(text),
    }
}
