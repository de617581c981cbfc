//! What a person set about their agents: which are left out, which are only read, and where they are.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use segue_door::settings::AgentChoices;
use segue_door::{CallerEnv, Code, Failure};
use segue_platform::{AgentEnv, Platform};

use crate::surroundings;

/// The choices in force, shared with the work in the background.
#[derive(Clone, Default)]
pub(crate) struct Agents {
    choices: Arc<Mutex<AgentChoices>>,
}

impl Agents {
    /// Takes over new choices, and returns whether they differ from those before.
    pub(crate) fn set(&self, choices: &AgentChoices) -> bool {
        let mut known = self.lock();
        let different = *known != *choices;
        *known = choices.clone();
        different
    }

    /// Checks whether an agent is turned off.
    pub(crate) fn is_off(&self, platform: &str) -> bool {
        self.lock().off.iter().any(|id| id == platform)
    }

    /// Checks whether nothing is to be written to an agent.
    pub(crate) fn is_read_only(&self, platform: &str) -> bool {
        self.lock().read_only.iter().any(|id| id == platform)
    }

    /// Checks whether an agent is in a folder that the person chose.
    pub(crate) fn is_moved(&self, platform: &str) -> bool {
        let choices = self.lock();
        choices
            .folders
            .iter()
            .any(|known| known.platform == platform)
    }

    /// Checks whether anything may be written to an agent. The failure says which setting forbids
    /// it.
    pub(crate) fn may_write(&self, platform: &dyn Platform) -> Result<(), Failure> {
        let (id, name) = (platform.id(), platform.name());
        let (why, setting) = if self.is_off(id) {
            (format!("{name} is turned off in your settings."), "off")
        } else if self.is_read_only(id) {
            (
                format!("Your settings say that nothing is written to {name}."),
                "read_only",
            )
        } else {
            return Ok(());
        };
        Err(Failure::new(Code::Refused, why)
            .hint("Import it to another agent, or change that in the settings.")
            .hint(format!(
                "In a terminal: segue settings reset platforms.{setting}"
            )))
    }

    /// Returns the environment that platforms work in: that of the request, or of this process,
    /// with the folders that the person chose. A folder that the request's own environment names
    /// counts more than a chosen one.
    pub(crate) fn place(&self, place: Option<CallerEnv>) -> Result<AgentEnv, Failure> {
        let own = place.is_none();
        let mut found = surroundings::of(place)?;
        for chosen in &self.lock().folders {
            let platform = segue_platform::by_id(&chosen.platform);
            let Some(changes) = platform.and_then(|it| it.moved_to(Path::new(&chosen.folder)))
            else {
                continue;
            };
            if own || changes.iter().all(|(name, _)| found.var(name).is_none()) {
                for (name, value) in changes {
                    match value {
                        Some(folder) => found.vars.insert(name.to_owned(), folder.into()),
                        None => found.vars.remove(name),
                    };
                }
            }
        }
        Ok(found)
    }

    /// Returns the variables that lead an agent to the folder the person chose, if `place` means
    /// that folder.
    pub(crate) fn named(
        &self,
        platform: &dyn Platform,
        place: &AgentEnv,
    ) -> Vec<(&'static str, PathBuf)> {
        let choices = self.lock();
        let mut chosen = choices.folders.iter();
        let folder = chosen.find(|known| known.platform == platform.id());
        let changes = folder.and_then(|known| platform.moved_to(Path::new(&known.folder)));
        let meant = |(name, value): (&'static str, Option<PathBuf>)| {
            let value = value?;
            (place.var(name).map(Path::new) == Some(&value)).then_some((name, value))
        };
        changes.into_iter().flatten().filter_map(meant).collect()
    }

