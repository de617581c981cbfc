//! Where the person's agents live: the environment of the one who asks, or else of the host.

use std::collections::BTreeMap;
use std::path::PathBuf;

use segue_platform::{Surroundings, surroundings};

use crate::door::{Code, Failure, Place};

impl Place {
    /// The surroundings of this process.
    pub fn here() -> Self {
        let text = |path: PathBuf| path.into_os_string().into_string().ok();
        let vars: BTreeMap<String, String> = surroundings::VARIABLES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        Self {
            home: dirs::home_dir().and_then(text).unwrap_or_default(),
            vars,
            folder: std::env::current_dir().ok().and_then(text),
        }
    }
}

/// What this computer is called.
#[cfg(unix)]
pub(crate) fn host_name() -> Option<String> {
    let system = rustix::system::uname();
    let name = system.nodename().to_str().ok()?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(not(unix))]
pub(crate) fn host_name() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

/// What platforms are handed: the place of the request, or that of this process.
pub(crate) fn of(place: Option<Place>) -> Result<Surroundings, Failure> {
    let place = place.unwrap_or_else(Place::here);
    let home = PathBuf::from(&place.home);
    if !home.is_absolute() {
        return Err(Failure::new(
            Code::NotFound,
            "There is no home folder to look for agents in.",
        )
        .hint("Set HOME to your home folder and try again."));
    }
    let mut found = Surroundings::new(home);
    found.vars = place
        .vars
        .into_iter()
        .filter(|(name, _)| surroundings::VARIABLES.contains(&name.as_str()))
        .map(|(name, value)| (name, value.into()))
        .collect();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_variables_that_agents_read_are_passed_on() {
        let vars = [("PATH", "/bin"), ("SECRET", "x")];
        let place = Place {
            home: "/home/me".to_owned(),
            vars: vars.map(|(n, v)| (n.to_owned(), v.to_owned())).into(),
            folder: None,
        };
        let found = of(Some(place)).unwrap();
        assert_eq!(found.vars.len(), 1);
        assert!(of(Some(Place::default())).is_err(), "no home, no agents");
    }
}
