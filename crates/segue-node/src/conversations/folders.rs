//! Folders to choose from: the projects of this computer, and which of them a file is about.

use std::path::PathBuf;

use segue_conversation::Project;
use segue_conversation::file::{Limits, Reader};
use segue_door::{
    CallerEnv, Failure, FolderChoice, FolderFit, FolderList, ProjectCount, ProjectList,
};
use segue_platform::project::{self, Fit};

use super::file::Source;
use super::work::Progress;
use super::{Conversations, failure};
use crate::catalog::Used;
use crate::handles;

/// Most folders one answer has.
const FOLDERS: usize = 200;

/// Most projects one answer has.
const PROJECTS: usize = 500;

/// Most projects that are looked at for one that fits.
const LOOKED_AT: usize = 2000;

/// Lists the project folders that are here, those that fit the file first.
pub(super) fn folders(
    here: &Conversations,
    file: Option<&str>,
    progress: &Progress,
) -> Result<FolderList, Failure> {
    let place = here.agents.place(None)?;
    let found = here.catalog.refresh(&place, None)?;
    let hint = match file {
        Some(file) => hint(file, progress)?,
        None => Project::default(),
    };
    // The one that was used last first, each once, whatever links lead to it.
    let mut known: Vec<(PathBuf, Used)> = Vec::new();
    for used in here.catalog.used(&found.scopes, LOOKED_AT, true)? {
        progress.go_on()?;
        let path = PathBuf::from(&used.project);
        let real = path.is_absolute().then(|| path.canonicalize().ok());
        if let Some(real) = real.flatten().filter(|real| real.is_dir())
            && !known.iter().any(|(seen, _)| *seen == real)
        {
            known.push((real, used));
        }
    }
    let paths: Vec<PathBuf> = known.iter().map(|(path, _)| path.clone()).collect();
    let fitting = match file {
        Some(_) => project::matching(&hint, &paths),
        None => Vec::new(),
    };
    let fit = |path: &PathBuf| match fitting.iter().find(|(_, fits)| fits == path) {
        Some((Fit::Remote, _)) => FolderFit::Remote,
        Some((Fit::Name, _)) => FolderFit::Name,
        None => FolderFit::None,
    };
    let mut choices: Vec<(FolderFit, &PathBuf, &Used)> = known
        .iter()
        .map(|(path, used)| (fit(path), path, used))
        .collect();
    choices.sort_by_key(|(fit, ..)| *fit);
    let folders = choices
        .into_iter()
        .filter_map(|(fit, path, used)| {
            Some(FolderChoice {
                handle: here.handles.of(path)?,
                path: path.to_string_lossy().into_owned(),
                name: handles::name(path),
                fit,
                last_used: segue_conversation::times::from_millis(used.last),
            })
        })
        .take(FOLDERS)
        .collect();
    Ok(FolderList { folders })
}

/// Reads what a file says about its project.
fn hint(path: &str, progress: &Progress) -> Result<Project, Failure> {
    let source = Source::open(path, progress)?;
    let read = |error| {
        let stopped = progress.go_on().err();
        stopped.unwrap_or_else(|| failure::file(&error))
    };
    let input = source.read().map_err(failure::platform)?;
    let mut reader = Reader::new(input, Limits::default());
    while reader.item().map_err(read)?.is_some() {}
    let opened = reader.finish().map_err(read)?;
    Ok(opened.head.project.unwrap_or_default())
}

/// Lists the project folders that have conversations, for choosing one.
pub(super) fn projects(
    here: &Conversations,
    place: Option<CallerEnv>,
) -> Result<ProjectList, Failure> {
    let place = here.agents.place(place)?;
    let found = here.catalog.refresh(&place, None)?;
    let used = here.catalog.used(&found.scopes, PROJECTS, false)?;
    let projects = used.into_iter().map(|used| ProjectCount {
        name: handles::name(std::path::Path::new(&used.project)),
        project: used.project,
        conversations: used.conversations,
        last_used: segue_conversation::times::from_millis(used.last).unwrap_or_default(),
    });
    Ok(ProjectList {
        projects: projects.collect(),
    })
}
