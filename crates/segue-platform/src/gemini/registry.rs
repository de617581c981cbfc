//! Which slug a project has: the client's list, its markers, and its lock.
//!
//! ```text
//! projects.json ──slug──▶ tmp/<slug>/.project_root agrees? ──no──▶ any marker with this path?
//!                                                          ──no──▶ the first free slug is claimed
//! ```

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::lock::Lock;
use super::place::{self, BASES, MARKER, REGISTRY};
use crate::open;
use crate::platform::PlatformError;
use crate::surroundings::Os;

/// The most bytes of the list or a marker; anything larger is not what it should be.
const MOST_BYTES: u64 = 16 << 20;
/// The most folders looked at for a marker or a free slug.
const MOST_FOLDERS: usize = 100_000;

/// Where a project's sessions go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Home {
    /// The folder's name inside `tmp`.
    pub(super) slug: String,
    /// Whether the client finds it there already, by its list or by a marker.
    pub(super) marked: bool,
    /// Whether the list names it.
    pub(super) listed: bool,
}

/// The client's list of projects.
#[derive(Debug)]
pub(super) struct Registry {
    folder: PathBuf,
    os: Os,
    /// `None` when there is one that we must not touch: a link, or not as the client writes it.
    list: Option<Map<String, Value>>,
}

impl Registry {
    /// Reads the list in the client's folder.
    pub(super) fn load(folder: &Path, os: Os) -> Self {
        let list = match small(&folder.join(REGISTRY)) {
            Ok(text) => serde_json::from_str::<Map<String, Value>>(&text)
                .ok()
                .filter(is_valid),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut empty = Map::new();
                empty.insert("projects".to_owned(), Value::Object(Map::new()));
                Some(empty)
            }
            Err(_) => None,
        };
        Self {
            folder: folder.to_owned(),
            os,
            list,
        }
    }

    /// Checks whether an entry can be added.
    pub(super) fn can_change(&self) -> bool {
        self.list.is_some()
    }

    /// Returns the path of the project that has this slug or hash.
    pub(super) fn project_of(&self, folder: &str) -> Option<String> {
        let hashed = place::is_hash(folder);
        self.projects()
            .find(|(path, slug)| *slug == folder || (hashed && place::hash_of(path) == folder))
            .map(|(path, _)| path.to_owned())
    }

    /// Finds where the client keeps, or would keep, this project's sessions.
    pub(super) fn resolve(&self, key: &str, hash: &str) -> Result<Home, PlatformError> {
        let home = self.newer(key)?;
        // Sessions from before slugs: the client copies them over once, but only into an empty
        // place. Ours goes to them, so that it does not stand in their way.
        let tmp = self.folder.join("tmp");
        let older = tmp.join(hash).join("chats").is_dir();
        let in_use = || {
            std::fs::read_dir(tmp.join(&home.slug))
                .is_ok_and(|files| files.flatten().any(|file| file.file_name() != MARKER))
        };
        if older && !in_use() {
            return Ok(Home {
                slug: hash.to_owned(),
                marked: true,
                listed: true,
            });
        }
        Ok(home)
    }

    fn newer(&self, key: &str) -> Result<Home, PlatformError> {
        let known = self
            .projects()
            .find(|(path, slug)| *path == key && place::is_slug(slug))
            .map(|(_, slug)| slug.to_owned());
        if let Some(slug) = known
            && BASES
                .iter()
                .all(|base| !matches!(self.owner(base, &slug, key), Owner::Other))
        {
            return Ok(Home {
                slug,
                marked: true,
                listed: true,
            });
        }
        if let Some(slug) = self.by_marker(key) {
            return Ok(Home {
                slug,
                marked: true,
                listed: false,
            });
        }
        self.free(key)
    }

    fn projects(&self) -> impl Iterator<Item = (&str, &str)> {
        self.list
            .iter()
            .filter_map(|list| list.get("projects")?.as_object())
            .flatten()
            .filter_map(|(path, slug)| Some((path.as_str(), slug.as_str()?)))
    }

    fn by_marker(&self, key: &str) -> Option<String> {
        BASES.iter().find_map(|base| {
            let folders = std::fs::read_dir(self.folder.join(base)).ok()?;
            folders
                .flatten()
                .take(MOST_FOLDERS)
                .filter_map(|entry| entry.file_name().into_string().ok())
                .filter(|name| place::is_slug(name))
                .find(|name| self.marked(base, name).is_some_and(|owner| owner == key))
        })
    }

    fn free(&self, key: &str) -> Result<Home, PlatformError> {
        let first = place::slug(key, self.os);
        let taken: std::collections::HashSet<&str> =
            self.projects().map(|(_, slug)| slug).collect();
        for number in 0..MOST_FOLDERS {
            let slug = match number {
                0 => first.clone(),
                n => format!("{first}-{n}"),
            };
            let free = BASES
                .iter()
                .all(|base| matches!(self.owner(base, &slug, key), Owner::Nobody));
            if free && !taken.contains(slug.as_str()) {
                return Ok(Home {
                    slug,
                    marked: false,
                    listed: false,
                });
            }
        }
        Err(PlatformError::Refused(
            "Gemini CLI has no free name left for this project.".to_owned(),
        ))
    }

    fn owner(&self, base: &str, slug: &str, key: &str) -> Owner {
        let marker = self.folder.join(base).join(slug).join(MARKER);
        match small(&marker) {
            Ok(text) if place::normal(&text, self.os) == key => Owner::Us,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Owner::Nobody,
            _ => Owner::Other,
        }
    }

    fn marked(&self, base: &str, slug: &str) -> Option<String> {
        let marker = self.folder.join(base).join(slug).join(MARKER);
        Some(place::normal(&small(&marker).ok()?, self.os))
    }

    /// Adds a project; the caller holds the lock.
    pub(super) fn add(&mut self, key: &str, slug: &str) -> Result<(), PlatformError> {
        if let Some(projects) = self.members() {
            projects.insert(key.to_owned(), Value::String(slug.to_owned()));
        }
        self.save()
    }

    /// Removes a project if it still has this slug; the caller holds the lock.
    fn remove(&mut self, key: &str, slug: &str) -> Result<(), PlatformError> {
        let Some(projects) = self.members() else {
            return Ok(());
        };
        if projects.get(key).and_then(Value::as_str) != Some(slug) {
            return Ok(());
        }
        projects.remove(key);
        let nothing_left = projects.is_empty() && self.list.as_ref().is_some_and(|l| l.len() == 1);
        if !nothing_left {
            return self.save();
        }
        // The client takes an empty list and none for the same.
        let path = self.folder.join(REGISTRY);
        std::fs::remove_file(&path).map_err(PlatformError::at(&path))
    }

    fn members(&mut self) -> Option<&mut Map<String, Value>> {
        self.list.as_mut()?.get_mut("projects")?.as_object_mut()
    }

    /// Replaces the list as a whole, as the client does.
    fn save(&self) -> Result<(), PlatformError> {
        let path = self.folder.join(REGISTRY);
        let temporary = self
            .folder
            .join(format!("{REGISTRY}.{}.tmp", uuid::Uuid::new_v4()));
        let write = || -> io::Result<()> {
            let text = serde_json::to_string_pretty(&self.list)?;
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            {
                use std::os::unix::fs::OpenOptionsExt;
                options.mode(0o600);
            }
            let mut file = options.open(&temporary)?;
            if let Ok(before) = std::fs::metadata(&path) {
                file.set_permissions(before.permissions())?;
            }
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&temporary, &path)
        };
        write().map_err(|error| {
            std::fs::remove_file(&temporary).ok();
            PlatformError::at(&path)(error)
        })
    }
}