    fn lock(&self) -> MutexGuard<'_, AgentChoices> {
        self.choices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the chosen folders after one agent was given another folder, or its own again. Fails
/// when there is no such folder, or the agent can't be used in it.
pub(crate) fn moved(
    choices: &AgentChoices,
    platform: &dyn Platform,
    folder: Option<&str>,
) -> Result<Vec<segue_door::settings::AgentFolder>, Failure> {
    let others = choices.folders.iter();
    let mut folders: Vec<_> = others
        .filter(|known| known.platform != platform.id())
        .cloned()
        .collect();
    if let Some(folder) = folder {
        let path = Path::new(folder);
        let shown = segue_conversation::truncate(folder, 200);
        if !path.is_absolute() || !path.is_dir() {
            return Err(
                Failure::new(Code::NotFound, format!("{shown} is no folder here."))
                    .hint("Choose a folder of this computer."),
            );
        }
        if platform.moved_to(path).is_none() {
            return Err(Failure::new(
                Code::Refused,
                format!("{} can't be used in {shown}.", platform.name()),
            )
            .hint(platform.home_hint()));
        }
        folders.push(segue_door::settings::AgentFolder {
            platform: platform.id().to_owned(),
            folder: folder.to_owned(),
        });
    }
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use segue_door::settings::AgentFolder;
    use segue_platform::{PLATFORMS, by_id};

    use super::*;

    fn place(vars: &[(&str, &str)]) -> CallerEnv {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        CallerEnv {
            home: "/home/me".to_owned(),
            vars: vars.iter().map(own).collect(),
            folder: None,
        }
    }

    #[test]
    fn every_agent_can_be_in_another_folder() {
        let home = tempfile::tempdir().unwrap();
        for (platform, own) in PLATFORMS
            .iter()
            .zip(["claude", "codex", ".gemini", "opencode"])
        {
            let folder = home.path().join(own);
            std::fs::create_dir(&folder).unwrap();
            let path = folder.to_str().unwrap();
            let folders = moved(&AgentChoices::default(), *platform, Some(path)).unwrap();
            let agents = Agents::default();
            let choices = AgentChoices {
                folders,
                ..AgentChoices::default()
            };
            assert!(agents.set(&choices) && !agents.set(&choices));
            let there = agents.place(Some(place(&[]))).unwrap();
            let found = platform.detect(&there).folder;
            assert!(found.starts_with(&folder), "{found:?} for {own}");
            assert!(agents.is_moved(platform.id()));
            assert_eq!(moved(&choices, *platform, None), Ok(Vec::new()));
        }
    }

    #[test]
    fn a_folder_that_can_not_be_one_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let gemini = by_id("gemini-cli").unwrap();
        let choices = AgentChoices::default();
        let refused = moved(&choices, gemini, home.path().to_str()).unwrap_err();
        assert_eq!(refused.code, Code::Refused);
        assert!(refused.hints[0].contains(".gemini"), "{refused:?}");
        for folder in ["/not/here", "relative", ""] {
            let failure = moved(&choices, gemini, Some(folder)).unwrap_err();
            assert_eq!(failure.code, Code::NotFound, "{folder}");
        }
    }

    #[test]
    fn who_names_a_folder_in_their_environment_means_that_one() {
        let agents = Agents::default();
        agents.set(&AgentChoices {
            folders: vec![AgentFolder {
                platform: "codex".to_owned(),
                folder: "/chosen".to_owned(),
            }],
            ..AgentChoices::default()
        });
        let codex = by_id("codex").unwrap();
        let at = |vars| {
            codex
                .detect(&agents.place(Some(place(vars))).unwrap())
                .folder
        };
        assert_eq!(at(&[]), Path::new("/chosen"));
        assert_eq!(at(&[("CODEX_HOME", "/mine")]), Path::new("/mine"));
    }

    #[test]
    fn nothing_is_written_to_what_is_off_or_only_read() {
        let agents = Agents::default();
        agents.set(&AgentChoices {
            off: vec!["codex".to_owned()],
            read_only: vec!["claude-code".to_owned()],
            ..AgentChoices::default()
        });
        let refused = |id: &str| agents.may_write(by_id(id).unwrap()).is_err();
        assert!(refused("codex") && refused("claude-code"));
        assert!(!refused("gemini-cli"));
    }
}
