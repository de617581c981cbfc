//! A person with an agent and a node, and what they do.

use std::path::{Path, PathBuf};

use segue_door::{Exported, FindingDecisions, Imported, Inspected, Prepared, SendingChoice};
use segue_door::{Failure, Place, Reply, Request, Surface};
use segue_link::{Link, Profile};
use segue_node::Options;

/// What is chosen and decided before something leaves.
pub struct Wish {
    pub choice: SendingChoice,
    pub decisions: FindingDecisions,
    pub task: Option<String>,
    pub note: Option<String>,
    pub envelope: Option<serde_json::Value>,
    pub attach_diff: bool,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            choice: SendingChoice::default(),
            decisions: FindingDecisions::default(),
            task: Some("Write the missing tests".to_owned()),
            note: None,
            envelope: None,
            attach_diff: false,
        }
    }
}

/// A person: a home with an agent in it, and a node.
pub struct Person {
    folder: tempfile::TempDir,
    pub link: Link,
}

impl Person {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("home/.claude/projects")).unwrap();
        let profile = Profile::at(folder.path().join("profile")).unwrap();
        let link = Link::open(Options::without_keyring(profile, Surface::Cli))
            .await
            .unwrap();
        Self { folder, link }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    pub fn root(&self) -> PathBuf {
        self.path("home/.claude")
    }

    pub fn project(&self, name: &str) -> PathBuf {
        let folder = self.path(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    pub fn place(&self) -> Option<Place> {
        let text = |path: PathBuf| path.into_os_string().into_string().unwrap();
        Some(Place {
            home: text(self.path("home")),
            folder: Some(text(self.path(""))),
            ..Place::default()
        })
    }

    pub async fn export(&self, name: &str, file: &str) -> Result<Exported, Failure> {
        let prepared = self.prepare(name, |_| {}).await?;
        self.export_prepared(&prepared.hash, file).await
    }

    pub async fn prepare(
        &self,
        name: &str,
        change: impl FnOnce(&mut Wish),
    ) -> Result<Prepared, Failure> {
        let mut wish = Wish::default();
        change(&mut wish);
        let request = Request::PrepareHandoff {
            conversation: name.to_owned(),
            choice: wish.choice,
            decisions: wish.decisions,
            task: wish.task,
            note: wish.note,
            envelope: wish.envelope,
            attach_diff: wish.attach_diff,
            place: self.place(),
        };
        match self.link.call(request).await? {
            Reply::PrepareHandoff(prepared) => Ok(*prepared),
            other => panic!("{other:?}"),
        }
    }

    pub async fn export_prepared(&self, hash: &str, file: &str) -> Result<Exported, Failure> {
        let request = Request::ExportPrepared {
            hash: hash.to_owned(),
            output: Some(file.to_owned()),
            force: false,
            folder: self.place().unwrap().folder,
        };
        match self.link.call(request).await? {
            Reply::ExportPrepared(done) => Ok(*done),
            other => panic!("{other:?}"),
        }
    }

    pub async fn inspect(&self, file: &Path) -> Result<Inspected, Failure> {
        let path = file.to_string_lossy().into_owned();
        match self.link.call(Request::InspectFile { path }).await? {
            Reply::InspectFile(found) => Ok(*found),
            other => panic!("{other:?}"),
        }
    }

    pub async fn import(
        &self,
        file: &Path,
        project: Option<&Path>,
        change: impl FnOnce(&mut Request),
    ) -> Result<Imported, Failure> {
        let mut request = Request::ImportFile {
            path: file.to_string_lossy().into_owned(),
            to: "claude-code".to_owned(),
            project: project.map(|folder| folder.to_string_lossy().into_owned()),
            title: None,
            map_paths: false,
            dry_run: false,
            again: false,
            place: self.place(),
        };
        change(&mut request);
        match self.link.call(request).await? {
            Reply::ImportFile(done) => Ok(*done),
            other => panic!("{other:?}"),
        }
    }

    pub async fn undo(&self, import: &str) -> Result<(), Failure> {
        let request = Request::UndoImport {
            import: import.to_owned(),
            place: self.place(),
        };
        self.link.call(request).await.map(drop)
    }

    /// Every file of the agent with its content.
    pub fn everything(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn walk(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    found.push((path.clone(), Vec::new()));
                    walk(&path, found);
                } else {
                    found.push((path.clone(), std::fs::read(&path).unwrap()));
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.root(), &mut found);
        found.sort();
        found
    }
}
