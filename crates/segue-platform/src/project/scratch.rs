//! A temporary folder for all that git writes: copies of the index, and new objects.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::PathBuf;

use super::changes::ChangesError;
use super::git::{self, Git};

/// A temporary folder, removed when it is dropped.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// Creates the folder; from now on git reads a copy of the index and writes objects here.
    pub(super) fn new(git: &mut Git) -> Result<Self, ChangesError> {
        let index = located(git, "index")?;
        let objects = located(git, "objects")?;
        let scratch = Self(std::env::temp_dir().join(format!("segue-{}", uuid::Uuid::new_v4())));
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&scratch.0)?;

        let copy = scratch.0.join("index");
        match fs::copy(&index, &copy) {
            Ok(_) => {
                // By its time git knows which files it can trust to be as they were.
                let modified = fs::metadata(&index)?.modified()?;
                File::options()
                    .write(true)
                    .open(&copy)?
                    .set_modified(modified)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        fs::create_dir(scratch.new_objects())?;
        let all = scratch.all_objects().join("info");
        fs::create_dir_all(&all)?;
        let mut lines = Vec::new();
        for store in [objects, scratch.new_objects()] {
            let line = store.into_os_string().into_encoded_bytes();
            if line.contains(&b'\n') {
                let told = "the name of the repository's folder has a line break in it";
                return Err(io::Error::other(told).into());
            }
            lines.extend(line);
            lines.push(b'\n');
        }
        fs::write(all.join("alternates"), lines)?;
        git.set("GIT_INDEX_FILE", copy);
        scratch.reading(git);
        Ok(scratch)
    }

    /// Gives git an empty index from now on.
    pub(super) fn second_index(&self, git: &mut Git) {
        git.set("GIT_INDEX_FILE", self.0.join("second"));
    }

    /// Shows git the objects of the repository and the new ones from now on.
    pub(super) fn reading(&self, git: &mut Git) {
        git.set("GIT_OBJECT_DIRECTORY", self.all_objects());
    }

    /// Shows git no objects but the new ones from now on: it would update the time of one in the
    /// repository when it is about to write the same.
    pub(super) fn writing(&self, git: &mut Git) {
        git.set("GIT_OBJECT_DIRECTORY", self.new_objects());
    }

    fn new_objects(&self) -> PathBuf {
        self.0.join("new")
    }

    fn all_objects(&self) -> PathBuf {
        self.0.join("all")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::warn!(%error, "a temporary folder is left behind");
        }
    }
}

/// Asks git where it keeps something of its own, which also works in a second work tree.
fn located(git: &Git, name: &str) -> Result<PathBuf, ChangesError> {
    let line = git.line(&["rev-parse", "--path-format=absolute", "--git-path", name])?;
    git::path(&line).ok_or(ChangesError::NotARepository)
}
