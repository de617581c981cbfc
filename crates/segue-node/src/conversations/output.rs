//! Where an exported file goes, what it is called, and putting it there.

use std::path::{Path, PathBuf};

use segue_door::{Caller, Code, DOWNLOADS, Failure, PathRef};

use super::failure;
use crate::handles::Handles;

/// How many names are tried for one that is free.
const NAMES: u32 = 1000;

/// What the person said about where the file goes.
pub(crate) struct Output {
    /// The file, or a folder for it.
    pub(crate) output: Option<PathRef>,
    /// Whether a file that is there is replaced.
    pub(crate) force: bool,
    /// The folder the person is in.
    pub(crate) folder: Option<String>,
}

impl Output {
    /// Creates it from what a request says. A page that does not say where saves to the downloads.
    pub(crate) fn new(output: Option<PathRef>, force: bool, caller: &Caller) -> Self {
        let downloads = || (!caller.is_person()).then(|| PathRef::Handle(DOWNLOADS.to_owned()));
        Self {
            output: output.or_else(downloads),
            force,
            folder: caller.env.as_ref().and_then(|env| env.folder.clone()),
        }
    }
}

/// Makes up the name for a file of a conversation.
pub(crate) fn name(title: Option<&str>, id: &str) -> String {
    let slug = slug(title.unwrap_or_default());
    format!("{slug}-{}.a2a.json", slug_of_id(id))
}

/// Chooses where the file goes. A place that is taken is refused, unless it is an export that may
/// be replaced; in a folder that was chosen by its handle the file gets a name that is free.
pub(super) fn choose(handles: &Handles, wanted: &Output, name: &str) -> Result<PathBuf, Failure> {
    let chosen = match &wanted.output {
        Some(PathRef::Chosen { path, .. }) => Some(PathBuf::from(path)),
        Some(PathRef::Handle(handle)) => handles.path(handle)?,
        Some(PathRef::Path(_)) | None => None,
    };
    if let Some(folder) = chosen.as_ref().filter(|path| path.is_dir()) {
        return free(folder, name);
    }
    let folder = wanted
        .folder
        .as_ref()
        .map(PathBuf::from)
        .unwrap_or_default();
    let path = match (chosen, &wanted.output) {
        (Some(file), _) => file,
        (None, Some(output)) => {
            let path = folder.join(output.path()?);
            if path.is_dir() { path.join(name) } else { path }
        }
        (None, None) => folder.join(name),
    };
    if !path.is_absolute() {
        return Err(Failure::invalid("Nobody said where the file should go.")
            .hint("Name a file or a folder by its whole path."));
    }
    // Only another export may be replaced: a slip of the keyboard must not cost an agent's session.
    if wanted.force && path.exists() && !is_export(&path) {
        return Err(Failure::invalid(format!(
            "{} is there and is no export, so it is not replaced.",
            path.display()
        ))
        .hint("Name another file, or move that one away."));
    }
    if path.exists() && !wanted.force {
        return Err(taken(&path));
    }
    Ok(path)
}

/// Finds a name in a folder that is free: `x.a2a.json`, `x (2).a2a.json` and so on.
fn free(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
    (1..=NAMES)
        .map(|number| match number {
            1 => folder.join(name),
            _ => folder.join(format!("{stem} ({number}).{ending}")),
        })
        .find(|path| path.symlink_metadata().is_err())
        .ok_or_else(|| taken(&folder.join(name)))
}

/// Checks whether a file begins as exports do, or is called like one.
fn is_export(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 14];
    let begins = segue_platform::open::plain_file(path)
        .and_then(|mut file| file.read_exact(&mut start))
        .is_ok_and(|()| {
            start.starts_with(br#"{"contextId":""#) || start.starts_with(br#"{"artifacts":["#)
        });
    begins || path.to_string_lossy().ends_with(".a2a.json")
}

fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.chars() {
        if slug.len() >= 40 {
            break;
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "conversation".to_owned()
    } else {
        slug.to_owned()
    }
}

fn slug_of_id(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Creates the failure for a place that is taken.
fn taken(output: &Path) -> Failure {
    Failure::new(
        Code::Refused,
        format!(
            "{} is there already, and was left as it is.",
            output.display()
        ),
    )
    .hint("Name another file with -o, or replace it with --force.")
}

/// Gives the draft its name, over another file only if told to.
pub(super) fn place(
    draft: tempfile::NamedTempFile,
    output: &Path,
    force: bool,
) -> Result<(), Failure> {
    let placed = if force {
        draft.persist(output)
    } else {
        draft.persist_noclobber(output)
    };
    placed.map_err(|error| {
        if error.error.kind() == std::io::ErrorKind::AlreadyExists {
            taken(output)
        } else {
            failure::io(output, &error.error)
        }
    })?;
    if let Some(folder) = output.parent()
        && let Ok(folder) = std::fs::File::open(folder)
    {
        // Not every system lets a folder be synced; the file itself is.
        folder.sync_all().ok();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_file_name_that_every_system_takes() {
        for (title, expected) in [
            ("Fix the login form!", "fix-the-login-form"),
            ("../../etc/passwd", "etc-passwd"),
            ("日本", "conversation"),
            ("con: aux?", "con-aux"),
            ("", "conversation"),
        ] {
            assert_eq!(slug(title), expected);
        }
        assert!(slug(&"a".repeat(500)).len() <= 41);
    }

    #[test]
    fn what_a_page_saves_goes_to_the_downloads_unless_a_place_was_chosen() {
        let chosen = PathRef::Handle("handle:chosen".to_owned());
        let downloads = PathRef::Handle(DOWNLOADS.to_owned());
        let page = Caller::page();
        assert_eq!(Output::new(None, false, &page).output, Some(downloads));
        let named = Output::new(Some(chosen.clone()), false, &page);
        assert_eq!(named.output, Some(chosen));
        let person = Caller::person(segue_door::Surface::Cli);
        assert_eq!(Output::new(None, false, &person).output, None);
    }

    #[test]
    fn in_a_folder_that_was_chosen_a_free_name_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let handles = Handles::default();
        let wanted = Output {
            output: handles.of(folder.path()).map(PathRef::Handle),
            force: true,
            folder: None,
        };
        for expected in ["x.a2a.json", "x (2).a2a.json", "x (3).a2a.json"] {
            let path = choose(&handles, &wanted, "x.a2a.json").unwrap();
            assert_eq!(path, folder.path().join(expected));
            std::fs::write(path, "kept").unwrap();
        }
        let wanted = Output {
            output: Some(PathRef::Handle("handle:nobody".to_owned())),
            ..wanted
        };
        let failure = choose(&handles, &wanted, "x").unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
    }
}
