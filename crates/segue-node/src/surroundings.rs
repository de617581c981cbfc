//! Where the person's agents live: the environment of the one who asks, or else of the host.

use std::path::PathBuf;

use segue_platform::{AgentEnv, surroundings};

use segue_door::{CallerEnv, Code, Failure};
use segue_link::caller_env;

/// Returns the name of this computer; `None` when it has none, or it is not text.
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

/// Returns the environment that platforms work in: that of the request, or of this process. Fails
/// without a home folder.
pub(crate) fn of(place: Option<CallerEnv>) -> Result<AgentEnv, Failure> {
    let place = place.unwrap_or_else(caller_env);
    let home = PathBuf::from(&place.home);
    if !home.is_absolute() {
        return Err(Failure::new(
            Code::NotFound,
            "There is no home folder to look for agents in.",
        )
        .hint("Set HOME to your home folder and try again."));
    }
    let mut found = AgentEnv::new(home);
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
    fn the_door_carries_every_variable_that_agents_read() {
        assert_eq!(segue_door::AGENT_VARIABLES, surroundings::VARIABLES);
    }

    #[test]
    fn only_variables_that_agents_read_are_passed_on() {
        let vars = [("PATH", "/bin"), ("SECRET", "x")];
        let place = CallerEnv {
            home: "/home/me".to_owned(),
            vars: vars.map(|(n, v)| (n.to_owned(), v.to_owned())).into(),
            folder: None,
        };
        let found = of(Some(place)).unwrap();
        assert_eq!(found.vars.len(), 1);
        assert!(
            of(Some(CallerEnv::default())).is_err(),
            "no home, no agents"
        );
    }
}
