//! Which project a folder is: what git knows about it, read from its files, nothing is run. Only
//! for what is not committed ([`uncommitted`], [`applies`]) git itself is asked.

mod applies;
mod changes;
mod git;
mod names;
mod scratch;

pub use applies::{Applies, applies};
pub use changes::{Changes, ChangesError, uncommitted};

use std::io::Read;
use std::path::{Path, PathBuf};

use segue_conversation::Project;

use crate::open;

/// Reads what a folder tells about its project.
pub fn describe(folder: &Path) -> Project {
    let mut project = Project {
        name: folder
            .file_name()
            .map(|name| name.to_string_lossy().into_owned()),
        path: Some(folder.to_string_lossy().into_owned()),
        ..Project::default()
    };
    let Some(git) = git_folder(folder) else {
        return project;
    };
    let common = match small(&git.join("commondir")) {
        Some(relative) => git.join(relative.trim()),
        None => git.clone(),
    };
    project.remote = small(&common.join("config"))
        .as_deref()
        .and_then(remote)
        .map(|url| without_credentials(&url));
    if let Some(head) = small(&git.join("HEAD")) {
        match head.trim().strip_prefix("ref: ") {
            Some(reference) => {
                project.branch = reference.strip_prefix("refs/heads/").map(str::to_owned);
                project.commit = commit(&common, reference);
            }
            None => project.commit = hex(head.trim()),
        }
    }
    project
}

/// How a folder fits somebody else's project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The same git remote.
    Remote,
    /// The same folder name.
    Name,
}

/// Finds the folders that fit a project, best first. If several fit equally well, ask.
pub fn matching(hint: &Project, folders: &[PathBuf]) -> Vec<(Fit, PathBuf)> {
    let wanted = hint.remote.as_deref().map(same_remote);
    let mut found: Vec<(Fit, PathBuf)> = folders
        .iter()
        .filter(|folder| folder.is_dir())
        .filter_map(|folder| {
            let here = describe(folder);
            let remote = here.remote.as_deref().map(same_remote);
            let fit = if wanted.is_some() && wanted == remote {
                Fit::Remote
            } else if hint.name.is_some() && hint.name == here.name {
                Fit::Name
            } else {
                return None;
            };
            Some((fit, folder.clone()))
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Finds the one folder that fits, if there is exactly one of the best kind.
pub fn only_match(hint: &Project, folders: &[PathBuf]) -> Option<(Fit, PathBuf)> {
    let found = matching(hint, folders);
    let best = found.first()?.0;
    let mut of_best = found.iter().filter(|(fit, _)| *fit == best);
    let first = of_best.next()?.clone();
    of_best.next().is_none().then_some(first)
}

/// Reduces the many spellings of a remote to one: `host/path`, without user, scheme or `.git`.
pub fn same_remote(url: &str) -> String {
    let url = url.trim();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = match rest.split_once('@') {
        Some((user, after)) if !user.contains('/') => after,
        _ => rest,
    };
    // `host:path` of ssh, or `host:port/path` of a URL.
    let (host, path) = match rest.split_once([':', '/']) {
        Some((host, path)) => (host, path),
        None => (rest, ""),
    };
    let path = match path.split_once('/') {
        Some((port, after)) if port.bytes().all(|byte| byte.is_ascii_digit()) => after,
        _ => path,
    };
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    format!("{}/{path}", host.to_ascii_lowercase())
}

pub(crate) fn without_credentials(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
            let host = authority.rsplit('@').next().unwrap_or(authority);
            format!("{scheme}://{host}/{path}")
        }
        None => url.to_owned(),
    }
}

/// Finds `.git` of this folder or of one it is in: a folder, or a file that names one.
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let git = folder
        .ancestors()
        .map(|parent| parent.join(".git"))
        .find(|git| git.exists())?;
    if git.is_dir() {
        return Some(git);
    }
    let named = small(&git)?;
    let path = PathBuf::from(named.trim().strip_prefix("gitdir: ")?);
    Some(if path.is_absolute() {
        path
    } else {
        git.parent()?.join(path)
    })
}

fn remote(config: &str) -> Option<String> {
    let mut section = String::new();
    let mut found: Option<(bool, String)> = None;
    for line in config.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.to_owned();
        } else if section.starts_with("[remote ")
            && let Some((key, value)) = line.split_once('=')
            && key.trim() == "url"
        {
            let origin = section == "[remote \"origin\"]";
            if found
                .as_ref()
                .is_none_or(|(was_origin, _)| origin && !was_origin)
            {
                found = Some((origin, value.trim().to_owned()));
            }
        }
    }
    found.map(|(_, url)| url)
}

fn commit(common: &Path, reference: &str) -> Option<String> {
    // A reference is a path inside the repository, and nothing else.
    if reference
        .split('/')
        .any(|piece| piece == ".." || piece.is_empty())
    {
        return None;
    }
    if let Some(loose) = small(&common.join(reference)) {
        return hex(loose.trim());
    }
    let packed = small(&common.join("packed-refs"))?;
    packed.lines().find_map(|line| {
        let (hash, name) = line.split_once(' ')?;
        (name == reference).then(|| hex(hash)).flatten()
    })
}

fn hex(text: &str) -> Option<String> {
    (matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .then(|| text.to_owned())
}

/// Reads a small text file, 4 MiB of it at most; anything larger is not what it should be.
fn small(path: &Path) -> Option<String> {
    let mut text = String::new();
    open::plain_file(path)
        .ok()?
        .take(4 << 20)
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_remote_has_many_spellings() {
        for url in [
            "git@Example.org:team/app.git",
            "https://example.org/team/app",
            "https://user:token@example.org/team/app.git/",
            "ssh://git@example.org:22/team/app.git",
        ] {
            assert_eq!(same_remote(url), "example.org/team/app", "{url}");
        }
    }

    #[test]
    fn credentials_do_not_travel() {
        assert_eq!(
            without_credentials("https://me:secret@example.org/a/b.git"),
            "https://example.org/a/b.git"
        );
    }

    #[test]
    fn git_files_tell_remote_branch_and_commit() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("app");
        let git = project.join(".git");
        std::fs::create_dir_all(git.join("refs/heads")).unwrap();
        let hash = "0123456789abcdef0123456789abcdef01234567";
        std::fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        std::fs::write(git.join("refs/heads/main"), format!("{hash}\n")).unwrap();
        std::fs::write(
            git.join("config"),
            "[remote \"up\"]\n\turl = https://x/up\n[remote \"origin\"]\n\turl = git@h:t/app.git\n",
        )
        .unwrap();
        let found = describe(&project);
        assert_eq!(found.name.as_deref(), Some("app"));
        assert_eq!(found.remote.as_deref(), Some("git@h:t/app.git"));
        assert_eq!(found.branch.as_deref(), Some("main"));
        assert_eq!(found.commit.as_deref(), Some(hash));

        let other = folder.path().join("elsewhere");
        std::fs::create_dir_all(&other).unwrap();
        let hint = Project {
            remote: Some("https://h/t/app".into()),
            ..Project::default()
        };
        let folders = [other, project.clone()];
        assert_eq!(only_match(&hint, &folders), Some((Fit::Remote, project)));
    }
}