enum Owner {
    Us,
    Nobody,
    Other,
}

/// Checks a list as the client does, which would empty one that has anything else in it.
fn is_valid(list: &Map<String, Value>) -> bool {
    list.get("projects")
        .and_then(Value::as_object)
        .is_some_and(|projects| {
            projects
                .values()
                .all(|slug| slug.as_str().is_some_and(place::is_slug))
        })
}

/// Reads a small text file. Fails if it is larger than `MOST_BYTES`.
pub(super) fn small(path: &Path) -> io::Result<String> {
    let file = open::plain_file(path)?;
    if file.metadata()?.len() > MOST_BYTES {
        return Err(io::Error::other("it is far too large"));
    }
    let mut text = String::new();
    file.take(MOST_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// Removes a project from the list again, if it still has the slug we gave it and no sessions.
pub(super) fn forget(registry: &Path, key: &str, slug: &str) -> Result<(), PlatformError> {
    let Some(folder) = registry.parent() else {
        return Ok(());
    };
    if !registry.exists() || !place::is_slug(slug) {
        return Ok(());
    }
    let lock = Lock::take(folder)?;
    let chats = folder.join("tmp").join(slug).join("chats");
    let used = std::fs::read_dir(chats).is_ok_and(|files| {
        files
            .flatten()
            .any(|file| file.file_name().to_string_lossy().starts_with("session-"))
    });
    if !used {
        // Case and separators do not matter here: the key is looked up as we wrote it.
        Registry::load(folder, Os::here()).remove(key, slug)?;
    }
    drop(lock);
    Ok(())
}
