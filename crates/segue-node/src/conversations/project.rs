//! Which folder an import goes to: the one that was named, or the only one that fits.

use std::path::{Path, PathBuf};

use segue_conversation::{Head, Project};
use segue_door::{Failure, ProjectBy};
use segue_platform::AgentEnv;
use segue_platform::project::{self, Fit};

use super::{Conversations, failure};
use crate::plural::counted;

/// How many folders a failure names.
const CANDIDATES: usize = 8;

/// Chooses the project folder: the one that was given, or the only one that fits. Returns it with
/// links resolved, and how it was chosen.
pub(super) fn choose(
    here: &Conversations,
    place: &AgentEnv,
    near: Option<&str>,
    given: Option<&str>,
    head: &Head,
) -> Result<(PathBuf, ProjectBy), Failure> {
    if let Some(given) = given {
        return Ok((real(Path::new(given))?, ProjectBy::Given));
    }
    let found = here.catalog.refresh(place, None)?;
    let mut folders: Vec<PathBuf> = here
        .catalog
        .projects(&found.scopes)?
        .into_iter()
        .chain(near.map(str::to_owned))
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute())
        .filter_map(|folder| folder.canonicalize().ok())
        .collect();
    folders.sort();
    folders.dedup();
    let hint = head.project.clone().unwrap_or_default();
    match project::only_match(&hint, &folders) {
        Some((Fit::Remote, folder)) => Ok((real(&folder)?, ProjectBy::Remote)),
        Some((Fit::Name, folder)) => Ok((real(&folder)?, ProjectBy::Name)),
        None => Err(unclear(&hint, &folders)),
    }
}

/// Resolves the links of a folder that was named. Fails if it is not there or is no folder.
pub(super) fn real(folder: &Path) -> Result<PathBuf, Failure> {
    if !folder.is_absolute() {
        return Err(Failure::invalid(
            "The project folder must be named by its whole path.",
        ));
    }
    let real = folder.canonicalize().map_err(|error| {
        failure::io(folder, &error).hint("Name a folder that is there: --project DIR")
    })?;
    if !real.is_dir() {
        return Err(Failure::invalid(format!(
            "{} is not a folder.",
            folder.display()
        )));
    }
    Ok(real)
}

fn unclear(hint: &Project, folders: &[PathBuf]) -> Failure {
    let name = hint.name.as_deref().map_or_else(
        || "The file does not say which project it is about".to_owned(),
        |name| format!("The project “{}”", segue_conversation::truncate(name, 60)),
    );
    let fitting = project::matching(hint, folders);
    let message = match (hint.name.is_some(), fitting.len()) {
        (false, _) => format!("{name}."),
        (true, 0) => format!("{name} was not found on this computer."),
        (true, count) => format!(
            "{name} fits {} on this computer.",
            counted(count as u64, "folder", "folders")
        ),
    };
    let mut failure =
        Failure::invalid(message).hint("Say which folder it should be resumed in: --project DIR");
    for (_, folder) in fitting.iter().take(CANDIDATES) {
        failure = failure.hint(folder.display().to_string());
    }
    failure
}
